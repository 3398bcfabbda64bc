/** URLs that anybody may name are fetched: nobody is to make this server flood a website with requests, or its own store. */
import { createSocket } from 'node:dgram'
import { memoryStore } from '@entrepot/oauth/memory'
import { postgresStore } from '@entrepot/oauth/postgres'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createClientKeys } from '../../src/mcp/clients/client-keys.ts'
import { createFetchBudget } from '../../src/mcp/clients/fetch-budget.ts'
import { createDocumentClient, fetchDocument } from '../../src/mcp/clients/fetch-document.ts'
import { createResolveName } from '../../src/mcp/clients/resolve-name.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts'
import {
  authorizeUrl,
  getCode,
  type McpApp,
  type McpSettings,
  pkce,
  post,
  redeem,
  refresh,
  register,
  startMcp,
} from '../support/mcp.ts'

let database: TestDatabase
let website: DocumentServer
let nodes: readonly McpApp[]

/** Each test has callers of its own. */
const from = (ip: string) => ({ 'x-forwarded-for': ip })

const start = (
  documents: McpSettings['clientIdMetadataDocuments'] & object,
  http = website.client(),
) =>
  startMcp({
    store: postgresStore(database.pool),
    oauth: { documentHttp: http },
    mcp: { clientIdMetadataDocuments: documents, dynamicClientRegistration: { rateLimit: false } },
    fastify: { trustProxy: true },
  })

beforeAll(async () => {
  database = await createDatabase()
  website = await startDocumentServer()
  const settings = { callerRateLimit: 20, hostRateLimit: false } as const
  nodes = [await start(settings), await start(settings)]
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await website.close()
  await database.drop()
})

/** A refresh with an assertion that is signed by some key. */
async function authenticate(node: McpApp, clientId: string, ip: string, more: object = {}) {
  const { privateKey } = await pair
  const now = Math.floor(Date.now() / 1_000)
  const claims = { iss: clientId, sub: clientId, aud: node.issuer, jti: crypto.randomUUID() }
  const assertion = await new SignJWT({ ...claims, iat: now, exp: now + 60 })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .sign(privateKey)
  const parameters = {
    grant_type: 'refresh_token',
    refresh_token: 'none',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    ...more,
  }
  return await post(`${node.origin}/oauth/mcp/token`, parameters, from(ip))
}

const visit = async (node: McpApp, client_id: string, ip: string) => {
  const url = authorizeUrl(node, { client_id, code_challenge: pkce().challenge })
  const response = await fetch(url, { headers: from(ip) })
  await response.text()
  return response
}

const pair = generateKeyPair('ES256', { extractable: true })

/** Publishes the public key at a path, and returns the URL. */
async function publishKeys(path: string): Promise<string> {
  const keys = [{ ...(await exportJWK((await pair).publicKey)), kid: 'one' }]
  website.serve(path, (_, response) => response.end(JSON.stringify({ keys })))
  return website.url(path)
}

async function registerWithKeys(jwks_uri: string, node = nodes[0] as McpApp): Promise<string> {
  const metadata = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri }
  return (await register(node, metadata)).client_id
}

const requestsOf = (pattern: RegExp) => website.requests.filter((path) => pattern.test(path))

