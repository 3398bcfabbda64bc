/** `private_key_jwt` at a provider: what each request proves, with which key, and how a key is replaced. */
import { exportJWK, exportPKCS8, generateKeyPair, type JWK } from 'jose'
import type { Configuration } from 'oidc-provider'
import { expect, onTestFinished, test } from 'vitest'
import { chooseAlgorithm } from '../src/providers/connection/assertion.ts'
import { createBrowser } from './support/browser.ts'
import { CLIENT_ID } from './support/oidc-server.ts'
import {
  CERTIFIED,
  CERTIFIED_JWK,
  type StrictOptions,
  startStrict,
  thumbprint,
} from './support/strict-provider.ts'

interface Seen {
  readonly claims: Record<string, unknown>
  readonly header: Record<string, unknown>
}

async function makeKey(alg: string, more: JWK = {}): Promise<{ jwk: JWK; pem: string }> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return {
    jwk: { ...(await exportJWK(privateKey)), ...more },
    pem: await exportPKCS8(privateKey),
  }
}

/** A provider that fetches the keys of the application, and notes what the assertions say. */
async function startKeyed(
  settings: StrictOptions['settings'],
  { client, ...more }: Partial<StrictOptions> = {},
) {
  const seen: Seen[] = []
  const configuration: Configuration = {
    assertJwtClientAuthClaimsAndHeader: async (_ctx, claims, header) => {
      seen.push({ claims, header })
    },
  }
  const pair = await startStrict({
    client: (at) => ({
      token_endpoint_auth_method: 'private_key_jwt',
      client_secret: undefined,
      jwks_uri: at.jwks,
      ...client?.(at),
    }),
    settings,
    configuration,
    ...more,
  })
  onTestFinished(() => pair.close())
  return { ...pair, seen }
}

test('each request proves who the application is by an assertion of its own, for a minute', async () => {
  const { jwk } = await makeKey('ES256')
  const { idp, shop, seen } = await startKeyed(
    () => ({ clientKeys: [{ key: jwk }], pushedAuthorization: true }),
    {},
  )
  const browser = createBrowser()
  const page = await browser.follow(`${shop.origin}/oauth/acme/login?redirect=/me`)
  expect(page.json.user).toBe('account of ann@example.com')
  await browser.get(`${shop.origin}/oauth/logout`, { method: 'POST' })
  const paths = idp.requests.filter((path) => path.startsWith('POST '))
  expect(paths).toEqual([
    'POST /request',
    'POST /token',
    'POST /token/revocation',
    'POST /token/revocation',
  ])
  expect(seen).toHaveLength(4)
  expect(new Set(seen.map(({ claims }) => claims.jti)).size).toBe(4)
  for (const { claims, header } of seen) {
    expect(claims).toMatchObject({ iss: CLIENT_ID, sub: CLIENT_ID, aud: idp.issuer })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(60)
    expect(Number(claims.nbf)).toBeLessThan(Number(claims.iat))
    expect(header).toEqual({ alg: 'ES256', typ: 'JWT', kid: expect.stringMatching(/^[\w-]{43}$/) })
  }
})

test('a refresh proves it as well', async () => {
  const { jwk } = await makeKey('EdDSA', { kid: 'one' })
  const { shop, idp, seen } = await startKeyed(() => ({ clientKeys: [{ key: jwk }] }), {
    debug: true,
  })
  const browser = createBrowser()
  await browser.follow(`${shop.origin}/oauth/acme/login`)
  expect((await browser.get(`${shop.origin}/oauth/acme/refresh`)).status).toBe(200)
  expect(idp.grants.map(({ type, ok }) => [type, ok])).toEqual([
    ['authorization_code', true],
    ['refresh_token', true],
  ])
  expect(seen.map(({ header }) => header)).toEqual([
    { alg: 'EdDSA', typ: 'JWT', kid: 'one' },
    { alg: 'EdDSA', typ: 'JWT', kid: 'one' },
  ])
})

