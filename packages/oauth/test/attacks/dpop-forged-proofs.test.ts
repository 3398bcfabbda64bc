/** Proofs of possession (RFC 9449) that prove nothing, at the token endpoint and at the resource. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ClientKey,
  callWith,
  createKey,
  type ProofChanges,
  redeemWith,
  signProof,
  tokenUrl,
} from '../support/dpop.ts'
import { getCode, type McpApp, post, register, startMcp, type WithCode } from '../support/mcp.ts'

let app: McpApp
let key: ClientKey
let other: ClientKey
let code: WithCode
/** A token that is bound to {@link key}. */
let accessToken: string

beforeAll(async () => {
  app = await startMcp()
  key = await createKey()
  other = await createKey()
  code = await getCode(app)
  const { json } = await redeemWith(app, await getCode(app), key)
  accessToken = json.access_token
})
afterAll(async () => await app.close())

const now = () => Math.floor(Date.now() / 1_000)
const HOUR = 3_600

const FORGERIES: readonly (readonly [string, (url: string) => ProofChanges])[] = [
  ['for another URL', () => ({ claims: { htu: 'https://other.example/mcp' } })],
  ['for another path', (url) => ({ claims: { htu: `${url}/other` } })],
  ['for another port', () => ({ claims: { htu: 'http://127.0.0.1:1/mcp' } })],
  ['for a URL with a user', (url) => ({ claims: { htu: url.replace('//', '//eve@') } })],
  ['for no URL', () => ({ claims: { htu: undefined } })],
  ['for a URL that is none', () => ({ claims: { htu: '/mcp' } })],
  ['for another method', () => ({ claims: { htm: 'GET' } })],
  ['for the method in lower case', () => ({ claims: { htm: 'post' } })],
  ['for no method', () => ({ claims: { htm: undefined } })],
  ['of the future', () => ({ claims: { iat: now() + HOUR } })],
  ['of the past', () => ({ claims: { iat: now() - HOUR } })],
  ['of no time', () => ({ claims: { iat: undefined } })],
  ['of a time that is text', () => ({ claims: { iat: String(now()) } })],
  ['that has expired', () => ({ claims: { exp: now() - 1 } })],
  ['without jti', () => ({ claims: { jti: undefined } })],
  ['with an empty jti', () => ({ claims: { jti: '' } })],
  ['with a huge jti', () => ({ claims: { jti: 'x'.repeat(1_000) } })],
  ['of another type', () => ({ header: { typ: 'JWT' } })],
  ['without a type', () => ({ header: { typ: undefined } })],
  ['without a key', () => ({ header: { jwk: undefined } })],
  ['with a key that is text', () => ({ header: { jwk: 'a key' } })],
  ['with the private key', () => ({ header: { jwk: key.privateJwk } })],
  ['with a key that did not sign it', () => ({ header: { jwk: other.jwk } })],
  ['with a key that is broken', () => ({ header: { jwk: { ...key.jwk, x: 'AAAA' } } })],
]

/** Proofs that the usual libraries refuse to sign. */
const UNSIGNABLE: readonly (readonly [string, (url: string) => Promise<string>])[] = [
  ['with alg none', async (url) => await withHeader(url, { alg: 'none' }, '')],
  ['with alg none and a signature', async (url) => await withHeader(url, { alg: 'none' })],
  [
    'signed by HS256 with a key in it',
    async (url) => {
      const secret = { kty: 'oct', k: Buffer.alloc(32, 7).toString('base64url') }
      const symmetric = { ...key, alg: 'HS256', jwk: secret }
      return await signProof(symmetric, { url, accessToken }, { signedBy: Buffer.alloc(32, 7) })
    },
  ],
  [
    'signed by HS256 with the public key as the secret',
    async (url) => {
      const signedBy = Buffer.from(JSON.stringify(key.jwk))
      return await signProof({ ...key, alg: 'HS256' }, { url, accessToken }, { signedBy })
    },
  ],
  ['by a key of RSA with 1024 bits', async (url) => await withSmallKey(url)],
  ['that are two proofs', async (url) => `${await good(url)}, ${await good(url)}`],
  ['that is text', async () => 'a proof'],
  ['that is huge', async (url) => `${await good(url)}${'x'.repeat(9_000)}`],
  ['that was changed', async (url) => (await good(url)).replace(/\.[^.]+\./, '.e30.')],
]

