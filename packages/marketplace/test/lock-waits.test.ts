import { closeDatabase, execute, openDatabase, query, sql, transaction } from '@entrepot/database'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { keyState } from '../src/accounts/keys/rules.ts'
import { marketplace } from '../src/index.ts'
import { anOrder, createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await api.merchant('POST', '/v2/products', { MerchantProductReference: 'MUG', Name: 'Mug' })
})
afterAll(async () => await api.close())

const unknown = (reference: string) =>
  anOrder({
    ChannelReference: reference,
    Lines: [{ ...anOrder().Lines[0], MerchantProductReference: reference }],
  })

/** Holds the lock that orders with unknown products wait for, until it is released. */
async function holdArrivals() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const key = `marketplace arrivals ${api.customer.customerId}`
  const done = transaction(api.database, async (tx) => {
    await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
    hold()
    await released
  })
  await held
  return async () => {
    release()
    await done
  }
}
const waiting = async () => {
  const [row] = await query(
    api.database,
    sql`select count(*)::int as count from pg_locks
    where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
  )
  return row?.count
}

describe('while writers of a customer wait for a lock', () => {
  test('reads continue, whatever the number of waiting writers', async () => {
    const release = await holdArrivals()
    const orders = Array.from({ length: 40 }, (_, index) =>
      api.channelCall('POST', '/v2/orders', unknown(`WAIT-${index}`)),
    )
    await expect.poll(waiting).toBe(4)
    expect((await api.merchant('GET', '/v2/products/MUG')).status).toBe(200)
    expect(await waiting()).toBe(4)
    await release()
    expect((await Promise.all(orders)).map((answer) => answer.status)).toEqual(Array(40).fill(201))
  })

  test('an order that waited does not get an earlier date than one that was stored meanwhile', async () => {
    const release = await holdArrivals()
    const late = api.channelCall('POST', '/v2/orders', unknown('LATE'))
    await expect.poll(waiting).toBe(1)
    const early = await api.channelCall(
      'POST',
      '/v2/orders',
      anOrder({ ChannelReference: 'EARLY' }),
    )
    await release()
    expect((await late).status).toBe(201)
    const since = encodeURIComponent(early.body.CreatedAt)
    const { body } = await api.merchant('GET', `/v2/orders?createdSince=${since}`)
    expect(body.map((order: { ChannelReference: string }) => order.ChannelReference)).toEqual([
      'EARLY',
      'LATE',
    ])
  })
})

/** A node whose statements are cancelled after a second. Counts how often it has taken a connection. */
async function startImpatientNode() {
  const database = await openDatabase({ url: api.url, statementTimeout: 1_000 })
  const app = Fastify()
  await app.register(marketplace, { database, background: false })
  const taken = { count: 0 }
  database.on('acquire', () => {
    taken.count += 1
  })
  onTestFinished(async () => {
    await app.close()
    await closeDatabase(database, 1_000)
  })
  return { app, taken }
}

test.each([
  [
    'orders',
    'POST',
    '/v2/orders',
    (number: number) => anOrder({ ChannelReference: `L-${number}` }),
  ],
  ['products', 'PATCH', '/v2/products/MUG', (number: number) => ({ Brand: `Brand ${number}` })],
] as const)(
  'while the table of %s is locked, writers get 503 after the limit of a statement, and do not wait for the lock one after another',
  async (table, method, url, bodyOf) => {
    const { app, taken } = await startImpatientNode()
    const lock = await api.database.connect()
    await lock.query(`begin; lock table marketplace.${table} in access exclusive mode`)
    const key = table === 'orders' ? api.channelKey : api.merchantKey
    const headers = { 'x-api-key': key }
    const writes = Array.from(
      { length: 40 },
      async (_, number) => await app.inject({ method, url, headers, payload: bodyOf(number) }),
    )
    const answers = await Promise.all(writes)
    await lock.query('rollback')
    lock.release()
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'MARKET_UNAVAILABLE'])
      expect(answer.headers['retry-after']).toBe('1')
    }
    // Each write alone would take a connection at least.
    expect(taken.count).toBeLessThan(30)
    const { statusCode } = await app.inject({ method, url, headers, payload: bodyOf(99) })
    expect(statusCode).toBeLessThan(300)
  },
)

test('a bulk write succeeds while other writers keep creating its products one by one', async () => {
  const references = Array.from({ length: 3_000 }, (_, index) => `RUSH-${index}`)
  const product = (reference: string) => ({ MerchantProductReference: reference, Name: reference })
  let isDone = false
  const singles = (async () => {
    for (const reference of references.toReversed()) {
      if (isDone) return
      await api.merchant('POST', '/v2/products', product(reference))
    }
  })()
  const bulk = await api.merchant('POST', '/v2/products', references.map(product))
  isDone = true
  await singles
  expect(bulk).toMatchObject({ status: 200, body: { AcceptedCount: 3_000 } })
})

test('a key that is revoked is also refused by a node whose clock is behind', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const revokedAt = new Date('2026-01-01T00:00:05Z')
  expect(keyState({ expiresAt: null, revokedAt }, now)).toBe('revoked')
})
