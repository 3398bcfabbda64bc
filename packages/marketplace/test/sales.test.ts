/** The sales of a period: what counts as revenue, in which days, and compared with what. */
import { execute, queryOne, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey, expectDone, SCOPES, type Scope } from '../src/index.ts'
import { createParties, createTestApi, type TestApi } from './api.ts'
import { acknowledgedOrder, placeOrder, record } from './fulfilment-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

/** A customer of its own with two products, of which one has a purchase price. */
async function openShop(timeZone = 'Europe/Amsterdam', more = {}) {
  const parties = await createParties(api.database, { name: 'Sales', timeZone, ...more })
  const { customerId } = parties.customer
  const keyWith = async (scopes: readonly Scope[]) => {
    const input = { kind: 'merchant' as const, label: 'Owner', scopes: [...scopes] }
    return expectDone(await createApiKey(api.database, customerId, input)).key
  }
  const owner = await keyWith(SCOPES.merchant)
  const own = (key: string) => async (method: string, path: string, body?: unknown) =>
    await api.merchant(method, path, body, { key })
  const shop = {
    ...api,
    ...parties,
    merchant: own(owner),
    channelCall: own(parties.channelKey),
  } as TestApi
  await shop.merchant('POST', '/v2/products', [
    { MerchantProductReference: 'MUG', Name: 'Mug', VatRate: 21, PurchasePrice: 4 },
    { MerchantProductReference: 'TEA', Name: 'Tea', VatRate: 9 },
  ])
  const sales = async (days = 30) => {
    const answer = await shop.merchant('GET', `/v2/figures/sales?days=${days}`)
    expect(answer.status).toBe(200)
    return answer.body
  }
  /** The orders and the revenue of the period. */
  const revenue = async () => {
    const { OrderCount, SoldCount, Revenue } = (await sales()).Total
    return [OrderCount, SoldCount, Revenue]
  }
  return { shop, sales, revenue, keyWith, customerId }
}

const SHIPPING = { ShippingCostsInclVat: 5 }

