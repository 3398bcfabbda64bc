/** ID tokens that are signed with a secret: the settings say so, and never the token. */
import type { ProviderSettings } from '@entrepot/oauth'
import { type CryptoKey, exportSPKI, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readProvider } from '../../src/providers/read-provider.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'

const SECRET = 'a client secret of forty-eight bytes and more, for HS384'
const bytes = (text: string) => new TextEncoder().encode(text)

let idp: HostileProvider
let shop: TestApp
beforeAll(async () => {
  idp = await startHostileProvider()
  const base = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: SECRET }
  shop = await startApp({
    oauth: {
      providers: {
        keyed: base,
        secret: { ...base, idTokenSigningAlgorithms: ['HS256'] },
        narrow: { ...base, idTokenSigningAlgorithms: ['ES256'] },
      },
    },
  })
})
afterEach(() => idp.reset())
afterAll(async () => {
  await shop.close()
  await idp.close()
})

async function signIn(provider: string) {
  const browser = createBrowser()
  const page = await browser.follow(`${shop.origin}/oauth/${provider}/login`)
  const { user } = (await browser.get(`${shop.origin}/me`)).json
  return user ?? new URL(page.url).search
}
const FAILED = '?error=auth_failed&reason=token_exchange'
const ANN = 'ann@example.com'

function signWith(alg: string, key: string | Uint8Array) {
  idp.onIdToken = (parts) => {
    parts.header = { alg }
    parts.key = typeof key === 'string' ? bytes(key) : key
  }
}

test('a signature with the secret is taken if the settings say HS256, and nothing else then', async () => {
  signWith('HS256', SECRET)
  expect(await signIn('secret')).toBe(ANN)
  idp.reset()
  expect(await signIn('secret')).toBe(FAILED)
  signWith('HS256', `${SECRET}?`)
  expect(await signIn('secret')).toBe(FAILED)
  signWith('HS384', SECRET)
  expect(await signIn('secret')).toBe(FAILED)
})

test('without the setting, no signature with the secret is taken, although the provider announces HS256', async () => {
  expect(await signIn('keyed')).toBe(ANN)
  signWith('HS256', SECRET)
  expect(await signIn('keyed')).toBe(FAILED)
})

test('a public key is no secret: a token that is signed with it as one is refused', async () => {
  const { keys } = (await (await fetch(`${idp.origin}/jwks`)).json()) as { keys: JWK[] }
  const key = (await importJWK(keys[0] ?? {}, 'RS256', { extractable: true })) as CryptoKey
  signWith('HS256', await exportSPKI(key))
  expect(await signIn('keyed')).toBe(FAILED)
  expect(await signIn('secret')).toBe(FAILED)
})

test('a token without a signature is refused', async () => {
  idp.onSignedIdToken = (token) => {
    const [, claims] = token.split('.')
    return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
  }
  for (const provider of ['keyed', 'secret']) expect(await signIn(provider)).toBe(FAILED)
})

test('the settings narrow the algorithms with keys as well', async () => {
  expect(await signIn('narrow')).toBe(FAILED)
})

test('a provider that signs with the secret needs no key set, also for logout tokens', async () => {
  idp.onDiscovery = (document) => void delete document.jwks_uri
  idp.onRequest = (path) => (path === '/jwks' ? { status: 404, json: {} } : undefined)
  signWith('HS256', SECRET)
  expect(await signIn('secret')).toBe(ANN)
  const claims = {
    ...{ iss: idp.origin, aud: 'shop', sub: 'ann', jti: 'one' },
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  }
  const send = async (token: Promise<string>) => {
    const body = new URLSearchParams({ logout_token: await token })
    const url = `${shop.origin}/oauth/secret/backchannel-logout`
    return (await fetch(url, { method: 'POST', body })).status
  }
  const signed = new SignJWT(claims).setIssuedAt().setExpirationTime('1m')
  const own = signed.setProtectedHeader({ alg: 'HS256' }).sign(bytes(SECRET))
  expect(await send(own)).toBe(200)
  const seconds = Math.floor(Date.now() / 1_000)
  const other = idp.sign({ ...claims, iat: seconds, exp: seconds + 60 })
  expect(await send(other)).toBe(400)
})

test.each<[ProviderSettings, string]>([
  [{ idTokenSigningAlgorithms: ['HS256'], clientSecret: 'short' }, 'at least 32 bytes'],
  [{ idTokenSigningAlgorithms: ['HS384'], clientSecret: 'x'.repeat(47) }, 'at least 48 bytes'],
  [{ idTokenSigningAlgorithms: ['HS512'], clientSecret: 'x'.repeat(63) }, 'at least 64 bytes'],
  [{ idTokenSigningAlgorithms: ['HS256', 'RS256'], clientSecret: SECRET }, 'mixes algorithms'],
  [{ idTokenSigningAlgorithms: ['none'], clientSecret: SECRET }, 'holds "none"'],
  [{ idTokenSigningAlgorithms: ['RS256', 'rs256'], clientSecret: SECRET }, 'holds "rs256"'],
  [{ idTokenSigningAlgorithms: ['HS256'], clientAuthentication: 'none' }, 'at least 32 bytes'],
  [
    { idTokenSigningAlgorithms: ['RS256'], clientSecret: SECRET, provider: 'github' },
    'there are no ID tokens',
  ],
])('%j stops the start', (settings, message) => {
  const { problems } = readProvider(
    'x',
    { provider: 'oidc', issuer: 'https://id.example', clientId: 'shop', ...settings },
    { redirectUri: 'https://x.example/oauth/callback' },
  )
  expect(problems).toEqual([
    { path: 'idTokenSigningAlgorithms', message: expect.stringContaining(message) },
  ])
})
