/** Every tool of the hub over sockets: with the official clients of both SDKs, and the official conformance suite against `/mcp` itself. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MCP_SCOPES } from '@entrepot/agent/scopes'
import { createClient } from '@entrepot/client'
import { createApiKey, expectDone, type Scope } from '@entrepot/marketplace'
import { createShop, type Shop } from '@entrepot/test-support/shop'
import { bearer, connectAgent, signIn } from '@entrepot/test-support/sign-in'
import { CALLS, createRecords, type Records } from '@entrepot/test-support/tool-calls'
import * as v2 from '@modelcontextprotocol/client'
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as V1Transport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hubNames } from '../../../packages/server/src/names.ts'
import { addMember } from '../../../packages/server/src/people/members/members.ts'
import { checksIn, DIAGNOSTIC, findingsOf, runConformance } from './conformance.ts'
import { startTokenProxy } from './token-proxy.ts'
import { startTwoNodes, type TwoNodes } from './two-nodes.ts'

let hubs: TwoNodes
let shop: Shop
let token: Awaited<ReturnType<typeof connectAgent>>
let own: ReturnType<typeof createClient>
let channelId: number
beforeAll(async () => {
  hubs = await startTwoNodes(hubNames.scopes.merchant)
  const { database } = hubs.store
  shop = await createShop(database, 'Busy Shop', 6)
  const { customerId } = shop.customer
  await signIn(hubs.one, 'ann')
  expectDone(await addMember(database, { email: 'ann@example.com', customerId, role: 'owner' }))
  token = await connectAgent(hubs.one, 'ann', { resource: '/mcp', scope: MCP_SCOPES.join(' ') })
  const input = {
    kind: 'merchant' as const,
    label: 'Key',
    scopes: [...hubNames.scopes.merchant] as Scope[],
  }
  const { key } = expectDone(await createApiKey(database, customerId, input, { names: hubNames }))
  own = createClient({ hub: hubs.one.url, key })
  channelId = (await own.listChannels())[0]?.Id ?? 0
}, 120_000)
afterAll(async () => await hubs?.end())

/** Records of which the calls of one client are made. */
async function recordsAt(place: number): Promise<Records> {
  const [newOrderId = 0, orderId = 0] = [0, 1].map((next) => Number(shop.orders[place + next]?.Id))
  return await createRecords({
    hub: own,
    newOrderId,
    orderId,
    product: 'MUG',
    channelId,
    suffix: `x${place}`,
  })
}

/** What both SDKs have in common. */
interface AnyClient {
  listTools(): Promise<{
    tools: { name: string; annotations?: object | undefined; outputSchema?: unknown }[]
  }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  close(): Promise<void>
}

interface Result {
  readonly isError?: boolean
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent?: unknown
}

const target = (node = hubs.one) => new URL(`${node.url}/mcp?toolsets=all`)
const requestInit = () => ({ headers: bearer(token) })

const CLIENTS: Readonly<Record<string, () => Promise<AnyClient>>> = {
  async '@modelcontextprotocol/sdk 1.x'() {
    const client = new V1Client({ name: 'Test', version: '1.0.0' })
    await client.connect(new V1Transport(target(), { requestInit: requestInit() }) as never)
    return client as never
  },
  async '@modelcontextprotocol/client 2.x, of 2025-11-25'() {
    const client = new v2.Client({ name: 'Test', version: '1.0.0' })
    await client.connect(
      new v2.StreamableHTTPClientTransport(target(), { requestInit: requestInit() }),
    )
    return client
  },
  async '@modelcontextprotocol/client 2.x, of 2026-07-28'() {
    const versionNegotiation = { mode: { pin: '2026-07-28' } } as const
    const client = new v2.Client({ name: 'Test', version: '1.0.0' }, { versionNegotiation })
    await client.connect(
      new v2.StreamableHTTPClientTransport(target(hubs.two), { requestInit: requestInit() }),
    )
    return client
  },
}

