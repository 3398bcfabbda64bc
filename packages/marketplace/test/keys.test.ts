import { execute, query, sql, transaction } from '@entrepot/database'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  changeCustomer,
  createApiKey,
  createChannel,
  createCustomer,
  expectDone,
  isRefusal,
  listApiKeys,
  type NewApiKey,
  revokeApiKey,
  rotateApiKey,
  setCustomerActive,
} from '../src/index.ts'
import { anOrder, createTestApi, secretOf, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())
afterEach(() => void vi.useRealTimers())

const request = async (input: Partial<NewApiKey> = {}) =>
  await createApiKey(api.database, api.customer.customerId, {
    kind: 'merchant',
    label: 'Test',
    ...input,
  } as NewApiKey)
const issue = async (input: Partial<NewApiKey> = {}) => expectDone(await request(input))
const statusWith = async (key: string) =>
  (await api.raw({ method: 'GET', url: '/v2/orders/new', headers: { 'x-api-key': key } })).status

describe('an API key', () => {
  test('is taken from the header X-Api-Key, or otherwise from the query parameter apikey', async () => {
    const good = api.merchantKey
    const get = async (query: string, headers: Record<string, string>) =>
      (await api.raw({ method: 'GET', url: `/v2/orders/new${query}`, headers })).status
    expect(await get('', { 'x-api-key': good })).toBe(200)
    expect(await get(`?apikey=${good}`, {})).toBe(200)
    expect(await get('?apikey=wrong', { 'x-api-key': good })).toBe(200)
    expect(await get(`?apikey=${good}`, { 'x-api-key': 'wrong' })).toBe(401)
    expect(await get(`?apikey=${good}&apikey=${good}`, {})).toBe(401)
    expect(await get('?apikey=wrong&apikey=wrong', { 'x-api-key': good })).toBe(200)
  })

  test.each([
    ['none', undefined],
    ['an empty one', ''],
    ['one of another make', 'sk_live_123'],
    ['one that is not known', `ent_m1_${'A'.repeat(43)}`],
    ['one of a customer that is not there', `ent_m999999999999999999_${'A'.repeat(43)}`],
    ['one with SQL in it', "ent_m1_' or true --"],
  ])(
    '%s is answered with 401, the authentication scheme and a problem document',
    async (_, key) => {
      const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key }
      const answer = await api.raw({ method: 'GET', url: '/v2/orders/new', headers })
      expect(answer).toMatchObject({
        status: 401,
        body: { status: 401, code: 'MARKET_UNAUTHENTICATED' },
        headers: {
          'content-type': 'application/problem+json; charset=utf-8',
          'www-authenticate': expect.stringContaining('ApiKey'),
          'cache-control': 'no-store',
        },
      })
    },
  )

  test('is refused before the body is read', async () => {
    const answer = await api.raw({
      method: 'POST',
      url: '/v2/orders',
      headers: { 'content-type': 'application/json' },
      payload: '{ not json',
    })
    expect(answer.status).toBe(401)
  })

  test('of the wrong kind is answered with 403', async () => {
    expect((await api.channelCall('GET', '/v2/orders/new')).status).toBe(403)
    expect((await api.channelCall('GET', '/v2/products/X')).status).toBe(403)
    expect((await api.merchant('POST', '/v2/orders', anOrder())).status).toBe(403)
  })

  test('allows exactly what its scopes say', async () => {
    const { key } = await issue({ scopes: ['products:read'] })
    const call = async (method: string, path: string, body?: unknown) =>
      (await api.merchant(method, path, body, { key })).status
    expect(await call('GET', '/v2/products/NOBODY')).toBe(404)
    expect(await call('DELETE', '/v2/products/NOBODY')).toBe(403)
    expect(await call('POST', '/v2/products', [])).toBe(403)
    expect(await call('GET', '/v2/orders/new')).toBe(403)
  })

  test('is valid until it expires', async () => {
    const past = await issue({ label: 'Old', expiresAt: '2999-01-01T00:00:00Z' })
    await execute(
      api.database,
      sql`update marketplace.api_keys set expires_at = clock_timestamp() where key_id = ${past.record.keyId}`,
    )
    const future = await issue({ expiresAt: '2999-01-01T00:00:00+01:00' })
    expect(await statusWith(past.key)).toBe(401)
    expect(await statusWith(future.key)).toBe(200)
  })

  test('is refused within a second after its revocation', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { key, record } = await issue()
    expect(await statusWith(key)).toBe(200)
    expectDone(await revokeApiKey(api.database, api.customer.customerId, record.keyId))
    vi.advanceTimersByTime(1_000)
    expect(await statusWith(key)).toBe(401)
    expectDone(await revokeApiKey(api.database, api.customer.customerId, record.keyId))
  })

  test('of a disabled customer is refused within a second, and works again when the customer is enabled', async () => {
    const { customerId } = expectDone(
      await createCustomer(api.database, {
        ...{ name: 'Late payer', baseCurrency: 'EUR', defaultVatRate: 21 },
      }),
    )
    const input = { kind: 'merchant', label: 'ERP' } as const
    const { key } = expectDone(await createApiKey(api.database, customerId, input))
    expect(await statusWith(key)).toBe(200)
    expectDone(await setCustomerActive(api.database, customerId, false))
    await expect.poll(async () => await statusWith(key)).toBe(403)
    const headers = { 'x-api-key': key }
    expect(await api.raw({ method: 'GET', url: '/v2/orders/new', headers })).toMatchObject({
      body: { code: 'MARKET_CUSTOMER_DISABLED' },
    })
    expectDone(await setCustomerActive(api.database, customerId, true))
    await expect.poll(async () => await statusWith(key)).toBe(200)
  })

  test('is rotated with an overlap in which both keys are valid, and keeps its scopes', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { customerId } = api.customer
    const old = await issue({ scopes: ['orders:read'], label: 'ERP' })
    const next = expectDone(await rotateApiKey(api.database, customerId, old.record.keyId, 3600))
    expect([await statusWith(old.key), await statusWith(next.key)]).toEqual([200, 200])
    expect(next.record).toMatchObject({ label: 'ERP', scopes: ['orders:read'], expiresAt: null })
    const rows = await listApiKeys(api.database, customerId)
    const replaced = rows.find((row) => row.keyId === old.record.keyId)
    expect(replaced?.replacedBy).toBe(next.record.keyId)
    const overlap = Number(replaced?.expiresAt) - Number(next.record.createdAt)
    expect(Math.abs(overlap - 3_600_000)).toBeLessThan(60_000)
    expect(await rotateApiKey(api.database, customerId, old.record.keyId, 3600)).toMatchObject({
      refused: true,
      code: 'MARKET_REFERENCE_IN_USE',
    })
    const third = expectDone(await rotateApiKey(api.database, customerId, next.record.keyId, 0))
    expect(await statusWith(third.key)).toBe(200)
    // Where the replaced key was just used, it is remembered for a second.
    vi.advanceTimersByTime(1_000)
    expect(await statusWith(next.key)).toBe(401)
  })

  test('with an expiry gets a successor with the same lifetime, and overlaps by at most a year', async () => {
    const { customerId } = api.customer
    const days = (count: number) => count * 24 * 3_600_000
    const expiresAt = new Date(Date.now() + days(90)).toISOString()
    const { record } = await issue({ expiresAt })
    const next = expectDone(await rotateApiKey(api.database, customerId, record.keyId, 60))
    const life = Number(next.record.expiresAt) - Number(next.record.createdAt)
    expect(Math.round(life / days(1))).toBe(90)
    for (const overlap of [-1, Number.NaN, 1e12]) {
      expect(
        await rotateApiKey(api.database, customerId, next.record.keyId, overlap),
      ).toMatchObject({ refused: true, code: 'MARKET_INVALID_INPUT' })
    }
    expect(await request({ expiresAt: '2020-01-01T00:00:00Z' })).toMatchObject({
      refused: true,
      errors: [{ path: '/expiresAt' }],
    })
  })

  test('shows its last use', async () => {
    const { key, record } = await issue()
    const lastUse = async () => {
      const rows = await listApiKeys(api.database, api.customer.customerId)
      return rows.find((row) => row.keyId === record.keyId)?.lastUsedAt
    }
    expect(await lastUse()).toBeNull()
    await statusWith(key)
    await expect.poll(lastUse).toBeInstanceOf(Date)
  })

  test('is stored as SHA-256 only', async () => {
    const { key } = await issue()
    const rows = await query(api.database, sql`select k::text as row from marketplace.api_keys k`)
    expect(rows.map((row) => row.row).join()).not.toContain(secretOf(key))
  })

  test('is not created if the input has issues, and all issues are reported', async () => {
    expect(isRefusal(await request({ kind: 'channel', scopes: ['products:read'] }))).toBe(true)
    expect(await request({ label: '', scopes: ['orders:create'], channelId: 1 })).toMatchObject({
      code: 'MARKET_INVALID_INPUT',
      errors: [{ path: '/label' }],
    })
    expect(await request({ scopes: ['orders:cancel'], channelId: 1 })).toMatchObject({
      code: 'MARKET_INVALID_INPUT',
      errors: [{ path: '/channelId' }, { path: '/scopes/0' }],
    })
  })

  test('for an unknown channel or customer is refused, and the other work of the transaction stays', async () => {
    const nobody = '999999999'
    await transaction(api.database, async (tx) => {
      const { customerId } = expectDone(
        await createCustomer(tx, { name: 'Kept', baseCurrency: 'EUR', defaultVatRate: 21 }),
      )
      const ofChannel = { kind: 'channel', label: 'None', channelId: 999_999 } as const
      const refusals = [
        await createApiKey(tx, customerId, ofChannel),
        await createApiKey(tx, nobody, { kind: 'merchant', label: 'None' }),
        await createChannel(tx, nobody, { name: 'None' }),
        await revokeApiKey(tx, nobody, '1'),
      ]
      const notFound = expect.objectContaining({ refused: true, code: 'MARKET_NOT_FOUND' })
      expect(refusals).toEqual(refusals.map(() => notFound))
      expectDone(await createChannel(tx, customerId, { name: 'Web' }))
      const again = await createChannel(tx, customerId, { name: 'Web' })
      expect(again).toMatchObject({ refused: true, code: 'MARKET_REFERENCE_IN_USE' })
    })
    const rows = await query(
      api.database,
      sql`select name from marketplace.customers where name = 'Kept'`,
    )
    expect(rows).toHaveLength(1)
  })
})

test('a refusal that is expected to be a success becomes an error with its detail and code', async () => {
  const refused = await request({ expiresAt: '2020-01-01T00:00:00Z' })
  expect(() => expectDone(refused)).toThrow(/expiresAt must be in the future.*MARKET_INVALID_INPUT/)
})

test('the base currency of a customer can be changed until it has an order; other settings at any time', async () => {
  const { customerId } = api.customer
  await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference: 'BEFORE-CHANGE' }))
  expect(await changeCustomer(api.database, customerId, { baseCurrency: 'JPY' })).toMatchObject({
    refused: true,
    code: 'MARKET_CUSTOMER_HAS_ORDERS',
  })
  const { baseCurrency } = api.customer
  const change = { name: 'Renamed', baseCurrency, defaultVatRate: 3.5 }
  expect(await changeCustomer(api.database, customerId, change)).toEqual({
    ...api.customer,
    ...change,
  })
  const other = expectDone(
    await createCustomer(api.database, { ...change, name: 'Without orders' }),
  )
  const changed = await changeCustomer(api.database, other.customerId, { baseCurrency: 'JPY' })
  expect(changed).toEqual({ ...other, baseCurrency: 'JPY' })
})
