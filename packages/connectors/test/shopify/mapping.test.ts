import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAddress, writeAddress } from '../../src/adapters/shopify/mapping/address.ts'
import {
  advance,
  isSeen,
  readFrom,
  readPair,
  readSince,
  type Since,
  sinceTime,
  writePair,
  writeSince,
} from '../../src/adapters/shopify/mapping/cursor.ts'
import { cents, decimal, splitByWeight } from '../../src/adapters/shopify/mapping/money.ts'
import { mapOrder, type WholeOrder } from '../../src/adapters/shopify/mapping/order-to-read.ts'
import { mapOrderToWrite } from '../../src/adapters/shopify/mapping/order-to-write.ts'
import {
  mapFamily,
  type ShopifyProduct,
  type ShopifyVariant,
} from '../../src/adapters/shopify/mapping/products.ts'
import { orderOf } from './shapes.ts'

const amount = (set: { presentmentMoney: { amount: string } } | undefined) =>
  cents(set?.presentmentMoney.amount ?? '0')

test('the total and the VAT of a written order are those of the hub, to the cent', () => {
  const line = fc.record({
    Quantity: fc.integer({ min: 1, max: 40 }),
    OriginalUnitPriceInclVat: fc.oneof(
      fc.integer({ min: 0, max: 100_000 }).map((value) => value / 100),
      fc.integer({ min: 1, max: 10_000_000 }).map((value) => value / 10_000),
    ),
  })
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.nat(5_000),
      fc.nat(100),
      (lines, shipping, percent) => {
        const named = lines.map((one, index) => ({ ...one, MerchantProductReference: `P${index}` }))
        const goods = lines.reduce(
          (sum, one) => sum + one.Quantity * one.OriginalUnitPriceInclVat,
          0,
        )
        const discount = Math.floor(goods * percent) / 100
        const order = orderOf(named, { shipping: shipping / 100, discount })
        const currencies = { paid: 'EUR', shop: 'EUR', rate: 1 }
        const written = mapOrderToWrite(
          { order, mark: 'mark', productIds: new Map() },
          new Map(),
          currencies,
        )
        const units = written.lineItems.reduce(
          (sum, one) => sum + amount(one.priceSet) * one.quantity,
          0,
        )
        const paid = written.shippingLines.reduce((sum, one) => sum + amount(one.priceSet), units)
        const off =
          'discountCode' in written
            ? amount(written.discountCode?.itemFixedDiscountCode.amountSet)
            : 0
        expect(paid - off).toBe(cents(order.OriginalTotalInclVat))
        expect(off).toBeLessThanOrEqual(units)
        const taxes = [...written.lineItems, ...written.shippingLines]
        const vat = taxes.reduce(
          (sum, one) => sum + amount('taxLines' in one ? one.taxLines?.[0]?.priceSet : undefined),
          0,
        )
        if (written.shippingLines.length > 0 || shipping === 0)
          expect(vat).toBe(cents(order.OriginalTotalVat ?? 0))
      },
    ),
  )
})

const paid = (value: number) => ({
  presentmentMoney: { amount: decimal(value), currencyCode: 'EUR' },
})

/** An order of a store, with amounts in cents. */
function placed(
  lines: readonly { quantity: number; price: number; tax: number; off: number }[],
  shipping: number,
  taxesIncluded: boolean,
): WholeOrder {
  const total = lines.reduce(
    (sum, { quantity, price, tax, off }) =>
      sum + quantity * price - off + (taxesIncluded ? 0 : tax),
    shipping,
  )
  return {
    id: 'gid://shopify/Order/1',
    name: '#1001',
    mark: null,
    cancelledAt: null,
    displayFinancialStatus: 'PAID',
    taxesIncluded,
    presentmentCurrencyCode: 'EUR',
    paymentGatewayNames: [],
    discountCodes: [],
    totalPriceSet: paid(total),
    shippingLines: { nodes: [{ title: 'Post', discountedPriceSet: paid(shipping), taxLines: [] }] },
    lineItems: {
      nodes: lines.map(({ quantity, price, tax, off }, index) => ({
        id: `gid://shopify/LineItem/${index + 1}`,
        sku: `P${index}`,
        quantity,
        currentQuantity: quantity,
        originalUnitPriceSet: paid(price),
        discountAllocations: [{ allocatedAmountSet: paid(off) }],
        taxLines: [{ rate: 0.21, priceSet: paid(tax) }],
      })),
    },
    fulfillments: [],
    refunds: [],
  } as unknown as WholeOrder
}

