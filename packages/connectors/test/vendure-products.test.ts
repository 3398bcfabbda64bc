/** Products, calls and checks of the adapter for Vendure, without a shop. */
import { createClient } from '@entrepot/rest'
import { fakeTransport } from '@entrepot/rest/testing'
import { expect, test } from 'vitest'
import type { ProductToWrite } from '../src/adapter/channel.ts'
import { findingsOf } from '../src/adapters/vendure/check.ts'
import { type ShopFacts, stockLocationOf } from '../src/adapters/vendure/facts.ts'
import { methodOf, trackingOf } from '../src/adapters/vendure/fulfilment/shipments.ts'
import { vendure } from '../src/adapters/vendure/index.ts'
import { hasMark, isMarked, withMark } from '../src/adapters/vendure/mark.ts'
import { fromUnits, toUnits } from '../src/adapters/vendure/money.ts'
import { completeValues, valuesOf } from '../src/adapters/vendure/products/map-options.ts'
import {
  parseShopId,
  slugOf,
  toOfferInput,
  toShopId,
  toTaxCategory,
} from '../src/adapters/vendure/products/map-product.ts'

const FACTS: ShopFacts = {
  precision: 2,
  channel: {
    ...{
      code: 'web',
      pricesIncludeTax: true,
      defaultCurrencyCode: 'EUR',
      defaultLanguageCode: 'en',
    },
    availableCurrencyCodes: ['EUR', 'JPY'],
    defaultTaxZone: { id: '1', name: 'Europe' },
  },
  stockLocations: [{ id: '1', name: 'Main' }],
  taxRates: [
    { value: 21, enabled: true, zone: { id: '1' }, category: { id: '4', isDefault: true } },
    { value: 9, enabled: true, zone: { id: '2' }, category: { id: '5', isDefault: false } },
    { value: 6, enabled: false, zone: { id: '1' }, category: { id: '6', isDefault: false } },
  ],
}

type Product = ProductToWrite['product']

test('amounts have the decimals of the shop, and one with more is not rounded', () => {
  expect([toUnits(19.99, 2), toUnits(1.005, 3), toUnits(500, 2), toUnits(500, 0)]).toEqual([
    ...[1999, 1005, 50_000, 500],
  ])
  expect([toUnits(1.005, 2), toUnits(0.5, 0)]).toEqual([undefined, undefined])
  expect(toUnits(1_234_567.89, 2)).toBe(123_456_789)
  expect([fromUnits(1999, 2), fromUnits(1005, 3), fromUnits(500, 0)]).toEqual([19.99, 1.005, 500])
})

test('an offer sets price and stock, with the units that the shop holds for orders', () => {
  const place = { facts: FACTS, currency: 'JPY', stockLocationId: '1' }
  const offer = { shopId: '12/34', price: 500, stock: 6 }
  expect(toOfferInput(offer, 4, place)).toEqual({
    done: {
      ...{ id: '34', enabled: true, trackInventory: 'TRUE' },
      prices: [{ currencyCode: 'JPY', price: 50_000 }],
      stockLevels: [{ stockLocationId: '1', stockOnHand: 10 }],
    },
  })
  expect(toOfferInput({ ...offer, price: null }, 0, place)).toMatchObject({
    done: { enabled: false },
  })
  expect(toOfferInput({ ...offer, price: 1.0005 }, 0, place)).toMatchObject({
    problem: { code: 'price_too_precise' },
  })
})

test('the tax category is the one with the rate in the default tax zone', () => {
  expect(toTaxCategory(FACTS, { VatRate: 21 })).toEqual({ done: { taxCategoryId: '4' } })
  expect(toTaxCategory(FACTS, { VatRate: null })).toEqual({ done: {} })
  for (const VatRate of [9, 6]) {
    expect(toTaxCategory(FACTS, { VatRate })).toMatchObject({
      problem: { code: 'vat_rate_unknown' },
    })
  }
})

test('variants are told apart by colour and size, else by name, and have a value for each group', () => {
  const values = (change: Partial<Product>) =>
    valuesOf({ Color: null, Size: null, Name: null, MerchantProductReference: 'A', ...change })
  expect(values({ Color: 'Red', Size: 'M' }).map(({ axis }) => axis)).toEqual(['Color', 'Size'])
  expect(values({})).toEqual([{ axis: 'Variant', name: 'A' }])
  expect(completeValues(values({ Size: 'M' }), ['Color', 'Size'])).toEqual([
    { axis: 'Color', name: '–' },
    { axis: 'Size', name: 'M' },
  ])
})

