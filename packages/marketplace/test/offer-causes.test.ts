/** Why what a channel is to be offered has changed, and who caused it, if several things have changed a product between two polls. */
import { execute, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runImports } from '../src/catalogue/imports/run-import.ts'
import { settleMarks } from '../src/catalogue/stock/marks.ts'
import { createApiKey, expectDone, type Scope } from '../src/index.ts'
import { anOrder, createTestApi, type TestApi } from './api.ts'
import { historyOf, inMinutes, letTimePass, openListed, overridesOf, rulesOf } from './offer-api.ts'
import { product, type Shop } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

/** A shop with the product A at 10, of which 20 are in stock, and the calls of people with keys of their own. */
async function open(items: readonly Record<string, unknown>[] = [A]) {
  const shop = await openListed(api, items, { isGuarded: false, rules: { GuardPercent: 0 } })
  const as = async (label: string, scopes?: Scope[]) => {
    const given = { kind: 'merchant' as const, label, ...(scopes && { scopes }) }
    const { key } = expectDone(await createApiKey(api.database, shop.customerId, given))
    return async (method: string, path: string, body?: unknown) => {
      const answer = await api.merchant(method, path, body, { key })
      expect([answer.status, answer.body.RejectedCount ?? 0]).toEqual([
        expect.toBeOneOf([200, 202]),
        0,
      ])
    }
  }
  const [ann, ben] = [await as('Ann'), await as('Ben')]
  const offer = (item: object) =>
    ['PUT', '/v2/offers', [{ MerchantProductReference: 'A', ...item }]] as const
  const override = (item: object) =>
    ['PUT', overridesOf(shop), [{ MerchantProductReference: 'A', ...item }]] as const
  return { shop, as, ann, ben, offer, override, settleMarks: settlingMarks(shop) }
}

const A = product('A', { Price: 10, Stock: 20 })

/** Some other node looks at the marks before the channel polls. */
const settlingMarks = (shop: Shop) => async () => {
  expect(await settleMarks(api.database, shop.customerId)).toBe(true)
}

async function order(shop: Shop, Quantity = 1) {
  const Lines = [
    { ChannelReference: '1', MerchantProductReference: 'A', Quantity, UnitPriceInclVat: 10 },
  ]
  const body = anOrder({ ChannelReference: `O-${Math.random()}`, Lines })
  expect((await shop.call('POST', '/v2/orders', body)).status).toBe(201)
}

/** Polls, and answers cause, actor, price and stock of the changes of a product, the last one first. */
async function changes(shop: Shop, reference = 'A') {
  await shop.settle()
  return (await historyOf(shop, reference)).map(({ Cause, Actor, After }) =>
    [Cause, Actor.Label, After.Price, After.Stock].join(' '),
  )
}

describe('a new price is by who has written it', () => {
  test('before and after orders', async () => {
    const { shop, ann, offer, settleMarks } = await open()
    await ann(...offer({ Price: 11 }))
    await order(shop)
    expect(await changes(shop)).toEqual(['write Ann 11 19'])
    await order(shop)
    await ann(...offer({ Price: 12 }))
    await settleMarks()
    await order(shop)
    await settleMarks()
    expect((await changes(shop))[0]).toBe('write Ann 12 17')
    await order(shop)
    expect((await changes(shop))[0]).toBe('order Entrepot 12 16')
  })

  test('whoever has changed the stock alone after it, or before', async () => {
    const { shop, ann, ben, offer, settleMarks } = await open()
    await ann(...offer({ Price: 11 }))
    await ben(...offer({ Stock: 15 }))
    expect((await changes(shop))[0]).toBe('write Ann 11 15')
    await ben(...offer({ StockChange: -1 }))
    await ann('PATCH', '/v2/products/A', { Price: 12 })
    expect((await changes(shop))[0]).toBe('write Ann 12 14')
    await ann('PATCH', '/v2/products/A', { Price: 13 })
    await ben('PATCH', '/v2/products/A', { Stock: 9 })
    await order(shop)
    await settleMarks()
    expect((await changes(shop))[0]).toBe('write Ann 13 8')
    await ben(...offer({ Stock: 30 }))
    await settleMarks()
    expect((await changes(shop))[0]).toBe('count Entrepot 13 29')
  })

  test('last, if several have', async () => {
    const { shop, ann, ben, offer } = await open()
    await ann(...offer({ Price: 11 }))
    await ben(...offer({ Price: 12 }))
    await order(shop)
    expect(await changes(shop)).toEqual(['write Ben 12 19'])
  })

  test('once: what a channel has seen is no reason for what comes later', async () => {
    const { shop, ann, ben, offer } = await open()
    await ann(...offer({ Price: 11 }))
    await changes(shop)
    const rules = { GuardPercent: 0, Price: LAST_UNITS }
    await ben('PUT', rulesOf(shop), rules)
    expect((await changes(shop)).length).toBe(1)
    await order(shop, 18)
    // The order leaves so few that another rule of prices holds.
    expect(await changes(shop)).toEqual(['order Entrepot 22 2', 'write Ann 11 20'])
  })

  test('and each channel sees it at its own time', async () => {
    const { shop, ann, ben, offer } = await open()
    const late = (await shop.addShop()) as Shop
    await late.settle()
    await ann(...offer({ Price: 11 }))
    await changes(shop)
    await ben(...offer({ Stock: 10 }))
    await changes(shop)
    await late.settle()
    const byChannel = await shop.merchant(
      'GET',
      `/v2/offers/history?product=A&channel=${late.channelId}`,
    )
    expect(byChannel.body).toMatchObject([{ Cause: 'write', Actor: { Label: 'Ann' } }])
    expect((await changes(shop)).slice(1)).toEqual(['write Ben 11 10', 'write Ann 11 20'])
  })

  test('in a file, also if orders come meanwhile', async () => {
    const { shop, ann, offer, settleMarks } = await open()
    const headers = { 'x-api-key': shop.merchantKey }
    const payload = 'MerchantProductReference,Price\nA,11\n'
    await order(shop)
    const { status, body } = await api.raw({ method: 'POST', url: '/v2/imports', headers, payload })
    expect(status).toBe(202)
    await expect
      .poll(async () => {
        await runImports(api.database, shop.customerId, new AbortController().signal)
        return (await shop.merchant('GET', `/v2/imports/${body.Id}`)).body.Status
      })
      .toBe('done')
    await order(shop)
    await settleMarks()
    await ann(...offer({ Stock: 19 }))
    expect(await changes(shop)).toEqual(['import Merchant 11 17'])
  })
})