test('an order that is read has the total of the store and amounts that the hub takes, with and without tax in its prices', () => {
  const line = fc
    .record({
      quantity: fc.integer({ min: 1, max: 60 }),
      price: fc.nat(20_000),
      percent: fc.nat(100),
      share: fc.nat(100),
    })
    .map(({ quantity, price, percent, share }) => {
      const off = Math.floor((quantity * price * share) / 100)
      return { quantity, price, off, tax: Math.round(((quantity * price - off) * percent) / 100) }
    })
  const lines = fc.array(line, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(lines, fc.nat(5_000), fc.boolean(), (bought, shipping, taxesIncluded) => {
      const order = placed(bought, shipping, taxesIncluded)
      const read = mapOrder(order, 'x.myshopify.com')
      if (!('order' in read)) throw new Error('The order is a problem.')
      // Ten-thousandths, the finest amounts of the hub.
      const fine = (value: number | null | undefined) => {
        const whole = Math.round((value ?? 0) * 10_000)
        expect([whole / 10_000, whole >= 0]).toEqual([value ?? 0, true])
        return whole
      }
      const total = read.order.Lines.reduce((sum, one) => {
        const [gross, off] = [fine(one.UnitPriceInclVat) * one.Quantity, fine(one.DiscountInclVat)]
        expect(off).toBeLessThanOrEqual(gross)
        return sum + gross - off
      }, fine(read.order.ShippingCostsInclVat))
      expect(total).toBe(amount(order.totalPriceSet) * 100)
      expect(read.order.DiscountInclVat).toBe(0)
    }),
  )
})

test('decimal strings are exact, also for amounts that binary fractions do not have', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (value) => {
      expect(cents(decimal(value))).toBe(value)
    }),
  )
  expect([
    cents('1.005'),
    cents('10.5'),
    cents('0.1'),
    cents(1.15),
    decimal(5),
    decimal(-105),
  ]).toEqual([101, 1050, 10, 115, '0.05', '-1.05'])
})

test('parts of an amount have its sum', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.array(fc.nat(1_000), { minLength: 1 }), (whole, weights) => {
      const parts = splitByWeight(whole, weights)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole)
      expect(parts.every((part) => part >= 0)).toBe(true)
    }),
  )
})

const at = (seconds: number) => new Date(Date.UTC(2026, 9, 1) + seconds * 1000).toISOString()

test('a cursor names what it has seen, survives as text, and stays as it is without news', () => {
  const start = sinceTime(at(0))
  const seen = advance(
    start,
    [
      { id: '8123456789012', updatedAt: at(10) },
      { id: '8123456789013', updatedAt: at(200) },
    ],
    at(300),
  )
  const read = readSince(writeSince(seen)) as Since
  expect(read).toEqual(seen)
  expect(readFrom(read)).toBe(at(80))
  expect(isSeen(read, { id: '8123456789013', updatedAt: at(200) })).toBe(true)
  expect(isSeen(read, { id: '8123456789013', updatedAt: at(201) })).toBe(false)
  // It is older than two minutes before the newest: the search does not ask for it any more.
  expect(isSeen(read, { id: '8123456789012', updatedAt: at(10) })).toBe(false)
  expect(advance(read, [{ id: '8123456789013', updatedAt: at(200) }], at(300))).toBe(read)
})

test('a record that the index of the shop shows late is not left out', () => {
  const seen = advance(sinceTime(at(0)), [{ id: '1', updatedAt: at(100) }], at(300))
  const late = { id: '2', updatedAt: at(95) }
  expect(Date.parse(readFrom(seen))).toBeLessThanOrEqual(Date.parse(late.updatedAt))
  expect(isSeen(seen, late)).toBe(false)
})

test('a record that can change again within the second is read again', () => {
  const record = { id: '1', updatedAt: at(100) }
  const early = advance(sinceTime(at(0)), [record], at(101))
  expect(readFrom(early)).toBe(at(-20))
  expect(isSeen(early, record)).toBe(false)
  expect(isSeen(advance(early, [record], at(110)), record)).toBe(true)
})

