/** One caller could fill a disk by registering clients: 64 KB of metadata and as much of audit for each, kept for months. */
import { memoryStore } from '@entrepot/oauth/memory'
import { expect, onTestFinished, test } from 'vitest'
import { cutDetail } from '../../src/mcp/audit/cut-detail.ts'
import {
  CALLBACK,
  type McpAppOptions,
  type McpSettings,
  mcpOf,
  register,
  startMcp,
} from '../support/mcp.ts'

type Registration = NonNullable<McpSettings['dynamicClientRegistration']>

async function start(settings: Registration, options: McpAppOptions = {}) {
  const mcp = { dynamicClientRegistration: { rateLimit: false, ...settings } } as const
  const app = await startMcp({ ...options, mcp })
  onTestFinished(async () => await app.close())
  return app
}

const longUri = (number: number, length: number) =>
  `https://robot.example/${number}/`.padEnd(length, 'x')

test('metadata of more than 8 KB is refused', async () => {
  const app = await start({})
  const redirect_uris = Array.from({ length: 30 }, (_, index) => longUri(index, 2_000))
  expect(await register(app, { redirect_uris })).toEqual({
    error: 'invalid_client_metadata',
    error_description: 'The metadata has more than 8192 bytes.',
  })
  const client = await register(app, { redirect_uris: redirect_uris.slice(0, 3) })
  const response = await fetch(client.registration_client_uri, {
    method: 'PUT',
    headers: { authorization: `Bearer ${client.registration_access_token}` },
    body: JSON.stringify({ redirect_uris }),
  })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: 'invalid_client_metadata' },
  ])
})

test('the audit keeps about 1 KB of a registration, however much it says', async () => {
  const app = await start({})
  const redirect_uris = Array.from({ length: 30 }, (_, index) => longUri(index, 250))
  const { client_id } = await register(app, { redirect_uris, client_name: 'R'.repeat(200) })
  const [row] = await mcpOf(app).audit({ clientId: client_id })
  expect(JSON.stringify(row?.detail).length).toBeLessThan(1_300)
  expect(row?.detail?.redirect_uris).toHaveLength(5)
  expect(row?.detail?.redirect_uris).toContain('and 26 more')
})

test('what is cut is text that PostgreSQL can store', () => {
  expect(cutDetail({ name: `${'x'.repeat(199)}\u{1f600}` }).name).toBe(
    `${'x'.repeat(199)}\ufffd...`,
  )
})

test('a flood leaves so many audit rows an hour, and their count', async () => {
  const store = memoryStore()
  const app = await startMcp({ store })
  for (let sent = 0; sent < 320; sent += 20) {
    await Promise.all(Array.from({ length: 20 }, () => register(app)))
  }
  await app.close()
  const rows = await store.mcp.audit.list({ event: 'oauth.mcp.client.registered', limit: 1_000 })
  const counts = rows.map(({ detail }) => Number(detail?.count ?? 0)).filter((count) => count > 0)
  expect(rows.length - counts.length).toBe(300)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20)
})

test('a flood leaves no more clients than the limit, and a client that registers during it can sign in', async () => {
  const store = memoryStore()
  const app = await start({ maxClients: 5 }, { store })
  const clients = await Promise.all(Array.from({ length: 40 }, () => register(app)))
  const found = clients.map(async ({ client_id }) => await store.mcp.clients.find(client_id))
  const left = (await Promise.all(found)).filter((client) => client !== undefined)
  expect(left).toHaveLength(5)
  const last = await register(app)
  expect(await store.mcp.clients.find(last.client_id)).toBeDefined()
})

test('a flood does not push clients out that are in use', async () => {
  const store = memoryStore()
  const app = await start({ maxClients: 2 }, { store })
  const used = [await register(app), await register(app)]
  for (const { client_id } of used) await store.mcp.clients.touch(client_id, 2_592_000)
  const late = await fetch(`${app.origin}/oauth/mcp/register`, {
    method: 'POST',
    body: JSON.stringify({ redirect_uris: [CALLBACK] }),
  })
  expect([late.status, late.headers.get('retry-after')]).toEqual([503, '600'])
  expect(await late.json()).toMatchObject({ error: 'temporarily_unavailable' })
  for (const { client_id } of used) expect(await store.mcp.clients.find(client_id)).toBeDefined()
})

test('a client that never gets a token is gone after four hours', async () => {
  let skew = 0
  const store = memoryStore({ clock: () => Date.now() / 1_000 + skew })
  const app = await start({}, { store })
  const { client_id } = await register(app)
  skew = 4 * 3_600 - 60
  expect(await store.mcp.clients.find(client_id)).toBeDefined()
  skew = 4 * 3_600 + 1
  expect(await store.mcp.clients.find(client_id)).toBeUndefined()
})

test('changes of a registration count as registrations, and a /64 of IPv6 as one caller', async () => {
  const app = await start({ rateLimit: 2 }, { fastify: { trustProxy: '127.0.0.1' } })
  const body = JSON.stringify({ redirect_uris: [CALLBACK] })
  const send = async (url: string, method: string, from: string, token = '') => {
    const headers = { 'x-forwarded-for': from, authorization: `Bearer ${token}` }
    const response = await fetch(url, { method, body, headers })
    return { status: response.status, json: (await response.json()) as Record<string, string> }
  }
  const url = `${app.origin}/oauth/mcp/register`
  const { json: client } = await send(url, 'POST', '2001:db8:0:1::1')
  const change = async (from: string) => {
    const { registration_client_uri: own = '', registration_access_token: token } = client
    return (await send(own, 'PUT', from, token)).status
  }
  expect(await change('2001:db8:0:1::2')).toBe(200)
  expect(await change('2001:db8:0:1:ffff::3')).toBe(429)
  expect((await send(url, 'POST', '2001:db8:0:1::4')).status).toBe(429)
  expect(await change('2001:db8:0:2::1')).toBe(200)
})
