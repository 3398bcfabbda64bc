/** Overrides of parents: they hide a family at a channel, and set nothing that only variants have. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importOverrides } from '../src/channels/offers/override-files.ts'
import { createTestApi, type TestApi } from './api.ts'
import {
  historyOf,
  inMinutes,
  letTimePass,
  listingOf,
  offered,
  openListed,
  override,
  overridesOf,
  rulesOf,
} from './offer-api.ts'
import { NOTHING, product, type Shop } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

const variant = (reference: string, parent: string | null = 'P') =>
  product(reference, { ParentMerchantReference: parent, Price: 10, Stock: 5 })

const FAMILY = [product('P'), variant('A'), variant('B'), product('C', { Price: 10, Stock: 5 })]

const openFamily = async (items: readonly Record<string, unknown>[] = FAMILY) =>
  await openListed(api, items, { rules: { GuardPercent: 0 } })

const HIDDEN = { MerchantProductReference: 'P', Hidden: true }

/** Sends overrides. Answers the errors. */
async function errorsOf(shop: Shop, ...items: readonly object[]): Promise<readonly string[]> {
  const { status, body } = await shop.merchant('PUT', overridesOf(shop), items)
  expect(status).toBe(200)
  return body.ProductMessages.flatMap(({ Errors }: { Errors: readonly string[] }) => Errors)
}

describe('prices and stocks of a parent', () => {
  const message =
    'must not be set for "P", which has variants and is never sold itself: set it for its variants'

  test('are refused, and other overrides of the call are stored', async () => {
    const shop = await openFamily()
    expect(await errorsOf(shop, { MerchantProductReference: 'P', Price: 9 })).toEqual([
      `Item 0/Price: ${message}`,
    ])
    const errors = await errorsOf(
      shop,
      { MerchantProductReference: 'A', Price: 9 },
      { MerchantProductReference: 'P', Price: 9, Stock: { Max: 1 }, Hidden: true },
      { MerchantProductReference: 'P', Hidden: true, From: inMinutes(60) },
      { MerchantProductReference: 'P', Stock: {} },
      { MerchantProductReference: 'C', Stock: { Max: 1 } },
    )
    expect(errors).toEqual([
      `Item 1/Price: ${message}`,
      `Item 1/Stock: ${message}`,
      `Item 3/Stock: ${message}`,
    ])
    expect(await offered(shop)).toEqual({ A: [9, 5], C: [10, 1] })
    const { body } = await shop.merchant('GET', `${overridesOf(shop)}?product=P`)
    expect(body).toMatchObject([{ Price: null, Stock: null, Hidden: true, IsActive: false }])
  })

  test('are refused in a file, by line', async () => {
    const shop = await openFamily()
    const file =
      'MerchantProductReference;Price;StockMax;Hidden\nA;9,5;;\nP;9,5;;\nP;;3;\nP;;;true\n'
    expect(await importOverrides(api.database, shop, file)).toEqual({
      AcceptedCount: 2,
      RejectedCount: 2,
      Errors: [`Line 3 Price: ${message}`, `Line 4 Stock: ${message}`],
    })
    expect((await shop.lists()).remove).toEqual(['A', 'B'])
  })

  test('that were set before it got variants stay without effect, and can be deleted', async () => {
    const shop = await openFamily([product('P', { Price: 10, Stock: 5 })])
    await override(shop, { MerchantProductReference: 'P', Price: 9 })
    await shop.put(variant('A'))
    await shop.settle()
    expect((await listingOf(shop, 'A')).CurrentOffer).toMatchObject({ Price: 10, Stock: 5 })
    expect((await shop.merchant('DELETE', `${overridesOf(shop)}/P`)).status).toBe(200)
  })
})

test('a parent is never held back: it has nothing that a rule could need', async () => {
  const Price = { Default: { Min: { MarginPercent: 10 } } }
  const items = [product('P', { Price: 20 }), { ...variant('A'), PurchasePrice: 5 }]
  const shop = await openListed(api, items, { rules: { GuardPercent: 0, Price } })
  await shop.settings({ Mode: 'grouped' })
  expect((await shop.lists()).create).toEqual(['P'])
  await shop.settle()
  const problems = await shop.merchant('GET', `/v2/channels/${shop.channelId}/offer-problems`)
  expect(problems.body).toEqual([])
})