test('two cursors of many records fit into what the hub stores', () => {
  const records = Array.from({ length: 400 }, (_, index) => ({
    id: String(99_123_456_789_012 + index),
    updatedAt: at(index % 100),
  }))
  const since = advance(sinceTime(at(0)), records, at(300))
  expect(writePair(since, since).length).toBeLessThan(2_000)
  expect(readPair(writePair(since, since))).toEqual([since, since])
  expect(readPair('since 2026')).toBeUndefined()
  expect(readSince('bulk x')).toBeUndefined()
})

test.each([
  ['Keizersgracht 12', 'Keizersgracht', '12', null],
  ['Keizersgracht 12 b', 'Keizersgracht', '12', 'b'],
  ['Hauptstraße 5-7', 'Hauptstraße', '5', '-7'],
  ['12 Main Street', '12 Main Street', null, null],
  ['Plein 1945 20', 'Plein 1945', '20', null],
  ['', null, null, null],
])('the street %j is read as %j, %j, %j', (line, street, number, addition) => {
  const address = {
    firstName: 'A',
    lastName: 'B',
    company: null,
    address2: null,
    zip: 'Z',
    city: 'C',
    provinceCode: null,
    province: null,
    countryCodeV2: 'NL',
    phone: null,
  }
  expect(readAddress({ ...address, address1: line })).toMatchObject({
    StreetName: street,
    HouseNr: number,
    HouseNrAddition: addition,
  })
})

test('a written address has codes of provinces, and nothing that is empty', () => {
  const { ShippingAddress } = orderOf([{}])
  const base = { ...ShippingAddress, CountryIso: 'CA' }
  expect(writeAddress({ ...base, Region: 'CA-ON' }, null)).toMatchObject({
    address1: 'Keizersgracht 12 b',
    provinceCode: 'ON',
  })
  expect(Object.keys(writeAddress({ ...base, Region: 'Ontario' }, null))).not.toContain(
    'provinceCode',
  )
  expect(Object.values(writeAddress({ ...base, City: null }, null))).not.toContain(null)
})

const VARIANT: ShopifyVariant = {
  id: 'gid://shopify/ProductVariant/2',
  sku: 'A',
  barcode: '871-2345 678906',
  title: 'M / Rot',
  price: '10.00',
  compareAtPrice: '12.50',
  updatedAt: at(0),
  selectedOptions: [
    { name: 'Größe', value: 'M' },
    { name: 'Farbe', value: 'Rot' },
    { name: 'Stoff', value: 'Leinen' },
  ],
}
const PRODUCT: ShopifyProduct = {
  id: 'gid://shopify/Product/1',
  title: 'Shirt',
  descriptionHtml: '',
  vendor: 'Acme',
  status: 'ACTIVE',
  updatedAt: at(0),
  onlineStoreUrl: null,
  isGiftCard: false,
  category: { fullName: 'Apparel > Shirts' },
  featuredMedia: { preview: { image: { url: 'https://cdn.example/a.jpg' } } },
}

test('options, barcodes, pictures and prices before tax of a variant are carried over', () => {
  const [parent, child] = mapFamily(PRODUCT, [VARIANT], { shop: 'x.myshopify.com', vatRate: 21 })
  expect(parent).toMatchObject({
    shopId: PRODUCT.id,
    url: 'https://admin.shopify.com/store/x/products/1',
    product: { MerchantProductReference: 'shopify-1' },
  })
  expect(child).toMatchObject({
    shopId: VARIANT.id,
    product: {
      MerchantProductReference: 'A',
      ParentMerchantReference: 'shopify-1',
      Name: 'Shirt - M / Rot',
      Size: 'M',
      Color: 'Rot',
      ExtraData: { Stoff: 'Leinen' },
      Ean: '8712345678906',
      Price: 12.1,
      MSRP: 15.13,
      VatRate: 21,
      CategoryTrail: 'Apparel > Shirts',
      ImageUrl: 'https://cdn.example/a.jpg',
    },
  })
})

test('gift cards and products that are not sold are removed with their variants', () => {
  const rules = { shop: 'x' }
  const removed = (product: ShopifyProduct) =>
    mapFamily(product, [VARIANT], rules).map((one) => 'removed' in one)
  expect(removed({ ...PRODUCT, isGiftCard: true })).toEqual([true, true])
  expect(removed({ ...PRODUCT, status: 'DRAFT' })).toEqual([true, true])
  expect(removed({ ...PRODUCT, status: 'UNLISTED' })).toEqual([false, false])
})