const good = async (url: string) => await signProof(key, { url, accessToken })

/** A good proof with another header, whose signature is that of the good one. */
async function withHeader(url: string, header: object, signature?: string): Promise<string> {
  const [, payload, signed] = (await good(url)).split('.')
  const own = { typ: 'dpop+jwt', jwk: key.jwk, ...header }
  const encoded = Buffer.from(JSON.stringify(own)).toString('base64url')
  return `${encoded}.${payload}.${signature ?? signed}`
}

async function withSmallKey(url: string): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 })
  const jwk = publicKey.export({ format: 'jwk' })
  const unsigned = (await withHeader(url, { alg: 'RS256', jwk }, '')).slice(0, -1)
  return `${unsigned}.${sign('sha256', Buffer.from(unsigned), privateKey).toString('base64url')}`
}

const ALL: readonly (readonly [string, (url: string) => Promise<string>])[] = [
  ...FORGERIES.map(
    ([title, changes]) =>
      [
        title,
        async (url: string) => await signProof(key, { url, accessToken }, changes(url)),
      ] as const,
  ),
  ...UNSIGNABLE,
]

describe.each(ALL)('a proof %s', (_title, make) => {
  test('gets no token, and leaves the code to its client', async () => {
    const grant = {
      grant_type: 'authorization_code',
      client_id: code.clientId,
      code: code.code,
      code_verifier: code.verifier,
    }
    const { status, json } = await post(tokenUrl(app), grant, { dpop: await make(tokenUrl(app)) })
    expect([status, json.error]).toEqual([400, 'invalid_dpop_proof'])
  })

  test('opens no route, and the challenge says why', async () => {
    const { status, json, challenge } = await callWith(app, accessToken, await make(app.resource))
    expect([status, json.error]).toEqual([401, 'invalid_dpop_proof'])
    expect(challenge).toMatch(
      /^DPoP error="invalid_dpop_proof", error_description="[^"]+", resource_metadata="[^"]+", algs="ES256 [^"]+"$/,
    )
  })
})

test('a key whose verification takes long, or that is private, is refused before anything is verified', async () => {
  const { jwk } = await createKey('RS256')
  const huge = Buffer.alloc(256, 0xff).toString('base64url')
  for (const [header, why] of [
    [{ alg: 'RS256', jwk: { ...jwk, e: huge } }, /public exponent/],
    [{ alg: 'RS256', jwk: { ...jwk, n: huge.repeat(3) } }, /2048 to 4096 bits/],
    [{ jwk: key.privateJwk }, /public keys only/],
  ] as const) {
    const dpop = await withHeader(tokenUrl(app), header)
    const grant = { grant_type: 'authorization_code', client_id: code.clientId }
    const { json } = await post(tokenUrl(app), grant, { dpop })
    expect([json.error, json.error_description]).toEqual([
      'invalid_dpop_proof',
      expect.stringMatching(why),
    ])
  }
})

test('a proof for another token, or for none, opens no route', async () => {
  for (const claims of [{ ath: undefined }, { ath: '' }, { ath: key.jkt }]) {
    const proof = await signProof(key, { url: app.resource, accessToken }, { claims })
    const { status, json } = await callWith(app, accessToken, proof)
    expect([status, json.error]).toEqual([401, 'invalid_dpop_proof'])
  }
})

test('without a proof a bound token opens no route', async () => {
  const { status, json } = await callWith(app, accessToken, undefined)
  expect([status, json.error]).toEqual([401, 'invalid_dpop_proof'])
})

test('the code that was refused with each of them is redeemed in the end', async () => {
  const { status, json } = await redeemWith(app, code, key)
  expect([status, json.token_type]).toEqual([200, 'DPoP'])
})

test('a client that says that it binds its tokens gets none without a proof', async () => {
  const { client_id: clientId, ...registered } = await register(app, {
    dpop_bound_access_tokens: true,
  })
  expect(registered.dpop_bound_access_tokens).toBe(true)
  const own = await getCode(app, { clientId })
  const refused = await redeemWith(app, own, undefined)
  expect([refused.status, refused.json.error]).toEqual([400, 'invalid_dpop_proof'])
  expect((await redeemWith(app, own, key)).json.token_type).toBe('DPoP')
})