describe('revenue', () => {
  test('is the total of orders that can be sold: those that wait for a correction count once they are corrected', async () => {
    const { shop, revenue } = await openShop()
    await placeOrder(shop, 'A', [{ quantity: 2, price: 10 }], SHIPPING)
    expect(await revenue()).toEqual([1, 1, 25])
    const { Id, Lines: stored } = await placeOrder(shop, 'B', [
      { quantity: 1, price: 40, product: 'CUP' },
    ])
    await placeOrder(shop, 'C', [{ quantity: 1, price: 100 }], { CurrencyCode: 'USD' })
    expect(await revenue()).toEqual([3, 1, 25])
    const Lines = [{ Id: stored[0].Id, MerchantProductReference: 'MUG' }]
    expect((await shop.merchant('PATCH', `/v2/orders/id/${Id}`, { Lines })).status).toBe(200)
    expect(await revenue()).toEqual([3, 2, 65])
    const rate = { CurrencyCode: 'USD', Date: new Date().toISOString().slice(0, 10), Rate: 0.9 }
    expect((await shop.merchant('PUT', '/v2/rates', [rate])).status).toBe(200)
    expect(await revenue()).toEqual([3, 3, 155])
  })

  test('is without cancelled units, and without shipping costs if no unit is left', async () => {
    const { shop, revenue } = await openShop()
    await acknowledgedOrder(
      shop,
      'A',
      [
        { quantity: 4, price: 10 },
        { quantity: 1, price: 7 },
      ],
      SHIPPING,
    )
    await record(shop, 'cancellations', 'A', { 1: 1 })
    expect(await revenue()).toEqual([1, 1, 42])
    await record(shop, 'cancellations', 'A', { 1: 3, 2: 1 })
    expect(await revenue()).toEqual([1, 0, 0])
    await placeOrder(shop, 'B', [{ quantity: 1, price: 30 }], SHIPPING)
    expect(await revenue()).toEqual([2, 1, 35])
    const before = {
      MerchantReference: 'C-B',
      ChannelOrderReference: 'B',
      Lines: [{ ChannelOrderLineReference: '1', Quantity: 1 }],
    }
    expect((await shop.merchant('POST', '/v2/cancellations', before)).status).toBe(201)
    expect(await revenue()).toEqual([2, 0, 0])
  })

  test('is without discounts, and cancelled units take their part of them along', async () => {
    const { shop, revenue } = await openShop()
    await acknowledgedOrder(shop, 'A', [{ quantity: 4, price: 10 }], { DiscountInclVat: 8 })
    expect(await revenue()).toEqual([1, 1, 32])
    await record(shop, 'cancellations', 'A', { 1: 1 })
    expect(await revenue()).toEqual([1, 1, 24])
  })

  test('is without what returns and refunds give back, once they do', async () => {
    const { shop, revenue } = await openShop()
    await acknowledgedOrder(shop, 'A', [{ quantity: 3, price: 10 }], SHIPPING)
    await record(shop, 'shipments', 'A', { 1: 3 })
    const { body: back } = await record(shop, 'returns', 'A', { 1: 1 })
    expect(await revenue()).toEqual([1, 1, 35])
    await shop.merchant('PUT', `/v2/returns/${back.MerchantReturnReference}`, {
      Status: 'ACCEPTED',
    })
    expect(await revenue()).toEqual([1, 1, 25])
    const refund = {
      MerchantReference: 'R',
      MerchantOrderReference: 'A',
      RefundInclVat: 2.5,
      Reason: 'Late',
    }
    expect((await shop.merchant('POST', '/v2/refunds', refund)).status).toBe(201)
    expect(await revenue()).toEqual([1, 1, 22.5])
    await record(shop, 'returns', 'A', { 1: 2 }, { Status: 'ACCEPTED', RefundInclVat: 22.5 })
    expect(await revenue()).toEqual([1, 0, 0])
  })

  test('counts each of several combined orders once', async () => {
    const { shop, revenue } = await openShop()
    await acknowledgedOrder(shop, 'A', [{ quantity: 1, price: 10 }])
    await acknowledgedOrder(shop, 'B', [{ quantity: 1, price: 20 }])
    const others = { MerchantOrderReferences: ['B'] }
    expect((await shop.merchant('PUT', '/v2/orders/A/combination', others)).status).toBe(200)
    await record(shop, 'shipments', 'A', { 1: 1 })
    expect(await revenue()).toEqual([2, 2, 30])
  })

  test('is converted at the rate of the order, also of what is cancelled and refunded', async () => {
    const { shop, revenue } = await openShop()
    const rate = { CurrencyCode: 'USD', Date: new Date().toISOString().slice(0, 10), Rate: 0.5 }
    await shop.merchant('PUT', '/v2/rates', [rate])
    await acknowledgedOrder(shop, 'A', [{ quantity: 4, price: 10 }], { CurrencyCode: 'USD' })
    await record(shop, 'cancellations', 'A', { 1: 1 })
    expect(await revenue()).toEqual([1, 1, 15])
    const refund = {
      MerchantReference: 'R',
      MerchantOrderReference: 'A',
      RefundInclVat: 6,
      Reason: 'Late',
    }
    await shop.merchant('POST', '/v2/refunds', refund)
    expect(await revenue()).toEqual([1, 1, 12])
  })

  test('has the decimals of the base currency in each answer', async () => {
    for (const [baseCurrency, price, discount, revenue] of [
      ['EUR', 3.3333, 0, 6.67],
      ['JPY', 100, 1, 199],
    ] as const) {
      const { shop, sales } = await openShop('UTC', { baseCurrency })
      const terms = { CurrencyCode: baseCurrency, DiscountInclVat: discount }
      await acknowledgedOrder(shop, 'A', [{ quantity: 3, price }], terms)
      await record(shop, 'cancellations', 'A', { 1: 1 })
      const { Total, Days, Products } = await sales()
      expect(Total).toMatchObject({ Revenue: revenue, AverageOrder: revenue })
      expect([Days[0].Revenue, Products[0].Revenue]).toEqual([revenue, revenue])
      const { body } = await shop.merchant('GET', '/v2/figures/overview')
      expect([body.Sales[0].Revenue, body.Comparison.Today.Revenue]).toEqual([revenue, revenue])
    }
  })

  test('is the same in the overview, its comparison and the sales', async () => {
    const { shop, sales } = await openShop()
    await acknowledgedOrder(shop, 'A', [{ quantity: 4, price: 10 }], SHIPPING)
    await record(shop, 'cancellations', 'A', { 1: 1 })
    const { Days, Total, LastDay } = await sales()
    const day = { Date: LastDay, OrderCount: 1, Revenue: 35 }
    expect(Total).toEqual({ OrderCount: 1, SoldCount: 1, Revenue: 35, AverageOrder: 35 })
    expect(Days).toEqual([{ ...day, ChannelId: expect.any(Number) }])
    const overview = (await shop.merchant('GET', '/v2/figures/overview')).body
    expect([overview.Sales, overview.Comparison.Today]).toEqual([Days, day])
    const without = (await shop.merchant('GET', '/v2/figures/overview?sales=false')).body
    expect([without.Sales, without.Comparison]).toEqual([null, overview.Comparison])
  })
})

describe('products', () => {
  test('are those with the most revenue, with the units that buyers keep and the margin as far as it is known', async () => {
    const { shop, sales } = await openShop()
    await acknowledgedOrder(
      shop,
      'A',
      [
        { quantity: 4, price: 12.1 },
        { quantity: 1, price: 109, product: 'TEA' },
      ],
      SHIPPING,
    )
    await record(shop, 'cancellations', 'A', { 1: 1 })
    await record(shop, 'shipments', 'A', { 1: 3 })
    await record(shop, 'returns', 'A', { 1: 1 }, { Status: 'ACCEPTED' })
    const { Products, Margin } = await sales()
    const common = { ImageUrl: null }
    expect(Products).toEqual([
      {
        ...common,
        MerchantProductReference: 'TEA',
        Name: 'Tea',
        Units: 1,
        Revenue: 109,
        Margin: null,
      },
      {
        ...common,
        MerchantProductReference: 'MUG',
        Name: 'Mug',
        Units: 2,
        Revenue: 24.2,
        Margin: 12,
      },
    ])
    // 20 of 120 without VAT.
    expect(Margin).toEqual({ Amount: 12, Revenue: 20, KnownPercent: 16.7 })
  })

  test('are left out without the scope to read them, and the margin is not known without a purchase price', async () => {
    const { shop, sales, keyWith } = await openShop()
    await placeOrder(shop, 'A', [{ quantity: 1, price: 109, product: 'TEA' }])
    expect(await sales()).toMatchObject({ Products: [{ Margin: null }], Margin: null })
    const key = await keyWith(['orders:read'])
    const { body } = await api.merchant('GET', '/v2/figures/sales', undefined, { key })
    expect(body).toMatchObject({ Total: { Revenue: 109 }, Products: null, Margin: null })
  })
})

