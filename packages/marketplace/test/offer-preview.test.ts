/** POST /v2/channels/<id>/offer-rules/preview: what new rules would change, without storing it. */
import { execute, query, sql, transaction } from '@entrepot/database'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OfferRules, ruleIssues } from '../src/channels/offer-rules/index.ts'
import { previewOfferRules } from '../src/channels/offers/preview/preview.ts'
import type { OfferPreview } from '../src/channels/offers/preview/schema.ts'
import { createTestApi, type TestApi } from './api.ts'
import { anyPriceRule, decimals } from './offer-cases.ts'
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

/** All rows of the customer in the tables that rules concern, as text. */
const storedRows = async ({ customerId }: Shop) =>
  await query(
    api.database,
    sql`
    select name, query_to_xml('select * from marketplace.' || name || ' where customer_id = ' || ${customerId}::bigint,
      true, false, '')::text as rows
    from unnest(array['channel_syncs', 'listings', 'offer_rules', 'offer_holds', 'offer_history', 'events']) name`,
  )

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
        Price: 'By the default rule: price 50 EUR, minus 20%: 40.',
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
      // Without the one that would wait, of which Largest tells.
      PriceChange: { Lowest: -14, Median: -14, Highest: -14 },
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
    expect(counts).toMatchObject({
      Compared: 4,
      Changed: 0,
      PriceChange: null,
      PriceChangePercent: null,
    })
    expect(Largest).toEqual([])
  })

  test('stores nothing, and waits for no poll', async () => {
    const shop = await openFilled()
    const before = await storedRows(shop)
    expect(JSON.stringify(before)).toContain('c-A')
    await transaction(api.database, async (tx) => {
      await execute(tx, sql`select from marketplace.channel_syncs for update`)
      const { ToReview } = await preview(shop, {
        Price: { Default: { Steps: [{ Percent: -90 }] } },
      })
      expect(ToReview).toBe(3)
    })
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
    const { Largest, ...counts } = await preview(shop, {
      Price: { Default: { Steps: [{ Amount: 1 }] } },
    })
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
    const { customerId, channelId } = await openFilled()
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(
      previewOfferRules(api.database, { customerId, channelId }, {}, signal),
    ).rejects.toThrow('gone')
  })

  test('is answered over a connection, and not written to one that is closed', async () => {
    const shop = await openFilled()
    const origin = await api.app.listen({ port: 0 })
    const send = async (signal: AbortSignal | null) =>
      await fetch(`${origin}/v2/channels/${shop.channelId}/offer-rules/preview`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', 'x-api-key': shop.merchantKey },
        signal,
      })
    await expect(send(AbortSignal.timeout(1))).rejects.toThrow('timeout')
    const answer = await send(null)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ Compared: 4 }),
    ])
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

/** What a channel has after its polls: its products, with price and stock of those that are sold. */
type Copy = Map<string, { readonly Price: number | null; readonly Stock: number } | null>

/** Polls until nothing is left, and changes the copy as a channel would. */
async function follow(shop: Shop, copy: Copy): Promise<Copy> {
  const next = new Map(copy)
  for (;;) {
    const { ToBeCreated, ToBeUpdated, ToBeRemoved } = (await shop.poll()).body
    const offers = await shop.offers()
    for (const { MerchantProductReference: name } of ToBeCreated) next.set(name, null)
    for (const { MerchantProductReference: name } of ToBeRemoved) next.delete(name)
    for (const { MerchantProductReference: name, Price, Stock } of offers) {
      next.set(name, { Price, Stock })
    }
    const own = (views: { ChannelProductReference: string }[]) =>
      views.map((view) => view.ChannelProductReference)
    await shop.ack({
      Created: ToBeCreated.map((view: { MerchantProductReference: string }) => ({
        MerchantReference: view.MerchantProductReference,
        ChannelReference: `c-${view.MerchantProductReference}`,
      })),
      Updated: own(ToBeUpdated),
      Removed: own(ToBeRemoved),
    })
    await shop.ackOffers(own(offers))
    const count = ToBeCreated.length + ToBeUpdated.length + ToBeRemoved.length + offers.length
    if (count === 0) return next
  }
}

const anyCondition = fc.oneof(
  fc.record({ Field: fc.constant('Brand'), In: fc.constantFrom(['Orla'], ['Orla', 'Alma']) }),
  fc.record({ Field: fc.constant('Price'), Above: fc.integer({ min: 0, max: 500 }) }),
  fc.record({ Field: fc.constant('StockAvailable'), Below: fc.integer({ min: 0, max: 20 }) }),
)

