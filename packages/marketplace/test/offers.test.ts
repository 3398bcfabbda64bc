/** What channels are offered: rules, overrides, held prices and problems, and how each came about. */
import { execute, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runImports } from '../src/catalogue/imports/run-import.ts'
import { putRates } from '../src/index.ts'
import { anOrder, createTestApi, type TestApi } from './api.ts'
import {
  historyOf,
  inMinutes,
  letTimePass,
  listingOf,
  offered,
  openListed,
  overridesOf,
  rulesOf,
} from './offer-api.ts'
import { NOTHING, openShop, product, type Shop } from './sync-api.ts'

const TODAY = new Date().toISOString().slice(0, 10)

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

describe('rules', () => {
  test('decide the selection, the stock and the price of a channel, and of no other one', async () => {
    const shop = await openShop(api)
    const other = await shop.addShop()
    await shop.put(
      product('A', { Brand: 'Acme', Price: 34.95, Stock: 20 }),
      product('B', { Brand: 'Bolt', Price: 10, Stock: 3 }),
      product('C', { Brand: 'Cord', Price: 10, Stock: 3 }),
    )
    const rules = {
      GuardPercent: 0,
      Select: { Field: 'Brand', In: ['Acme', 'Bolt'] },
      Stock: {
        Rules: [{ When: { Field: 'Brand', Is: 'Bolt' }, Fixed: 99 }],
        Default: { Percent: 50, Buffer: 2, Max: 5 },
      },
      Price: { Default: { Steps: [{ Commission: 15 }], Round: { Ending: 0.95, Direction: 'up' } } },
    }
    expect((await shop.merchant('PUT', rulesOf(shop), rules)).body).toMatchObject({
      ...rules,
      Version: 2,
    })
    expect((await shop.lists()).create).toEqual(['A', 'B'])
    await shop.list('A', 'B')
    // 34.95 / 0.85 = 41.12; half of 20, minus 2, at most 5.
    expect(await offered(shop)).toEqual({ A: [41.95, 5], B: [11.95, 99] })
    await other.list('A', 'C')
    expect(await offered(other as Shop)).toEqual({ A: [34.95, 20], C: [10, 3] })
    const explanation = (await listingOf(shop, 'A')).Explanation
    expect(explanation.Price).toMatch(/34.95 EUR.*commission of 15%.*41.95/)
    expect(explanation.Stock).toMatch(/20 available/)
  })

  test('see what products inherit, and what is available', async () => {
    const shop = await openListed(
      api,
      [
        product('P', { Brand: 'Acme' }),
        product('A', { ParentMerchantReference: 'P', Price: 10, Stock: 5 }),
      ],
      {
        rules: {
          Select: {
            all: [
              { Field: 'Brand', Is: 'Acme' },
              { Field: 'StockAvailable', Above: 2 },
            ],
          },
        },
      },
    )
    expect((await listingOf(shop, 'A')).IsWanted).toBe(true)
    const Lines = [
      { ChannelReference: '1', MerchantProductReference: 'A', Quantity: 3, UnitPriceInclVat: 10 },
    ]
    expect((await shop.call('POST', '/v2/orders', anOrder({ Lines }))).status).toBe(201)
    expect((await shop.lists()).remove).toEqual(['A'])
  })

  test('of another currency use the rates of today, and change with them', async () => {
    const shop = await openShop(api)
    const rate = async (Rate: number) =>
      await putRates(api.database, shop.customerId, [{ CurrencyCode: 'GBP', Date: TODAY, Rate }])
    await rate(1.25)
    await shop.merchant('PUT', rulesOf(shop), {
      GuardPercent: 0,
      Price: { Default: { Currency: 'GBP' } },
    })
    await shop.put(product('A', { Price: 10, Stock: 1 }))
    await shop.list('A')
    expect(await offered(shop)).toEqual({ A: [8, 1] })
    await shop.settle()
    await rate(1.6)
    expect(await offered(shop)).toEqual({ A: [6.25, 1] })
    const [entry] = await historyOf(shop, 'A')
    expect(entry).toMatchObject({ Cause: 'rates', Before: { Price: 8 }, After: { Price: 6.25 } })
  })

  test('name their currency wherever the channel and the merchant read them', async () => {
    const shop = await openShop(api)
    await putRates(api.database, shop.customerId, [
      { CurrencyCode: 'GBP', Date: TODAY, Rate: 1.25 },
    ])
    await shop.merchant('PATCH', `/v2/channels/${shop.channelId}`, { OffersInData: true })
    await shop.put(product('A', { Price: 10, Stock: 1 }))
    const [created] = (await shop.call('GET', '/v2/products/data')).body.ToBeCreated
    expect(created).toMatchObject({ Price: 10, Currency: 'EUR' })
    await shop.list('A')
    await shop.settle()
    await shop.merchant('PUT', rulesOf(shop), {
      GuardPercent: 0,
      Price: { Default: { Currency: 'GBP' } },
    })
    expect((await shop.call('GET', '/v2/products/offers')).body[0]).toMatchObject({
      Price: 8,
      Currency: 'GBP',
    })
    expect(await listingOf(shop, 'A')).toMatchObject({
      ConfirmedOffer: { Price: 10, Currency: 'EUR' },
      CurrentOffer: { Price: 8, Currency: 'GBP' },
      Current: { Price: 8, Currency: 'GBP' },
    })
  })

  test('are refused with each issue, and when somebody else has changed them', async () => {
    const shop = await openShop(api)
    const put = async (body: object) => await shop.merchant('PUT', rulesOf(shop), body)
    const wrong = await put({
      Price: { Default: { Round: {} } },
      Select: { Field: 'Colour', Is: 'x' },
    })
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['/Price/Default/Round', '/Select/Field']),
    )
    const { body } = await shop.merchant('GET', rulesOf(shop))
    expect((await put({ ...body, GuardPercent: 10 })).body.Version).toBe(body.Version + 1)
    const late = await put({ ...body, GuardPercent: 20 })
    expect([late.status, late.body.code]).toEqual([409, 'MARKET_OFFER_RULES_CHANGED'])
    const nested = { all: [{ not: { Field: 'Brand', In: ['x', 1] } }] }
    expect((await put({ Select: nested })).body.Select).toEqual(nested)
    await put({ GuardPercent: 10 })
    const repeated = await put({ ...body, GuardPercent: 10 })
    expect([repeated.status, repeated.body.Version]).toEqual([200, body.Version + 3])
    expect((await shop.merchant('PUT', '/v2/channels/999999/offer-rules', {})).status).toBe(404)
  })

  test('that are changed at once become one version after the other', async () => {
    const shop = await openShop(api)
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, index) =>
        shop.merchant('PUT', rulesOf(shop), { GuardPercent: index + 1 }),
      ),
    )
    const versions = answers.map(({ body }) => body.Version).sort((a, b) => a - b)
    expect(versions).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  })
})

