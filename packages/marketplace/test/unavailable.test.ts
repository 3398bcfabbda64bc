import {
  type Database,
  execute,
  executeScript,
  openDatabase,
  queryOne,
  sql,
  type Transaction,
  transaction,
} from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, anAcknowledgement, anOrder, createTestApi, type TestApi } from './api.ts'
import { acknowledgedOrder, aRecord, createProducts, placeOrder } from './fulfilment-api.ts'

const ADMIN = 'admin of the test'

let api: TestApi
let admin: Database
beforeAll(async () => {
  api = await createTestApi()
  admin = await openDatabase({ url: api.url, applicationName: ADMIN })
  await createProducts(api)
  await acknowledgedOrder(api, 'DONE', [{ quantity: 100_000 }])
  await acknowledgedOrder(api, 'OPEN', [{ quantity: 1 }])
})
afterAll(async () => {
  await admin.end()
  await api.close()
})

let number = 0

/** A write of every kind: single statements and transactions, alone and shared with others. */
async function writes(newOrder: Answer['body']): Promise<Record<string, () => Promise<Answer>>> {
  number += 1
  const name = `X-${number}`
  const { merchant, channelCall } = api
  const product = { MerchantProductReference: name, Name: name }
  const offer = { MerchantProductReference: 'MUG', Price: number }
  const missing = { ...anOrder().Lines[0], MerchantProductReference: `MISSING-${number}` }
  const request = anAcknowledgement(newOrder, name)
  const channel = `/v2/channels/${api.channel.channelId}`
  return {
    order: () => channelCall('POST', '/v2/orders', anOrder({ ChannelReference: name })),
    'waiting order': () =>
      channelCall(
        'POST',
        '/v2/orders',
        anOrder({ ChannelReference: `W-${name}`, Lines: [missing] }),
      ),
    acknowledgement: () => merchant('POST', '/v2/orders/acknowledge', request),
    shipment: () => merchant('POST', '/v2/shipments', aRecord('shipments', 'DONE', { 1: 1 })),
    product: () => merchant('POST', '/v2/products', product),
    products: () =>
      merchant('POST', '/v2/products', [{ ...product, MerchantProductReference: `${name}-B` }]),
    offers: () => merchant('PUT', '/v2/offers', [offer]),
    change: () => merchant('PATCH', '/v2/products/MUG', { Brand: name }),
    close: () => merchant('POST', '/v2/orders/OPEN/close'),
    poll: () => channelCall('GET', '/v2/products/data'),
    reset: () => merchant('POST', `${channel}/sync/reset`),
    settings: () => merchant('PATCH', channel, { OffersInData: number % 2 === 1 }),
  }
}

function expectUnavailable(answer: Answer, name: string): void {
  expect([name, answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
    name,
    503,
    'MARKET_UNAVAILABLE',
    '1',
  ])
}

describe('a database that temporarily cannot write', () => {
  test('after a failover, because it is read-only, causes 503 with Retry-After for writes, while reads continue', async () => {
    const calls = await writes(await placeOrder(api, 'READ-ONLY', [{ quantity: 1 }]))
    await setReadOnly(true)
    try {
      for (const [name, call] of Object.entries(calls)) expectUnavailable(await call(), name)
      // Calls that share a statement all get the answer.
      const together = Array.from({ length: 20 }, (_, index) =>
        api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference: `TOGETHER-${index}` })),
      )
      for (const answer of await Promise.all(together)) expectUnavailable(answer, 'together')
      expect((await api.merchant('GET', '/v2/products/MUG')).status).toBe(200)
    } finally {
      await setReadOnly(false)
    }
    expect((await calls.order?.())?.status).toBe(201)
  })

  test('because its disk is full causes 503 with Retry-After', async () => {
    const calls = await writes(await placeOrder(api, 'FULL', [{ quantity: 1 }]))
    await fillDisk()
    try {
      for (const [name, call] of Object.entries(calls)) expectUnavailable(await call(), name)
    } finally {
      await executeScript(admin, 'drop function full_disk() cascade')
    }
    expect((await calls.order?.())?.status).toBe(201)
  })

  test('with connections that end repeatedly causes 503, or the request succeeds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const calls = await writes(await placeOrder(api, `CUT-${round}`, [{ quantity: 1 }]))
      const answers = await transaction(admin, async (tx) => {
        // So that some writes are under way when their connections end.
        await execute(tx, sql`lock table marketplace.orders in exclusive mode`)
        const started = Object.entries(calls).map(
          async ([name, call]) => [name, await call()] as const,
        )
        started.push(api.merchant('GET', '/v2/orders').then((answer) => ['list', answer] as const))
        await expect.poll(async () => await waitingSessions(tx)).toBeGreaterThan(0)
        await endSessions()
        return started
      })
      const settled = await Promise.all(answers)
      const failed = settled.filter(([, answer]) => answer.status >= 400)
      for (const [name, answer] of failed) expectUnavailable(answer, name)
      expect(failed.length).toBeGreaterThan(0)
      await expect
        .poll(async () => (await api.merchant('GET', '/v2/products/MUG')).status)
        .toBe(200)
    }
  })
})

test('an error that nobody expects is answered with 500 and the id of the request, without its cause', async () => {
  await executeScript(admin, 'alter table marketplace.products rename to gone')
  try {
    const answer = await api.merchant('GET', '/v2/products/MUG')
    expect([answer.status, answer.body.code]).toEqual([500, 'MARKET_INTERNAL'])
    expect(answer.body.detail).toContain(answer.headers['request-id'])
    expect(JSON.stringify(answer.body)).not.toMatch(/relation|42P01|select/i)
  } finally {
    await executeScript(admin, 'alter table marketplace.gone rename to products')
  }
  expect((await api.merchant('GET', '/v2/products/MUG')).status).toBe(200)
})

async function waitingSessions(tx: Transaction): Promise<number> {
  const { count } = await queryOne<{ count: number }>(
    tx,
    sql`select count(*)::int as count from pg_locks where not granted and relation = 'marketplace.orders'::regclass`,
  )
  return count
}

async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const name = new URL(api.url).pathname.slice(1)
  const change = isReadOnly
    ? 'set default_transaction_read_only = on'
    : 'reset default_transaction_read_only'
  await executeScript(
    admin,
    `set default_transaction_read_only = off; alter database "${name}" ${change}`,
  )
  // Sessions take the setting when they begin.
  await endSessions()
}

async function endSessions(): Promise<void> {
  await execute(
    admin,
    sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name <> ${ADMIN}`,
  )
}

/** Lets every write of these tables fail as PostgreSQL fails when the disk is full. */
async function fillDisk(): Promise<void> {
  const tables = [
    'order_counters',
    'orders',
    'products',
    'fulfilments',
    'channels',
    'channel_syncs',
  ]
  const triggers = tables.map(
    (table) => `create trigger full_disk before insert or update or delete on marketplace.${table}
      execute function full_disk();`,
  )
  await executeScript(
    admin,
    `create function full_disk() returns trigger language plpgsql as $$ begin
      raise 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$; ${triggers.join('\n')}`,
  )
}
