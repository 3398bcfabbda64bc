import { describe, expect, test } from 'vitest'
import {
  priceOf,
  toShopProducts,
  toShopStock,
} from '../src/adapters/medusa/products/map-products.ts'
import type { ProductTerms } from '../src/adapters/medusa/terms.ts'
import type { Product, Variant } from '../src/adapters/medusa/types.ts'

const TERMS: ProductTerms = {
  regionId: 'reg_1',
  currency: 'eur',
  salesChannelId: 'sc_1',
  isInclusive: { ofRegion: true, ofCurrency: true },
  vatRate: undefined,
  adminUrl: 'https://shop.example/app',
}

const variant = (id: string, sku: string | null, more: Partial<Variant> = {}): Variant => ({
  id,
  title: id,
  sku,
  manage_inventory: true,
  updated_at: '2026-11-26T10:00:00.000Z',
  prices: [{ amount: 19.95, currency_code: 'eur', min_quantity: null, max_quantity: null }],
  ...more,
})

const product = (variants: readonly Variant[], more: Partial<Product> = {}): Product => ({
  id: 'prod_1',
  title: 'Lantern',
  handle: 'lantern',
  status: 'published',
  updated_at: '2026-11-26T10:00:00.000Z',
  sales_channels: [{ id: 'sc_1' }],
  variants,
  ...more,
})

const option = (title: string, value: string) => ({ value, option: { title } })

describe('products', () => {
  test('a product with one variant is one product, under the id of the variant that orders name', () => {
    const [record, parent] = toShopProducts(
      product([variant('v_1', 'LANTERN', { ean: '4006381333931' })], {
        description: 'Light',
        weight: 400,
        thumbnail: 'https://shop.example/a.jpg',
        metadata: { lamp: 'LED', nested: { is: 'left out' } },
      }),
      TERMS,
    )
    expect(record).toEqual({
      shopId: 'v_1',
      url: 'https://shop.example/app/products/prod_1/variants/v_1',
      product: {
        MerchantProductReference: 'LANTERN',
        Name: 'Lantern',
        Description: 'Light',
        Price: 19.95,
        Ean: '4006381333931',
        ImageUrl: 'https://shop.example/a.jpg',
        ExtraData: { weight: '400', lamp: 'LED' },
        IsActive: true,
      },
    })
    // It can have been a family before.
    expect(parent).toMatchObject({ shopId: 'prod_1', removed: true })
  })

  test('a product with variants is a parent, followed by its variants with their options', () => {
    const records = toShopProducts(
      product([
        variant('v_1', 'L-RED', { options: [option('Farbe', 'Red'), option('Wick', 'Long')] }),
        variant('v_2', 'L-BLUE', { options: [option('Farbe', 'Blue'), option('Wick', 'Long')] }),
      ]),
      TERMS,
    )
    expect(records.map(({ shopId }) => shopId)).toEqual(['prod_1', 'v_1', 'v_2'])
    expect(records[0]).toMatchObject({ product: { MerchantProductReference: 'lantern' } })
    expect(records[1]).toMatchObject({
      product: {
        MerchantProductReference: 'L-RED',
        ParentMerchantReference: 'lantern',
        Name: 'Lantern Red Long',
        Color: 'Red',
        ExtraData: { Wick: 'Long' },
      },
    })
  })

  test('a variant whose SKU is the handle keeps it, and the parent takes the id of the product', () => {
    const records = toShopProducts(
      product([variant('v_1', 'Lantern'), variant('v_2', 'L-2')]),
      TERMS,
    )
    expect(records[0]).toMatchObject({ product: { MerchantProductReference: 'prod_1' } })
    expect(records[1]).toMatchObject({ product: { ParentMerchantReference: 'prod_1' } })
  })

  test('a variant without SKU is a problem with its name, and the others are products', () => {
    const records = toShopProducts(product([variant('v_1', null), variant('v_2', 'L-2')]), TERMS)
    expect(records[1]).toMatchObject({
      problem: { code: 'missing_sku', message: '"Lantern", variant "v_1" has no SKU.' },
    })
    expect(records[2]).toMatchObject({ product: { MerchantProductReference: 'L-2' } })
  })

  test('SKUs that differ by upper and lower case only are problems of both variants', () => {
    const records = toShopProducts(product([variant('v_1', 'l-1'), variant('v_2', 'L-1 ')]), TERMS)
    expect(records.slice(1)).toMatchObject([
      { problem: { code: 'shared_sku' } },
      { problem: { code: 'shared_sku' } },
    ])
  })

  test('a variant without a price in the currency is a problem that names the currency', () => {
    const dollars = { amount: 1, currency_code: 'usd', min_quantity: null, max_quantity: null }
    const [record] = toShopProducts(product([variant('v_1', 'L', { prices: [dollars] })]), TERMS)
    expect(record).toMatchObject({
      problem: { code: 'missing_price', message: '"Lantern", variant "v_1" has no price in EUR.' },
    })
  })

  test.each([
    ['a draft', { status: 'draft' }],
    ['in another sales channel', { sales_channels: [{ id: 'sc_2' }] }],
    ['deleted', { deleted_at: '2026-11-26T10:00:00.000Z' }],
  ])('a product that is %s is removed with its variants', (_, more) => {
    const records = toShopProducts(product([variant('v_1', 'A'), variant('v_2', 'B')], more), TERMS)
    expect(records).toMatchObject([
      { shopId: 'prod_1', removed: true },
      { shopId: 'v_1', removed: true },
      { shopId: 'v_2', removed: true },
    ])
  })
})

