/** An ID token that could not be verified was passed over, and userinfo was believed instead. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'

let idp: HostileProvider
let shop: TestApp

beforeAll(async () => {
  idp = await startHostileProvider()
  idp.userInfo = { sub: 'ann', email: 'boss@example.com', email_verified: true }
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  shop = await startApp({
    oauth: {
      users: { find: async () => 'boss' },
      providers: { acme, asking: { ...acme, preferIdToken: false } },
    },
  })
})
afterAll(async () => {
  await shop.close()
  await idp.close()
})

const signIn = async (provider: string) => {
  const browser = createBrowser()
  const page = await browser.follow(`${shop.origin}/oauth/${provider}/login`)
  return { search: new URL(page.url).search, me: (await browser.get(`${shop.origin}/me`)).json }
}

test.each(['acme', 'asking'])(
  '%s: if the ID token cannot be verified, userinfo is not requested',
  async (provider) => {
    idp.onSignedIdToken = (token) => token.replace(/[^.]*$/, 'AAAA')
    idp.requests.length = 0
    expect((await signIn(provider)).search).toBe('?error=auth_failed&reason=token_exchange')
    expect(idp.requests.map(({ path }) => path)).not.toContain('/userinfo')
    idp.onSignedIdToken = (token) => token
  },
)

test('an address from userinfo adopts no account, however verified it says it is', async () => {
  idp.account = { sub: 'ann' }
  expect((await signIn('acme')).search).toBe('?error=access_denied&reason=unverified')
  expect((await signIn('asking')).search).toBe('?error=access_denied&reason=unverified')
})

test('userinfo of somebody else is refused', async () => {
  idp.account = { sub: 'ann' }
  idp.userInfo = { sub: 'boss', email: 'boss@example.com', email_verified: true }
  expect((await signIn('acme')).search).toBe('?error=auth_failed&reason=user_info')
})
