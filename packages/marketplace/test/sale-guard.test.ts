/** The price guard around sales: their own prices and the return from them wait for nobody, everything else does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './api.ts'
import { inMinutes, letTimePass, offered, openListed, override } from './offer-api.ts'
import { product, type Shop } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

const openMug = async (Price: number) => await openListed(api, [product('A', { Price, Stock: 5 })])

const waiting = async (shop: Shop) =>
  (await shop.merchant('GET', '/v2/offers/guarded')).body.map(
    ({ KnownPrice, Price }: { KnownPrice: number; Price: number }) => [KnownPrice, Price],
  )

/** A shop in whose sale the channel has confirmed the price. */
async function openSale(price: number, Price: number) {
  const shop = await openMug(price)
  const [From, Until] = [inMinutes(-1), inMinutes(60)]
  await override(shop, { MerchantProductReference: 'A', Price, From, Until })
  expect(await offered(shop)).toEqual({ A: [Price, 5] })
  await shop.settle()
  return { shop, From }
}

test('a price waits although an override with a time sets the stock', async () => {
  const shop = await openMug(41.95)
  const Stock = { Max: 3 }
  await override(shop, { MerchantProductReference: 'A', Stock, Until: inMinutes(60) })
  await shop.settle()
  await shop.patch('A', { Price: 3.49 })
  expect(await offered(shop)).toEqual({})
  expect(await waiting(shop)).toEqual([[41.95, 3.49]])
})

test('a price that was written during a sale waits at its end, until it is about the one before the sale', async () => {
  const { shop } = await openSale(100, 29.95)
  await shop.patch('A', { Price: 3.49 })
  expect(await offered(shop)).toEqual({})
  await letTimePass(api, shop, 70)
  expect(await offered(shop)).toEqual({})
  expect(await waiting(shop)).toEqual([[29.95, 3.49]])
  await shop.patch('A', { Price: 104 })
  expect(await offered(shop)).toEqual({ A: [104, 5] })
  expect(await waiting(shop)).toEqual([])
})

test('a price waits long after a sale that had the price of today, and before one that will have it', async () => {
  const { shop } = await openSale(34.95, 29.95)
  await shop.patch('A', { Price: 29.95 })
  await letTimePass(api, shop, 38 * 24 * 60)
  await shop.settle()
  const [From, Until] = [inMinutes(60), inMinutes(120)]
  await override(shop, { MerchantProductReference: 'A', Price: 29.95, From, Until })
  await shop.patch('A', { Price: 2.99 })
  expect(await offered(shop)).toEqual({})
  expect(await waiting(shop)).toEqual([[29.95, 2.99]])
})

test('a sale whose price was changed meanwhile, and one within another, return to the price before both', async () => {
  const { shop, From } = await openSale(100, 50)
  const Until = inMinutes(60)
  await override(shop, { MerchantProductReference: 'A', Price: 45, From, Until })
  await shop.settle()
  await override(shop, { MerchantProductReference: 'A', Price: 20, From: inMinutes(0), Until })
  expect(await offered(shop)).toEqual({ A: [20, 5] })
  await shop.settle()
  await letTimePass(api, shop, 70)
  expect(await offered(shop)).toEqual({ A: [100, 5] })
})

test('a product that is listed during a sale gets its own price at the end', async () => {
  const shop = await openListed(api, [])
  await shop.put(product('A', { Price: 100, Stock: 5 }))
  await override(shop, { MerchantProductReference: 'A', Price: 50, Until: inMinutes(60) })
  await shop.settle()
  await letTimePass(api, shop, 70)
  expect(await offered(shop)).toEqual({ A: [100, 5] })
})

test('a sale that is entered again after its end returns to the price before the new one', async () => {
  const shop = await openMug(100)
  const sell = async (Price: number) => {
    await override(shop, { MerchantProductReference: 'A', Price, Until: inMinutes(60) })
    await shop.settle()
  }
  await sell(50)
  await letTimePass(api, shop, 70)
  await shop.settle()
  await shop.patch('A', { Price: 135 })
  await shop.settle()
  await shop.patch('A', { Price: 180 })
  await shop.settle()
  await sell(60)
  await letTimePass(api, shop, 70)
  expect(await offered(shop)).toEqual({ A: [180, 5] })
})