test('keys that cannot be had are asked for ten times a minute, over all nodes, and are no problem of the client', async () => {
  website.serve('/broken-keys', (_, response) => response.writeHead(503).end())
  const clientId = await registerWithKeys(website.url('/broken-keys'))
  const errors: string[] = []
  for (let round = 0; round < 10; round += 1) {
    for (const node of nodes) {
      const { status, headers, json } = await authenticate(node, clientId, '192.0.2.1')
      errors.push(`${status} ${json.error}`)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
  }
  expect(errors).toEqual([
    ...Array(10).fill('503 temporarily_unavailable'),
    ...Array(10).fill('429 slow_down'),
  ])
  expect(requestsOf(/^\/broken-keys$/)).toHaveLength(10)
})

test('keys that can be had are asked for once, however many assertions come', async () => {
  const clientId = await registerWithKeys(await publishKeys('/keys'))
  for (let round = 0; round < 25; round += 1) {
    const [node] = nodes as [McpApp]
    const { json } = await authenticate(node, clientId, '192.0.2.2')
    expect(json.error).toBe('invalid_grant')
  }
  expect(requestsOf(/^\/keys$/)).toHaveLength(1)
})

test('sixty clients with keys at one website make it get the requests of one caller, and of one host', async () => {
  const node = await start({ callerRateLimit: 20, hostRateLimit: 50 })
  onTestFinished(() => node.close())
  website.serve('/flood-keys', (_, response) => response.writeHead(503).end())
  const clients: string[] = []
  for (let count = 0; count < 60; count += 1) {
    const path = `/flood-keys-${count}`
    website.serve(path, (_, response) => response.writeHead(503).end())
    clients.push(await registerWithKeys(website.url(path), node))
  }
  const flood = (ip: string) =>
    Promise.all(clients.map((clientId) => authenticate(node, clientId, ip)))
  const answers = await flood('192.0.2.3')
  expect(requestsOf(/^\/flood-keys-/).length).toBeLessThanOrEqual(20)
  expect(new Set(answers.map(({ status }) => status))).not.toContain(401)
  for (const ip of ['192.0.2.4', '192.0.2.5', '192.0.2.6', '2001:db8::1']) await flood(ip)
  expect(requestsOf(/^\/flood-keys-/).length).toBeLessThanOrEqual(50)
})

test('keys of registered clients are at allowed hosts only', async () => {
  const uri = await publishKeys('/foreign-keys')
  const before = await registerWithKeys(uri)
  const node = await start({ allowedHosts: ['robots.example'] })
  onTestFinished(() => node.close())
  const metadata = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: uri }
  expect((await register(node, metadata)).error).toBe('invalid_client_metadata')
  // Registered while every host was allowed.
  const { status, json } = await authenticate(node, before, '192.0.2.7')
  expect([status, json.error]).toEqual([401, 'invalid_client'])
  expect(requestsOf(/^\/foreign-keys$/)).toEqual([])
})

test('key sets of strangers do not displace those of clients in use', async () => {
  const settings = { documents: undefined }
  const { mcp, prepare } = memoryStore()
  await prepare()
  await using http = website.client()
  const keys = createClientKeys(
    http,
    settings,
    createFetchBudget(settings, mcp.limits),
    pino({ level: 'silent' }),
  )
  const find = async (jwksUri: string) =>
    await keys.find({ kind: 'configured', jwksUri }, { caller: undefined, kid: 'one' })
  const used = await publishKeys('/used-keys')
  const first = await find(used)
  keys.keep({ jwksUri: used })
  for (let count = 0; count < 1_100; count += 1) {
    expect(await find(await publishKeys(`/strange-keys-${count}`))).toBeTypeOf('function')
  }
  expect(await find(used)).toBe(first)
  expect(requestsOf(/^\/used-keys$/)).toHaveLength(1)
}, 60_000)

test('a client keeps its tokens while the website of its keys is out', async () => {
  const [node] = nodes as [McpApp]
  const clientId = await registerWithKeys(await publishKeys('/out-keys'))
  const { code, verifier } = await getCode(node, { clientId })
  const redeemed = await authenticate(node, clientId, '192.0.2.8', {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: 'http://127.0.0.1:4001/callback',
  })
  expect(redeemed.status).toBe(200)
  website.serve('/out-keys', (_, response) => response.writeHead(503).end())
  const now = performance.now.bind(performance)
  const pass = (seconds: number) =>
    vi.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1_000)
  onTestFinished(() => void vi.restoreAllMocks())
  pass(5 * 86_400)
  const refresh_token = redeemed.json.refresh_token
  const refreshed = await authenticate(node, clientId, '192.0.2.8', { refresh_token })
  const again = { refresh_token: refreshed.json.refresh_token }
  expect((await authenticate(node, clientId, '192.0.2.8', again)).status).toBe(200)
  expect(requestsOf(/^\/out-keys$/)).toHaveLength(2)
  pass(8 * 86_400)
  const late = await authenticate(node, clientId, '192.0.2.8', again)
  expect([late.status, late.json.error]).toEqual([503, 'temporarily_unavailable'])
})

