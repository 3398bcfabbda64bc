/** Exchange rates, and the orders that wait for them. */
import { execute, executeScript, query, sql, transaction } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey, expectDone, SCOPES } from '../src/index.ts'
import { convertAllWaiting } from '../src/orders/rates/rates.ts'
import { exactRate } from '../src/orders/rates/rules.ts'
import { anOrder, createParties, createTestApi, type TestApi } from './api.ts'

let api: TestApi
let owner: string
beforeAll(async () => {
  api = await createTestApi()
  owner = await ownerKey(api.customer.customerId)
  const mug = { MerchantProductReference: 'MUG', Name: 'Mug' }
  await api.merchant('POST', '/v2/products', mug)
})
afterAll(async () => await api.close())

async function ownerKey(customerId: string) {
  const input = { kind: 'merchant' as const, label: 'Owner', scopes: [...SCOPES.merchant] }
  return expectDone(await createApiKey(api.database, customerId, input)).key
}

const call = async (method: string, path: string, body?: unknown) =>
  await api.merchant(method, `/v2${path}`, body, { key: owner })
const put = async (CurrencyCode: string, day: string, Rate: unknown) =>
  await call('PUT', '/rates', [{ CurrencyCode, Date: day, Rate }])
const place = async (ChannelReference: string, CurrencyCode: string, day: string, change = {}) => {
  const OrderDate = `${day}T12:00:00Z`
  const order = anOrder({ ChannelReference, CurrencyCode, OrderDate, ...change })
  const answer = await api.channelCall('POST', '/v2/orders', order)
  expect(answer.status).toBe(201)
  return answer.body
}
const read = async (id: number) => (await call('GET', `/orders/id/${id}`)).body

describe('a rate', () => {
  test('is exact decimal text, or a number that JSON keeps', () => {
    expect([exactRate('0.924385'), exactRate(0.924385), exactRate('1.10')]).toEqual([
      '0.924385',
      '0.924385',
      '1.1',
    ])
    expect([exactRate(1e-12), exactRate('9999999')]).toEqual(['0.000000000001', '9999999'])
    const wrong = [0, -1, 1e-13, 10_000_000, '', '1e3', '-1', ' 1', '0', '0.0000000000001']
    for (const value of [...wrong, '1234567.123456789', 1 / 3]) {
      expect([value, exactRate(value)]).toEqual([value, undefined])
    }
  })

  test('is stored, replaced, listed in pages and deleted', async () => {
    const rates = ['CHF', 'DKK', 'SEK'].flatMap((CurrencyCode) =>
      ['2025-01-01', '2025-01-02', '2025-01-03'].map((day, index) => ({
        CurrencyCode,
        Date: day,
        Rate: `0.12345678901${index + 1}`,
      })),
    )
    const stored = await call('PUT', '/rates', rates)
    expect(stored.body).toEqual({ StoredCount: 9, RepricedCount: 0, IsComplete: true })
    expect((await put('CHF', '2025-01-01', 1.05)).status).toBe(200)
    const seen: string[] = []
    let path: string | undefined = '/v2/rates?from=2025-01-01&to=2025-01-02&pageSize=2'
    while (path !== undefined) {
      const page = await api.merchant('GET', path, undefined, { key: owner })
      seen.push(...page.body.map((item: object) => Object.values(item).join(' ')))
      path = /^<(.*)>/.exec(String(page.headers.link))?.[1]
    }
    expect(seen).toEqual([
      'CHF 2025-01-01 1.05 OWN',
      'DKK 2025-01-01 0.123456789011 OWN',
      'SEK 2025-01-01 0.123456789011 OWN',
      'CHF 2025-01-02 0.123456789012 OWN',
      'DKK 2025-01-02 0.123456789012 OWN',
      'SEK 2025-01-02 0.123456789012 OWN',
    ])
    expect((await call('DELETE', '/rates/CHF/2025-01-01')).status).toBe(200)
    expect((await call('DELETE', '/rates/CHF/2025-01-01')).status).toBe(404)
    expect((await call('GET', '/rates?currency=CHF')).body).toHaveLength(2)
  })

  test('is refused together with all others of the request if one of them is invalid', async () => {
    const good = { CurrencyCode: 'NOK', Date: '2025-01-01', Rate: 1 }
    const answer = await call('PUT', '/rates', [
      good,
      good,
      { ...good, CurrencyCode: 'EUR' },
      { ...good, Date: '2025-01-02', Rate: 0 },
    ])
    expect(answer.status).toBe(400)
    const paths = answer.body.errors.map(({ path }: { path: string }) => path)
    expect(paths).toEqual(['/1', '/2/CurrencyCode', '/3/Rate'])
    expect((await call('GET', '/rates?currency=NOK')).body).toEqual([])
    for (const date of ['2025-02-30', '2025-1-1', '20250101', '2025-01-01T00:00:00Z']) {
      expect([date, (await put('NOK', date, 1)).status]).toEqual([date, 400])
    }
    for (const path of ['/rates?from=x', '/rates?cursor=MS4x', '/rates/EURO/2025-01-01']) {
      const method = path.includes('EURO') ? 'DELETE' : 'GET'
      expect([path, (await call(method, path)).status]).toEqual([path, 400])
    }
  })

  test('is removed when the base currency changes', async () => {
    const { customer } = await createParties(api.database, { name: 'Changes' })
    const key = await ownerKey(customer.customerId)
    const as = async (method: string, path: string, body?: unknown) =>
      await api.merchant(method, `/v2${path}`, body, { key })
    await as('PUT', '/rates', [{ CurrencyCode: 'USD', Date: '2026-01-01', Rate: 0.9 }])
    await as('PATCH', '/customer', { BaseCurrency: 'EUR', Name: 'Same' })
    expect((await as('GET', '/rates')).body).toHaveLength(1)
    await as('PATCH', '/customer', { BaseCurrency: 'USD' })
    expect((await as('GET', '/rates')).body).toEqual([])
  })
})

