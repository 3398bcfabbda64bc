import { execute, migrate, openDatabase, query, queryFirst, sql } from '@entrepot/database'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApiKey, expectDone, marketplace, migrations } from '../src/index.ts'
import { textSearchOf } from '../src/kit/sql/search-store.ts'
import { anOrder } from './api.ts'
import { createDatabaseBefore } from './upgrading.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createDatabaseBefore('0004')
})
afterAll(async () => await store.drop())

test('a database from before fulfilment keeps its orders and keys, which support the new calls', async () => {
  const { database } = store
  const scopes = ['products:read', 'products:write', 'orders:read', 'orders:write']
  await execute(
    database,
    sql`insert into marketplace.api_keys (customer_id, kind, channel_id, label, scopes, secret_hash) values
    (1, 'merchant', null, 'All', ${scopes}, sha256('1')), (1, 'channel', 1, 'Shop', array['orders:create'], sha256('2')),
    (1, 'merchant', null, 'Less', array['orders:read'], sha256('3'))`,
  )
  await execute(
    database,
    sql`insert into marketplace.orders (customer_id, order_id, channel_id, channel_reference, merchant_reference, status,
    content_hash, email, billing_address, shipping_address, currency_code, order_date, original_shipping_costs_incl_vat,
    original_total_incl_vat, line_count, acknowledged_at) overriding system value
    values (1, 41, 1, 'O', 'M', 'IN_PROGRESS', sha256('x'), 'a@b', '{}', '{}', 'EUR', now(), 0, 9, 2, now())`,
  )
  await execute(
    database,
    sql`insert into marketplace.order_lines (customer_id, order_id, line_id, line_number, channel_reference,
    merchant_reference, merchant_product_reference, quantity, vat_rate, original_unit_price_incl_vat) overriding system value
    select 1, 41, 50 + n, n, n::text, 'M-' || n, 'MUG', n, 21, 3 from generate_series(1, 2) n`,
  )
  await migrate(database, migrations)
  const order = await queryFirst(
    database,
    sql`select units::int, shipped::int, status from marketplace.orders`,
  )
  expect(order).toEqual({ units: 3, shipped: 0, status: 'IN_PROGRESS' })
  const events = await query(
    database,
    sql`select type, sequence, data, subject_id as id, channel_id::int as channel from marketplace.events order by event_id`,
  )
  const ofOrder = { id: '41', channel: 1 }
  expect([...events]).toEqual([
    { type: 'order.created', sequence: 1, data: { Status: 'NEW' }, ...ofOrder },
    { type: 'order.acknowledged', sequence: 2, data: { Status: 'IN_PROGRESS' }, ...ofOrder },
  ])
  const keys = await query(
    database,
    sql`select label, scopes @> array['fulfilment:read'] as may from marketplace.api_keys order by key_id`,
  )
  expect([...keys]).toEqual([
    { label: 'All', may: true },
    { label: 'Shop', may: true },
    { label: 'Less', may: false },
  ])
})

test('a database from before ids were counted per customer keeps its ids, and continues from the highest', async () => {
  const { database } = store
  const app = Fastify()
  await app.register(marketplace, { database })
  const { key } = expectDone(
    await createApiKey(database, '1', { kind: 'channel', channelId: 1, label: 'New' }),
  )
  const order = anOrder({ ChannelReference: 'NEXT' })
  const headers = { 'x-api-key': key }
  const created = await app.inject({ method: 'POST', url: '/v2/orders', headers, payload: order })
  await app.close()
  expect(created.statusCode).toBe(201)
  const lines = await query(
    database,
    sql`select order_id::int as order, line_id::int as line from marketplace.order_lines order by line_id`,
  )
  expect(lines).toEqual([
    { order: 41, line: 51 },
    { order: 41, line: 52 },
    { order: 42, line: 53 },
  ])
})

test('a database that cannot have pg_trgm keeps the search by the beginning of names', async () => {
  const old = await createDatabaseBefore('0019-reads')
  const { database } = old
  try {
    // The extension would create a function that exists.
    await execute(
      database,
      sql`create function marketplace.similarity(text, text) returns real language sql as 'select 1::real'`,
    )
    await migrate(database, migrations)
    const app = Fastify()
    await app.register(marketplace, { database })
    const keyOf = async (kind: 'merchant' | 'channel') => {
      const channelId = kind === 'channel' ? { channelId: 1 } : {}
      const input = { kind, label: 'New', ...channelId }
      return expectDone(await createApiKey(database, '1', input)).key
    }
    const merchant = { 'x-api-key': await keyOf('merchant') }
    const BillingAddress = { FirstName: 'Ann', LastName: 'Van Dyck' }
    const payload = anOrder({ ChannelReference: 'WEB-7', BillingAddress })
    const headers = { 'x-api-key': await keyOf('channel') }
    await app.inject({ method: 'POST', url: '/v2/orders', headers, payload })
    const product = { MerchantProductReference: 'MUG', Name: 'Blue mug' }
    await app.inject({ method: 'POST', url: '/v2/products', headers: merchant, payload: product })
    const found = async (url: string) =>
      (await app.inject({ url: `/v2/${url}`, headers: merchant })).json()
    for (const [text, orders, products] of [
      ['van d', 1, 0],
      ['van dyck ann', 1, 0],
      ['ann@', 1, 0],
      ['web', 1, 0],
      ['WEB-7 other', 1, 0],
      ['blue', 0, 1],
      ['dyck', 0, 0],
      ['mug', 0, 1],
      ['lue', 0, 0],
    ] as const) {
      const q = encodeURIComponent(text)
      const search = await found(`search?q=${q}`)
      const lists = [await found(`orders?q=${q}`), await found(`products?q=${q}`)]
      const counts = [search.Orders, search.Products, ...lists].map(({ length }) => length)
      expect([text, counts]).toEqual([text, [orders, products, orders, products]])
      expect((await found(`figures/orders?q=${q}`)).Total).toBe(orders)
      const csv = await app.inject({ url: `/v2/exports/orders?q=${q}`, headers: merchant })
      expect(csv.body.trim().split('\n')).toHaveLength(1 + orders)
    }
    await app.close()
  } finally {
    await old.drop()
  }
})

test('a role that may not use the schema of pg_trgm gets the search by the beginning of names, which is determined once', async () => {
  const fresh = await createTestDatabase()
  const url = new URL(fresh.url)
  const name = url.pathname.slice(1)
  const role = `role_of_${name}`
  for (const statement of [
    'create schema tools',
    'create extension pg_trgm schema tools',
    `create role ${role} login password 'limited'`,
    `grant create on database ${name} to ${role}`,
    `grant create on schema public to ${role}`,
  ]) {
    await fresh.database.query(statement)
  }
  Object.assign(url, { username: role, password: 'limited' })
  const limited = await openDatabase({ url: url.href, maxConnections: 2 })
  try {
    expect((await migrate(limited, migrations)).applied).toContain('0019-reads')
    expect(await textSearchOf(limited)).toBe('prefix')
    const connect = vi.spyOn(limited, 'connect')
    expect(await textSearchOf(limited)).toBe('prefix')
    expect(connect).not.toHaveBeenCalled()
  } finally {
    await limited.end()
    await fresh.database.query(`drop owned by ${role} cascade; drop role ${role}`)
    await fresh.drop()
  }
})
