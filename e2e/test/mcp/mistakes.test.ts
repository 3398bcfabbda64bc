/**
 * A caller without a model makes each typical mistake of one, and follows what the error says, and nothing else: it reads `issues` (the path of an
 * argument, and what is expected there), `hint` and the text. The second call succeeds.
 */

import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AgentHub,
  type Answer,
  callTool,
  startAgentHub,
} from '../../../packages/agent/test/support/agent.ts'

let hub: AgentHub
let client: Client
beforeAll(async () => {
  hub = await startAgentHub(12)
  client = await hub.connect()
})
afterAll(async () => await hub?.stop())

type Arguments = Record<string, unknown>

/** What an error says of one argument. */
interface Issue {
  readonly path: string
  readonly message: string
  readonly expected?: {
    readonly type?: string
    readonly enum?: readonly unknown[]
    readonly minimum?: number
    readonly maximum?: number
    readonly maxItems?: number
    readonly items?: object
  }
}

/** What the caller knows from before, by the name of an argument. */
type Known = Readonly<Record<string, unknown>>

/** Changes the arguments as the issues say. */
function follow(given: Arguments, issues: readonly Issue[], known: Known): Arguments {
  const changed = structuredClone(given)
  for (const { path, expected, message } of issues) {
    // The marks around texts of others are left out, as the instructions say.
    const steps = path.replace(/[⟦⟧]/g, '').split('/').slice(1)
    const name = steps.pop() ?? ''
    const parent = steps.reduce((at, step) => at[step] as Arguments, changed)
    // An argument for which nothing is expected does not exist.
    if (expected === undefined) delete parent[name]
    else parent[name] = fit(parent[name], expected, known[name], message)
  }
  return changed
}

function fit(
  value: unknown,
  expected: NonNullable<Issue['expected']>,
  known: unknown,
  message: string,
): unknown {
  const { enum: values, type, minimum, maximum, maxItems } = expected
  if (values !== undefined) return values[0]
  if (value === undefined) return known
  if (type === 'array') return Array.isArray(value) ? value.slice(0, maxItems) : [value]
  if (type === 'integer') {
    const number = Math.trunc(Number(value))
    if (Number.isNaN(number)) return known
    return Math.min(Math.max(number, minimum ?? number), maximum ?? number)
  }
  if (type === 'string') return String(value)
  if (type === 'boolean') return value === 'true'
  throw new Error(`The error does not say what to do: ${message}`)
}

/** Calls the tool, and once more with what the error says. */
async function callAndFollow(name: string, given: Arguments, known: Known = {}) {
  const first = await callTool(client, name, given)
  expect(first.isError).toBe(true)
  expect(first.text).toContain(first.data.error.detail)
  const changed = follow(given, first.data.error.issues ?? [], known)
  return { first, second: await callTool(client, name, changed), changed }
}

const idOf = (place: number) => Number(hub.shop.orders[place]?.Id)

test.each<[string, string, (id: number) => Arguments]>([
  ['an id as text', 'get_order', (id) => ({ orderId: String(id) })],
  [
    'a number where a list belongs',
    'acknowledge_orders',
    (id) => ({ orders: { orderId: id } as never }),
  ],
  ['an argument that does not exist', 'get_order', (id) => ({ orderId: id, includeLines: true })],
  ['an argument of another tool', 'list_orders', () => ({ customer_id: 3, limit: 10 })],
  ['a choice that is invented', 'list_orders', () => ({ sort: 'newest_first' })],
  ['a choice in a list that is invented', 'list_orders', () => ({ status: ['PENDING'] })],
  ['one choice instead of a list', 'list_orders', () => ({ status: 'NEW' })],
  ['too many rows', 'list_orders', () => ({ pageSize: 5_000 })],
  ['no rows', 'list_orders', () => ({ pageSize: 0 })],
  ['a word for a number', 'list_orders', () => ({ pageSize: 'all' })],
  ['yes as text', 'list_orders', () => ({ isLate: 'true' })],
])('%s is corrected by what the error says', async (_, name, make) => {
  const { second } = await callAndFollow(name, make(idOf(0)), { pageSize: 20 })
  expect(second.text).not.toContain('TOOL_INPUT')
  expect(second.isError).toBe(false)
})

test('a required argument that was forgotten is named with what fits', async () => {
  const known = { comment: 'Ring twice', orderId: idOf(1) }
  const { first, second } = await callAndFollow('comment_order', { orderId: idOf(1) }, known)
  expect(first.text).toContain('comment')
  expect(first.data.error.issues).toMatchObject([
    { path: '/comment', expected: { type: 'string' } },
  ])
  expect(second.isError).toBe(false)
  const nothing = await callAndFollow('comment_order', {}, known)
  expect(nothing.second.isError).toBe(false)
})