const anyStockRule = fc.record(
  {
    Percent: fc.integer({ min: 0, max: 100 }),
    Buffer: fc.integer({ min: 0, max: 5 }),
    HideBelow: fc.integer({ min: 0, max: 4 }),
  },
  { requiredKeys: [] },
)

const anyRules = (
  fc.record(
    {
      Select: anyCondition,
      Stock: fc.record({ Default: anyStockRule }),
      Price: fc.record({
        Rules: fc.array(
          fc.tuple(anyCondition, anyPriceRule).map(([When, rule]) => ({ When, ...rule })),
          { maxLength: 2 },
        ),
        Default: anyPriceRule,
      }),
      GuardPercent: fc.constantFrom(0, 40, 10_000),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<OfferRules>
).filter((rules) => ruleIssues(rules, 'EUR').length === 0)

/** Products, of which some are children, some have no price, and some are inactive. */
const anyProducts = fc.array(
  fc.record({
    Price: fc.option(decimals(0, 500), { freq: 8 }),
    MSRP: fc.option(decimals(0, 500)),
    PurchasePrice: fc.option(decimals(0, 300)),
    Stock: fc.integer({ min: 0, max: 25 }),
    Brand: fc.constantFrom('Orla', 'Alma', null),
    VatRate: fc.constantFrom(21, 9),
    IsActive: fc.constantFrom(true, true, true, false),
    isChild: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)

const anyOverrides = fc.array(
  fc.record({
    index: fc.nat({ max: 11 }),
    Price: fc.option(decimals(1, 500)),
    Hidden: fc.boolean(),
  }),
  { maxLength: 3 },
)

describe('after the same rules are stored', () => {
  test.each(['flat', 'grouped'] as const)(
    'polls of a %s channel offer exactly what the preview has told',
    async (mode) => {
      const property = fc.asyncProperty(
        anyProducts,
        anyOverrides,
        anyRules,
        anyRules,
        async (products, overrides, first, second) => {
          const shop = await openShop(api, { mode })
          const rate = { CurrencyCode: 'USD', Date: '2026-01-02', Rate: 0.9 }
          await shop.merchant('PUT', '/v2/rates', [rate])
          await shop.put(
            product('PARENT', { Brand: 'Orla' }),
            ...products.map(({ isChild, ...fields }, index) =>
              product(`P${index}`, {
                ...fields,
                ...(isChild && { ParentMerchantReference: 'PARENT' }),
              }),
            ),
          )
          const path = `/v2/channels/${shop.channelId}/offer-rules`
          const put = async (rules: OfferRules) =>
            expect((await shop.merchant('PUT', path, rules)).status).toBe(200)
          await put(first)
          const items = overrides.map(({ index, ...change }) => ({
            MerchantProductReference: `P${index % products.length}`,
            ...change,
          }))
          await shop.merchant('PUT', `/v2/channels/${shop.channelId}/offer-overrides`, items)
          const before = await follow(shop, new Map())
          const told = await preview(shop, second)
          await put(second)
          const after = await follow(shop, before)
          check(told, before, after, products.length + 1)
        },
      )
      await fc.assert(property, { numRuns: 15 })
    },
  )
})

/** Compares what was told with what a channel has got. All changes are among the largest, because there are few products. */
function check(told: OfferPreview, before: Copy, after: Copy, count: number): void {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const both = names.flatMap((name) => {
    const [old, next] = [before.get(name), after.get(name)]
    return old && next ? [[old, next] as const] : []
  })
  expect(told).toMatchObject({
    Compared: count,
    NewlyOffered: names.filter((name) => !before.has(name)).length,
    NoLongerOffered: names.filter((name) => !after.has(name)).length,
    PriceChanged: both.filter(([old, next]) => old.Price !== next.Price).length,
    StockChanged: both.filter(([old, next]) => old.Stock !== next.Stock).length,
  })
  const changes = new Map(told.Largest.map((change) => [change.MerchantProductReference, change]))
  for (const name of names) {
    const { Before, After } = changes.get(name) ?? {}
    if (Before) expect([name, Before.IsOffered]).toEqual([name, before.has(name)])
    if (After) expect([name, After.IsOffered]).toEqual([name, after.has(name)])
    const [old, next] = [before.get(name), after.get(name)]
    if (Before && old) expect([name, Before]).toMatchObject([name, old])
    if (After && next) expect([name, After]).toMatchObject([name, next])
    if (!After) expect([name, next]).toEqual([name, old])
  }
}
