/** Clients that the application names at run time: who pretends to be one, and what one gets beyond its scopes. */
import { type CryptoKey, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ResolvedMCPClient } from '../../src/index.ts'
import { type AssertionOptions, signAssertion } from '../support/assertion.ts'
import { type McpApp, post, startMcp } from '../support/mcp.ts'

const NAME = 'agent_1'

let app: McpApp
let own: CryptoKey
let other: CryptoKey
let client: ResolvedMCPClient
let answer: (clientId: string) => ResolvedMCPClient | null
let asked: string[]

beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA', { extractable: true })
  own = pair.privateKey
  other = (await generateKeyPair('EdDSA')).privateKey
  const jwks = { keys: [await exportJWK(pair.publicKey)] }
  client = { name: 'Stock robot', jwks, scope: 'orders:read orders:write' }
  app = await startMcp({
    mcp: {
      clientCredentials: { enabled: true, resolveClients: true, rateLimit: false },
      scopes: { 'orders:read': 'Read', 'orders:write': 'Write', 'keys:write': 'Keys' },
    },
    setUp: (server) =>
      server.oauth.registerHooks({
        onResolveMCPClient: (clientId) => {
          asked.push(clientId)
          return answer(clientId)
        },
      }),
  })
})
afterAll(async () => await app.close())
beforeEach(() => {
  asked = []
  answer = (clientId) => (clientId === NAME ? client : null)
})

async function ask(
  key: CryptoKey,
  parameters: Record<string, string> = {},
  { clientId = NAME, ...options }: AssertionOptions & { readonly clientId?: string } = {},
) {
  const signed = await signAssertion(key, clientId, app.issuer, options)
  const url = `${app.origin}/oauth/mcp/token`
  const grant = { grant_type: 'client_credentials', ...signed, ...parameters }
  const { status, json: body } = await post(url, grant)
  return { status, body }
}

test('a client of the application gets its scopes, or fewer, and its token opens the server', async () => {
  const { status, body } = await ask(own)
  expect([status, body.scope, body.expires_in]).toEqual([200, 'orders:read orders:write', 300])
  const headers = { authorization: `Bearer ${body.access_token}` }
  const opened = await fetch(`${app.origin}/mcp`, { method: 'POST', headers })
  expect(await opened.json()).toMatchObject({ sub: NAME, client_id: NAME })
  expect((await ask(own, { scope: 'orders:read' })).body.scope).toBe('orders:read')
  expect(body).not.toHaveProperty('refresh_token')
})

test('a client gets no scope beyond its own, and no other grant', async () => {
  const narrowed = await ask(own, { scope: 'orders:read keys:write' })
  expect(narrowed).toMatchObject({ status: 200, body: { scope: 'orders:read' } })
  for (const scope of ['keys:write', 'orders:everything keys:write', 'offline_access']) {
    expect([scope, await ask(own, { scope })]).toMatchObject([
      scope,
      { status: 400, body: { error: 'invalid_scope' } },
    ])
  }
  for (const grant of ['authorization_code', 'refresh_token']) {
    const parameters = { grant_type: grant, code: 'x', refresh_token: 'x', code_verifier: 'x' }
    expect((await ask(own, parameters)).body.error).not.toBeUndefined()
  }
  const url = new URL('/oauth/mcp/authorize', app.origin)
  url.search = `${new URLSearchParams({
    ...{ response_type: 'code', client_id: NAME, redirect_uri: 'https://evil.example/' },
    ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
  })}`
  const authorized = await fetch(url, { redirect: 'manual' })
  expect([authorized.status, authorized.headers.get('location')]).toEqual([400, null])
})

test('another key, another id, no signature and a used assertion are refused', async () => {
  expect((await ask(other)).status).toBe(401)
  expect((await ask(own, {}, { clientId: 'agent_2' })).status).toBe(401)
  expect((await ask(own, {}, { claims: { sub: 'agent_2' } })).status).toBe(401)
  const signed = await signAssertion(own, NAME, app.issuer)
  const url = `${app.origin}/oauth/mcp/token`
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const response = await post(url, { grant_type: 'client_credentials', ...signed })
      return response.status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const [header, body] = signed.client_assertion.split('.')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  for (const token of [`${none}.${body}.`, `${header}.${body}.`]) {
    const forged = { ...signed, client_assertion: token }
    const response = await post(url, { grant_type: 'client_credentials', ...forged })
    expect(response.status).toBe(401)
  }
  const bare = await post(url, { grant_type: 'client_credentials', client_id: NAME })
  expect(bare.status).toBe(401)
})

test('a client ends as soon as the application no longer names it', async () => {
  expect((await ask(own)).status).toBe(200)
  answer = () => null
  expect(await ask(own)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
})

test('an application that fails, or answers keys that anybody could use, gives no token', async () => {
  const secret = { kty: 'oct', k: Buffer.from('secret').toString('base64url') }
  for (const jwks of [{ keys: [] }, { keys: [secret] }, undefined]) {
    answer = () => {
      if (jwks === undefined) throw new Error('the database is down')
      return { ...client, jwks }
    }
    expect(await ask(own)).toMatchObject({
      status: 503,
      body: { error: 'temporarily_unavailable' },
    })
  }
})

test('the application is asked only if the option is on, and only for ids that a client can have', async () => {
  const server = await startMcp({
    mcp: {
      clientCredentials: { enabled: true },
      clients: { x: { clientSecret: 's'.repeat(40), grantTypes: ['client_credentials'] } },
    },
    setUp: ({ oauth }) => oauth.registerHooks({ onResolveMCPClient: () => client }),
  })
  const signed = await signAssertion(own, NAME, server.issuer)
  const grant = { grant_type: 'client_credentials', ...signed }
  expect((await post(`${server.origin}/oauth/mcp/token`, grant)).status).toBe(401)
  await server.close()
  for (const clientId of ['a\0b', 'é', 'x'.repeat(2_049)]) await ask(own, {}, { clientId })
  expect(asked).toEqual([])
})