test('too many rows of a write are all refused, and the first hundred are taken', async () => {
  const orders = Array.from({ length: 150 }, (__, place) => ({
    orderId: place < 2 ? idOf(place) : 900_000 + place,
  }))
  const { first, second } = await callAndFollow('acknowledge_orders', { orders })
  expect(first.data.error.issues[0]).toMatchObject({ path: '/orders', expected: { maxItems: 100 } })
  expect(second.isError).toBe(false)
  const { data } = await callTool(client, 'get_order', { orderId: idOf(0) })
  expect(data.order.Status).toBe('IN_PROGRESS')
})

/** The tools that an error names. */
function toolsIn({ text }: Answer): readonly string[] {
  return [...text.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([name]) => name)
}

test('an id that does not exist leads to the tool that lists the ids', async () => {
  for (const [name, args] of [
    ['get_order', { orderId: 999_999 }],
    ['get_product', { reference: 'NOT-THERE' }],
  ] as const) {
    const refused = await callTool(client, name, args)
    expect(refused.data.error.code).toBe('MARKET_NOT_FOUND')
    const listing = toolsIn(refused).find((tool) => tool.startsWith('list_'))
    const listed = await callTool(client, listing ?? '', {})
    expect(listed.isError).toBe(false)
  }
  const { data } = await callTool(client, 'list_orders', { fields: ['Id'] })
  expect((await callTool(client, 'get_order', { orderId: data.orders[0].Id })).isError).toBe(false)
})

test('a cursor that is stale or invented leads to the first page', async () => {
  const refused = await callTool(client, 'list_orders', { cursor: 'abc' })
  expect(refused.isError).toBe(true)
  expect(refused.text).toMatch(/cursor/i)
  const { cursor: _, ...rest } = { cursor: 'abc' }
  expect((await callTool(client, 'list_orders', rest)).isError).toBe(false)
})

test('a repeated call has one effect, and says so', async () => {
  const args = { orderId: idOf(2), comment: 'Once', idempotencyKey: 'the-same-key' }
  const [first, second] = [
    await callTool(client, 'comment_order', args),
    await callTool(client, 'comment_order', args),
  ]
  expect([first.isError, second.isError]).toEqual([false, false])
  const { data } = await callTool(client, 'get_order', { orderId: idOf(2), history: true })
  expect(JSON.stringify(data).split('Once')).toHaveLength(2)
  const other = await callTool(client, 'comment_order', { ...args, comment: 'Twice' })
  expect(other.isError).toBe(true)
  expect(other.text).toMatch(/idempotency/i)
  const { idempotencyKey: __, ...fresh } = { ...args, comment: 'Twice' }
  expect((await callTool(client, 'comment_order', fresh)).isError).toBe(false)
})

test('steps in the wrong order: the refusal names the step before, which works, and then the first one does', async () => {
  const orderId = idOf(3)
  const ship = { shipments: [{ orderId }] }
  const refused = await callTool(client, 'ship_orders', ship)
  const before = toolsIn(refused).find((tool) => tool === 'acknowledge_orders')
  expect([refused.text, before]).toEqual([expect.any(String), 'acknowledge_orders'])
  expect((await callTool(client, before ?? '', { orders: [{ orderId }] })).isError).toBe(false)
  const shipped = await callTool(client, 'ship_orders', ship)
  expect([shipped.isError, shipped.text]).toEqual([
    false,
    expect.stringContaining('"outcome":"done"'),
  ])
})

test('a tool that does not exist leads to those that do', async () => {
  const error = await callTool(client, 'find_orders', {}).catch((caught: Error) => caught)
  expect((error as Error).message).toContain('list_orders')
})

test('a tool of another toolset, or one that writes, is explained', async () => {
  const reader = await hub.connect('?toolsets=orders&readonly')
  for (const [name, way] of [
    ['list_returns', 'toolsets=returns'],
    ['acknowledge_orders', 'readonly'],
  ] as const) {
    const { isError, text } = await callTool(reader, name, {})
    expect([isError, text]).toEqual([true, expect.stringContaining(way)])
  }
})

test('a customer that is wrong or forgotten leads to the list of customers', async () => {
  const customers = [hub.customer, { ...hub.customer, customerId: 77, name: 'Other' }]
  const two = await hub.connect('?toolsets=all', { customers })
  for (const args of [{}, { customerId: 5 }]) {
    const refused = await callTool(two, 'list_orders', args)
    expect(refused.isError).toBe(true)
    const [, offered = ''] =
      /one of the customers for which you act: (\d+)/.exec(refused.text) ?? []
    expect((await callTool(two, 'list_orders', { customerId: Number(offered) })).isError).toBe(
      false,
    )
  }
  // A client that has kept the list of tools from when there was a choice.
  const { customerId } = hub.customer
  expect((await callTool(client, 'list_orders', { customerId })).isError).toBe(false)
})

test('texts with the marks around them are taken without', async () => {
  const { data } = await callTool(client, 'get_order', { orderId: idOf(0) })
  const comment = `Called ⟦${data.order.ChannelReference}⟧`
  expect((await callTool(client, 'comment_order', { orderId: idOf(0), comment })).isError).toBe(
    false,
  )
})
