/** Leases of connections: one holder at a time, also among several nodes, and only its writes count. */
import { execute, query, sql } from '@entrepot/database'
import { openCountingPool } from '@entrepot/test-support/counting-pool'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createApiKey, expectDone, marketplace, SCOPES } from '../src/index.ts'
import { callsOf, createTestApi, type TestApi } from './api.ts'
import {
  A_CHANNEL_CONNECTION,
  aRun,
  type Leased,
  leasedConnection,
  type Send,
  sendAsMerchant,
  takeLease,
} from './connection-api.ts'
import { call, count, startNodes, type TestNodes } from './nodes.ts'

let api: TestApi
let nodes: TestNodes
let merchant: Send
let key: string
beforeAll(async () => {
  api = await createTestApi({}, { background: false })
  nodes = await startNodes(api.url)
  merchant = await sendAsMerchant(api)
  const terms = { kind: 'merchant', label: 'All' } as const
  const request = { ...terms, scopes: [...SCOPES.merchant] }
  key = expectDone(await createApiKey(api.database, api.customer.customerId, request)).key
})
afterAll(async () => {
  await nodes.stop()
  await api.close()
})

/** Lets a lease expire. */
async function expire({ id }: Leased): Promise<void> {
  await execute(
    api.database,
    sql`update marketplace.connections set lease_expires_at = now() - interval '1 second' where connection_id = ${id}`,
  )
}

/** Each call with which a connector writes. */
const WRITES: readonly [method: string, part: string, body: (lease: number) => object][] = [
  ['PUT', '/cursors', (Lease) => ({ Lease, Cursors: { products: 'lost' } })],
  [
    'PUT',
    '/pairs',
    (Lease) => ({
      Lease,
      Pairs: [{ Kind: 'order', HubId: 'lost', ShopId: 'lost', State: 'linked' }],
    }),
  ],
  [
    'PUT',
    '/problems',
    (Lease) => ({
      Lease,
      Problems: [{ Kind: 'order', HubId: 'lost', Code: 'x', Message: 'm', Remedy: 'r' }],
    }),
  ],
  ['POST', '/runs', (Lease) => aRun(Lease)],
]

/** What is stored of a connection. */
async function stored({ path }: Leased) {
  const parts = ['', '/pairs', '/problems', '/runs'].map(
    async (part) => (await merchant('GET', `${path}${part}`)).body,
  )
  return await Promise.all(parts)
}