describe('an order in a foreign currency', () => {
  test('is converted with the rate of its date, which stands on it', async () => {
    await put('USD', '2026-03-02', '0.9')
    await put('USD', '2026-03-05', '0.8')
    const order = await place('USD-1', 'USD', '2026-03-04', { ShippingCostsInclVat: 4.95 })
    expect(order).toMatchObject({
      Status: 'NEW',
      Corrections: [],
      RateToBaseCurrency: 0.9,
      OriginalTotalInclVat: 24.85,
      // 24.85 x 0.9 = 22.365; 4.95 x 0.9 = 4.455; 9.95 x 0.9 = 8.955.
      TotalInclVat: 22.37,
      ShippingCostsInclVat: 4.46,
      Lines: [{ UnitPriceInclVat: 8.955, OriginalUnitPriceInclVat: 9.95 }],
    })
    const ofMerchant = { ...order, Actions: expect.any(Array) }
    expect(await read(order.Id)).toEqual(ofMerchant)
    expect(await place('USD-2', 'USD', '2026-03-05')).toMatchObject({ RateToBaseCurrency: 0.8 })
    await put('USD', '2026-03-02', '0.7')
    expect(await read(order.Id)).toEqual(ofMerchant)
  })

  test('uses a rate that is up to ten days older than the order, and none that is newer', async () => {
    await put('GBP', '2026-03-10', 1.2)
    expect((await place('GBP-1', 'GBP', '2026-03-09')).RateToBaseCurrency).toBeNull()
    expect((await place('GBP-2', 'GBP', '2026-03-20')).RateToBaseCurrency).toBe(1.2)
    expect((await place('GBP-3', 'GBP', '2026-03-21')).RateToBaseCurrency).toBeNull()
  })

  test('becomes NEW when its rate arrives, and waits on for an unknown product', async () => {
    const order = await place('JPY-1', 'JPY', '2026-04-01')
    expect(order).toMatchObject({
      Status: 'REQUIRES_CORRECTION',
      Corrections: [{ Code: 'NO_EXCHANGE_RATE' }],
      TotalInclVat: null,
      RateToBaseCurrency: null,
    })
    const unknown = [{ ...anOrder().Lines[0], MerchantProductReference: 'LATER' }]
    const other = await place('JPY-2', 'JPY', '2026-04-01', { Lines: unknown })
    const late = await place('JPY-3', 'JPY', '2026-05-01')
    const answer = await put('JPY', '2026-03-31', 0.006)
    expect(answer.body).toEqual({ StoredCount: 1, RepricedCount: 2, IsComplete: true })
    expect(await read(order.Id)).toMatchObject({
      Status: 'NEW',
      Corrections: [],
      TotalInclVat: 0.12,
      RateToBaseCurrency: 0.006,
    })
    const history = await call('GET', `/orders/id/${order.Id}/history`)
    expect(history.body.at(-1)).toMatchObject({ Type: 'CORRECTED', Status: 'NEW', Key: null })
    const waiting = await read(other.Id)
    expect(waiting).toMatchObject({
      Status: 'REQUIRES_CORRECTION',
      Corrections: [{ Code: 'UNKNOWN_PRODUCT' }],
      RateToBaseCurrency: 0.006,
    })
    expect((await read(late.Id)).Status).toBe('REQUIRES_CORRECTION')
    // The order keeps the rate that it has, although the rate of its date changes before the product arrives.
    await put('JPY', '2026-04-01', 0.007)
    const later = { MerchantProductReference: 'LATER', Name: 'Later' }
    await api.merchant('POST', '/v2/products', later)
    expect(await read(other.Id)).toMatchObject({ Status: 'NEW', RateToBaseCurrency: 0.006 })
  })

  test('is stored although its rate would make the total too large', async () => {
    await put('KWD', '2026-04-01', 9_999_999)
    const Lines = [{ ...anOrder().Lines[0], UnitPriceInclVat: 9_999_999 }]
    const order = await place('KWD-1', 'KWD', '2026-04-01', { Lines })
    expect(order).toMatchObject({ Status: 'REQUIRES_CORRECTION', RateToBaseCurrency: null })
    expect(order.Corrections[0].Message).toContain('larger than')
    await put('KWD', '2026-04-01', 3)
    expect((await read(order.Id)).Status).toBe('NEW')
  })

  test('never misses a rate that is stored at the same moment', async () => {
    const days = Array.from({ length: 8 }, (_, index) => `2026-05-0${index + 1}`)
    for (const day of days) {
      const [order] = await Promise.all([
        place(`PLN-${day}`, 'PLN', day),
        place(`PLN-${day}-b`, 'PLN', day),
        put('PLN', day, 0.23),
        put('PLN', day, 0.24),
      ])
      expect((await read(order.Id)).Status).toBe('NEW')
      await call('DELETE', `/rates/PLN/${day}`)
    }
    const waiting = await query(
      api.database,
      sql`select from marketplace.orders where currency_code = 'PLN' and status <> 'NEW'`,
    )
    expect(waiting).toEqual([])
  })

  test('is converted in the background if the process ended before', async () => {
    const { customerId } = api.customer
    const orders = []
    for (let number = 0; number < 60; number += 1) {
      orders.push(place(`CZK-${number}`, 'CZK', '2026-06-01'))
    }
    await Promise.all(orders)
    // The state that a crash leaves: rates are stored, and none of the orders is converted.
    await execute(
      api.database,
      sql`insert into marketplace.exchange_rates values (${customerId}, 'CZK', '2026-06-01', 0.04)`,
    )
    await execute(
      api.database,
      sql`insert into marketplace.changed_rates (customer_id, currency_code) values (${customerId}, 'CZK')`,
    )
    await Promise.all([1, 2, 3].map(() => convertAllWaiting(api.database)))
    await convertAllWaiting(api.database)
    const states = await query(
      api.database,
      sql`
      select status, count(*)::integer as count, (
        select count(*)::integer from marketplace.changed_rates where customer_id = ${customerId}) as marks, (
        select count(*)::integer from marketplace.events e
        join marketplace.orders x on x.customer_id = e.customer_id and x.order_id::text = e.subject_id
        where e.type = 'order.corrected' and x.currency_code = 'CZK') as events
      from marketplace.orders where currency_code = 'CZK' group by status`,
    )
    expect(states).toEqual([{ status: 'NEW', count: 60, marks: 0, events: 60 }])
  })

  test('is still to be converted while another transaction converts its currency', async () => {
    const { customerId } = api.customer
    await transaction(api.database, async (tx) => {
      await execute(tx, sql`insert into marketplace.changed_rates values (${customerId}, 'HUF')`)
      expect((await put('RON', '2026-07-01', 0.5)).body.IsComplete).toBe(true)
    })
    await transaction(api.database, async (tx) => {
      await execute(
        tx,
        sql`select from marketplace.changed_rates where currency_code = 'HUF' for update`,
      )
      expect((await put('RON', '2026-07-02', 0.5)).body.IsComplete).toBe(false)
    })
    expect((await put('RON', '2026-07-03', 0.5)).body.IsComplete).toBe(true)
  })

  test('of one customer that cannot be converted does not hold up those of others', async () => {
    const { database, customer } = api
    const { customer: next } = await createParties(database, { name: 'Next' })
    await place('ISK-1', 'ISK', '2026-08-01')
    for (const { customerId } of [customer, next]) {
      await execute(
        database,
        sql`insert into marketplace.exchange_rates values (${customerId}, 'ISK', '2026-08-01', 0.007)`,
      )
      await execute(
        database,
        sql`insert into marketplace.changed_rates values (${customerId}, 'ISK')`,
      )
    }
    await executeScript(
      database,
      `create function fail() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
      create trigger fail before update on marketplace.orders for each row when (new.currency_code = 'ISK')
      execute function fail()`,
    )
    await expect(convertAllWaiting(database)).rejects.toThrow('of 1 customers')
    const marked = async () =>
      await query(database, sql`select customer_id::text as id from marketplace.changed_rates`)
    expect(await marked()).toEqual([{ id: customer.customerId }])
    await executeScript(database, 'drop function fail cascade')
    await convertAllWaiting(database)
    expect(await marked()).toEqual([])
  })
})