/** Twice the price of the last units. */
const LAST_UNITS = {
  Rules: [{ When: { Field: 'StockAvailable', Below: 5 }, Steps: [{ Percent: 100 }] }],
}

describe('an override', () => {
  test('is by who has made it, whatever changes the stock, and by the last one of several', async () => {
    const { shop, ann, ben, offer, override, settleMarks } = await open()
    await order(shop)
    await ann(...override({ Price: 9 }))
    await order(shop)
    await settleMarks()
    await ben(...offer({ Stock: 10 }))
    expect(await changes(shop)).toEqual(['override Ann 9 8'])
    await ann(...override({ Price: 8 }))
    await ben(...override({ Price: 7 }))
    expect((await changes(shop))[0]).toBe('override Ben 7 8')
    await ben('DELETE', `${overridesOf(shop)}/A`)
    expect((await changes(shop))[0]).toBe('override Ben 10 8')
  })

  test('of the stock is the reason for the stock, too', async () => {
    const { shop, ann, override } = await open()
    await ann(...override({ Stock: { Max: 5 } }))
    await order(shop)
    expect(await changes(shop)).toEqual(['override Ann 10 5'])
  })

  test('and a write after it, or before, is each by its own maker', async () => {
    const { shop, ann, ben, offer, override, settleMarks } = await open()
    await ann(...override({ Price: 9 }))
    await settleMarks()
    await ben('PATCH', '/v2/products/A', { Name: 'Other' })
    await order(shop)
    // Both can have changed the price. The last one is named.
    expect(await changes(shop)).toEqual(['write Ben 9 19'])
    await ben(...offer({ Price: 12 }))
    await ann('DELETE', `${overridesOf(shop)}/A`)
    expect((await changes(shop))[0]).toBe('override Ann 12 19')
  })

  test('begins and ends by itself, although orders come at the same time', async () => {
    const { shop, ann, override } = await open()
    await ann(...override({ Price: 9, From: inMinutes(60), Until: inMinutes(120) }))
    expect(await changes(shop)).toEqual([])
    await letTimePass(api, shop, 70)
    await order(shop)
    expect(await changes(shop)).toEqual(['window Entrepot 9 19'])
    await letTimePass(api, shop, 70)
    await order(shop)
    expect((await changes(shop))[0]).toBe('window Entrepot 10 18')
  })
})