test.each([
  ['ES256', 'a JWK', undefined],
  ['RS256', 'PEM', undefined],
  ['PS256', 'PEM', 'PS256'],
  ['EdDSA', 'JSON', undefined],
])('a key of %s, given as %s, signs by its algorithm', async (alg, form, algorithm) => {
  const { jwk, pem } = await makeKey(alg)
  const key = { 'a JWK': jwk, PEM: pem, JSON: JSON.stringify(jwk) }[form] as string
  const { signIn, seen } = await startKeyed(
    () => ({ clientKeys: [{ key, ...(algorithm && { algorithm }) }] }),
    { client: () => ({ token_endpoint_auth_signing_alg: alg }) },
  )
  expect((await signIn()).search).toBe('')
  expect(seen[0]?.header.alg).toBe(alg)
})

test.each([
  ['x5t#S256', 'fingerprint256'],
  ['x5t', 'fingerprint'],
] as const)('a certificate is named by %s, and not by a kid', async (name, digest) => {
  const { signIn, seen } = await startKeyed(
    () => ({ clientKeys: [{ ...CERTIFIED, thumbprint: name }] }),
    { client: () => ({ jwks_uri: undefined, jwks: { keys: [CERTIFIED_JWK] } }) },
  )
  expect((await signIn()).search).toBe('')
  expect(seen[0]?.header).toEqual({ alg: 'RS256', typ: 'JWT', [name]: thumbprint(digest) })
})

test('the audience is the token endpoint if the settings say so', async () => {
  const { jwk } = await makeKey('ES256')
  const { idp, signIn, seen } = await startKeyed(() => ({
    clientKeys: [{ key: jwk }],
    clientAssertionAudience: 'token_endpoint',
  }))
  expect((await signIn()).search).toBe('')
  expect(seen[0]?.claims.aud).toBe(`${idp.issuer}/token`)
})

test('the first of two keys signs, and the provider finds both at the application', async () => {
  const [before, after] = [await makeKey('ES256', { kid: 'before' }), await makeKey('RS256')]
  const { shop, signIn, seen } = await startKeyed(() => ({
    clientKeys: [{ key: before.jwk }, { key: after.pem, kid: 'after' }],
  }))
  expect((await signIn()).search).toBe('')
  expect(seen[0]?.header.kid).toBe('before')
  const answer = await fetch(`${shop.origin}/oauth/acme/jwks`)
  const { keys } = (await answer.json()) as { keys: JWK[] }
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  expect(keys.map((key) => [key.kid, key.kty, key.use, key.alg])).toEqual([
    ['before', 'EC', 'sig', 'ES256'],
    ['after', 'RSA', 'sig', undefined],
  ])
  for (const key of keys) {
    for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])
      expect(key).not.toHaveProperty(secret)
  }
})

test('a provider without keys has no key set', async () => {
  const { shop } = await startKeyed(() => ({ clientAuthentication: 'none' }), {
    client: () => ({ token_endpoint_auth_method: 'none', jwks_uri: undefined }),
  })
  expect((await fetch(`${shop.origin}/oauth/acme/jwks`)).status).toBe(404)
  expect((await fetch(`${shop.origin}/oauth/other/jwks`)).status).toBe(404)
})

test('a public client sends no secret and no assertion', async () => {
  const forms: URLSearchParams[] = []
  const { idp, shop, signIn } = await startKeyed(() => ({ clientAuthentication: 'none' }), {
    client: () => ({ token_endpoint_auth_method: 'none', jwks_uri: undefined }),
  })
  idp.provider.use(async (ctx, next) => {
    await next()
    if (ctx.path === '/token')
      forms.push(new URLSearchParams(ctx.oidc?.body as Record<string, string>))
    expect(ctx.get('authorization') || 'none').not.toMatch(/^Basic/)
  })
  expect((await signIn()).me.user).toBe('account of ann@example.com')
  expect(forms).toHaveLength(1)
  expect(forms[0]?.get('client_id')).toBe(CLIENT_ID)
  expect(forms[0]?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
  expect([...(forms[0]?.keys() ?? [])].filter((name) => /secret|assertion/.test(name))).toEqual([])
  expect(shop.log.join()).not.toContain('failed')
})

test.each([
  [['RS256', 'PS256'], undefined, 'RS256'],
  [['RS256', 'PS256'], ['PS256', 'ES256'], 'PS256'],
  [['PS256'], ['RS256'], 'PS256'],
])('of the algorithms %j of a key and %j of the provider, %s is used', (own, announced, chosen) => {
  expect(chooseAlgorithm({ algorithms: own }, announced)).toBe(chosen)
})
