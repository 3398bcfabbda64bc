import { execute, queryFirst, queryOne, sql } from '@entrepot/database'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApiKey, expectDone, rotateApiKey } from '../src/index.ts'
import { anOrder, createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await api.merchant('POST', '/v2/products', { MerchantProductReference: 'MUG', Name: 'Mug' })
})
afterAll(async () => await api.close())

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const databaseTime = async () =>
  Number((await queryOne<{ now: Date }>(api.database, sql`select clock_timestamp() as now`)).now)
const request = async (expiresAt: number) =>
  await createApiKey(api.database, api.customer.customerId, {
    kind: 'merchant',
    label: 'Test',
    expiresAt: new Date(expiresAt).toISOString(),
  })
const issue = async (expiresAt: number) => expectDone(await request(expiresAt))
const statusWith = async (key: string) =>
  (await api.merchant('GET', '/v2/orders/new', undefined, { key })).status

describe.each([
  ['an hour fast', HOUR_MS],
  ['an hour slow', -HOUR_MS],
])('on a node whose clock is %s', (_, shift) => {
  beforeEach(() => {
    const wrong = Date.now() + shift
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(wrong)
  })
  afterEach(() => void vi.useRealTimers())

  test('a key is valid until it expires by the clock of the database', async () => {
    const { key } = await issue((await databaseTime()) + HOUR_MS / 2)
    expect(await statusWith(key)).toBe(200)
    const ended = await issue((await databaseTime()) + HOUR_MS)
    await execute(
      api.database,
      sql`update marketplace.api_keys set expires_at = clock_timestamp() - interval '30 min'
      where key_id = ${ended.record.keyId}`,
    )
    expect(await statusWith(ended.key)).toBe(401)
  })

  test('a key cannot be created with an expiry in the past of the database', async () => {
    const past = await request((await databaseTime()) - HOUR_MS / 2)
    expect(past).toMatchObject({ refused: true, errors: [{ path: '/expiresAt' }] })
  })

  test('a rotated key is valid during its overlap', async () => {
    const { customerId } = api.customer
    const old = await issue((await databaseTime()) + 24 * HOUR_MS)
    expectDone(await rotateApiKey(api.database, customerId, old.record.keyId, HOUR_MS / 2_000))
    const { expiresAt } = await queryOne<{ expiresAt: Date }>(
      api.database,
      sql`select expires_at as "expiresAt" from marketplace.api_keys where key_id = ${old.record.keyId}`,
    )
    expect(await statusWith(old.key)).toBe(200)
    const overlap = Number(expiresAt) - (await databaseTime())
    expect(Math.abs(overlap - HOUR_MS / 2)).toBeLessThan(5 * MINUTE_MS)
  })

  test('an order without OrderDate gets the time of the database, even if it waits for a product', async () => {
    for (const product of ['MUG', 'NOWHERE']) {
      const line = { ...anOrder().Lines[0], MerchantProductReference: product }
      const reference = `${shift} ${product}`
      const order = anOrder({ ChannelReference: reference, Lines: [line] })
      const { body } = await api.channelCall('POST', '/v2/orders', order)
      const row = await queryFirst<{ date: Date }>(
        api.database,
        sql`select order_date as date from marketplace.orders where channel_reference = ${reference}`,
      )
      expect(body.OrderDate).toBe(row?.date.toISOString())
      expect(body.OrderDate).toBe(body.CreatedAt)
      expect(Math.abs(Date.parse(body.OrderDate) - (await databaseTime()))).toBeLessThan(MINUTE_MS)
    }
  })

  test('the last use of a key has the time of the database', async () => {
    const { key, record } = await issue((await databaseTime()) + HOUR_MS / 2)
    await statusWith(key)
    const lastUse = async () => {
      const row = await queryFirst<{ at: Date | null }>(
        api.database,
        sql`select last_used_at as at from marketplace.api_keys where key_id = ${record.keyId}`,
      )
      return row?.at ? Math.abs(Number(row.at) - (await databaseTime())) < MINUTE_MS : undefined
    }
    await expect.poll(lastUse).toBe(true)
  })
})
