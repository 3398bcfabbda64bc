/** Encrypted ID tokens: anybody can encrypt for this application, so that encryption proves nothing, and may not weaken anything. */
import { readFileSync } from 'node:fs'
import { CompactEncrypt, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { decryptToken } from '../../src/providers/security/decrypt.ts'
import { type PrivateKey, readDecryptionKey } from '../../src/providers/security/private-key.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'
import { CERTIFIED, startStrict } from '../support/strict-provider.ts'

const RSA = { key: readFileSync(CERTIFIED.keyFile, 'utf8'), kid: 'rsa' }
let ec: JWK
let idp: HostileProvider
let shop: TestApp
const keys: Record<string, JWK> = {}

beforeAll(async () => {
  const { privateKey } = await generateKeyPair('ECDH-ES', { extractable: true })
  ec = { ...(await exportJWK(privateKey)), kid: 'ec' }
  idp = await startHostileProvider()
  const base = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const decryptionKeys = [RSA, { key: ec as Record<string, unknown> }]
  shop = await startApp({
    oauth: {
      providers: {
        acme: { ...base, decryptionKeys },
        lenient: { ...base, decryptionKeys, acceptUnencrypted: true },
        asking: { ...base, decryptionKeys, preferIdToken: false },
        plain: base,
      },
    },
  })
  const set = (await (await fetch(`${shop.origin}/oauth/acme/jwks`)).json()) as { keys: JWK[] }
  for (const key of set.keys) keys[key.kid ?? ''] = key
})
afterEach(() => {
  idp.reset()
  shop.log.length = 0
})
afterAll(async () => {
  await shop.close()
  await idp.close()
})

interface Header {
  readonly alg: string
  readonly enc?: string
  readonly kid?: string | undefined
}

const encrypt = async (text: string, { alg, enc = 'A256GCM', kid }: Header, key?: JWK) =>
  await new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg, enc, cty: 'JWT', ...(kid !== undefined && { kid }) })
    .encrypt(await importJWK(key ?? (keys[kid ?? 'rsa'] as JWK), alg))

async function signIn(provider = 'acme') {
  const browser = createBrowser()
  const page = await browser.follow(`${shop.origin}/oauth/${provider}/login`)
  const { user, oauthUser } = (await browser.get(`${shop.origin}/me`)).json
  return {
    browser,
    user,
    email: oauthUser?.email,
    search: new URL(page.url).search,
    log: shop.log.join(),
  }
}

const FAILED = '?error=auth_failed&reason=token_exchange'

test.each<Header>([
  { alg: 'RSA-OAEP-256', kid: 'rsa' },
  { alg: 'RSA-OAEP', enc: 'A128CBC-HS256', kid: 'rsa' },
  { alg: 'RSA-OAEP-256' },
  { alg: 'ECDH-ES', enc: 'A128GCM', kid: 'ec' },
  { alg: 'ECDH-ES+A256KW', enc: 'A256CBC-HS512', kid: 'ec' },
])('an ID token that is encrypted by %o is decrypted and verified', async (header) => {
  idp.onSignedIdToken = async (token) => await encrypt(token, header)
  expect(await signIn()).toMatchObject({ user: 'ann@example.com', search: '' })
})