test('a caller makes this server fetch so many documents a minute, over all nodes and endpoints', async () => {
  const ip = '192.0.2.9'
  const known = website.publish('/known')
  const [one, two] = nodes as [McpApp, McpApp]
  expect((await visit(one, known, ip)).status).toBe(200)
  const statuses = []
  for (let count = 0; count < 15; count += 1) {
    statuses.push((await visit(one, website.publish(`/flood-${count}`), ip)).status)
    const client_id = website.publish(`/more-${count}`)
    const parameters = { grant_type: 'refresh_token', refresh_token: 'none', client_id }
    statuses.push((await post(`${two.origin}/oauth/mcp/token`, parameters, from(ip))).status)
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(11)
  expect(requestsOf(/^\/(flood|more)-\d+$/)).toHaveLength(19)
  const limited = await visit(one, website.publish('/one-more'), ip)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  // What is known needs no fetch.
  expect((await visit(two, known, ip)).status).toBe(200)
})

test('a caller who may cause no more fetches keeps nobody else from a document', async () => {
  const node = await start({ callerRateLimit: 1 })
  onTestFinished(() => node.close())
  expect((await visit(node, website.publish('/first'), '192.0.2.10')).status).toBe(200)
  const refused = Promise.withResolvers<void>()
  const wanted = website.publish('/wanted', {}, {}, refused.promise)
  // The attacker's requests come while that of somebody else is under way: once the document is there, anybody has it.
  const flood = Promise.all(
    Array.from({ length: 20 }, () =>
      visit(node, wanted, '192.0.2.10').then(({ status }) => status),
    ),
  )
  const other = visit(node, wanted, '198.51.100.7')
  const statuses = new Set(await flood)
  refused.resolve()
  expect([(await other).status, ...statuses]).toEqual([200, 429])
})

test('names whose name server is silent keep nobody from those of others', async () => {
  const queries: string[] = []
  const server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const [first = 0] = query.subarray(12)
    const label = query.subarray(13, 13 + first).toString()
    queries.push(label)
    // The answer: the question, and an address for a query of type A.
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const isA = question.at(-3) === 1
    const header = Buffer.from([
      query[0] ?? 0,
      query[1] ?? 0,
      0x81,
      0x80,
      0,
      1,
      0,
      isA ? 1 : 0,
      0,
      0,
      0,
      0,
    ])
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 10, 0, 0, 1])
    if (label === 'good')
      server.send(Buffer.concat([header, question, ...(isA ? [answer] : [])]), port, address)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const resolve = createResolveName(`127.0.0.1:${server.address().port}`)
  const http = createDocumentClient({ documents: undefined }, { guard: { resolve } })
  const fetchFrom = (host: string) =>
    fetchDocument(http, `https://${host}/client`).catch(({ code }: { code: string }) => code)
  const silent = Array.from({ length: 100 }, (_, count) => fetchFrom(`silent-${count}.example`))
  await expect.poll(() => new Set(queries).size, { timeout: 10_000 }).toBe(100)
  // Its address is known, and a private one.
  expect(await fetchFrom('good.example')).toBe('REST_BLOCKED_ADDRESS')
  expect(new Set(await Promise.all(silent))).not.toContain('REST_BLOCKED_ADDRESS')
  await http.close()
}, 30_000)

test('fetches that never end take the place of no fetch of others, or at other websites', async () => {
  const slow = await startDocumentServer()
  onTestFinished(() => slow.close())
  const [near, far] = [website.client(), slow.client()]
  const send: typeof near.send = (request, options) =>
    (String(request.baseURL).startsWith(slow.url('')) ? far : near).send(request, options)
  const http = { ...near, send }
  const [node, before] = [await start({}, http), await start({}, http)]
  onTestFinished(() => before.close())
  const release = Promise.withResolvers<void>()
  onTestFinished(async () => {
    release.resolve()
    await node.close()
  })
  // A client in use, whose document is no longer fresh.
  const inUse = slow.publish('/in-use')
  const tokens = await redeem(before, await getCode(before, { clientId: inUse }))
  await database.sql`update oauth.mcp_client_documents set fresh_until = now() where url = ${inUse}`

  const flood = (ip: string, path: string) =>
    Array.from({ length: 20 }, (_, count) =>
      visit(node, slow.publish(`${path}-${count}`, {}, {}, release.promise), ip),
    )
  const refusedOf = async (visits: Promise<Response>[], count: number) => {
    const refused: Response[] = []
    await new Promise<void>((resolve) => {
      for (const one of visits) {
        void one.then((response) => {
          refused.push(response)
          if (refused.length === count) resolve()
        })
      }
    })
    return new Set(refused.map(({ status }) => status))
  }
  const first = flood('192.0.2.11', '/one')
  expect(await refusedOf(first, 12)).toEqual(new Set([429]))
  // A slow machine has not sent all of them yet.
  const held = () => slow.requests.filter((path) => path.includes('one')).length
  await expect.poll(held).toBe(8)
  const second = flood('192.0.2.12', '/two')
  expect(await refusedOf(second, 20)).toEqual(new Set([429]))
  expect(slow.requests.filter((path) => /one|two/.test(path))).toHaveLength(8)

  expect((await visit(node, website.publish('/other-site'), '198.51.100.8')).status).toBe(200)
  // The client is known, and its token is one for the resource of the node before.
  const { json } = await refresh(node, inUse, tokens.json.refresh_token)
  expect(json.error).toBe('invalid_grant')
  expect(slow.requests.filter((path) => path === '/in-use')).toHaveLength(2)
  release.resolve()
  await Promise.all([...first, ...second])
})
