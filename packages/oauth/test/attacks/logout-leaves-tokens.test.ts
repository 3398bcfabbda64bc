/** Whoever has copied the tokens of the provider goes on with them after the person has signed out (RFC 7009). */
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort, startApp, type TestApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import {
  type Answer,
  type HostileProvider,
  startHostileProvider,
} from '../support/hostile-provider.ts'
import { CLIENT_ID, CLIENT_SECRET, startOidcServer } from '../support/oidc-server.ts'

let idp: HostileProvider
let shop: TestApp
/** Tokens of the sign-in under way, and what the provider was asked to revoke. */
let given: string[] = []
let revoked: string[] = []

beforeAll(async () => {
  idp = await startHostileProvider()
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const at = {
    authorizationUrl: `${idp.origin}/authorize`,
    tokenUrl: `${idp.origin}/token`,
    jwksUri: `${idp.origin}/jwks`,
  }
  const fixed = { ...acme, ...at }
  shop = await startApp({
    oauth: {
      providers: {
        acme,
        off: { ...acme, revokeTokens: false },
        fixed: { ...fixed, revocationUrl: `${idp.origin}/revoke` },
        silent: fixed,
      },
    },
  })
  play()
})
afterEach(() => {
  idp.reset()
  shop.log.length = 0
  play()
})
afterAll(async () => {
  await shop.close()
  await idp.close()
})

function play(answer: Answer = { json: {} }) {
  given = []
  revoked = []
  idp.onDiscovery = (document) => {
    document.revocation_endpoint = `${idp.origin}/revoke`
  }
  idp.onTokens = (body) => {
    given = [String(body.refresh_token), String(body.access_token)]
    return undefined
  }
  idp.onRequest = (path) => (path === '/revoke' ? answer : undefined)
}

async function signOut(provider = 'acme') {
  const browser = createBrowser()
  const page = await browser.follow(`${shop.origin}/oauth/${provider}/login?redirect=/me`)
  expect(page.json.user).toBe('ann@example.com')
  const { status } = await browser.get(`${shop.origin}/oauth/logout`, {
    method: 'POST',
    headers: { accept: 'application/json' },
  })
  const { json } = await browser.get(`${shop.origin}/me`)
  revoked = idp.requests
    .filter(({ path }) => path === '/revoke')
    .map(({ form }) => form.get('token') ?? '')
  return { status, user: json.user }
}

test.each(['acme', 'fixed'])(
  'signing out revokes both tokens at the provider (%s)',
  async (provider) => {
    expect(await signOut(provider)).toEqual({ status: 200, user: undefined })
    expect(revoked).toEqual(given)
    const hints = idp.requests
      .filter(({ path }) => path === '/revoke')
      .map(({ form }) => form.get('token_type_hint'))
    expect(hints).toEqual(['refresh_token', 'access_token'])
  },
)

test.each(['off', 'silent'])(
  'nothing is sent where it is turned off, or not offered (%s)',
  async (provider) => {
    expect(await signOut(provider)).toEqual({ status: 200, user: undefined })
    expect(revoked).toEqual([])
  },
)

describe('the session ends and the log says that tokens are left, although the provider', () => {
  test.each<[string, Answer]>([
    ['hangs', 'hang'],
    ['closes the connection', 'drop'],
    ['fails', { status: 503, json: {} }],
    ['cannot revoke', { status: 400, json: { error: 'unsupported_token_type' } }],
    ['answers nonsense', { status: 302, text: '<html>' }],
  ])('%s', async (_title, answer) => {
    play(answer)
    expect(await signOut()).toEqual({ status: 200, user: undefined })
    const [line] = shop.log.filter((text) => text.includes('the tokens were not revoked'))
    expect(line).toBeDefined()
    for (const token of given) expect(shop.log.join('')).not.toContain(token)
  })
})

test('a provider of the market takes a token that was revoked no more', async () => {
  const port = await freePort()
  const callback = `http://127.0.0.1:${port}/oauth/real/callback`
  const features = { devInteractions: { enabled: false }, revocation: { enabled: true } }
  const real = await startOidcServer([callback], { configuration: { features } })
  const credentials = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
  const provider = { provider: 'oidc', issuer: real.issuer, ...credentials }
  const own = await startApp({ port, oauth: { providers: { real: provider } } })
  onTestFinished(async () => {
    await own.close()
    await real.close()
  })
  const browser = createBrowser()
  await browser.follow(`${own.origin}/oauth/real/login`)
  const { token } = (await browser.get(`${own.origin}/token`)).json
  const askUserInfo = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${real.issuer}/me`, { headers })).status
  }
  expect(await askUserInfo()).toBe(200)
  await browser.get(`${own.origin}/oauth/logout`, { method: 'POST' })
  expect(await askUserInfo()).toBe(401)
})