describe('a hidden parent', () => {
  test('takes its variants from the channel with the next poll, and from no other one', async () => {
    const shop = await openFamily()
    const other = (await shop.addShop()) as Shop
    await other.settle()
    await override(shop, HIDDEN)
    expect((await shop.lists()).remove).toEqual(['A', 'B'])
    expect(await other.lists()).toEqual(NOTHING)
    await shop.settle()
    expect(await listingOf(shop, 'A')).toMatchObject({
      IsWanted: false,
      UnwantedReason: 'PARENT_HIDDEN',
      CurrentOffer: null,
    })
    expect((await historyOf(shop, 'A'))[0]).toMatchObject({
      Cause: 'override',
      Actor: { Label: 'Merchant' },
      After: { IsOffered: false },
    })
    await shop.merchant('DELETE', `${overridesOf(shop)}/P`)
    expect((await shop.lists()).create).toEqual(['A', 'B'])
  })

  test('leaves a channel that gets whole families, with its variants', async () => {
    const shop = await openFamily()
    await shop.settings({ Mode: 'grouped' })
    await shop.settle()
    await override(shop, HIDDEN)
    expect((await shop.lists()).remove.toSorted()).toEqual(['A', 'B', 'P'])
    await shop.settle()
    expect((await listingOf(shop, 'P')).UnwantedReason).toBe('HIDDEN')
    expect((await historyOf(shop, 'P'))[0]).toMatchObject({ Cause: 'override' })
    await override(shop, { ...HIDDEN, Hidden: false })
    expect((await shop.lists()).create.toSorted()).toEqual(['A', 'B', 'P'])
  })

  test('is hidden for the time of its override only, also variants that join before it begins', async () => {
    const shop = await openFamily()
    await override(shop, { ...HIDDEN, From: inMinutes(60), Until: inMinutes(120) })
    await shop.put(variant('D'))
    await shop.settle()
    await letTimePass(api, shop, 70)
    expect((await shop.lists()).remove).toEqual(['A', 'B', 'D'])
    await shop.settle()
    expect((await historyOf(shop, 'D'))[0]).toMatchObject({ Cause: 'window' })
    await letTimePass(api, shop, 70)
    expect((await shop.lists()).create).toEqual(['A', 'B', 'D'])
  })

  test('hides variants that join the family later, and not those that leave it', async () => {
    const shop = await openFamily()
    await override(shop, HIDDEN)
    await shop.settle()
    await shop.put(variant('D'))
    await shop.patch('C', { ParentMerchantReference: 'P' })
    await shop.patch('A', { ParentMerchantReference: null })
    expect(await shop.lists()).toEqual({ create: ['A'], update: [], remove: ['C'] })
  })

  test('hides a variant whatever an override of its own says', async () => {
    const shop = await openFamily()
    await override(shop, HIDDEN, { MerchantProductReference: 'A', Price: 9, Hidden: false })
    expect((await shop.lists()).remove).toEqual(['A', 'B'])
    await shop.settle()
    await override(shop, { MerchantProductReference: 'B', Hidden: true })
    await shop.merchant('DELETE', `${overridesOf(shop)}/P`)
    expect((await shop.lists()).create).toEqual(['A'])
  })

  test('takes a family of many variants with one poll', async () => {
    const many = Array.from({ length: 700 }, (_, index) => variant(`V-${index}`))
    const shop = await openFamily([product('P'), ...many])
    await override(shop, HIDDEN)
    expect((await shop.lists('?maxCount=1000')).remove).toHaveLength(700)
  })

  test('is not offered by a preview of other rules', async () => {
    const shop = await openFamily()
    await override(shop, HIDDEN)
    const rules = { GuardPercent: 0, Price: { Default: { Steps: [{ Percent: 10 }] } } }
    const { body } = await shop.merchant('POST', `${rulesOf(shop)}/preview`, rules)
    expect(body).toMatchObject({ PriceChanged: 1, NoLongerOffered: 0 })
  })
})