describe('an override', () => {
  test('replaces the price, the stock rule or the visibility of a product at one channel', async () => {
    const shop = await openListed(
      api,
      ['A', 'B', 'C'].map((reference) => product(reference, { Price: 10, Stock: 8 })),
      { isGuarded: false, rules: { GuardPercent: 0 } },
    )
    const stored = await shop.merchant('PUT', overridesOf(shop), [
      { MerchantProductReference: 'A', Price: 7.5 },
      { MerchantProductReference: 'B', Stock: { Buffer: 6 } },
      { MerchantProductReference: 'C', Hidden: true },
      { MerchantProductReference: 'X', Price: 1 },
      { MerchantProductReference: 'A' },
    ])
    expect(stored.body).toMatchObject({ AcceptedCount: 3, RejectedCount: 2 })
    expect(await offered(shop)).toEqual({ A: [7.5, 8], B: [10, 2] })
    expect((await shop.lists()).remove).toEqual(['C'])
    expect((await shop.merchant('GET', `${overridesOf(shop)}?product=A`)).body).toEqual([
      {
        MerchantProductReference: 'A',
        Price: 7.5,
        Stock: null,
        Hidden: false,
        From: null,
        Until: null,
        IsActive: true,
      },
    ])
    await shop.settle()
    expect((await shop.merchant('DELETE', `${overridesOf(shop)}/A`)).status).toBe(200)
    expect(await offered(shop)).toEqual({ A: [10, 8] })
    expect((await shop.merchant('DELETE', `${overridesOf(shop)}/A`)).status).toBe(404)
    const causes = (await historyOf(shop, 'A')).map(({ Cause, After }) => [Cause, After.Price])
    expect(causes).toEqual([
      ['override', 10],
      ['override', 7.5],
    ])
  })

  test('of a sale begins and ends by itself, whatever the guard says', async () => {
    const shop = await openListed(api, [product('A', { Price: 100, Stock: 1 })])
    await shop.merchant('PUT', overridesOf(shop), [
      { MerchantProductReference: 'A', Price: 50, From: inMinutes(60), Until: inMinutes(120) },
    ])
    expect(await offered(shop)).toEqual({})
    await letTimePass(api, shop, 70)
    expect(await offered(shop)).toEqual({ A: [50, 1] })
    await shop.settle()
    await letTimePass(api, shop, 70)
    expect(await offered(shop)).toEqual({ A: [100, 1] })
    await shop.settle()
    const causes = (await historyOf(shop, 'A')).map(({ Cause }) => Cause)
    expect(causes).toEqual(['window', 'window'])
  })

  test('that began last counts, and pages go through all of them', async () => {
    const shop = await openListed(api, [product('A', { Price: 10, Stock: 1 })], {
      isGuarded: false,
      rules: { GuardPercent: 0 },
    })
    await shop.merchant('PUT', overridesOf(shop), [
      { MerchantProductReference: 'A', Price: 9 },
      { MerchantProductReference: 'A', Price: 8, From: inMinutes(-60) },
      { MerchantProductReference: 'A', Price: 7, From: inMinutes(-30), Until: inMinutes(30) },
      { MerchantProductReference: 'A', Price: 6, From: inMinutes(30) },
    ])
    expect(await offered(shop)).toEqual({ A: [7, 1] })
    const prices: number[] = []
    for (let url = `${overridesOf(shop)}?pageSize=1`; url !== ''; ) {
      const page = await shop.merchant('GET', url)
      prices.push(...page.body.map(({ Price }: { Price: number }) => Price))
      url = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1] ?? ''
    }
    expect(prices).toEqual([9, 8, 7, 6])
    // The one without a begin can be deleted on its own.
    const remove = async (from: string) =>
      (await shop.merchant('DELETE', `${overridesOf(shop)}/A?from=${from}`)).status
    expect([await remove('always'), await remove('always'), await remove('never')]).toEqual([
      200, 404, 400,
    ])
    expect((await shop.merchant('GET', overridesOf(shop))).body).toHaveLength(3)
  })

  test('is not looked up at the place of a forged cursor', async () => {
    const shop = await openShop(api)
    const refusalOf = async (place: string) => {
      const cursor = Buffer.from(place).toString('base64url')
      return (await shop.merchant('GET', `${overridesOf(shop)}?cursor=${cursor}`)).status
    }
    const forged = ['=1/A', '=2026-13-01T00:00:00Z/A', '=/', '=A', '["A","1"]', '=\u0000/A']
    expect(await Promise.all(forged.map(refusalOf))).toEqual(forged.map(() => 400))
    expect(await refusalOf('=2026-11-28T00:00:00.000Z/A')).toBe(200)
  })
})