test.each<[string, (token: string) => Promise<string>, string]>([
  [
    'by RSA1_5',
    async (token) => {
      const [, ...rest] = (await encrypt(token, { alg: 'RSA-OAEP-256', kid: 'rsa' })).split('.')
      const header = Buffer.from('{"alg":"RSA1_5","enc":"A256GCM","kid":"rsa"}')
      return [header.toString('base64url'), ...rest].join('.')
    },
    'is none of RSA-OAEP-256',
  ],
  [
    'by a password, which may ask for millions of rounds',
    async (token) => {
      const [, ...rest] = (await encrypt(token, { alg: 'RSA-OAEP-256', kid: 'rsa' })).split('.')
      const header = { alg: 'PBES2-HS256+A128KW', enc: 'A256GCM', p2c: 2e9, p2s: 'c2FsdA' }
      return [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.')
    },
    'is none of RSA-OAEP-256',
  ],
  [
    'for another key',
    async (token) => {
      const { publicKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true })
      return await encrypt(token, { alg: 'RSA-OAEP-256', kid: 'rsa' }, await exportJWK(publicKey))
    },
    'none of the decryptionKeys decrypts it',
  ],
  [
    'under the name of a key that nobody has',
    async (token) => await encrypt(token, { alg: 'RSA-OAEP-256', kid: 'gone' }, keys.rsa),
    'none of the decryptionKeys decrypts it',
  ],
  ['not at all', async (token) => token, 'is not encrypted'],
  [
    'around claims without a signature',
    async (token) => {
      const [, claims = ''] = token.split('.')
      const text = Buffer.from(claims, 'base64url').toString()
      return await encrypt(text, { alg: 'RSA-OAEP-256', kid: 'rsa' })
    },
    'is not a signed one',
  ],
  [
    'around a token that somebody else has signed',
    async (token) => {
      const { privateKey } = await generateKeyPair('RS256')
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
      const header = { alg: 'RS256', kid: idp.kid }
      const forged = await new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
      return await encrypt(forged, { alg: 'RSA-OAEP-256', kid: 'rsa' })
    },
    'signature verification failed',
  ],
  [
    'around another encrypted token',
    async (token) => {
      const inner = await encrypt(token, { alg: 'RSA-OAEP-256', kid: 'rsa' })
      return await encrypt(inner, { alg: 'RSA-OAEP-256', kid: 'rsa' })
    },
    'is not a signed one',
  ],
])('an ID token that is encrypted %s signs nobody in', async (_title, change, reason) => {
  idp.onSignedIdToken = change
  const { user, search, log } = await signIn()
  expect({ user, search }).toEqual({ search: FAILED })
  expect(log).toContain(reason)
})

test('without keys, the log says that the ID token is encrypted', async () => {
  idp.onSignedIdToken = async (token) => await encrypt(token, { alg: 'RSA-OAEP-256', kid: 'rsa' })
  const { search, log } = await signIn('plain')
  expect(search).toBe(FAILED)
  expect(log).toContain('set decryptionKeys')
})

test('a token in clear is taken only while the settings accept it', async () => {
  expect((await signIn('lenient')).user).toBe('ann@example.com')
  expect((await signIn('acme')).search).toBe(FAILED)
})

test('an answer of userinfo may be encrypted, signed, or both, and a forged one signs nobody in', async () => {
  idp.onSignedIdToken = async (token) => await encrypt(token, { alg: 'RSA-OAEP-256', kid: 'rsa' })
  const person = { sub: 'ann', email: 'bo@example.com', name: 'Ann' }
  const answer = (text: string) => {
    idp.onRequest = (path) =>
      path === '/userinfo' ? { text, type: 'application/jwt; charset=utf-8' } : undefined
  }
  const alg = 'RSA-OAEP-256'
  const good = { ...person, iss: idp.origin, aud: 'shop' }
  answer(await encrypt(JSON.stringify(person), { alg, kid: 'rsa' }))
  expect((await signIn('asking')).email).toBe('bo@example.com')
  answer(await idp.sign(good))
  expect((await signIn('asking')).email).toBe('bo@example.com')
  answer(await encrypt(await idp.sign(good), { alg, kid: 'rsa' }))
  expect((await signIn('asking')).email).toBe('bo@example.com')
  const { privateKey } = await generateKeyPair('RS256')
  const forged = new SignJWT(good).setProtectedHeader({ alg: 'RS256', kid: idp.kid })
  for (const text of [
    await forged.sign(privateKey),
    await encrypt(await forged.sign(privateKey), { alg, kid: 'rsa' }),
    await idp.sign({ ...good, aud: 'another' }),
    await idp.sign({ ...good, iss: 'https://evil.example' }),
    await idp.sign({ ...good, sub: 'bo' }),
    await encrypt(JSON.stringify({ ...person, sub: 'bo' }), { alg, kid: 'rsa' }),
    'not a token',
  ]) {
    answer(text)
    expect(await signIn('asking'), text).toMatchObject({
      search: '?error=auth_failed&reason=user_info',
    })
  }
})

