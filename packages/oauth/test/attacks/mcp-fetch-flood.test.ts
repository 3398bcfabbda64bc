/** URLs that anybody may name are fetched: nobody is to make this server flood a website with requests, or its own store. */
import { postgresStore } from '@entrepot/oauth/postgres'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts'
import { authorizeUrl, type McpApp, pkce, post, register, startMcp } from '../support/mcp.ts'

let database: TestDatabase
let website: DocumentServer
let nodes: readonly McpApp[]

beforeAll(async () => {
  database = await createDatabase()
  website = await startDocumentServer()
  const start = () =>
    startMcp({
      store: postgresStore(database.pool),
      oauth: { documentHttp: website.client() },
      mcp: { clientIdMetadataDocuments: { callerRateLimit: 20 } },
    })
  nodes = [await start(), await start()]
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await website.close()
  await database.drop()
})

/** A refresh with an assertion that is signed by some key. */
async function authenticate(node: McpApp, clientId: string) {
  const { privateKey } = await pair
  const now = Math.floor(Date.now() / 1_000)
  const claims = { iss: clientId, sub: clientId, aud: node.issuer, jti: crypto.randomUUID() }
  const assertion = await new SignJWT({ ...claims, iat: now, exp: now + 60 })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .sign(privateKey)
  return await post(`${node.origin}/oauth/mcp/token`, {
    grant_type: 'refresh_token',
    refresh_token: 'none',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  })
}

const pair = generateKeyPair('ES256', { extractable: true })

async function registerWithKeys(jwks_uri: string): Promise<string> {
  const [node] = nodes as [McpApp]
  const metadata = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri }
  return (await register(node, metadata)).client_id
}

test('keys that cannot be had are asked for ten times a minute, over all nodes', async () => {
  website.serve('/broken-keys', (_, response) => response.writeHead(503).end())
  const clientId = await registerWithKeys(website.url('/broken-keys'))
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(nodes.map((node) => authenticate(node, clientId)))
    for (const { status, json } of answers) {
      expect([status, json.error]).toEqual([401, 'invalid_client'])
    }
  }
  const asked = website.requests.filter((path) => path === '/broken-keys')
  expect(asked).toHaveLength(10)
})

test('keys that can be had are asked for once, however many assertions come', async () => {
  const keys = [{ ...(await exportJWK((await pair).publicKey)), kid: 'one' }]
  website.serve('/keys', (_, response) => response.end(JSON.stringify({ keys })))
  const clientId = await registerWithKeys(website.url('/keys'))
  for (let round = 0; round < 15; round += 1) {
    const [node] = nodes as [McpApp]
    expect((await authenticate(node, clientId)).json.error).toBe('invalid_grant')
  }
  expect(website.requests.filter((path) => path === '/keys')).toHaveLength(1)
})

test('a caller makes this server fetch so many documents a minute, over all nodes and endpoints', async () => {
  const known = website.publish('/known')
  const visit = (node: McpApp, client_id: string) =>
    fetch(authorizeUrl(node, { client_id, code_challenge: pkce().challenge }))
  const [one, two] = nodes as [McpApp, McpApp]
  expect((await visit(one, known)).status).toBe(200)
  const statuses = []
  for (let count = 0; count < 15; count += 1) {
    statuses.push((await visit(one, website.publish(`/flood-${count}`))).status)
    const client_id = website.publish(`/more-${count}`)
    const parameters = { grant_type: 'refresh_token', refresh_token: 'none', client_id }
    statuses.push((await post(`${two.origin}/oauth/mcp/token`, parameters)).status)
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(11)
  expect(website.requests.filter((path) => /flood|more/.test(path))).toHaveLength(19)
  const limited = await visit(one, website.publish('/one-more'))
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  // What is known needs no fetch.
  expect((await visit(two, known)).status).toBe(200)
})

test('a caller who may cause no more fetches keeps nobody else from a document', async () => {
  const node = await startMcp({
    store: postgresStore(database.pool),
    oauth: { documentHttp: website.client() },
    mcp: { clientIdMetadataDocuments: { callerRateLimit: 1 } },
    fastify: { trustProxy: true },
  })
  const visit = async (client_id: string, ip: string) => {
    const url = authorizeUrl(node, { client_id, code_challenge: pkce().challenge })
    const response = await fetch(url, { headers: { 'x-forwarded-for': ip } })
    await response.text()
    return response.status
  }
  expect(await visit(website.publish('/first'), '192.0.2.1')).toBe(200)
  const refused = Promise.withResolvers<void>()
  const wanted = website.publish('/wanted', {}, {}, refused.promise)
  // The attacker's requests come while that of somebody else is under way: once the document is there, anybody has it.
  const flood = Promise.all(Array.from({ length: 20 }, () => visit(wanted, '192.0.2.1')))
  const other = visit(wanted, '198.51.100.7')
  const statuses = new Set(await flood)
  refused.resolve()
  expect([await other, ...statuses]).toEqual([200, 429])
  await node.close()
})