test('the log of a channel says what was changed of its rules and settings, and the channel does not get that', async () => {
  const shop = await openListed(api, [product('A', { Price: 10 })])
  const path = `/v2/channels/${shop.channelId}`
  const Price = { Default: { Steps: [{ Percent: 5 }] } }
  await shop.merchant('PUT', `${path}/offer-rules`, { Price })
  await shop.merchant('PATCH', path, { Selection: { Brands: ['Acme'] }, OffersInData: true })
  const logged = await shop.merchant('GET', `/v2/events?subject=channel:${shop.channelId}`)
  const dataOf = ({ Type, Data }: { Type: string; Data: object }) => [Type, Data]
  const [rules, settings] = logged.body.slice(-2).map(dataOf)
  expect(rules).toEqual([
    'offer_rules.changed',
    {
      ChannelId: shop.channelId,
      Version: 1,
      Changes: ['Price of all other products: the price as it is → +5%'],
    },
  ])
  expect(settings).toMatchObject([
    'channel.updated',
    { Changes: ['Offers in data: no → yes', 'Brands: all → Acme'] },
  ])
  const seen = await shop.call('GET', '/v2/events?types=channel.updated')
  expect(seen.body.at(-1).Data).toEqual({ Name: expect.any(String) })
})

test('rules and selections with long names of any characters are stored, and the log says what was changed', async () => {
  const shop = await openListed(api, [product('A', { Price: 10 })])
  const path = `/v2/channels/${shop.channelId}`
  // One of them is cut within a character.
  for (const start of ['', 'x']) {
    const name = `${start}${'🍵'.repeat(100)}`
    const Price = { Rules: [{ When: { Field: 'Brand', Is: name }, Steps: [{ Percent: 5 }] }] }
    const rules = await shop.merchant('PUT', `${path}/offer-rules`, { Price })
    expect([rules.status, rules.body]).toMatchObject([200, { Price }])
    const settings = await shop.merchant('PATCH', path, { Selection: { Brands: [name] } })
    expect(settings.status).toBe(200)
  }
  const logged = await shop.merchant('GET', `/v2/events?subject=channel:${shop.channelId}`)
  const { Changes } = logged.body.at(-1).Data
  expect(Changes).toEqual([expect.stringMatching(/^Brands: 🍵+… → x🍵+…$/u)])
})

