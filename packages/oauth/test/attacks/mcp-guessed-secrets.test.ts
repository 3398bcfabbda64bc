/** Secrets of clients, and tokens for registration, could be tried out as fast as the server answers. Two nodes share a store. */
import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALLBACK, type McpApp, post, startMcp } from '../support/mcp.ts'

const SECRET = 'a client secret of more than thirty-two characters'
const INITIAL = 'an-initial-access-token-of-32-characters'

let nodes: readonly [McpApp, McpApp]
beforeAll(async () => {
  const store = memoryStore()
  const start = async () =>
    await startMcp({
      store,
      fastify: { trustProxy: '127.0.0.1' },
      mcp: {
        dynamicClientRegistration: { initialAccessToken: INITIAL, rateLimit: false },
        clients: {
          shop: { clientSecret: SECRET, redirectUris: [CALLBACK] },
          other: { clientSecret: SECRET, redirectUris: [CALLBACK] },
          open: { redirectUris: [CALLBACK] },
        },
      },
    })
  nodes = [await start(), await start()]
})
afterAll(async () => {
  for (const node of nodes) await node.close()
})

async function authenticate(node: McpApp, ip: string, client_id: string, secret?: string) {
  const headers = { 'x-forwarded-for': ip }
  const parameters = { client_id, client_secret: secret, token: 'x' }
  return await post(`${node.origin}/oauth/mcp/revoke`, parameters, headers)
}

async function register(node: McpApp, ip: string, token: string) {
  const response = await fetch(`${node.origin}/oauth/mcp/register`, {
    method: 'POST',
    headers: { 'x-forwarded-for': ip, authorization: `Bearer ${token}` },
    body: JSON.stringify({ redirect_uris: [CALLBACK] }),
  })
  return response.status
}

test('sixty wrong secrets a minute are checked, over all nodes; then the right one has to wait as well', async () => {
  const statuses: number[] = []
  for (let tried = 0; tried < 70; tried += 1) {
    const node = nodes[tried % 2] ?? nodes[0]
    statuses.push((await authenticate(node, '192.0.2.1', 'shop', `wrong ${tried}`)).status)
  }
  expect(statuses).toEqual([...Array(60).fill(401), ...Array(10).fill(429)])
  for (const node of nodes) {
    const right = await authenticate(node, '192.0.2.1', 'shop', SECRET)
    expect([right.status, right.json.error]).toEqual([429, 'slow_down'])
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  // Nobody else has to: another address, another client at this one, a client without a secret.
  expect((await authenticate(nodes[0], '192.0.2.2', 'shop', SECRET)).status).toBe(200)
  expect((await authenticate(nodes[0], '192.0.2.1', 'other', SECRET)).status).toBe(200)
  expect((await authenticate(nodes[0], '192.0.2.1', 'open')).status).toBe(200)
})

test('nobody can shut a client without a secret out by sending one in its name', async () => {
  for (let tried = 0; tried < 65; tried += 1) {
    await authenticate(nodes[0], '192.0.2.3', 'open', 'a secret')
  }
  expect((await authenticate(nodes[0], '192.0.2.3', 'open', 'a secret')).status).toBe(429)
  expect((await authenticate(nodes[0], '192.0.2.3', 'open')).status).toBe(200)
})

test('sixty wrong initial access tokens a minute are checked from one /64 of IPv6', async () => {
  const statuses: number[] = []
  for (let tried = 0; tried < 65; tried += 1) {
    const node = nodes[tried % 2] ?? nodes[0]
    statuses.push(await register(node, `2001:db8::${tried.toString(16)}`, `wrong-${tried}`))
  }
  expect(statuses).toEqual([...Array(60).fill(401), ...Array(5).fill(429)])
  expect(await register(nodes[0], '2001:db8::1', INITIAL)).toBe(429)
  expect(await register(nodes[0], '2001:db8:0:1::1', INITIAL)).toBe(201)
})