describe('a lease', () => {
  test('is renewed by its holder, refused to others, and free after it was released', async () => {
    const { path, lease } = await leasedConnection(merchant)
    const renewed = await takeLease(merchant, path, { Pending: { orders: 3 }, LagSeconds: 7 })
    expect(renewed.body).toMatchObject({ Number: lease, IsPaused: false, Version: 1, Requests: [] })
    const other = await takeLease(merchant, path, { Holder: 'two' })
    expect([other.status, other.body.code]).toEqual([409, 'MARKET_CONNECTION_LEASED'])
    expect(other.body.detail).toMatch(/^"one" serves the connection \d+ until \d{4}-.*Z\. /)
    expect((await merchant('GET', path)).body).toMatchObject({
      ...{ State: 'running', Pending: { orders: 3 }, LagSeconds: 7 },
      Lease: { Holder: 'one', ExpiresAt: renewed.body.ExpiresAt },
    })
    // What is not said again stays.
    await takeLease(merchant, path)
    expect((await merchant('GET', path)).body.Pending).toEqual({ orders: 3 })
    expect((await merchant('DELETE', `${path}/lease?lease=${lease + 1}`)).status).toBe(409)
    expect((await merchant('DELETE', `${path}/lease?lease=${lease}`)).status).toBe(200)
    expect((await merchant('GET', path)).body.Lease).toBeNull()
    const next = await takeLease(merchant, path, { Holder: 'two' })
    expect([next.status, next.body.Number]).toEqual([200, lease + 1])
  })

  test('that was released is no longer good, also for the connector that had it', async () => {
    const leased = await leasedConnection(merchant)
    await merchant('DELETE', `${leased.path}/lease?lease=${leased.lease}`)
    const write = await merchant('POST', `${leased.path}/runs`, aRun(leased.lease))
    expect([write.status, write.body.code]).toEqual([409, 'MARKET_CONNECTION_LEASE_LOST'])
    expect((await takeLease(merchant, leased.path)).body.Number).toBe(leased.lease + 1)
  })

  test('that has expired is good until another connector takes it', async () => {
    const leased = await leasedConnection(merchant)
    await expire(leased)
    expect((await merchant('POST', `${leased.path}/runs`, aRun(leased.lease))).status).toBe(201)
    expect((await takeLease(merchant, leased.path)).body.Number).toBe(leased.lease)
    await expire(leased)
    const taken = await takeLease(merchant, leased.path, { Holder: 'two' })
    expect(taken.body.Number).toBe(leased.lease + 1)
    const before = await stored(leased)
    for (const [method, part, body] of WRITES) {
      const answer = await merchant(method, `${leased.path}${part}`, body(leased.lease))
      expect([part, answer.status, answer.body.code]).toEqual([
        part,
        409,
        'MARKET_CONNECTION_LEASE_LOST',
      ])
    }
    expect(await stored(leased)).toEqual(before)
    for (const [method, part, body] of WRITES) {
      const answer = await merchant(method, `${leased.path}${part}`, body(leased.lease + 1))
      expect([part, answer.status]).toEqual([part, method === 'POST' ? 201 : 200])
    }
  })

  test('has one holder when many connectors on four nodes ask for it at once', async () => {
    const { body } = await merchant('POST', '/connections', {
      ...{ Name: 'Race', Shop: 'medusa', Role: 'merchant', Settings: {} },
    })
    const url = `/v2/connections/${body.Id}/lease`
    for (const round of [1, 2, 3]) {
      const answers = await nodes.onAll((node) =>
        Array.from({ length: 8 }, (_, index) =>
          call('PUT', url, key, { Holder: `${round}-${node}-${index}`, Seconds: 60 }),
        ),
      )
      expect([count(answers, 200), count(answers, 409)]).toEqual([1, 31])
      const holder = answers.find(({ status }) => status === 200)
      expect(holder?.body.Number).toBe(round)
      await expire({ id: body.Id, path: '', lease: round })
    }
  })

  test('is given up or kept as a whole while its holder writes', async () => {
    const leased = await leasedConnection(merchant)
    const url = `/v2${leased.path}`
    for (let lease = leased.lease; lease < leased.lease + 4; lease += 1) {
      await expire(leased)
      const answers = await nodes.onAll((node) => [
        ...Array.from({ length: 6 }, (_, index) => {
          const HubId = `${lease}-${node}-${index}`
          const pair = { Kind: 'order', HubId, ShopId: HubId, State: 'linked' }
          return call('PUT', `${url}/pairs`, key, { Lease: lease, Pairs: [pair] })
        }),
        call('PUT', `${url}/lease`, key, { Holder: `${lease}-${node}`, Seconds: 60 }),
      ])
      const isWrite = (_: unknown, index: number) => index % 7 !== 6
      const writes = answers.filter(isWrite)
      const claims = answers.filter((one, index) => !isWrite(one, index))
      expect([count(claims, 200), count(claims, 409)]).toEqual([1, 3])
      expect(count(writes, 200) + count(writes, 409)).toBe(24)
      const [rows] = await query<{ count: number }>(
        api.database,
        sql`select count(*)::int as count from marketplace.connection_pairs
          where connection_id = ${leased.id} and hub_id like ${`${lease}-%`}`,
      )
      expect(rows?.count).toBe(count(writes, 200))
    }
    const [connection, pairs] = await stored(leased)
    expect(connection.Counts.Linked.order ?? 0).toBe(pairs.length)
  })
})

describe('pairs that are stored at once', () => {
  test('give one record of the shop to one record of the hub, and are counted exactly', async () => {
    const { path, lease: Lease } = await leasedConnection(merchant)
    const answers = await nodes.onAll((node) =>
      Array.from({ length: 8 }, (_, index) => {
        const mine = {
          Kind: 'product',
          HubId: `own-${node}-${index}`,
          ShopId: `own-${node}-${index}`,
        }
        const contested = {
          Kind: 'product',
          HubId: `hub-${node}-${index}`,
          ShopId: `shop-${index}`,
        }
        const Pairs = [mine, contested].map((pair) => ({ ...pair, State: 'linked' }))
        return call('PUT', `/v2${path}/pairs`, key, { Lease, Pairs })
      }),
    )
    expect([count(answers, 200), count(answers, 409)]).toEqual([8, 24])
    const { body } = await merchant('GET', `${path}/pairs`)
    expect(body).toHaveLength(16)
    expect((await merchant('GET', path)).body.Counts.Linked).toEqual({ product: 16 })
  })
})