describe('the guard', () => {
  const guarded = async (shop: Shop, query = '') =>
    (await shop.merchant('GET', `/v2/offers/guarded${query}`)).body

  test('lets the channel keep its price until a person accepts the new one', async () => {
    const shop = await openListed(api, [product('A', { Price: 34.95, Stock: 3 })])
    await shop.patch('A', { Price: 3495, Stock: 2 })
    expect(await offered(shop)).toEqual({ A: [34.95, 2] })
    expect(await guarded(shop)).toMatchObject([
      {
        MerchantProductReference: 'A',
        KnownPrice: 34.95,
        Price: 3495,
        Decision: null,
        Currency: 'EUR',
        GuardPercent: 40,
        Cause: 'write',
      },
    ])
    const item = { ChannelId: shop.channelId, MerchantProductReference: 'A' }
    const decide = async (Price: number, Decision = 'accept') =>
      (
        await shop.merchant('POST', '/v2/offers/decisions', {
          Decision,
          Items: [{ ...item, Price }],
        })
      ).body
    expect(await decide(35)).toEqual({ DecidedCount: 0, MissingCount: 1 })
    expect(await decide(3495)).toEqual({ DecidedCount: 1, MissingCount: 0 })
    expect(await offered(shop)).toEqual({ A: [3495, 2] })
    await shop.settle()
    expect(await guarded(shop)).toEqual([])
    expect((await historyOf(shop, 'A'))[0]).toMatchObject({
      Cause: 'guard',
      After: { Price: 3495 },
      Actor: { Kind: 'key' },
    })
  })

  test('keeps a refused price away until another one is to be offered', async () => {
    const shop = await openListed(api, [product('A', { Price: 10, Stock: 1 })])
    await shop.patch('A', { Price: 0 })
    expect(await offered(shop)).toEqual({})
    await shop.merchant('POST', '/v2/offers/decisions', {
      Decision: 'refuse',
      ChannelId: shop.channelId,
    })
    expect([await guarded(shop), (await guarded(shop, '?decision=refused')).length]).toEqual([
      [],
      1,
    ])
    await shop.patch('A', { Name: 'Other' })
    expect(await offered(shop)).toEqual({})
    await shop.patch('A', { Price: 12 })
    expect(await offered(shop)).toEqual({ A: [12, 1] })
    expect(await guarded(shop, '?decision=refused')).toEqual([])
  })

  test('takes a decision once, also if it is sent again, and another one instead of it', async () => {
    const shop = await openListed(api, [product('A', { Price: 10, Stock: 1 })])
    await shop.patch('A', { Price: 0 })
    expect(await offered(shop)).toEqual({})
    const item = { ChannelId: shop.channelId, MerchantProductReference: 'A', Price: 0 }
    for (const Decision of ['refuse', 'refuse', 'accept', 'accept']) {
      const body = { Decision, Items: [item] }
      const { body: result } = await shop.merchant('POST', '/v2/offers/decisions', body)
      expect(result).toEqual({ DecidedCount: 1, MissingCount: 0 })
    }
    const { body: events } = await shop.merchant('GET', '/v2/events?types=offer.decided')
    expect(events).toHaveLength(2)
    expect(await offered(shop)).toEqual({ A: [0, 1] })
  })

  test('does not compare prices in two currencies', async () => {
    const shop = await openListed(api, [product('A', { Price: 10, Stock: 1 })])
    const today = new Date().toISOString().slice(0, 10)
    const rates = [{ CurrencyCode: 'JPY', Date: today, Rate: 0.006 }]
    await putRates(api.database, shop.customerId, rates)
    await shop.merchant('PUT', rulesOf(shop), { Price: { Default: { Currency: 'JPY' } } })
    expect(await offered(shop)).toEqual({ A: [1667, 1] })
    expect(await guarded(shop)).toEqual([])
    await shop.settle()
    await shop.patch('A', { Price: 100 })
    expect(await offered(shop)).toEqual({})
    expect(await guarded(shop)).toMatchObject([{ KnownPrice: 1667, Price: 16667 }])
  })

  test('takes a decision on more prices than one transaction decides on, once', async () => {
    const shop = await openShop(api)
    await execute(
      api.database,
      sql`
      insert into marketplace.offer_holds (customer_id, channel_id, merchant_product_reference, code, detail, known_price, price, cause)
      select ${shop.customerId}, ${shop.channelId}, 'P-' || n, 'PRICE_GUARD', '', 1, 2, 'rule' from generate_series(1, 25000) n`,
    )
    const refuse = async (headers = {}) => {
      const body = { Decision: 'refuse', Cause: 'rule' }
      const options = { key: shop.merchantKey, headers }
      return (await api.merchant('POST', '/v2/offers/decisions', body, options)).body
    }
    const all = { DecidedCount: 25_000, MissingCount: 0 }
    expect(await refuse({ 'idempotency-key': 'refuse-all-prices' })).toEqual(all)
    expect(await refuse({ 'idempotency-key': 'refuse-all-prices' })).toEqual(all)
    expect(await refuse()).toEqual({ DecidedCount: 0, MissingCount: 0 })
    const { body: events } = await shop.merchant('GET', '/v2/events?types=offer.decided')
    const counts = events.map(({ Data }: { Data: { More: number } }) => Data.More + 100)
    expect(counts).toEqual([10_000, 10_000, 5_000])
  })

  test('holds what a rule changes, and all of it can be accepted at once', async () => {
    const shop = await openListed(
      api,
      ['A', 'B', 'C'].map((reference) => product(reference, { Price: 10, Stock: 1 })),
    )
    await shop.merchant('PUT', rulesOf(shop), { Price: { Default: { Steps: [{ Percent: 50 }] } } })
    expect(await offered(shop)).toEqual({})
    expect((await guarded(shop, '?cause=rule')).length).toBe(3)
    const figures = async () => (await shop.merchant('GET', '/v2/figures/overview')).body.Offers
    expect(await figures()).toEqual({
      ToReview: [{ ChannelId: shop.channelId, Cause: 'rule', Count: 3 }],
      Problems: [],
    })
    const body = { Decision: 'accept', Cause: 'rule' }
    expect((await shop.merchant('POST', '/v2/offers/decisions', body)).body.DecidedCount).toBe(3)
    expect(await offered(shop)).toEqual({ A: [15, 1], B: [15, 1], C: [15, 1] })
    expect((await figures()).ToReview).toEqual([])
    expect(
      (await shop.merchant('POST', '/v2/offers/decisions', { Decision: 'accept' })).status,
    ).toBe(400)
  })
})

