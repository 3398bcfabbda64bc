/** Runs the scenarios of the official suite that fit the lists of the hub: tools, resources, prompts and skills. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { createMcpEndpoint, injectSender, type McpEndpoint } from '@entrepot/agent'
import { MCP_SCOPES } from '@entrepot/agent/scopes'
import { createClient } from '@entrepot/client'
import { type ShopApi, startShopApi } from '@entrepot/test-support/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checksIn, runConformance } from './conformance.ts'

let folder: string
let api: ShopApi
let endpoint: McpEndpoint
let server: Server
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-lists-'))
  api = await startShopApi(2, MCP_SCOPES)
  const rest = injectSender((request) => api.app.inject(request))
  const hub = createClient({ hub: 'http://hub.internal', key: api.key, rest })
  endpoint = createMcpEndpoint({
    publicUrl: 'https://hub.example.com',
    stateKey: new Uint8Array(32),
    hubFor: () => hub,
    rehearse: async (_, work) => await work(),
    reject: async () => {},
    onError: () => {},
  })
  const { customerId, name } = api.shop.customer
  const customers = [{ customerId: Number(customerId), name, scopes: MCP_SCOPES }]
  const caller = { clientId: 'suite', person: 'ann', customers }
  server = createServer({ keepAliveTimeout: 0 }, async (incoming, outgoing) => {
    const { method = 'GET' } = incoming
    const headers = new Headers(incoming.headers as Record<string, string>)
    const body = method === 'POST' ? { body: await text(incoming) } : {}
    const asked = new URL('/mcp?toolsets=all', 'http://127.0.0.1')
    const answer = await endpoint.answer(new Request(asked, { method, headers, ...body }), caller)
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body === null) outgoing.end()
    else Readable.fromWeb(answer.body as ReadableStream).pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await endpoint?.close()
  await api?.stop()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  'tools-list',
  'resources-list',
  'prompts-list',
  'caching',
  'sep-2164-resource-not-found',
  'sep-2640-skills-enumeration',
  'sep-2640-skills-manifest',
])('the hub passes the scenario %s', { retry: 2 }, async (scenario) => {
  const results = await mkdtemp(join(folder, 'run-'))
  const run = runConformance(['server', '--url', url, '--scenario', scenario, '-o', results])
  expect([await run.code, run.output()]).toEqual([0, expect.any(String)])
  const checks = (await checksIn(results)).get(scenario) ?? []
  expect(checks.length).toBeGreaterThan(0)
  const findings = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
  expect(findings).toEqual([])
})
