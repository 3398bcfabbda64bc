/** Assertions that were signed for another purpose, and keys that make this server work for them. */
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOfKeys } from '../../src/mcp/key-rules.ts'
import { type AssertionOptions, signAssertion } from '../support/assertion.ts'
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts'
import { CALLBACK, type McpApp, post, register, startMcp } from '../support/mcp.ts'

let app: McpApp
let website: DocumentServer
let agent: CryptoKey
let rsa: { privateKey: CryptoKey; publicKey: JWK; slowKey: JWK }

beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA', { extractable: true })
  agent = pair.privateKey
  rsa = await generateRsa()
  website = await startDocumentServer()
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)) }] }
  app = await startMcp({
    oauth: { documentHttp: website.client() },
    mcp: {
      clientCredentials: { enabled: true },
      dynamicClientRegistration: { rateLimit: false },
      clients: {
        agent: { jwks, grantTypes: ['client_credentials'] },
        remote: { jwksUri: website.url('/keys.json'), grantTypes: ['client_credentials'] },
      },
    },
  })
})
afterAll(async () => {
  await app.close()
  await website.close()
})

/** A key, and the same with a public exponent of 256 bytes: it verifies the same signatures, in a hundred times the time. */
async function generateRsa() {
  const pair = await generateKeyPair('RS256', { extractable: true })
  const { p, q } = await exportJWK(pair.privateKey)
  const publicKey = await exportJWK(pair.publicKey)
  const order = (toNumber(p) - 1n) * (toNumber(q) - 1n)
  const slowKey = { ...publicKey, e: toText(toNumber(publicKey.e) + order) }
  return { privateKey: pair.privateKey, publicKey, slowKey }
}

const toNumber = (text = '') => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`)

function toText(number: bigint): string {
  const digits = number.toString(16)
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex').toString(
    'base64url',
  )
}

async function ask(key: CryptoKey, clientId: string, options: AssertionOptions, audience = '') {
  const signed = await signAssertion(key, clientId, audience || app.issuer, options)
  const url = `${app.origin}/oauth/mcp/token`
  return (await post(url, { grant_type: 'client_credentials', ...signed })).status
}

describe('an assertion', () => {
  test('for this server and another one is refused: the other one could use it here', async () => {
    const token = `${app.issuer}/oauth/mcp/token`
    for (const aud of [
      [app.issuer, 'https://other.example'],
      [token, app.issuer],
      [app.issuer, app.issuer],
      [],
    ]) {
      expect([aud, await ask(agent, 'agent', { claims: { aud } })]).toEqual([aud, 401])
    }
    for (const aud of [app.issuer, token, [app.issuer]]) {
      expect([aud, await ask(agent, 'agent', { claims: { aud } })]).toEqual([aud, 200])
    }
  })

  test('that is a token of another kind is refused', async () => {
    for (const typ of ['at+jwt', 'logout+jwt', 'dpop+jwt', 'application/at+jwt']) {
      expect([typ, await ask(agent, 'agent', { typ })]).toEqual([typ, 401])
    }
    for (const typ of ['JWT', 'jwt', 'client-authentication+jwt']) {
      expect([typ, await ask(agent, 'agent', { typ })]).toEqual([typ, 200])
    }
  })
})

describe('a key with an absurd exponent', () => {
  test('is refused where it is fetched, although its signatures are good', async () => {
    let keys = [rsa.slowKey]
    website.serve('/keys.json', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ keys }))
    })
    expect(await ask(rsa.privateKey, 'remote', { alg: 'RS256' })).toBe(401)
    keys = [rsa.publicKey]
    const other = await startMcp({
      oauth: { documentHttp: website.client() },
      mcp: {
        clientCredentials: { enabled: true },
        clients: {
          remote: { jwksUri: website.url('/keys.json'), grantTypes: ['client_credentials'] },
        },
      },
    })
    const signed = await signAssertion(rsa.privateKey, 'remote', other.issuer, { alg: 'RS256' })
    const grant = { grant_type: 'client_credentials', ...signed }
    expect((await post(`${other.origin}/oauth/mcp/token`, grant)).status).toBe(200)
    await other.close()
  })

  test('is refused where it is registered', async () => {
    const ofKey = (key: JWK) => ({
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [key] },
    })
    expect((await register(app, ofKey(rsa.slowKey))).error).toBe('invalid_client_metadata')
    expect((await register(app, ofKey(rsa.publicKey))).error).toBeUndefined()
  })

  test.each([
    ['of one', { e: 'AQ' }],
    ['of zero', { e: 'AAAA' }],
    ['that is even', { e: 'AQAA' }],
    ['of five bytes', { e: 'AQAAAAE' }],
    ['that is none', { e: 1 }],
    ['and a modulus of 1024 bits', { n: Buffer.alloc(128, 255).toString('base64url') }],
    ['and a modulus of 2047 bits', { n: Buffer.alloc(256, 127).toString('base64url') }],
    ['and a modulus of 4104 bits', { n: Buffer.alloc(513, 255).toString('base64url') }],
  ])('%s is refused', (_, change) => {
    expect(problemOfKeys([{ ...rsa.publicKey, ...change }])).toMatch(/must hold RSA keys/)
  })

  test('is none of those that are in use', () => {
    for (const e of ['AQAB', 'AAEAAQ', 'Aw', 'EQ']) {
      expect(problemOfKeys([{ ...rsa.publicKey, e }])).toBeUndefined()
    }
  })
})