test('a product whose offer cannot be computed is not offered by guess, and says why', async () => {
  const rules = {
    GuardPercent: 0,
    Price: { Default: { Base: 'PurchasePrice', Steps: [{ Percent: 20 }] } },
  }
  const shop = await openListed(
    api,
    [
      product('A', { Price: 10, PurchasePrice: 5, Stock: 4 }),
      product('B', { Price: 10, Stock: 4 }),
    ],
    { rules },
  )
  expect(await listingOf(shop, 'B')).toMatchObject({
    IsWanted: false,
    UnwantedReason: 'HELD_BACK',
    Explanation: { Hold: { Code: 'NO_PURCHASE_PRICE' } },
  })
  await shop.patch('A', { PurchasePrice: null })
  expect(await offered(shop)).toEqual({ A: [6, 0] })
  const problems = (await shop.merchant('GET', `/v2/channels/${shop.channelId}/offer-problems`))
    .body
  expect(problems).toMatchObject([
    { MerchantProductReference: 'A', Code: 'NO_PURCHASE_PRICE' },
    { MerchantProductReference: 'B', Code: 'NO_PURCHASE_PRICE' },
  ])
  await shop.settle()
  await shop.patch('A', { PurchasePrice: 5 })
  await shop.patch('B', { PurchasePrice: 10 })
  expect((await shop.lists()).create).toEqual(['B'])
  expect(await offered(shop)).toEqual({ A: [6, 4] })
  expect(
    (await shop.merchant('GET', `/v2/channels/${shop.channelId}/offer-problems`)).body,
  ).toEqual([])
})

