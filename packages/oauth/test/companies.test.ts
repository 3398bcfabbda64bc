/** The table of docs/providers/companies.md: one test for each row, against a strict provider that behaves like the one of the row. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { type Configuration, errors } from 'oidc-provider'
import { describe, expect, test } from 'vitest'
import { CLIENT_SECRET } from './support/oidc-server.ts'
import {
  CERTIFIED,
  CERTIFIED_JWK,
  endpointsAt,
  type StrictOptions,
  startStrict,
  thumbprint,
} from './support/strict-provider.ts'

const TENANT = '11111111-2222-3333-4444-555555555555'
const ADDRESS = 'ann@acme.example'
const LONG_SECRET = `${CLIENT_SECRET}, which has at least 32 bytes`
const OWN = { domains: ['acme.example'] }

/** A person as the provider describes them, and where the claims are. */
interface Row extends StrictOptions {
  readonly claims: Readonly<Record<string, unknown>>
  /** What proves the address of the person. */
  readonly proof: 'signed-oidc' | 'oidc-userinfo' | 'trusted-domain'
}

const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const KEY: JWK = { ...(await exportJWK(privateKey)), kid: 'key-1', alg: 'ES256', use: 'sig' }
const NAME = await calculateJwkThumbprint(CERTIFIED_JWK)

/** Refuses assertions that are for another audience (by default the token endpoint), or whose header is another one. */
const demand = (
  audience: string | undefined,
  header: Readonly<Record<string, unknown>>,
): Configuration => ({
  assertJwtClientAuthClaimsAndHeader: async (ctx, claims, given) => {
    const wanted = { ...header, aud: audience ?? ctx.oidc.urlFor('token') }
    const wrong = Object.entries(wanted).filter(
      ([name, value]) => ({ ...given, aud: claims.aud })[name] !== value,
    )
    if (wrong.length > 0) throw new errors.InvalidClientAuth(`it wants ${JSON.stringify(wrong)}`)
  },
})

const SIGNED = { token_endpoint_auth_method: 'private_key_jwt', client_secret: undefined }
/** Claims that are in userinfo only, as OpenID Connect Core 1.0, section 5.4 has it for the code flow. */
const CONFORMING = { conformIdTokenClaims: true }

