/** Databases that do not search text by trigrams. */
import { execute, migrate, openDatabase, sql } from '@entrepot/database'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createApiKey, expectDone, marketplace, migrations } from '../src/index.ts'
import { textSearchOf } from '../src/kit/sql/search-store.ts'
import { anOrder } from './api.ts'

/** A migrated database of a role that may not use the schema of pg_trgm. */
async function openWithoutTrigrams() {
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
  const database = await openDatabase({ url: url.href, maxConnections: 2 })
  onTestFinished(async () => {
    await database.end()
    await fresh.database.query(`drop owned by ${role} cascade; drop role ${role}`)
    await fresh.drop()
  })
  await migrate(database, migrations)
  return database
}

test('a role that may not use the schema of pg_trgm gets the search by the beginning of names, which is determined once', async () => {
  const database = await openWithoutTrigrams()
  expect(await textSearchOf(database)).toBe('prefix')
  const connect = vi.spyOn(database, 'connect')
  expect(await textSearchOf(database)).toBe('prefix')
  expect(connect).not.toHaveBeenCalled()
})

test('a database without pg_trgm is searched by the beginning of names', async () => {
  const database = await openWithoutTrigrams()
  await execute(
    database,
    sql`insert into marketplace.customers (name, base_currency, default_vat_rate) values ('Old', 'EUR', 21)`,
  )
  await execute(
    database,
    sql`insert into marketplace.channels (customer_id, name) values (1, 'Shop')`,
  )
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
    ['mug', 1, 1],
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
})