test('an encrypted logout token ends the session, as one in clear does', async () => {
  idp.onSignedIdToken = async (token) => await encrypt(token, { alg: 'RSA-OAEP-256', kid: 'rsa' })
  const { browser } = await signIn()
  const seconds = Math.floor(Date.now() / 1_000)
  const claims = {
    iss: idp.origin,
    aud: 'shop',
    iat: seconds,
    exp: seconds + 60,
    jti: 'one',
    sub: 'ann',
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  }
  const send = async (token: string) =>
    await fetch(`${shop.origin}/oauth/acme/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    })
  const token = await idp.sign(claims, { typ: 'logout+jwt' })
  expect((await send(await encrypt('{}', { alg: 'ECDH-ES', kid: 'ec' }))).status).toBe(400)
  expect((await send(await encrypt(token, { alg: 'ECDH-ES', kid: 'ec' }))).status).toBe(200)
  expect((await browser.get(`${shop.origin}/me`)).json).toEqual({})
})

test('a key without a name decrypts what is for a name that the settings do not know', async () => {
  const key = readDecryptionKey({ key: RSA.key }) as PrivateKey
  const token = await encrypt('text', { alg: 'RSA-OAEP-256', kid: 'of the provider' }, keys.rsa)
  expect(await decryptToken({ decryptionKeys: [key] }, token)).toBe('text')
})

test('a strict provider encrypts by each algorithm, and refreshed ID tokens, too', async () => {
  for (const [alg, enc, settings] of [
    ['ECDH-ES', 'A128CBC-HS256', { key: ec as Record<string, unknown> }],
    ['RSA-OAEP-256', 'A256GCM', { keyFile: CERTIFIED.keyFile }],
  ] as const) {
    const pair = await startStrict({
      debug: true,
      client: ({ jwks }) => ({
        token_endpoint_auth_method: 'none',
        client_secret: undefined,
        jwks_uri: jwks,
        id_token_encrypted_response_alg: alg,
        id_token_encrypted_response_enc: enc,
        userinfo_signed_response_alg: 'RS256',
        userinfo_encrypted_response_alg: alg,
      }),
      features: {
        encryption: { enabled: true },
        jwtUserinfo: { enabled: true },
        rpInitiatedLogout: { enabled: true },
      },
      settings: () => ({
        clientAuthentication: 'none',
        decryptionKeys: [settings],
        preferIdToken: false,
      }),
    })
    onTestFinished(() => pair.close())
    const browser = createBrowser()
    const page = await browser.follow(`${pair.shop.origin}/oauth/acme/login?redirect=/me`)
    expect(page.json.user, pair.idp.refusals.join()).toBe('account of ann@example.com')
    expect(pair.idp.requests).toContain('GET /me')
    expect((await browser.get(`${pair.shop.origin}/oauth/acme/refresh`)).status).toBe(200)
    // What is left for the hint of a logout is the signed token inside.
    const headers = { accept: 'application/json' }
    const out = await browser.get(`${pair.shop.origin}/oauth/logout`, { method: 'POST', headers })
    const hint = new URL(out.json.redirect).searchParams.get('id_token_hint') ?? ''
    expect(hint.split('.')).toHaveLength(3)
  }
})

test('the key set says what the keys are for, and holds no private part', async () => {
  expect(Object.values(keys).map(({ kid, use, alg }) => [kid, use, alg])).toEqual([
    ['rsa', 'enc', undefined],
    ['ec', 'enc', undefined],
  ])
  expect(JSON.stringify(keys)).not.toMatch(/"(d|p|q|k)":/)
})
