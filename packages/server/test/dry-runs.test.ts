/** Dry runs over the network, by the agent of a person, while others work. */
import { queryOne, type Sql, sql } from '@entrepot/database'
import { expectDone } from '@entrepot/marketplace'
import { changedTables, sumRows } from '@entrepot/test-support/sum-rows'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addMember } from '../src/people/members/members.ts'
import { addUser } from '../src/people/users/users.ts'
import { bearer, connectAgent, signIn, startTwoHubs, type TwoHubs } from './two-hubs.ts'

let hubs: TwoHubs
let headers: Readonly<Record<string, string>>
// For each attempt, since calls are counted.
beforeEach(async () => {
  hubs = await startTwoHubs({ registeredScopes: ['orders:read', 'orders:write'] })
  const { database } = hubs.store
  const email = 'ann@example.com'
  await addUser(database, { email })
  const { customerId } = hubs.corner.customer
  await signIn(hubs.one, 'ann')
  expectDone(await addMember(database, { email, customerId, role: 'owner' }))
  const scope = 'orders:read orders:write'
  headers = bearer(await connectAgent(hubs.one, 'ann', { resource: '/mcp', scope }))
})
afterEach(async () => await hubs?.end())

/** Calls a tool as a client of the revision 2025-11-25 does. */
async function callTool(name: string, args: object) {
  const response = await fetch(`${hubs.one.url}/mcp`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name, arguments: args },
    }),
  })
  const text = await response.text()
  const json = text.startsWith('{') ? text : /^data: (\{.*)$/m.exec(text)?.[1]
  return JSON.parse(json as string).result.structuredContent
}

/** Calls are counted, and times of last use noted, as for every call. The hubs have jobs of their own in the meantime. */
const rows = async () =>
  await sumRows(hubs.store.database, {
    tables: ['rate_windows', 'sessions', 'mcp_audit', 'agent_usage', 'marketplace_jobs'],
    columns: ['last_used_at'],
  })

const count = async (from: Sql) =>
  (
    await queryOne<{ count: number }>(
      hubs.store.database,
      sql`select count(*)::int as count from ${from}`,
    )
  ).count

/** Waits until nothing is left to do for a hub: the agent has been told of, and the channels of both customers of what there is to fetch. */
async function untilIdle(): Promise<void> {
  await expect.poll(async () => await count(sql`hub.told_agents`)).toBe(1)
  const notices = sql`marketplace.events where type = 'sync.pending'`
  await expect.poll(async () => await count(notices)).toBe(2)
}

/** How many calls the database knows of that change something. */
const writes = async () =>
  await queryOne(
    hubs.store.database,
    sql`select coalesce(sum(writes), 0)::int as writes from hub.agent_usage`,
  )

test('a dry run by the agent of a person shows what the call would do, and many of them change nothing', async () => {
  const orderId = hubs.corner.orders[0]?.Id
  const orders = [{ orderId }]
  await untilIdle()
  const before = await rows()
  const dryRuns = await Promise.all(
    Array.from(
      { length: 8 },
      async () => await callTool('acknowledge_orders', { orders, dryRun: true }),
    ),
  )
  for (const data of dryRuns) {
    expect(data).toMatchObject({
      status: 'dry_run',
      before: { orders: [{ Status: 'NEW' }] },
      after: { orders: [{ Status: 'IN_PROGRESS' }] },
    })
  }
  expect(changedTables(before, await rows())).toEqual([])
  expect(await writes()).toEqual({ writes: 0 })
  // Two that read and one that writes, of each.
  const calls = sql`select sum(calls)::int as calls from hub.agent_usage`
  await expect.poll(async () => await queryOne(hubs.store.database, calls)).toEqual({ calls: 24 })
  const [real] = await Promise.all([
    callTool('acknowledge_orders', { orders }),
    callTool('acknowledge_orders', { orders, dryRun: true }),
  ])
  expect(real).toMatchObject({ status: 'done', result: { done: 1, refused: 0 } })
  expect(await writes()).toEqual({ writes: 1 })
  expect((await callTool('get_order', { orderId })).order.Status).toBe('IN_PROGRESS')
})
