/** Calls with as many texts as a request takes, each of which the refusal might quote: the process has to answer others meanwhile. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../src/kit/results.ts'
import { markUntrusted } from '../../src/kit/untrusted.ts'
import { type AgentHub, callTool, startAgentHub } from '../support/agent.ts'

const MANY = 30_000

/** Seconds of the processor that one answer may take. It takes less than a tenth, and took more than twenty. */
const MOST_SECONDS = 3

let hub: AgentHub
beforeAll(async () => {
  hub = await startAgentHub(1)
})
afterAll(async () => await hub?.stop())

/** What the work returns, and how many seconds of the processor it took. */
async function measure<T>(work: () => Promise<T> | T) {
  const before = process.threadCpuUsage()
  const result = await work()
  const { user, system } = process.threadCpuUsage(before)
  return { result, seconds: (user + system) / 1_000_000 }
}

const texts = Array.from({ length: MANY }, (_, place) => `a b${place}`)

test('a refusal of thousands of lines has the first issues, and takes no time from others', async () => {
  const issues = texts.map((text, place) => ({
    path: `/Lines/${place}`,
    message: `has no line ${text}`,
  }))
  const error = { code: 'MARKET_NOT_FOUND', detail: 'The order lacks lines.', issues }
  const lines = texts.map((line) => ({ line }))
  const { result, seconds } = await measure(() => refusalOf(error as never, { lines }, undefined))
  expect(seconds).toBeLessThan(MOST_SECONDS)
  const { error: shown } = result.structuredContent as { error: typeof error }
  expect(shown).toMatchObject({ moreIssues: MANY - 20 })
  expect(shown.issues).toHaveLength(20)
  expect(shown.issues[7]).toEqual({ path: '/Lines/7', message: 'has no line ⟦a b7⟧' })
})

test.each([
  ['refund_order', { reference: 'A', refundInclVat: 1, reason: 'x' }, 'lines'],
  ['decide_return', { return: 'R' }, 'lines'],
  ['decide_prices', { decision: 'accept' }, 'items'],
])('%s takes no more lines than one page of work has', async (tool, args, list) => {
  const rows = texts.slice(0, 6_000).map((text) => ({
    ...(list === 'lines' ? { line: text } : { channelId: 1, reference: text, price: 1 }),
    ...(tool === 'refund_order' && { refundInclVat: 1 }),
  }))
  const client = await hub.connect()
  const { result, seconds } = await measure(
    async () => await callTool(client, tool, { ...args, [list]: rows }),
  )
  expect(seconds).toBeLessThan(MOST_SECONDS)
  expect(result.data.error).toMatchObject({
    code: 'TOOL_INPUT',
    issues: [{ path: `/${list}`, expected: { maxItems: 100 } }],
  })
})

test('a row that is refused for thousands of lines has the first reasons', async () => {
  const client = await hub.connect()
  const orderId = Number(hub.shop.orders[0]?.Id)
  await callTool(client, 'acknowledge_orders', { orders: [{ orderId }] })
  const lines = texts.slice(0, 100).map((line) => ({ line, quantity: 1 }))
  const { data } = await callTool(client, 'ship_orders', { shipments: [{ orderId, lines }] })
  const [row] = data.result.shipments
  expect([row.outcome, row.Errors.length, row.moreErrors]).toEqual(['refused', 20, 80])
  expect(hub.errors).toEqual([])
})

test('names that differ only in what is hidden take no time from others', async () => {
  const names = Array.from({ length: 6_000 }, (_, place) => `a${'\u200b'.repeat(place)} b`)
  const ExtraData = Object.fromEntries(names.map((name) => [name, 1]))
  const { result, seconds } = await measure(() => markUntrusted({ ExtraData }))
  expect(seconds).toBeLessThan(MOST_SECONDS)
  expect(Object.keys((result as { ExtraData: object }).ExtraData)).toHaveLength(names.length)
})