test('ids of a product and its variant are one id of the shop, and slugs have letters of any script', () => {
  expect(parseShopId(toShopId({ productId: '12', variantId: '34' }))).toEqual({
    ...{ productId: '12', variantId: '34' },
  })
  const slug = (Name: string) => slugOf({ Name, MerchantProductReference: 'A/1' } as Product)
  expect([slug('Café Crème!'), slug('杯子')]).toEqual(['cafe-creme-a-1', '杯子-a-1'])
})

test('a mark is found whole, and not as the beginning of another', () => {
  const text = withMark('Not available', 'entrepot:hub/7/cancellation/C-1')
  expect(isMarked(text, 'entrepot:hub/7/cancellation/C-1')).toBe(true)
  expect(isMarked(text, 'entrepot:hub/7/cancellation/C-')).toBe(false)
  expect([hasMark(text), hasMark('Buyer called'), hasMark(null)]).toEqual([true, false, false])
})

test('a fulfilment names the shipment of the merchant, and has the codes of all parcels', () => {
  const shipment = {
    ...{ Method: null, MerchantShipmentReference: 'S-1', TrackTraceNo: '3S1' },
    Parcels: [{ TrackTraceNo: '3S1' }, { TrackTraceNo: '3S2' }, { TrackTraceNo: null }],
  } as unknown as Parameters<typeof methodOf>[0]
  expect(methodOf(shipment)).toBe('Shipment (S-1)')
  expect(methodOf({ ...shipment, Method: 'DHL' })).toBe('DHL (S-1)')
  expect(trackingOf(shipment)).toBe('3S1, 3S2')
})

test('the check finds a missing tax zone, prices without tax, and an unclear stock location', () => {
  const { channel } = FACTS
  const errorsOf = (change: Partial<ShopFacts>, settings = {}) =>
    findingsOf({ ...FACTS, ...change }, settings)
      .filter(({ level }) => level === 'error')
      .map(({ message, remedy }) => `${message} ${remedy}`)
  expect(errorsOf({})).toEqual([])
  expect(errorsOf({ channel: { ...channel, defaultTaxZone: null } })[0]).toContain('tax zone')
  expect(errorsOf({ channel: { ...channel, pricesIncludeTax: false } })[0]).toContain('without tax')
  const two = [...FACTS.stockLocations, { id: '2', name: 'Shop' }]
  expect(errorsOf({ stockLocations: two })[0]).toContain('Main, Shop')
  expect(stockLocationOf({ ...FACTS, stockLocations: two }, { stockLocation: 'Shop' })).toBe('2')
})

/** Reads orders of a shop that answers like this. */
async function failureOf(reply: object) {
  const url = 'https://shop.example/admin-api'
  const transport = fakeTransport([{ method: 'POST', url, reply }])
  const http = createClient({ transport })
  const shop = vendure.open({ role: 'channel', settings: { url }, secrets: { apiKey: 'k' }, http })
  try {
    for await (const _ of shop.channel?.readOrders?.(undefined) ?? []) break
  } catch (error) {
    return error as { kind?: string; retryAfter?: number; message: string }
  }
  throw new Error('the read did not fail')
}

const graphqlError = (code: string, message = 'No.') => ({
  ...{ statusCode: 200, json: { errors: [{ message, extensions: { code } }], data: null } },
})

test('answers that concern the whole shop are failures of their kind', async () => {
  const limited = { statusCode: 429, headers: { 'retry-after': '7' } }
  expect(await failureOf(limited)).toMatchObject({ kind: 'throttled', retryAfter: 7 })
  expect(await failureOf({ statusCode: 503, body: '<html>' })).toMatchObject({
    kind: 'unavailable',
  })
  expect(await failureOf({ statusCode: 200, body: '{"data"' })).toMatchObject({
    kind: 'unavailable',
  })
  expect(await failureOf({ statusCode: 404, body: 'x' })).toMatchObject({ kind: 'settings' })
  expect(await failureOf({ statusCode: 401 })).toMatchObject({ kind: 'denied' })
  expect(await failureOf(graphqlError('FORBIDDEN'))).toMatchObject({ kind: 'denied' })
  expect(await failureOf(graphqlError('CHANNEL_NOT_FOUND'))).toMatchObject({ kind: 'settings' })
  expect(await failureOf(graphqlError('', 'Deadlock found'))).toMatchObject({ kind: 'unavailable' })
})