const ROWS: Readonly<Record<string, Row>> = {
  'Microsoft Entra ID': {
    name: 'azure',
    server: { issuer: `https://login.microsoftonline.com/${TENANT}/v2.0` },
    client: () => ({
      ...SIGNED,
      jwks: { keys: [CERTIFIED_JWK] },
      token_endpoint_auth_signing_alg: 'PS256',
    }),
    configuration: demand(undefined, {
      'x5t#S256': thumbprint('fingerprint256'),
      kid: undefined,
    }),
    settings: ({ idp }) => ({
      provider: 'azure',
      issuer: `https://login.microsoftonline.com/${TENANT}/v2.0`,
      ...endpointsAt(idp),
      tenantId: TENANT,
      clientKeys: [CERTIFIED],
      trustEmail: OWN,
    }),
    claims: { email: ADDRESS, oid: '42' },
    proof: 'trusted-domain',
  },
  Okta: {
    name: 'okta',
    server: { issuer: 'https://acme.okta.com' },
    client: ({ jwks }) => ({ ...SIGNED, jwks_uri: jwks, dpop_bound_access_tokens: true }),
    features: {
      dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 1), requireNonce: () => true },
    },
    configuration: { ...CONFORMING, ...demand(undefined, { kid: 'key-1' }) },
    settings: ({ idp }) => ({
      provider: 'okta',
      issuer: 'https://acme.okta.com',
      ...endpointsAt(idp),
      domain: 'acme.okta.com',
      usernameClaim: 'email',
      clientKeys: [{ key: KEY }],
      dpop: true,
      emailFrom: 'userinfo',
    }),
    claims: { email: ADDRESS, email_verified: true },
    proof: 'oidc-userinfo',
  },
  Auth0: {
    name: 'auth0',
    server: { issuer: 'https://acme.eu.auth0.com/' },
    client: () => ({
      ...SIGNED,
      jwks: { keys: [{ ...CERTIFIED_JWK, kid: NAME }] },
      token_endpoint_auth_signing_alg: 'RS256',
    }),
    features: {
      pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
    },
    configuration: demand('https://acme.eu.auth0.com/', { alg: 'RS256' }),
    settings: ({ idp }) => ({
      provider: 'auth0',
      issuer: 'https://acme.eu.auth0.com/',
      ...endpointsAt(idp),
      domain: 'acme.eu.auth0.com',
      clientKeys: [{ keyFile: CERTIFIED.keyFile }],
      pushedAuthorization: true,
    }),
    claims: { email: ADDRESS, email_verified: true },
    proof: 'signed-oidc',
  },
  'Google Workspace': {
    name: 'google',
    server: { issuer: 'https://accounts.google.com' },
    client: () => ({ token_endpoint_auth_method: 'client_secret_post' }),
    settings: ({ idp }) => ({
      provider: 'google',
      issuer: 'https://accounts.google.com',
      ...endpointsAt(idp),
      clientSecret: CLIENT_SECRET,
      emailDomains: ['acme.example'],
      additionalParams: { access_type: 'offline', prompt: 'consent', hd: 'acme.example' },
    }),
    claims: { email: ADDRESS, email_verified: true, hd: 'acme.example' },
    proof: 'signed-oidc',
  },
  Keycloak: {
    client: ({ jwks }) => ({
      ...SIGNED,
      jwks_uri: jwks,
      id_token_encrypted_response_alg: 'RSA-OAEP-256',
      id_token_encrypted_response_enc: 'A256GCM',
    }),
    features: { encryption: { enabled: true } },
    settings: () => ({
      clientKeys: [{ key: KEY }],
      decryptionKeys: [{ keyFile: CERTIFIED.keyFile }],
    }),
    claims: { email: ADDRESS, email_verified: true },
    proof: 'signed-oidc',
  },
  Zitadel: {
    client: () => ({ token_endpoint_auth_method: 'none', client_secret: undefined }),
    configuration: CONFORMING,
    settings: () => ({ clientAuthentication: 'none', emailFrom: 'userinfo' }),
    claims: { email: ADDRESS, email_verified: true },
    proof: 'oidc-userinfo',
  },
  Authentik: {
    client: () => ({
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: LONG_SECRET,
      id_token_signed_response_alg: 'HS256',
    }),
    configuration: {
      enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
    },
    settings: () => ({
      clientSecret: LONG_SECRET,
      idTokenSigningAlgorithms: ['HS256'],
      trustEmail: { ...OWN, unverified: true },
    }),
    claims: { email: ADDRESS, email_verified: false },
    proof: 'trusted-domain',
  },
  PingOne: {
    client: () => ({
      token_endpoint_auth_method: 'client_secret_jwt',
      client_secret: LONG_SECRET,
      require_pushed_authorization_requests: true,
    }),
    settings: () => ({
      clientSecret: LONG_SECRET,
      clientAuthentication: 'client_secret_jwt',
      pushedAuthorization: true,
      trustEmail: OWN,
    }),
    claims: { email: ADDRESS },
    proof: 'trusted-domain',
  },
  OneLogin: {
    client: () => ({ token_endpoint_auth_method: 'client_secret_post' }),
    settings: () => ({
      clientSecret: CLIENT_SECRET,
      clientAuthentication: 'client_secret_post',
      trustEmail: OWN,
    }),
    claims: { email: ADDRESS },
    proof: 'trusted-domain',
  },
  JumpCloud: {
    client: () => ({ token_endpoint_auth_method: 'client_secret_basic' }),
    settings: () => ({
      clientSecret: CLIENT_SECRET,
      clientAuthentication: 'client_secret_basic',
      trustEmail: OWN,
    }),
    claims: { email: ADDRESS },
    proof: 'trusted-domain',
  },
  'AD FS': {
    client: () => ({
      ...SIGNED,
      jwks: { keys: [CERTIFIED_JWK] },
      token_endpoint_auth_signing_alg: 'RS256',
    }),
    features: { userinfo: { enabled: false } },
    configuration: demand(undefined, {
      alg: 'RS256',
      x5t: thumbprint('fingerprint'),
    }),
    settings: () => ({
      clientKeys: [{ ...CERTIFIED, thumbprint: 'x5t', algorithm: 'RS256' }],
      clientAssertionAudience: 'token_endpoint',
      trustEmail: OWN,
    }),
    claims: { email: ADDRESS },
    proof: 'trusted-domain',
  },
  Apple: {
    server: { algorithm: 'RS256' },
    client: () => ({ token_endpoint_auth_method: 'client_secret_post' }),
    features: { userinfo: { enabled: false } },
    settings: () => ({
      clientSecret: CLIENT_SECRET,
      clientAuthentication: 'client_secret_post',
      responseMode: 'form_post',
      scope: 'openid email',
    }),
    claims: { email: ADDRESS, email_verified: 'true' },
    proof: 'signed-oidc',
  },
  GitLab: {
    client: () => ({ token_endpoint_auth_method: 'none', client_secret: undefined }),
    settings: () => ({ clientAuthentication: 'none', nameClaim: 'nickname' }),
    claims: { email: ADDRESS, email_verified: true, nickname: 'ann' },
    proof: 'signed-oidc',
  },
  'Amazon Cognito': {
    client: () => ({ token_endpoint_auth_method: 'client_secret_basic' }),
    configuration: CONFORMING,
    settings: () => ({ clientSecret: CLIENT_SECRET, emailFrom: 'userinfo' }),
    claims: { email: ADDRESS, email_verified: 'true' },
    proof: 'oidc-userinfo',
  },
}

describe.each(Object.entries(ROWS))('at a provider like %s', (_name, row) => {
  test('a person of the company signs in with the settings of the table', async () => {
    const pair = await startStrict(row)
    pair.idp.account = { sub: 'ann', ...row.claims }
    const { search, me } = await pair.signIn()
    await pair.close()
    expect(search, pair.idp.refusals.join()).toBe('')
    expect(me.user).toBe(`account of ${ADDRESS}`)
    expect(me.oauthUser.authEvidence.emailProvenance).toBe(row.proof)
  })
})

test('the table of the page has a row for each of these providers with the settings of its test, and no other', () => {
  const page = fileURLToPath(new URL('../docs/providers/companies.md', import.meta.url))
  const rows = Array.from(
    readFileSync(page, 'utf8').matchAll(/^\| \[?\*\*([^*]+)\*\*.* \| ([^|]+) \|$/gm),
    ([, name = '', cell = '']) => [
      name,
      Array.from(cell.matchAll(/`(\w+)(?=[:`])/g), ([, key]) => key),
    ],
  )
  const at = { idp: '', shop: '', jwks: '' }
  const standIn = ['provider', 'issuer', ...Object.keys(endpointsAt(''))]
  const tested = Object.entries(ROWS).map(([name, { name: template, settings }]) => {
    const keys = Object.keys(settings(at)).filter((key) => !standIn.includes(key))
    return [name, template === undefined ? ['issuer', ...keys] : keys]
  })
  const sorted = (table: typeof rows) =>
    table.map(([name, keys]) => [name, [...(keys ?? [])].toSorted()])
  expect(sorted(rows)).toEqual(sorted(tested as typeof rows))
})
