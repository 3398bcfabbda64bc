/** Assertions of the official SDK were refused: it signs for the issuer, for 300 seconds, and sends no client_id. */
import { decodeJwt, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signAssertion } from '../support/assertion.ts'
import { call, type McpApp, post, startMcp } from '../support/mcp.ts'

let app: McpApp
let pair: Awaited<ReturnType<typeof generateKeyPair>>
beforeAll(async () => {
  pair = await generateKeyPair('EdDSA', { extractable: true })
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)) }] }
  app = await startMcp({
    mcp: {
      scopes: { read: 'Read', write: { description: 'Write', includes: ['read'] } },
      clientCredentials: { enabled: true },
      clients: { agent: { jwks, grantTypes: ['client_credentials'], scope: 'read write' } },
    },
  })
})
afterAll(async () => await app.close())

const ask = async (audience: string) => {
  const signed = await signAssertion(pair.privateKey, 'agent', audience)
  const grant = { grant_type: 'client_credentials', ...signed }
  return await post(`${app.origin}/oauth/mcp/token`, grant)
}

test('an assertion that the SDK signs gets a token that the guard accepts', async () => {
  const { status, json } = await ask(app.issuer)
  expect([status, json]).toEqual([
    200,
    {
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'read write',
    },
  ])
  expect(decodeJwt(json.access_token)).toMatchObject({ sub: 'agent', client_id: 'agent' })
  expect((await call(app, json.access_token)).status).toBe(200)
})

test('an assertion for the token endpoint (RFC 7523, section 3) gets one as well', async () => {
  expect((await ask(`${app.issuer}/oauth/mcp/token`)).status).toBe(200)
})

test('where the settings say so, only an assertion for the issuer gets one', async () => {
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)) }] }
  const strict = await startMcp({
    mcp: {
      clientCredentials: { enabled: true, acceptTokenEndpointAudience: false },
      clients: { agent: { jwks, grantTypes: ['client_credentials'] } },
    },
  })
  const statuses = []
  for (const audience of [strict.issuer, `${strict.issuer}/oauth/mcp/token`]) {
    const signed = await signAssertion(pair.privateKey, 'agent', audience)
    const grant = { grant_type: 'client_credentials', ...signed }
    statuses.push((await post(`${strict.origin}/oauth/mcp/token`, grant)).status)
  }
  expect(statuses).toEqual([200, 401])
  await strict.close()
})
