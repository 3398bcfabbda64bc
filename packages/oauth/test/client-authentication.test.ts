/** How the application authenticates at providers that enforce one method, though they announce several or none. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { clientMethods } from '../src/providers/connection/client-authentication.ts'
import { startApp, type TestApp } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import { type HostileProvider, startHostileProvider } from './support/hostile-provider.ts'

describe('a provider that enforces one method', () => {
  let idp: HostileProvider
  let shop: TestApp
  const seen: ('basic' | 'post')[] = []

  beforeAll(async () => {
    idp = await startHostileProvider()
    const settings = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
    const fixed = {
      ...settings,
      authorizationUrl: `${idp.origin}/authorize`,
      tokenUrl: `${idp.origin}/token`,
      jwksUri: `${idp.origin}/jwks`,
    }
    const chosen = { ...fixed, clientAuthentication: 'client_secret_basic' } as const
    shop = await startApp({ oauth: { providers: { idp: settings, fixed, chosen }, debug: true } })
  })
  afterEach(() => {
    idp.reset()
    seen.length = 0
  })
  afterAll(async () => {
    await shop.close()
    await idp.close()
  })

  /** Makes the token endpoint refuse requests with one method, or with both. */
  function refuse(method: 'basic' | 'post' | 'both', status: number, json: object) {
    idp.onDiscovery = (document) => {
      document.token_endpoint_auth_methods_supported = ['client_secret_post', 'client_secret_basic']
    }
    idp.onRequest = (path, request) => {
      if (path !== '/token') return undefined
      const used = request.headers.authorization?.startsWith('Basic ') ? 'basic' : 'post'
      seen.push(used)
      return method === 'both' || method === used ? { status, json } : undefined
    }
  }

  test.each([400, 401])(
    'with status %i and invalid_client the other method is tried, and then used first',
    async (status) => {
      const method = status === 400 ? 'basic' : 'post'
      refuse(method, status, { error: 'invalid_client' })
      expect((await signIn(shop, 'fixed')).search).toBe('')
      expect((await signIn(shop, 'fixed')).search).toBe('')
      expect(seen).toEqual(status === 400 ? ['basic', 'post', 'post'] : ['post', 'basic', 'basic'])
    },
  )

  test.each([
    [400, { error: 'invalid_grant' }],
    [401, { error: 'unauthorized_client' }],
    [503, { error: 'invalid_client' }],
    [400, {}],
  ])('by status %i and %o, does not get the code a second time', async (status, json) => {
    refuse('both', status, json)
    expect((await signIn(shop)).search).toBe('?error=auth_failed&reason=token_exchange')
    expect(seen).toEqual(['basic'])
  })

  test('none of both, is asked with Basic first the next time', async () => {
    refuse('both', 401, { error: 'invalid_client' })
    await signIn(shop)
    await signIn(shop)
    expect(seen).toEqual(['basic', 'post', 'basic', 'post'])
  })

  test('other than that of the settings, is not asked again', async () => {
    refuse('basic', 401, { error: 'invalid_client' })
    expect((await signIn(shop, 'chosen')).search).toBe('?error=auth_failed&reason=token_exchange')
    expect(seen).toEqual(['basic'])
  })
})

test.each([
  [undefined, ['client_secret_basic', 'client_secret_post']],
  [
    ['client_secret_post', 'client_secret_basic'],
    ['client_secret_basic', 'client_secret_post'],
  ],
  [['client_secret_post', 'private_key_jwt'], ['client_secret_post']],
  [['client_secret_basic'], ['client_secret_basic']],
  [['private_key_jwt'], ['client_secret_basic', 'client_secret_post']],
])('of a provider that announces %o the methods %o are tried', (announced, methods) => {
  expect(clientMethods(undefined, announced)).toEqual(methods)
})

async function signIn(shop: TestApp, provider = 'idp') {
  const browser = createBrowser()
  const page = await browser.follow(`${shop.origin}/oauth/${provider}/login?redirect=/me`)
  return { browser, search: new URL(page.url).search }
}