describe('prices', () => {
  const price = (amount: number, more = {}) => ({
    amount,
    currency_code: 'eur',
    min_quantity: null,
    max_quantity: null,
    ...more,
  })

  test('the price of the region is taken before that of the currency, and no price of a tier or a group', () => {
    const prices = [
      price(7, { rules: { 'customer.groups.id': 'g_1' } }),
      price(8, { min_quantity: 10 }),
      price(10),
      price(9, { rules: { region_id: 'reg_1' } }),
      price(6, { rules: { region_id: 'reg_2' } }),
    ]
    expect(priceOf({ prices }, TERMS)).toBe(9)
    expect(priceOf({ prices: prices.slice(0, 3) }, TERMS)).toBe(10)
    expect(priceOf({ prices: prices.slice(0, 2) }, TERMS)).toBeUndefined()
  })

  test('the rate is added to prices without tax, and rounded to the cent', () => {
    const net = { ...TERMS, isInclusive: { ofRegion: true, ofCurrency: false }, vatRate: 21 }
    expect(priceOf({ prices: [price(8.26)] }, net)).toBe(9.99)
    expect(priceOf({ prices: [price(1.005)] }, { ...net, vatRate: 0 })).toBe(1.01)
    // Medusa has a preference for the currency and one for the region, which holds for prices of the region only.
    expect(priceOf({ prices: [price(8.26, { rules: { region_id: 'reg_1' } })] }, net)).toBe(8.26)
  })
})

describe('stock', () => {
  const terms = {
    salesChannelId: 'sc_1',
    locationIds: new Set(['loc_1', 'loc_2']),
    unmanagedStock: 100,
  }
  const sold = { status: 'published', sales_channels: [{ id: 'sc_1' }] }
  const link = (
    required_quantity: number,
    levels: readonly (readonly [string, number, number])[],
  ) => ({
    inventory_item_id: 'iitem',
    required_quantity,
    inventory: {
      location_levels: levels.map(([location_id, stocked_quantity, reserved_quantity]) => ({
        location_id,
        stocked_quantity,
        reserved_quantity,
      })),
    },
  })
  const stockOf = (more: Partial<Variant>) =>
    toShopStock(variant('v_1', 'A', { product: sold, ...more }), terms)?.stock

  test('units are counted at the locations of the sales channel, less those that are reserved', () => {
    const inventory_items = [
      link(1, [
        ['loc_1', 5, 2],
        ['loc_2', 4, 4],
        ['loc_3', 50, 0],
      ]),
    ]
    expect(stockOf({ inventory_items })).toBe(3)
  })

  test('a location with more reservations than units takes nothing from another one', () => {
    expect(
      stockOf({
        inventory_items: [
          link(1, [
            ['loc_1', 5, 0],
            ['loc_2', 0, 3],
          ]),
        ],
      }),
    ).toBe(5)
  })

  test('a kit is as many as its scarcest item allows', () => {
    const inventory_items = [link(2, [['loc_1', 9, 0]]), link(1, [['loc_1', 5, 0]])]
    expect(stockOf({ inventory_items })).toBe(4)
  })

  test('a variant that is not counted has the stock of the setting, and one without inventory none', () => {
    expect(stockOf({ manage_inventory: false })).toBe(100)
    expect(stockOf({ inventory_items: [] })).toBe(0)
    expect(toShopStock(variant('v_1', null, { product: sold }), terms)).toBeUndefined()
  })

  test('what is not sold has no stock, because the hub does not have it', () => {
    expect(stockOf({ product: { ...sold, status: 'draft' } })).toBeUndefined()
    expect(stockOf({ product: { ...sold, sales_channels: [] } })).toBeUndefined()
  })
})
