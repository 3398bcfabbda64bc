/** What providers leave out or spell in their own way, though it harms nobody: people are signed in. */
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import { type HostileProvider, startHostileProvider } from './support/hostile-provider.ts'

let idp: HostileProvider
let shop: TestApp

beforeAll(async () => {
  idp = await startHostileProvider()
  const base = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  // Each has a key set of its own.
  const names = ['acme', 'single', 'several', 'other', 'rolled']
  const providers = Object.fromEntries(names.map((name) => [name, base]))
  shop = await startApp({ oauth: { providers } })
})
afterEach(() => {
  idp.reset()
  shop.log.length = 0
})
afterAll(async () => {
  await shop.close()
  await idp.close()
})

async function signIn(provider: string) {
  const browser = createBrowser()
  const page = await browser.follow(`${shop.origin}/oauth/${provider}/login?redirect=/me`)
  return { url: new URL(page.url), me: (await browser.get(`${shop.origin}/me`)).json }
}

describe('an ID token without a key id (kid)', () => {
  const withoutKid = () => {
    idp.onIdToken = ({ header }) => void delete header.kid
  }
  const publicKey = async (key: Parameters<typeof exportJWK>[0], more: JWK): Promise<JWK> => {
    const { kty, n, e, crv, x, y } = await exportJWK(key)
    return JSON.parse(JSON.stringify({ kty, n, e, crv, x, y, ...more }))
  }
  const publish = (...keys: JWK[]) => {
    idp.onRequest = (path) => (path.endsWith('/jwks') ? { json: { keys } } : undefined)
  }

  test('is taken if the provider has one key', async () => {
    withoutKid()
    expect((await signIn('single')).me.user).toBe('ann@example.com')
  })

  test('is taken if one key fits its algorithm and use', async () => {
    withoutKid()
    const extractable = { extractable: true }
    const elliptic = await generateKeyPair('ES256', extractable)
    const encryption = await generateKeyPair('RSA-OAEP', extractable)
    publish(
      await publicKey(elliptic.publicKey, { kid: 'a', alg: 'ES256', use: 'sig' }),
      await publicKey(encryption.publicKey, { kid: 'b', use: 'enc' }),
      await publicKey(idp.key, { kid: 'c' }),
    )
    expect((await signIn('other')).me.user).toBe('ann@example.com')
  })

  test('is refused if several keys fit', async () => {
    withoutKid()
    const { publicKey: second } = await generateKeyPair('RS256', { extractable: true })
    publish(await publicKey(idp.key, { kid: 'a' }), await publicKey(second, { kid: 'b' }))
    const { url } = await signIn('several')
    expect(url.search).toBe('?error=auth_failed&reason=token_exchange')
    expect(shop.log.join('')).toContain('does not name its key (kid), and several keys')
  })

  test('is taken after the provider has replaced its only key', async () => {
    withoutKid()
    const { publicKey: old } = await generateKeyPair('RS256', { extractable: true })
    publish(await publicKey(old, {}))
    expect((await signIn('rolled')).url.search).toContain('token_exchange')
    publish(await publicKey(idp.key, {}))
    expect((await signIn('rolled')).me.user).toBe('ann@example.com')
    expect((await signIn('rolled')).me.user).toBe('ann@example.com')
    // Two for the first sign-in, one for the second, and none for the third.
    expect(idp.requests.filter(({ path }) => path === '/jwks')).toHaveLength(3)
  })

  test('is no reason to refuse a logout token without one, either', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const claims = { iss: idp.origin, aud: 'shop', sub: 'ann', iat: now, exp: now + 60, jti: 'j' }
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const body = new URLSearchParams({
      logout_token: await idp.sign({ ...claims, events }, { kid: undefined }),
    })
    const url = `${shop.origin}/oauth/acme/backchannel-logout`
    expect((await fetch(url, { method: 'POST', body })).status).toBe(200)
  })
})

describe('an answer of the token endpoint', () => {
  test.each<[string, Record<string, unknown>, object]>([
    [
      'lists its scopes',
      { scope: ['openid', 'user:read:email'] },
      { scope: 'openid user:read:email' },
    ],
    ['has no lifetime (null)', { expires_in: null }, { expiresAt: undefined }],
    ['has an empty lifetime', { expires_in: '' }, { expiresAt: undefined }],
    ['has an empty refresh token', { refresh_token: '' }, { hasRefreshToken: false }],
    ['has no refresh token (null)', { refresh_token: null }, { hasRefreshToken: false }],
    ['has no scope (null)', { scope: null }, { scope: undefined }],
    ['names no type', { token_type: undefined }, { tokenType: 'bearer' }],
    ['names an empty type', { token_type: '' }, { tokenType: 'bearer' }],
    ['has no type (null)', { token_type: null }, { tokenType: 'bearer' }],
  ])('that %s signs people in', async (_title, changes, expected) => {
    idp.onTokens = (body) => void Object.assign(body, changes)
    const { me } = await signIn('acme')
    expect(me.user).toBe('ann@example.com')
    for (const [name, value] of Object.entries(expected)) expect(me.oauth[name]).toBe(value)
  })

  test.each<[string, Record<string, unknown>]>([
    ['names another type', { token_type: 'mac' }],
    ['has no access token', { access_token: null }],
    ['has an empty ID token', { id_token: '' }],
    ['has a lifetime that is no number', { expires_in: 'soon' }],
  ])('that %s signs nobody in', async (_title, changes) => {
    idp.onTokens = (body) => void Object.assign(body, changes)
    expect((await signIn('acme')).url.search).toBe('?error=auth_failed&reason=token_exchange')
  })
})

test.each([
  ['true', true],
  ['false', false],
])('the text %s in email_verified is the boolean', async (text, expected) => {
  idp.account = { sub: 'ann', email: 'ann@example.com', email_verified: text }
  const { oauthUser } = (await signIn('acme')).me
  expect(oauthUser.emailVerified).toBe(expected)
  expect(oauthUser.authEvidence.emailAuthenticated).toBe(expected)
})
