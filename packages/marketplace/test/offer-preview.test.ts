/** POST /v2/channels/<id>/offer-rules/preview: what new rules would change, without storing it. */
import { execute, query, sql } from '@entrepot/database'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OfferRules, StockRule } from '../src/channels/offer-rules/index.ts'
import type { OfferPreview } from '../src/channels/offers/preview-schema.ts'
import { createTestApi, type TestApi } from './api.ts'
import { anyPriceRule } from './offer-cases.ts'
import { openShop, product, type Shop } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

const ask = async (shop: Shop, rules: unknown, id: number | string = shop.channelId) =>
  await shop.merchant('POST', `/v2/channels/${id}/offer-rules/preview`, rules)

const preview = async (shop: Shop, rules: OfferRules): Promise<OfferPreview> => {
  const { status, body } = await ask(shop, rules)
  expect([status, body]).toEqual([200, expect.any(Object)])
  return body
}

/** A shop that lists four products, of which one costs nothing. */
const openFilled = async () => {
  const shop = await openShop(api)
  await shop.put(
    product('A', { Price: 100, Stock: 10, Brand: 'Orla', PurchasePrice: 60 }),
    product('B', { Price: 50, Stock: 4, Brand: 'Orla', PurchasePrice: 40 }),
    product('C', { Price: 20, Stock: 1, Brand: 'Alma' }),
    product('D', { Price: 0, Stock: 7, Brand: 'Alma', PurchasePrice: 0 }),
  )
  await shop.settle()
  return shop
}

/** All rows of the customer in the tables that rules concern. */
const storedRows = async ({ customerId }: Shop) => {
  const tables = ['channel_syncs', 'listings', 'offer_rules', 'offer_holds', 'offer_history', 'events']
  return await Promise.all(
    tables.map(async (table) => {
      const name = { text: `marketplace.${table}` }
      return await query(
        api.database,
        sql`select table_to_xml as rows from query_to_xml(
          ${`select * from ${name.text} where customer_id = ${Number(customerId)}`}, true, false, '') table_to_xml`,
      )
    }),
  )
}