test('the history tells each change of an offer, with its cause', async () => {
  const shop = await openListed(api, [product('A', { Price: 10, Stock: 5 })])
  await shop.patch('A', { Price: 11 })
  await shop.settle()
  const Lines = [
    { ChannelReference: '1', MerchantProductReference: 'A', Quantity: 2, UnitPriceInclVat: 11 },
  ]
  await shop.call('POST', '/v2/orders', anOrder({ Lines }))
  await shop.settle()
  expect(await historyOf(shop, 'A')).toMatchObject([
    {
      Cause: 'order',
      Before: { Price: 11, Stock: 5 },
      After: { Price: 11, Stock: 3 },
      Actor: { Kind: 'system' },
    },
    { Cause: 'write', Before: { Price: 10 }, After: { Price: 11 }, Actor: { Kind: 'key' } },
  ])
})

test('a grouped channel loses a parent with the last child that its rules select', async () => {
  const shop = await openShop(api, { mode: 'grouped' })
  await shop.merchant('PUT', rulesOf(shop), {
    GuardPercent: 0,
    Select: { Field: 'StockAvailable', Above: 0 },
  })
  await shop.put(
    product('P'),
    product('A', { ParentMerchantReference: 'P', Price: 10, Stock: 1 }),
    product('B', { ParentMerchantReference: 'P', Price: 10, Stock: 0 }),
  )
  expect((await shop.lists()).create).toEqual(['P', 'A'])
  await shop.settle()
  await shop.patch('A', { Stock: 0 })
  expect((await shop.lists()).remove).toEqual(['A', 'P'])
  await shop.settle()
  await shop.patch('B', { Stock: 2 })
  expect((await shop.lists()).create).toEqual(['P', 'B'])
})