test('the returned units are those of returns of the period, for who may read returns', async () => {
  const { shop, sales, keyWith, customerId } = await openShop()
  const returned = async (days: number) => (await sales(days)).UnitsReturned
  for (const reference of ['A', 'B']) {
    await acknowledgedOrder(shop, reference, [{ quantity: 4, price: 10 }])
    await record(shop, 'shipments', reference, { 1: 4 })
  }
  await record(shop, 'returns', 'A', { 1: 3 })
  await execute(
    api.database,
    sql`update marketplace.fulfilments set created_at = created_at - interval '10 days' where customer_id = ${customerId}`,
  )
  await record(shop, 'returns', 'B', { 1: 1 })
  expect([await returned(7), await returned(30)]).toEqual([1, 4])
  const key = await keyWith(['orders:read'])
  const { body } = await api.merchant('GET', '/v2/figures/sales', undefined, { key })
  expect(body).toMatchObject({ Total: { OrderCount: 2 }, UnitsReturned: null })
})

describe('days', () => {
  /** Moves an order to a time in the zone of the shop, relative to the midnight at which today began there. */
  const move = async (customerId: string, reference: string, offset: string) =>
    await execute(
      api.database,
      sql`
      update marketplace.orders o set created_at =
        (date_trunc('day', now() at time zone c.time_zone) + ${offset}::interval) at time zone c.time_zone
      from marketplace.customers c
      where c.customer_id = ${customerId} and o.customer_id = c.customer_id and o.channel_reference = ${reference}`,
    )

  test.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
    'begin at midnight in %s',
    async (zone) => {
      const { shop, sales, customerId } = await openShop(zone)
      for (const [reference, offset] of [
        ['TODAY', '0 hours'],
        ['YESTERDAY', '-1 second'],
        ['FIRST', '-6 days'],
        ['BEFORE', '-7 days'],
        ['TOO OLD', '-13 days -1 second'],
      ] as const) {
        await placeOrder(shop, reference, [{ quantity: 1, price: 10 }])
        await move(customerId, reference, offset)
      }
      const { today } = await queryOne<{ today: string }>(
        api.database,
        sql`select to_char(now() at time zone ${zone}, 'YYYY-MM-DD') as today`,
      )
      const dayBefore = (count: number) =>
        new Date(Date.parse(today) - count * 86_400_000).toISOString().slice(0, 10)
      const { FirstDay, LastDay, TimeZone, Days, Total, Before } = await sales(7)
      expect([FirstDay, LastDay, TimeZone]).toEqual([dayBefore(6), today, zone])
      expect(Days.map(({ Date: day }: { Date: string }) => day)).toEqual([
        dayBefore(6),
        dayBefore(1),
        today,
      ])
      expect([Total.OrderCount, Before.OrderCount]).toEqual([3, 1])
      const found = async (filter: string) =>
        (await shop.merchant('GET', `/v2/figures/orders?${filter}`)).body.Total
      expect(await found(`createdSince=${today}`)).toBe(1)
      expect(await found(`createdSince=${dayBefore(6)}&createdBefore=${today}`)).toBe(2)
    },
  )

  test('before are compared up to the same time of the day', async () => {
    const { shop, sales, customerId } = await openShop()
    await placeOrder(shop, 'A', [{ quantity: 1, price: 10 }])
    await placeOrder(shop, 'B', [{ quantity: 1, price: 20 }])
    const shift = async (reference: string, by: string) =>
      await execute(
        api.database,
        sql`
        update marketplace.orders set created_at = now() - interval '7 days' + ${by}::interval
        where customer_id = ${customerId} and channel_reference = ${reference}`,
      )
    await shift('A', '-1 minute')
    await shift('B', '2 minutes')
    expect((await sales(7)).Before).toEqual({
      OrderCount: 1,
      SoldCount: 1,
      Revenue: 10,
      AverageOrder: 10,
    })
    expect((await sales(30)).Total.Revenue).toBe(30)
  })

  test('are 7, 30 or 90', async () => {
    const { shop } = await openShop()
    for (const days of ['8', '0', 'x', '365']) {
      expect((await shop.merchant('GET', `/v2/figures/sales?days=${days}`)).status).toBe(400)
    }
  })
})