describe('rules', () => {
  test('are by who has changed them, also for products of which units were ordered', async () => {
    const { shop, ann, ben, offer, settleMarks } = await open()
    await ann('PUT', rulesOf(shop), { GuardPercent: 0, Price: { Default: PLUS_5 } })
    await order(shop)
    await settleMarks()
    expect(await changes(shop)).toEqual(['rule Ann 10.5 19'])
    await order(shop)
    await ben(...offer({ Stock: 20 }))
    await ann('PUT', rulesOf(shop), { GuardPercent: 0 })
    expect((await changes(shop))[0]).toBe('rule Ann 10 18')
    await order(shop)
    expect((await changes(shop))[0]).toBe('order Entrepot 10 17')
  })

  test('and the selection of a channel are reasons of their own', async () => {
    const { shop, ann } = await open()
    await ann('PUT', rulesOf(shop), { GuardPercent: 0, Price: { Default: PLUS_5 } })
    await changes(shop)
    await ann('PATCH', `/v2/channels/${shop.channelId}`, { Selection: { Brands: ['Acme'] } })
    await order(shop)
    expect((await changes(shop))[0]).toMatch(/^settings Ann /)
  })

  test('of the whole customer are by who has changed them', async () => {
    const { shop, as } = await open()
    const owner = await as('Owner', ['settings:write'])
    await order(shop)
    await changes(shop)
    await owner('PATCH', '/v2/customer', { StockKeeper: 'none' })
    await order(shop)
    expect((await changes(shop))[0]).toBe('settings Owner 10 20')
  })

  test('are the reason also for products that were restored from another database, whose transactions had higher ids', async () => {
    const { shop, ann, ben, offer } = await open()
    await ben(...offer({ Price: 11 }))
    await shop.settle()
    await execute(
      api.database,
      sql`update marketplace.products set price_changed = '9000000000', changed = '9000000001'
        where customer_id = ${shop.customerId}`,
    )
    await ann('PUT', rulesOf(shop), { GuardPercent: 0, Price: { Default: PLUS_5 } })
    expect((await changes(shop))[0]).toBe('rule Ann 11.55 20')
  })

  test('are no reason any more after a reset', async () => {
    const { shop, ann } = await open()
    await ann('PUT', rulesOf(shop), { GuardPercent: 0, Price: { Default: PLUS_5 } })
    await changes(shop)
    await shop.reset()
    await order(shop)
    expect((await changes(shop))[0]).toBe('order Entrepot 10.5 19')
  })
})

const PLUS_5 = { Steps: [{ Percent: 5 }] }

test('a price that waits has the cause of the price, and the decision its own', async () => {
  const { shop, ann, ben, offer } = await open()
  await ben('PUT', rulesOf(shop), {})
  await changes(shop)
  await ann(...offer({ Price: 100 }))
  await order(shop)
  expect(await changes(shop)).toEqual(['order Entrepot 10 19'])
  const { body } = await shop.merchant('GET', '/v2/offers/guarded')
  expect(body).toMatchObject([{ Cause: 'write', Price: 100 }])
  await ben('POST', '/v2/offers/decisions', { Decision: 'accept', ChannelId: shop.channelId })
  await order(shop)
  expect((await changes(shop))[0]).toBe('guard Ben 100 18')
})

test('a price that waits keeps why it does when it changes again, until a person decides', async () => {
  const { shop, ann, ben, offer } = await open()
  await ben('PUT', rulesOf(shop), {})
  await changes(shop)
  const waiting = async () => {
    await shop.settle()
    const { body } = await shop.merchant('GET', '/v2/offers/guarded')
    return body.map(({ Cause, Price }: { Cause: string; Price: number }) => [Cause, Price])
  }
  await ann(...offer({ Price: 100 }))
  expect(await waiting()).toEqual([['write', 100]])
  await ben('PUT', rulesOf(shop), { Price: { Default: PLUS_5 } })
  expect(await waiting()).toEqual([['write', 105]])
  await ben('POST', '/v2/offers/decisions', { Decision: 'refuse', ChannelId: shop.channelId })
  await ben('PUT', rulesOf(shop), { Price: { Default: { Steps: [{ Percent: 10 }] } } })
  expect(await waiting()).toEqual([['rule', 110]])
})

describe('families', () => {
  const family = [
    product('P', { Brand: 'Acme' }),
    product('A', { ParentMerchantReference: 'P', Price: 10, Stock: 20 }),
  ]

  test('change with their parent, by who has written it', async () => {
    const { shop, ann } = await open(family)
    await ann('PUT', rulesOf(shop), { GuardPercent: 0, Price: BOLT_COSTS_MORE })
    await changes(shop)
    await ann('PATCH', '/v2/products/P', { Brand: 'Bolt' })
    await order(shop)
    expect((await changes(shop))[0]).toBe('write Ann 10.5 19')
  })

  test('leave a grouped channel with their last variant, for its reason', async () => {
    const { shop, ann, ben, override } = await open(family)
    await ben('PATCH', `/v2/channels/${shop.channelId}`, { Mode: 'grouped' })
    await ben('PATCH', '/v2/products/P', { Name: 'Family' })
    await shop.settle()
    await ann(...override({ Hidden: true }))
    expect((await changes(shop, 'P'))[0]).toMatch(/^override Ann /)
  })
})

const BOLT_COSTS_MORE = {
  Rules: [{ When: { Field: 'Brand', Is: 'Bolt' }, Steps: [{ Percent: 5 }] }],
}