test('a grouped channel gets a parent with its first child that has an offer, and keeps it while it has one', async () => {
  const shop = await openShop(api, { mode: 'grouped' })
  await shop.merchant('PUT', rulesOf(shop), {
    GuardPercent: 0,
    Price: { Default: { Base: 'MSRP' } },
  })
  await shop.put(product('P'), product('A', { ParentMerchantReference: 'P', Price: 10 }))
  expect((await shop.lists()).create).toEqual([])
  await shop.patch('A', { MSRP: 12 })
  expect((await shop.lists()).create).toEqual(['P', 'A'])
  await shop.settle()
  await shop.patch('A', { MSRP: null })
  expect(await shop.lists()).toEqual({ ...NOTHING, update: ['A'] })
  await shop.settle()
  await shop.off('A')
  expect((await shop.lists()).remove).toEqual(['A', 'P'])
})

test('an order at another price than the offered one is marked, and not refused', async () => {
  const shop = await openListed(api, [product('A', { Price: 10, Stock: 50 })])
  const sell = async (reference: string, UnitPriceInclVat: number, CurrencyCode = 'EUR') => {
    const Lines = [
      { ChannelReference: '1', MerchantProductReference: 'A', Quantity: 1, UnitPriceInclVat },
    ]
    const order = anOrder({ ChannelReference: reference, CurrencyCode, Lines })
    const { status, body } = await shop.call('POST', '/v2/orders', order)
    expect(status).toBe(201)
    return body.Warnings.filter(({ Code }: { Code: string }) => Code === 'PRICE_DIFFERS')
  }
  expect(await sell('SAME', 10)).toEqual([])
  expect(await sell('OTHER', 9)).toEqual([
    {
      Code: 'PRICE_DIFFERS',
      Path: '/Lines/0/UnitPriceInclVat',
      Message: 'is 9.00 EUR, and the channel was offered 10.00 EUR',
    },
  ])
  expect(await sell('DOLLARS', 9, 'USD')).toEqual([])
  // The channel may sell at the price that it has until it has taken over the next one.
  await shop.patch('A', { Price: 11 })
  await shop.offers()
  expect([await sell('BEFORE', 10), await sell('AFTER', 11)]).toEqual([[], []])
})

test('a price that an import changes has the import as its cause', async () => {
  const shop = await openListed(api, [product('A', { Price: 10, Stock: 5 })])
  const headers = { 'x-api-key': shop.merchantKey }
  const payload = 'MerchantProductReference,Price\nA,11\n'
  const { status } = await api.raw({ method: 'POST', url: '/v2/imports', headers, payload })
  expect(status).toBe(202)
  // The hub of the test may be running the import already.
  const newest = async () => {
    await runImports(api.database, shop.customerId, new AbortController().signal)
    await shop.settle()
    return (await historyOf(shop, 'A'))[0]
  }
  await expect.poll(newest).toMatchObject({ Cause: 'import', After: { Price: 11 } })
})

test('a product that loses its price is held back where it has one, and has no stock there', async () => {
  const shop = await openListed(api, [product('A', { Price: 40, Stock: 20 })])
  await shop.put(product('A', { Price: null }), product('B', { Price: null, Stock: 5 }))
  expect(await offered(shop)).toEqual({ A: [40, 0] })
  const path = `/v2/channels/${shop.channelId}/offer-problems`
  expect((await shop.merchant('GET', path)).body).toMatchObject([
    { MerchantProductReference: 'A', Code: 'NO_PRICE' },
  ])
  await shop.put(product('A', { Price: 42 }))
  expect(await offered(shop)).toEqual({ A: [42, 20] })
})
