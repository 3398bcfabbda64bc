/** A dry run of a tool makes the real call, shows what it changes, and changes nothing. */
import { changedTables, sumRows } from '@entrepot/test-support/sum-rows'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AgentHub, callTool, startAgentHub } from './support/agent.ts'

let hub: AgentHub
let client: Awaited<ReturnType<AgentHub['connect']>>
let ids: readonly number[]
beforeAll(async () => {
  hub = await startAgentHub(12)
  client = await hub.connect()
  const { data } = await callTool(client, 'list_orders', { status: ['NEW'], pageSize: 100 })
  ids = data.orders.map(({ Id }: { Id: number }) => Id)
})
afterAll(async () => await hub?.stop())

const rows = async () => await sumRows(hub.database, { tables: ['rate_windows'], columns: [] })

const acknowledge = async (id: number | undefined, dryRun: boolean) =>
  await callTool(client, 'acknowledge_orders', { orders: [{ orderId: id }], dryRun })

const statusOf = async (id: number | undefined) =>
  (await callTool(client, 'get_order', { orderId: id })).data.order.Status

test('before and after differ, the hub does not, and the call then does what the dry run said', async () => {
  const [id] = ids
  const before = await rows()
  const { data, isError } = await acknowledge(id, true)
  expect(isError).toBe(false)
  expect(data).toMatchObject({
    status: 'dry_run',
    before: { orders: [{ Status: 'NEW' }] },
    after: { orders: [{ Status: 'IN_PROGRESS' }] },
    result: { orders: [{ orderId: id, outcome: 'done' }] },
  })
  expect(changedTables(before, await rows())).toEqual([])
  const real = await acknowledge(id, false)
  expect(real.data).toMatchObject({ status: 'done', result: { orders: [{ outcome: 'done' }] } })
  expect(await statusOf(id)).toBe('IN_PROGRESS')
  expect(hub.errors).toEqual([])
})

test('a dry run is refused like the call, and leaves nothing behind', async () => {
  const before = await rows()
  for (const dryRun of [true, false]) {
    const { data } = await acknowledge(999_999, dryRun)
    expect(data.result.orders).toMatchObject([{ outcome: 'refused', Code: 'MARKET_NOT_FOUND' }])
    if (dryRun) expect(changedTables(before, await rows())).toEqual([])
  }
})

test('dry runs and calls at the same time do not disturb each other, also those for one order', async () => {
  const [, both, ...others] = ids
  const calls = [
    ...others.map(async (id, n) => await acknowledge(id, n % 2 === 0)),
    ...[true, true, false].map(async (dryRun) => await acknowledge(both, dryRun)),
  ]
  for (const { isError, text } of await Promise.all(calls)) expect(isError, text).toBe(false)
  expect(await Promise.all(others.map(statusOf))).toEqual(
    others.map((_, n) => (n % 2 === 0 ? 'NEW' : 'IN_PROGRESS')),
  )
  expect(await statusOf(both)).toBe('IN_PROGRESS')
  expect(hub.errors).toEqual([])
})