test.each(Object.keys(CLIENTS))(
  '%s calls every tool, and accepts each result and each refusal',
  async (name) => {
    const place = 2 * Object.keys(CLIENTS).indexOf(name)
    const records = await recordsAt(place)
    const client = (await CLIENTS[name]?.()) as AnyClient
    // Both SDKs keep the output schemas of the list, and compare every answer with them.
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(
      expect.arrayContaining(['get_order', 'list_products']),
    )
    for (const tool of tools) {
      expect(Object.keys(tool.annotations ?? {})).toEqual(
        expect.arrayContaining(['readOnlyHint', 'destructiveHint', 'openWorldHint']),
      )
      const calls = CALLS[tool.name]?.(records) ?? []
      expect([tool.name, calls.length]).not.toEqual([tool.name, 0])
      for (const args of [...calls, { unknown: 'argument' }]) {
        const result = (await client.callTool({
          name: tool.name,
          arguments: { ...args },
        })) as Result
        const [{ text } = { text: '' }] = result.content
        // The text is complete for clients that pass on nothing else.
        if (!result.isError) expect(JSON.parse(text)).toEqual(result.structuredContent)
        else expect(text).toMatch(/\((?:MARKET|SERVER|TOOL)_\w+\)/)
        expect(text).not.toContain('TOOL_FAILED')
      }
    }
    await client.close()
  },
)

describe('the conformance suite against the endpoint of the hub', () => {
  /** Scenarios that any server can pass. */
  const APPLICABLE = {
    '2025-11-25': [
      ...['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'],
      ...['server-session-lifecycle', 'dns-rebinding-protection'],
    ],
    '2026-07-28': [
      ...['server-stateless', 'tools-list', 'resources-list', 'prompts-list', 'caching'],
      ...['dns-rebinding-protection', 'http-header-validation', 'server-sse-multiple-streams'],
      ...['sep-2164-resource-not-found', 'input-required-result-unsupported-methods'],
    ],
  }

  /**
   * The others. They call tools (such as one with headers of its own), resources and prompts of the reference server by their names; or they need sessions (streams that are resumed, and
   * those of 2025-11-25), logs or subscriptions to resources, which the endpoint does not announce; or the extension for tasks, which the SDK lacks.
   */
  const OTHERS =
    /^(?:tools-call-|prompts-get-|resources-(?:read|templates-read|subscribe|unsubscribe)|elicitation-|input-required-result-|completion-complete|json-schema-2020-12|server-sse-(?:polling|multiple-streams)|logging-set-level|http-custom-header|tasks-)/

  test.each(Object.entries(APPLICABLE))(
    'passes every scenario of %s that applies to it',
    // The suite limits some answers to one or two seconds. A paused machine must not fail the test.
    { retry: 2, timeout: 600_000 },
    async (revision, applicable) => {
      const proxy = await startTokenProxy(`${hubs.one.url}/mcp`, token.access_token)
      const results = await mkdtemp(join(tmpdir(), 'entrepot-hub-conformance-'))
      try {
        const args = ['--url', proxy.url, '--requirements', revision, '-o', results]
        await runConformance(['server', ...args, '--timeout', '60000']).code
        const checks = await checksIn(results)
        expect([...checks.keys()]).toEqual(expect.arrayContaining(applicable))
        // A new scenario of the suite belongs to one of the lists.
        const rest = [...checks.keys()].filter((scenario) => !applicable.includes(scenario))
        expect(rest.filter((scenario) => !OTHERS.test(scenario))).toEqual([])
        const findings = applicable.flatMap((scenario) => findingsOf(checks.get(scenario)))
        expect(findings.filter((id) => !DIAGNOSTIC.includes(id))).toEqual([])
      } finally {
        await proxy.stop()
        await rm(results, { recursive: true, force: true })
      }
    },
  )
})
