/** Prices and stocks, and PUT /v2/offers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './api.ts'
import { NOTHING, openShop, product } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

describe('offers', () => {
  test('price and stock are sent in offers only, not in data', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Price: 5, Stock: 3 }))
    const [view] = (await shop.poll()).body.ToBeCreated
    expect(Object.keys(view)).not.toContain('Price')
    expect(Object.keys(view)).not.toContain('Stock')
    await shop.settle()
    await shop.put(product('A', { Price: 6 }))
    expect(await shop.lists()).toEqual(NOTHING)
    expect(await shop.offers()).toEqual([
      {
        ...{ MerchantProductReference: 'A', ChannelProductReference: 'c-A' },
        ...{ Price: 6, Currency: 'EUR', Stock: 3 },
      },
    ])
    await shop.ackOffers(['c-A'])
    expect(await shop.offers()).toEqual([])
  })

  test('a channel can be configured to get them in data, too, and then confirms both at once', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Price: 5, Stock: 3 }))
    await shop.settle()
    await shop.settings({ OffersInData: true })
    const { body } = await shop.poll()
    expect(body.ToBeUpdated).toMatchObject([{ Price: 5, Stock: 3 }])
    await shop.ack({ Updated: ['c-A'] })
    await shop.put(product('A', { Stock: 2 }), product('B', { Price: 1 }))
    expect(await shop.offers()).toHaveLength(1)
    const { create, update } = await shop.lists()
    expect([create, update]).toEqual([['B'], ['A']])
    await shop.ack({
      Created: [{ MerchantReference: 'B', ChannelReference: 'c-B' }],
      Updated: ['c-A'],
    })
    expect(await shop.lists()).toEqual(NOTHING)
    expect(await shop.offers()).toEqual([])
  })

  test('values that change from A to B and back before a poll are not sent, but A is sent if B was served', async () => {
    const shop = await openShop(api)
    await shop.put(product('X', { Price: 1 }))
    await shop.settle()
    await shop.put(product('X', { Price: 2 }))
    await shop.put(product('X', { Price: 1 }))
    expect(await shop.offers()).toEqual([])
    await shop.put(product('X', { Price: 2 }))
    expect(await shop.offers()).toMatchObject([{ Price: 2 }])
    await shop.put(product('X', { Price: 1 }))
    for (let round = 0; round < 2; round += 1) {
      expect(await shop.offers()).toMatchObject([{ Price: 1 }])
      await shop.ackOffers(['c-X'])
    }
    expect(await shop.offers()).toEqual([])
  })

  test('offers are sent for a product after its creation is acknowledged', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Price: 1, Stock: 1 }))
    await shop.lists()
    expect(await shop.offers()).toEqual([])
    await shop.list('A')
    expect(await shop.offers()).toHaveLength(1)
  })

  test('a reactivated product has the offer that was changed meanwhile', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Price: 1 }))
    await shop.settle()
    await shop.off('A')
    await shop.merchant('PUT', '/v2/offers', [{ MerchantProductReference: 'A', Price: 2 }])
    expect(await shop.offers()).toEqual([])
    await shop.on('A')
    expect(await shop.offers()).toMatchObject([{ Price: 2 }])
  })
})

describe('PUT /v2/offers', () => {
  const offer = (reference: string, fields: object) => ({
    MerchantProductReference: reference,
    ...fields,
  })

  test('changes named values and keeps the rest, and an invalid item does not prevent others from being stored', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Price: 1, Stock: 1 }), product('B', { Price: 2, Stock: 2 }))
    const { status, body } = await shop.merchant('PUT', '/v2/offers', [
      offer('A', { Price: 1.5 }),
      offer('NONE', { Price: 1 }),
      offer('B', { Price: -1 }),
      offer('B', { Stock: null, Price: null }),
      offer('A', { Name: 'x' }),
      null,
    ])
    expect([status, body.AcceptedCount, body.RejectedCount]).toEqual([200, 2, 4])
    expect(body.ProductMessages.map((message: { Errors: string[] }) => message.Errors[0])).toEqual([
      'Item 1/MerchantProductReference: names a product that does not exist: "NONE"',
      'Item 2/Price: must be at least 0',
      'Item 4/Name: is not a known property',
      'Item 5: must be object',
    ])
    expect((await shop.merchant('GET', '/v2/products/A')).body).toMatchObject({
      Price: 1.5,
      Stock: 1,
    })
    expect((await shop.merchant('GET', '/v2/products/B')).body).toMatchObject({
      Price: null,
      Stock: 0,
    })
  })

  test('warns about the price of a parent, which is never sold', async () => {
    const shop = await openShop(api)
    await shop.put(product('P'), product('A', { ParentMerchantReference: 'P', Price: 1 }))
    const items = [offer('P', { Price: 3 }), offer('A', { Price: 2 })]
    const { body } = await shop.merchant('PUT', '/v2/offers', items)
    expect(body).toMatchObject({
      AcceptedCount: 2,
      ProductMessages: [
        {
          Reference: 'P',
          Warnings: ['A parent is never sold: its Price and Stock are kept but not offered.'],
        },
      ],
    })
  })

  test('of several items for one product, the last one counts', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Price: 1, Stock: 1 }))
    const items = [offer('A', { Price: 3, Stock: 9 }), offer('A', { Price: 2 })]
    expect((await shop.merchant('PUT', '/v2/offers', items)).body.AcceptedCount).toBe(2)
    expect((await shop.merchant('GET', '/v2/products/A')).body).toMatchObject({
      Price: 2,
      Stock: 9,
    })
  })

  test.each([[{}], ['x'], [null], [Array(10_001).fill({})]])(
    'refuses a body that is not an array of at most 10,000 items',
    async (body) => {
      const answer = await api.merchant('PUT', '/v2/offers', body)
      expect([answer.status, answer.body.code]).toEqual([400, 'MARKET_INVALID_INPUT'])
    },
  )

  test('never changes products of another customer', async () => {
    const shop = await openShop(api)
    const other = await openShop(api)
    await other.put(product('A', { Price: 1 }))
    const { body } = await shop.merchant('PUT', '/v2/offers', [offer('A', { Price: 2 })])
    expect(body.RejectedCount).toBe(1)
    expect((await other.merchant('GET', '/v2/products/A')).body.Price).toBe(1)
  })
})