describe('cursors', () => {
  test('are stored by name, end with null, and are at most 50', async () => {
    const { path, lease: Lease } = await leasedConnection(merchant)
    const store = async (Cursors: object) =>
      await merchant('PUT', `${path}/cursors`, { Lease, Cursors })
    await store({ products: '1', orders: '2' })
    expect((await store({ products: '3', stock: 'a' })).body).toEqual({
      Cursors: { products: '3', orders: '2', stock: 'a' },
    })
    expect((await store({ orders: null })).body.Cursors).toEqual({ products: '3', stock: 'a' })
    expect((await merchant('GET', path)).body.Cursors).toEqual({ products: '3', stock: 'a' })
    const many = Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`c${index}`, '1']))
    const { status, body } = await store(many)
    expect([status, body.errors[0].path]).toEqual([400, '/Cursors'])
    expect((await store({ products: 'x'.repeat(2_001) })).status).toBe(400)
  })
})

describe('the call that an idle connector makes', () => {
  test('is two statements by index, whatever else the hub has', async () => {
    const statements: string[] = []
    const pool = openCountingPool(api.url, 1, (text) => statements.push(text))
    const app = Fastify()
    await app.register(marketplace, { database: pool, background: false })
    onTestFinished(async () => {
      await app.close()
      await pool.end()
    })
    const { merchant: send } = callsOf(() => app, api)
    const { customerId } = api.customer
    const ChannelId = api.channel.channelId
    const leased = await leasedConnection(merchant, { ...A_CHANNEL_CONNECTION, ChannelId })
    await execute(
      api.database,
      sql`insert into marketplace.events (customer_id, type, data) select ${customerId}, 'products.changed', '{}'
        from generate_series(1, 20000)`,
    )
    await execute(
      api.database,
      sql`insert into marketplace.connections (customer_id, name, shop, role, settings, events_cursor)
        select ${customerId}, 'Other', 'medusa', 'merchant', '{}', '1.0' from generate_series(1, 2000)`,
    )
    await execute(
      api.database,
      sql`insert into marketplace.connection_requests (customer_id, connection_id, action)
        select ${customerId}, connection_id, 'run' from marketplace.connections where name = 'Other'`,
    )
    await execute(
      api.database,
      sql`insert into marketplace.products (customer_id, merchant_product_reference, name)
        select ${customerId}, 'P' || i, 'Product' from generate_series(1, 20000) i`,
    )
    // The channel has examined everything.
    await execute(
      api.database,
      sql`update marketplace.channel_syncs set change_horizon = pg_snapshot_xmax(pg_current_snapshot()), catalogue_after = null
        where customer_id = ${customerId}`,
    )
    const path = `/v2${leased.path}/lease`
    const body = { Holder: 'one', Seconds: 60 }
    const works: string[] = []
    const ask = async () => {
      const answer = await send('PUT', path, body, { key })
      expect(answer.status).toBe(200)
      works.push(answer.body.Work)
    }
    for (const _ of [1, 2, 3]) await ask()
    const readRows = async () => {
      await pool.query('select pg_stat_force_next_flush()')
      const { rows } = await pool.query<{ count: number }>(
        `select sum(seq_tup_read + idx_tup_fetch)::int as count from pg_stat_user_tables
          where schemaname = 'marketplace' and relname not in ('api_keys', 'customers', 'channels', 'rate_windows')`,
      )
      return rows[0]?.count ?? 0
    }
    const before = await readRows()
    statements.length = 0
    await ask()
    const own = statements.filter((text) => /connections|events/.test(text))
    expect(own.map((text) => text.trim().split(/\s+/)[0])).toEqual(['update', 'with'])
    expect((await readRows()) - before).toBeLessThan(30)
    expect(works.at(-1)).toBe(works.at(-2))
  })
})
