/** `clientIdMetadataDocuments.privateKeyJwt`: which clients with a person authenticate by keys, and for whom they sign. */
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { signAssertion } from '../support/assertion.ts'
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts'
import { getCode, type McpApp, type McpSettings, redeem, startMcp } from '../support/mcp.ts'

type Rules = NonNullable<NonNullable<McpSettings['clientIdMetadataDocuments']>['privateKeyJwt']>

const METHOD = { token_endpoint_auth_method: 'private_key_jwt' }
let website: DocumentServer
let keys: DocumentServer
let pair: Awaited<ReturnType<typeof generateKeyPair>>
let jwks: { keys: object[] }

beforeAll(async () => {
  website = await startDocumentServer()
  keys = await startDocumentServer()
  pair = await generateKeyPair('ES256', { extractable: true })
  jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' }] }
})
afterAll(async () => {
  await website.close()
  await keys.close()
})

async function start(privateKeyJwt: Rules): Promise<McpApp> {
  const limits = { rateLimit: 1_000, callerRateLimit: false, hostRateLimit: false } as const
  const app = await startMcp({
    oauth: { documentHttp: website.client() },
    mcp: { clientIdMetadataDocuments: { ...limits, privateKeyJwt } },
  })
  onTestFinished(async () => await app.close())
  return app
}

/** The status of an exchange by an assertion for the issuer, or for the token endpoint. */
async function exchange(app: McpApp, clientId: string, audience: 'issuer' | 'endpoint') {
  const code = await getCode(app, { clientId })
  const aud = audience === 'issuer' ? app.issuer : `${app.issuer}/oauth/mcp/token`
  const signed = await signAssertion(pair.privateKey, clientId, aud, { alg: 'ES256' })
  return (await redeem(app, code, signed)).status
}

test('only the clients that are named sign for the token endpoint, until the date', async () => {
  const [old, other] = [
    website.publish('/old.json', { ...METHOD, jwks }),
    website.publish('/other.json', { ...METHOD, jwks }),
  ]
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const app = await start({ tokenEndpointAudience: { clientIds: old, expiresAt } })
  expect(await exchange(app, old, 'endpoint')).toBe(200)
  expect(await exchange(app, other, 'endpoint')).toBe(401)
  expect(await exchange(app, other, 'issuer')).toBe(200)
  const late = await start({ tokenEndpointAudience: { clientIds: [old], expiresAt: '2026-01-01' } })
  expect(await exchange(late, old, 'endpoint')).toBe(401)
  expect(await exchange(late, old, 'issuer')).toBe(200)
})

test('a client that authenticates by keys is refused where that is turned off', async () => {
  const app = await start({ enabled: false })
  const clientId = website.publish('/keyed.json', { ...METHOD, jwks })
  expect((await getCode(app, { clientId })).code).toBe('')
  const open = website.publish('/open.json', { token_endpoint_auth_methods_supported: ['none'] })
  expect((await redeem(app, await getCode(app, { clientId: open }))).status).toBe(200)
})

test('a document may name keys at the origins of the settings, and at no other', async () => {
  const clientId = website.publish('/elsewhere.json', {
    ...METHOD,
    jwks_uri: keys.url('/keys.json'),
  })
  const strict = await start({})
  expect((await getCode(strict, { clientId })).code).toBe('')
  const app = await start({ jwksUriAllowedOrigins: new URL(keys.url('/')).origin })
  expect((await getCode(app, { clientId })).code).not.toBe('')
})