describe('the preview of rules', () => {
  test('counts what changes, tells the spread of price changes, and explains the largest', async () => {
    const shop = await openFilled()
    const rules = {
      Select: { Field: 'MerchantProductReference', IsNot: 'C' },
      Stock: { Default: { Buffer: 5 } },
      Price: {
        Rules: [{ When: { Field: 'MerchantProductReference', Is: 'A' }, Steps: [{ Percent: 10 }] }],
        Default: { Steps: [{ Percent: -20 }] },
      },
    }
    const { Largest, ...counts } = await preview(shop, rules)
    expect(counts).toEqual({
      Compared: 4,
      Changed: 4,
      PriceChanged: 2,
      StockChanged: 3,
      NewlyOffered: 0,
      NoLongerOffered: 1,
      ToReview: 0,
      PriceChange: { Lowest: -10, Median: 0, Highest: 10 },
      PriceChangePercent: { Lowest: -20, Median: -5, Highest: 10 },
      Problems: [],
    })
    expect(Largest.map((change) => change.MerchantProductReference)).toEqual(['B', 'A', 'C', 'D'])
    expect(Largest[0]).toEqual({
      MerchantProductReference: 'B',
      Name: 'Name of B',
      Before: { Price: 50, Currency: 'EUR', Stock: 4, IsOffered: true },
      After: { Price: 40, Currency: 'EUR', Stock: 0, IsOffered: true },
      PriceChange: -10,
      PriceChangePercent: -20,
      UnwantedReason: null,
      Explanation: {
        Currency: 'EUR',
        Price: 'By the default rule: price 50 EUR, minus 20 %: 40.',
        Stock: 'By the default rule: 4 available, 5 kept back: 0.',
        Steps: expect.arrayContaining([expect.objectContaining({ Of: 'Price', Step: 'Percent' })]),
        Hold: null,
      },
    })
    expect(Largest[2]).toMatchObject({ UnwantedReason: 'NOT_SELECTED', PriceChange: null })
  })

  test('tells which prices would wait for review, and which offers cannot be computed', async () => {
    const shop = await openFilled()
    const { Largest, ...counts } = await preview(shop, {
      Price: { Default: { Base: 'PurchasePrice', Steps: [{ Percent: -10 }] } },
    })
    expect(counts).toMatchObject({
      Changed: 3,
      PriceChanged: 1,
      StockChanged: 1,
      NoLongerOffered: 0,
      ToReview: 1,
      PriceChange: { Lowest: -46, Median: -30, Highest: -14 },
      Problems: [{ Code: 'NO_PURCHASE_PRICE', Count: 1, MerchantProductReferences: ['C'] }],
    })
    expect(Largest[0]).toMatchObject({
      MerchantProductReference: 'A',
      After: { Price: 100 },
      PriceChange: -46,
      PriceChangePercent: -46,
      Explanation: { Hold: { Code: 'PRICE_GUARD', KnownPrice: 100, Price: 54 } },
    })
  })

  test('of the rules that hold already, nothing changes', async () => {
    const shop = await openFilled()
    const { Largest, ...counts } = await preview(shop, {})
    expect(counts).toMatchObject({ Compared: 4, Changed: 0, PriceChange: null, PriceChangePercent: null })
    expect(Largest).toEqual([])
  })

  test('stores nothing, and waits for no poll', async () => {
    const shop = await openFilled()
    const before = await storedRows(shop)
    await preview(shop, { Price: { Default: { Steps: [{ Percent: -90 }] } } })
    expect(await storedRows(shop)).toEqual(before)
    expect(await shop.offers()).toEqual([])
  })

  test('names the fifty largest changes of many, in pages', async () => {
    const shop = await openShop(api)
    await execute(
      api.database,
      sql`
      insert into marketplace.products (customer_id, merchant_product_reference, name, price, stock)
      select ${shop.customerId}, 'P' || lpad(n::text, 5, '0'), 'P', n, 1 from generate_series(1, 4500) n`,
    )
    const { Largest, ...counts } = await preview(shop, { Price: { Default: { Steps: [{ Amount: 1 }] } } })
    expect(counts).toMatchObject({
      Compared: 4_500,
      PriceChanged: 4_500,
      PriceChange: { Lowest: 1, Median: 1, Highest: 1 },
      PriceChangePercent: { Lowest: 0.02, Median: 0.04, Highest: 100 },
    })
    const names = Array.from({ length: 50 }, (_, index) => `P${String(index + 1).padStart(5, '0')}`)
    expect(Largest.map((change) => change.MerchantProductReference)).toEqual(names)
  })

  test('ends when nobody waits for it any more', async () => {
    const { previewOfferRules } = await import('../src/channels/offers/preview.ts')
    const { customerId, channelId } = await openFilled()
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(
      previewOfferRules(api.database, { customerId, channelId }, {}, signal),
    ).rejects.toThrow('gone')
  })

  test.each([
    [{ Price: { Default: { Steps: [{ Percent: 'x' }] } } }, '/Price/Default/Steps/0/Percent'],
    [{ Select: { Field: 'Colour', Is: 'red' } }, '/Select/Field'],
    [{ Price: { Default: { Round: { To: 0.001 } } } }, '/Price/Default/Round/To'],
    [{ Rules: [] }, '/Rules'],
  ])('refuses invalid rules: %j', async (rules, path) => {
    const shop = await openShop(api)
    const { status, body } = await ask(shop, rules)
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'MARKET_INVALID_INPUT', path])
  })

  test('knows no channel that does not exist, or belongs to another customer', async () => {
    const [shop, other] = [await openShop(api), await openShop(api)]
    for (const id of [999_999, other.channelId]) {
      const { status, body } = await ask(shop, {}, id)
      expect([status, body.code]).toEqual([404, 'MARKET_NOT_FOUND'])
    }
  })
})
