/** Caches and limits counted in one process only, so that each node more was as many tries more. Two nodes share a store here. */
import { memoryStore } from '@entrepot/oauth/memory'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { signAssertion } from '../support/assertion.ts'
import { createBrowser } from '../support/browser.ts'
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts'
import {
  authorizeUrl,
  type McpApp,
  type McpAppOptions,
  pkce,
  post,
  register,
  startMcp,
} from '../support/mcp.ts'

let website: DocumentServer
beforeAll(async () => {
  website = await startDocumentServer()
})
afterAll(async () => await website.close())

async function startTwo(mcp: NonNullable<McpAppOptions['mcp']> = {}): Promise<[McpApp, McpApp]> {
  const options = { store: memoryStore(), oauth: { documentHttp: website.client() }, mcp }
  const nodes: [McpApp, McpApp] = [await startMcp(options), await startMcp(options)]
  onTestFinished(async () => {
    for (const node of nodes) await node.close()
  })
  return nodes
}

const visit = (client_id: string, to: McpApp) =>
  createBrowser().get(authorizeUrl(to, { client_id, code_challenge: pkce().challenge }), {
    headers: { accept: 'application/json' },
  })

test('a document is fetched once for many that ask at once, and kept for all nodes', async () => {
  const [one, two] = await startTwo()
  const clientId = website.publish('/once.json')
  await Promise.all(Array.from({ length: 20 }, () => visit(clientId, one)))
  expect((await visit(clientId, two)).status).toBe(200)
  expect(website.requests.filter((path) => path === '/once.json')).toHaveLength(1)
})

test('fetches of a document per minute are limited over all nodes', async () => {
  const [one, two] = await startTwo({ clientIdMetadataDocuments: { rateLimit: 3 } })
  const missing = website.url('/missing.json')
  const statuses = []
  for (const node of [one, two, one, two]) statuses.push((await visit(missing, node)).status)
  expect(statuses).toEqual([400, 400, 400, 429])
  const limited = await visit(missing, one)
  expect([limited.json.error, Number(limited.headers.get('retry-after')) > 0]).toEqual([
    'slow_down',
    true,
  ])
  expect((await visit(website.publish('/other.json'), one)).status).toBe(200)
})

test('so many clients register in a minute from one address, over all nodes', async () => {
  const [one, two] = await startTwo({ dynamicClientRegistration: { rateLimit: 2 } })
  const answers = [await register(one), await register(two), await register(one)]
  expect(answers.map(({ error }) => error)).toEqual([undefined, undefined, 'slow_down'])
})

test('a client gets so many tokens of its own in a minute, over all nodes', async () => {
  const pair = await generateKeyPair('EdDSA', { extractable: true })
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)) }] }
  const nodes = await startTwo({
    clientCredentials: { enabled: true, rateLimit: 2 },
    clients: { agent: { jwks, grantTypes: ['client_credentials'] } },
  })
  const ask = async ({ origin, issuer }: McpApp) => {
    const signed = await signAssertion(pair.privateKey, 'agent', issuer)
    return await post(`${origin}/oauth/mcp/token`, { grant_type: 'client_credentials', ...signed })
  }
  const answers = [await ask(nodes[0]), await ask(nodes[1]), await ask(nodes[0])]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
  expect(answers[2]?.json.error).toBe('slow_down')
  expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
})
