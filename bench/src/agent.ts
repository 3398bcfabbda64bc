/**
 * Measures tools of agents over HTTP against the same calls of /v2 by the same person's agent: a read (target: >= 0.6 of its throughput), and
 * a write that the rules for agents are asked about on both sides (target: >= 0.5). And 100 agents at once, of which none may starve: the
 * slowest one against the median (target: >= 0.5).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { runEntrepot } from '@entrepot/server/testing'
import { type AgentTokens, bearer, connectAgent, signIn } from '@entrepot/test-support/sign-in'
import { type Comparison, compareAll } from './compare.ts'
import { type BedHub, makeBed } from './hub.ts'
import { brief, median, say } from './measure.ts'
import { anOrder } from './orders.ts'
import type { BenchResult } from './run.ts'

const SCOPE = 'orders:read orders:write fulfilment:read fulfilment:write'

/** Caps and rules as they are asked about, and never reached. */
const UNLIMITED = {
  Calls: null,
  Writes: null,
  RefundAmount: null,
  UnitsCancelled: null,
  PriceChanges: null,
}

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const bed = await makeBed()
  try {
    const hub = await bed.hub('agents', undefined, 'mcp: {enabled: true}\n')
    await prepare(hub)
    const ofTools = await connectAgent(hub.hub, 'ann', { resource: '/mcp', scope: SCOPE })
    const ofApi = await connectAgent(hub.hub, 'ann', { scope: SCOPE })
    const comparisons = [
      await compareReads(hub, ofTools, ofApi, quick ? 1_500 : 6_000),
      await compareWrites(hub, ofTools, ofApi, quick ? 600 : 2_400),
    ]
    const { ratios, targets } = await compareAll(comparisons, quick ? 5 : 11)
    const fairness = await serveMany(hub, quick ? 10 : 30)
    return {
      ratios: { ...ratios, 'slowest of 100 agents/median': brief(fairness) },
      targets: { ...targets, 'slowest of 100 agents/median': '>=0.5' },
    }
  } finally {
    await bed.close()
  }
}

/** Makes the person an owner of the sample customer, whose agents have no limits. */
async function prepare({ hub, env, send }: BedHub): Promise<void> {
  const member = ['ann@example.com', '--customer', '1', '--role', 'owner']
  const browser = await signIn(hub, 'ann')
  const { code, stderr } = await runEntrepot(['members', 'add', ...member], env)
  if (code !== 0) throw new Error(`members add: ${stderr}`)
  await send('PUT', '/v2/agent-caps', undefined, 200, JSON.stringify(UNLIMITED), {
    cookie: browser.cookiesFor(hub.url),
    'entrepot-customer': '1',
    'sec-fetch-site': 'same-origin',
  })
}

async function placeOrder({ hub, call }: BedHub, reference: string): Promise<number> {
  const body = JSON.stringify(anOrder(reference))
  return (await call('POST', '/v2/orders', hub.channels[0]?.key as string, 201, body)).Id
}

async function compareReads(
  bed: BedHub,
  ofTools: AgentTokens,
  ofApi: AgentTokens,
  count: number,
): Promise<Comparison> {
  const orderId = await placeOrder(bed, 'agent-read')
  return {
    label: 'read by tool/by API',
    target: '>=0.6',
    count,
    edge: async () => {
      const { order } = await callTool(bed, ofTools, 'get_order', { orderId })
      if (order?.Id !== orderId) throw new Error(`get_order answered ${JSON.stringify(order)}`)
    },
    plain: async () =>
      await bed.send('GET', `/v2/orders/id/${orderId}`, undefined, 200, undefined, bearer(ofApi)),
    hubs: [bed, bed],
  }
}

/** Comments on many orders, so that the calls do not wait for each other. */
async function compareWrites(
  bed: BedHub,
  ofTools: AgentTokens,
  ofApi: AgentTokens,
  count: number,
): Promise<Comparison> {
  const references = Array.from({ length: 128 }, (_, number) => `agent-write-${number}`)
  const ids: number[] = []
  for (const reference of references) ids.push(await placeOrder(bed, reference))
  const idOf = (number: number) => ids[number % ids.length] as number
  const comment = (number: number) => `Comment ${number}`
  return {
    label: 'write by tool/by API',
    target: '>=0.5',
    count,
    edge: async (number) => {
      const input = { orderId: idOf(number), comment: comment(number) }
      const { status } = await callTool(bed, ofTools, 'comment_order', input)
      if (status !== 'done') throw new Error(`comment_order answered ${status}`)
    },
    plain: async (number) => {
      const path = `/v2/orders/id/${idOf(number)}/comments`
      const headers = { ...bearer(ofApi), 'idempotency-key': `agent-comment-${number}` }
      await bed.send(
        'POST',
        path,
        undefined,
        201,
        JSON.stringify({ Comment: comment(number) }),
        headers,
      )
    },
    hubs: [bed, bed],
  }
}

/** Lets 100 agents call at once for some seconds. Returns the calls of the slowest as a part of the median. */
async function serveMany(bed: BedHub, seconds: number): Promise<number> {
  const orderId = await placeOrder(bed, 'agent-many')
  const agents: AgentTokens[] = []
  for (let number = 0; number < 100; number += 1) {
    // The hub registers 60 clients a minute from one address.
    if (number === 50) await delay(60_000)
    agents.push(await connectAgent(bed.hub, 'ann', { resource: '/mcp', scope: SCOPE }))
  }
  say(`100 agents call get_order at once for ${seconds} s`)
  const until = performance.now() + seconds * 1_000
  const calls = await Promise.all(
    agents.map(async (agent) => {
      let made = 0
      for (; performance.now() < until; made += 1)
        await callTool(bed, agent, 'get_order', { orderId })
      return made
    }),
  )
  const total = calls.reduce((sum, made) => sum + made, 0)
  say(
    `${Math.round(total / seconds)} calls per s; slowest ${Math.min(...calls)}, median ${median(calls)}`,
  )
  return Math.min(...calls) / median(calls)
}

/** The revision of MCP without sessions, in which each request says what the client is. */
const REVISION = '2026-07-28'

const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Calls a tool, and returns its result as data. */
async function callTool(
  { send }: BedHub,
  tokens: AgentTokens,
  name: string,
  input: object,
  // biome-ignore lint/suspicious/noExplicitAny: results have many shapes
): Promise<any> {
  const params = { name, arguments: input, _meta: META }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const text = await send('POST', '/mcp', undefined, 200, body, {
    ...bearer(tokens),
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': 'tools/call',
    'mcp-name': name,
  })
  const { result, error } = JSON.parse(text)
  if (error !== undefined || result.isError) throw new Error(`${name}: ${text.slice(0, 500)}`)
  return result.structuredContent
}
