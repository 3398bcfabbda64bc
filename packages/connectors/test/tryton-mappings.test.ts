import { describe, expect, it } from 'vitest'
import {
  type Move,
  mapFulfilments,
  mapReturn,
  type Sale,
} from '../src/adapters/tryton/map/fulfilment.ts'
import {
  linesOf,
  parseTaxNames,
  SHIPPING_SEQUENCE,
  type TrytonProduct,
  taxOf,
} from '../src/adapters/tryton/map/order.ts'
import { addressFields, buyerMark, partyOf } from '../src/adapters/tryton/map/party.ts'
import {
  attributeTexts,
  mapTemplate,
  type Template,
  type Variant,
} from '../src/adapters/tryton/map/product.ts'
import { decode, moved, timestamp } from '../src/adapters/tryton/values.ts'
import { ADDRESS, markOf, orderOf } from './tryton-order.ts'

const VARIANT: Variant = {
  id: 5,
  code: 'MUG',
  isActive: true,
  description: 'A mug',
  listPrice: '8.2231',
  costPrice: '3.5',
  ean: '4006381333931',
  attributes: {},
}
const TEMPLATE: Template = {
  id: 2,
  name: 'Mug',
  isSold: true,
  category: 'Home / Mugs',
  rate: 21,
  variants: [VARIANT],
}
const OPTIONS = {
  currencyDigits: 2,
  urlOf: (model: string, id: number) => `https://t.example/#db/model/${model}/${id}`,
}

describe('a template', () => {
  it('with one product is a product, with VAT in its price', () => {
    expect(mapTemplate(TEMPLATE, OPTIONS)).toEqual([
      {
        shopId: '5',
        url: 'https://t.example/#db/model/product.product/5',
        product: {
          MerchantProductReference: 'MUG',
          Name: 'Mug',
          IsActive: true,
          CategoryTrail: 'Home > Mugs',
          VatRate: 21,
          Description: 'A mug',
          Ean: '4006381333931',
          Price: 9.95,
          PurchasePrice: 3.5,
        },
      },
    ])
  })

  it('with several is a parent, followed by its variants with their attributes', () => {
    const small = {
      ...VARIANT,
      id: 6,
      code: 'MUG-S',
      attributes: { Size: 'S', colour: 'red', volume: '20' },
    }
    const [parent, , second] = mapTemplate({ ...TEMPLATE, variants: [VARIANT, small] }, OPTIONS)
    expect(parent).toMatchObject({
      shopId: 'template-2',
      product: { MerchantProductReference: 'template-2', Name: 'Mug' },
    })
    expect(second).toMatchObject({
      product: {
        ParentMerchantReference: 'template-2',
        Size: 'S',
        Color: 'red',
        ExtraData: { volume: '20' },
      },
    })
  })

  it('that is no longer sold, and variants that are inactive, are removed', () => {
    const inactive = { ...VARIANT, id: 6, isActive: false }
    expect(mapTemplate({ ...TEMPLATE, isSold: false }, OPTIONS)).toEqual([
      { shopId: '5', removed: true },
    ])
    expect(mapTemplate({ ...TEMPLATE, variants: [VARIANT, inactive] }, OPTIONS)).toMatchObject([
      { shopId: '5', product: {} },
      { shopId: '6', removed: true },
      { shopId: 'template-2', removed: true },
    ])
  })

  it('with a product without code has a problem, and one without a tax or a price leaves them out', () => {
    const nameless = { ...VARIANT, code: null }
    expect(mapTemplate({ ...TEMPLATE, variants: [nameless] }, OPTIONS)).toMatchObject([
      { problem: { code: 'missing_sku' } },
    ])
    const bare = { ...TEMPLATE, rate: undefined, variants: [{ ...VARIANT, listPrice: null }] }
    const [product] = mapTemplate(bare, OPTIONS)
    expect(product).not.toHaveProperty('product.VatRate')
    expect(product).not.toHaveProperty('product.Price')
  })

  it('has attributes as texts', () => {
    const attributes = { Size: 'S', weight: 1.5, fragile: true, none: null, empty: '' }
    expect(attributeTexts({ id: 1, attributes })).toEqual({
      Size: 'S',
      weight: '1.5',
      fragile: 'true',
    })
    expect(attributeTexts({ id: 1, attributes: null })).toEqual({})
  })
})

const MUG: TrytonProduct = { id: 5, unit: 1, taxes: [1] }
const SHIPPING: TrytonProduct = { id: 9, unit: 1, taxes: [1] }
const PRODUCTS = new Map([['MUG', MUG]])

describe('lines of an order', () => {
  it('are what the buyer pays after discounts, and shipping costs come last', () => {
    const lines = [{ reference: 'MUG', quantity: 3, price: 9.95, discount: 0.85 }]
    const order = orderOf({ id: 7, lines, shipping: 4.95, total: 33.95 })
    expect(linesOf(order, PRODUCTS, SHIPPING)).toMatchObject([
      { lineId: 700, quantity: 3, gross: '29.0000', rate: 21, discount: 'Discount 0.8500 EUR' },
      { quantity: 1, gross: '4.9500', rate: 21, product: SHIPPING },
    ])
  })

  it('share the discount of the order, and shipping costs bear what is left of it', () => {
    const lines = [{ reference: 'MUG', quantity: 1, price: 2 }]
    const spec = { id: 7, lines, shipping: 5, total: 4 }
    const order = orderOf({ ...spec, over: { OriginalDiscountInclVat: 3 } })
    const shared = {
      ...order,
      Lines: order.Lines.map((one) => ({ ...one, OriginalOrderDiscountInclVat: 2 })),
    }
    expect(linesOf(shared, PRODUCTS, SHIPPING).map(({ gross }) => gross)).toEqual([
      '0.0000',
      '4.0000',
    ])
  })
})

describe('the tax of a line', () => {
  const taxes = [
    { id: 1, name: 'Goods 21%', rate: 21 },
    { id: 2, name: 'Services 21%', rate: 21 },
    { id: 3, name: 'Reduced', rate: 9 },
    { id: 4, name: 'USt 19%', rate: 19 },
    { id: 5, name: 'DE 21%', rate: 21 },
  ]
  const draft = (rate: number, product = MUG) => ({ quantity: 1, gross: '1', rate, product })

  it.each([
    ['of the product, if it has the rate', draft(21), 'NL', '', { id: 1 }],
    ['the only one with the rate', draft(9), 'NL', '', { id: 3 }],
    ['the one that the settings name for the rate', draft(21), 'NL', '21=Services 21%', { id: 2 }],
    ['the one for the country before', draft(21), 'DE', '21=Services 21%; DE:21=DE 21%', { id: 5 }],
  ])('is %s', (_what, line, country, setting, expected) => {
    expect(taxOf(line, country, taxes, parseTaxNames(setting))).toMatchObject(expected)
  })

  it('is none for 0 %, and a problem if there is none, several, or the name is wrong', () => {
    const other = { ...MUG, taxes: [] }
    const none = parseTaxNames('')
    expect(taxOf(draft(0), 'US', taxes, none)).toBeUndefined()
    expect(taxOf(draft(7), 'DE', taxes, none)).toMatchObject({ code: 'tax_unknown', rate: 7 })
    expect(taxOf(draft(21, other), 'NL', taxes, none)).toMatchObject({ code: 'tax_ambiguous' })
    expect(taxOf(draft(19), 'DE', taxes, parseTaxNames('19=Other'))).toMatchObject({
      code: 'tax_unknown',
    })
  })
})

describe('a buyer', () => {
  const order = orderOf({ id: 7, lines: [], total: 0 })

  it('is found by channel and reference, or e-mail, or is one of a single order', () => {
    const base = 'entrepot:hub.example/1/buyer/1'
    expect(buyerMark(order, markOf(7))).toBe(`${base}/nora@example.com`)
    expect(buyerMark({ ...order, ChannelCustomerReference: 'K-1' }, markOf(7))).toBe(`${base}/K-1`)
    expect(buyerMark({ ...order, Email: '' }, markOf(7))).toBe(`${markOf(7)}/buyer`)
  })

  it('has a VAT number of a type that Tryton checks, until Tryton refuses it', () => {
    const company = { ...order, VatNo: 'NL000099998B57' }
    expect(JSON.stringify(partyOf(company, markOf(7), true))).toContain('"type":"eu_vat"')
    expect(JSON.stringify(partyOf(company, markOf(7), false))).not.toContain('eu_vat')
  })

  it('has addresses with the recipient of each', () => {
    expect(addressFields(ADDRESS, false)).toEqual({
      party_name: 'Nora Example',
      street: 'Harbour street 12 a',
      postal_code: '1011 AB',
      city: 'Amsterdam',
    })
    const company = { ...ADDRESS, CompanyName: 'Example BV', Region: 'Noord-Holland' }
    expect(addressFields(company, false)).toMatchObject({
      party_name: 'Example BV',
      street: 'Nora Example\nHarbour street 12 a\nNoord-Holland',
    })
    expect(addressFields(company, true).street).not.toContain('Noord-Holland')
  })
})

const LINE = { id: 11, sequence: 700, product: 5, quantity: 3, ignoredMoves: [] }
const CARRIAGE = { id: 12, sequence: SHIPPING_SEQUENCE, product: 9, quantity: 1, ignoredMoves: [] }
const SALE: Sale = { id: 1, state: 'processing', total: '33.95', lines: [LINE, CARRIAGE] }
const move = (id: number, state: string, quantity: number, shipment = 4): Move => ({
  ...{ id, line: 11, quantity, state },
  shipment: `stock.shipment.out,${shipment}`,
})
const shipment = (id: number, state: string, reference: string | null = null) => ({
  ...{ id, state, reference, carrier: undefined, packages: [] },
})

describe('what Tryton has done', () => {
  it('are shipments that have left, with the numbers of their packages', () => {
    const packages = [
      { reference: '3S1', url: undefined },
      { reference: '3S2', url: 'https://track.example/3S2' },
    ]
    const left = { ...shipment(4, 'done'), carrier: 'PostNL', packages }
    const moves = [move(1, 'done', 2), move(2, 'draft', 1, 5)]
    expect(mapFulfilments(SALE, moves, [left, shipment(5, 'packed')]).shipments).toEqual([
      {
        shopId: '4',
        units: [{ shopLineId: '11', quantity: 2 }],
        carrier: 'PostNL',
        trackingNumber: '3S1, 3S2',
        trackingUrl: 'https://track.example/3S2',
      },
    ])
  })

  it('are cancelled moves that people have decided on, without those of the hub', () => {
    const line = { ...LINE, ignoredMoves: [1, 3] }
    const moves = [move(1, 'cancelled', 1), move(2, 'cancelled', 1), move(3, 'cancelled', 1, 5)]
    const shipments = [
      shipment(4, 'cancelled'),
      shipment(5, 'cancelled', markOf(3, 'cancellation')),
    ]
    expect(mapFulfilments({ ...SALE, lines: [line] }, moves, shipments).cancellations).toEqual([
      { shopId: 'move-1', units: [{ shopLineId: '11', quantity: 1 }] },
    ])
  })

  it('is a cancellation of all units if the sale was cancelled, without the shipping costs', () => {
    const { cancellations } = mapFulfilments({ ...SALE, state: 'cancelled' }, [], [])
    expect(cancellations).toMatchObject([
      { shopId: 'sale-1', units: [{ shopLineId: '11', quantity: 3 }] },
    ])
  })
})

describe('a return', () => {
  const sale = { ...SALE, id: 2, total: '-19.90', lines: [{ ...LINE, id: 21, quantity: -2 }] }
  const returned = {
    sale,
    origin: SALE,
    moves: [{ ...move(9, 'done', 2), line: 21 }],
    shipmentStates: ['done'],
  }

  it('waits until its goods are on the shelf, and names the lines of the sale', () => {
    expect(mapReturn({ ...returned, shipmentStates: ['received'] })).toBeUndefined()
    expect(mapReturn(returned)).toEqual({
      shopId: '2',
      shopOrderId: '1',
      units: [{ shopLineId: '11', quantity: 2 }],
      refundInclVat: 19.9,
      restocked: true,
    })
  })

  it('without goods is a refund of an amount', () => {
    const refund = { ...returned, moves: [], shipmentStates: [] }
    expect(mapReturn(refund)).toEqual({
      shopId: '2',
      shopOrderId: '1',
      units: [],
      refundInclVat: 19.9,
    })
  })
})

describe('values of Tryton', () => {
  it('are texts for decimals and times, which go back as they came', () => {
    const wire =
      '{"a":{"__class__":"Decimal","decimal":"1.50"},"b":{"__class__":"date","year":2026,"month":1,"day":2}}'
    expect(JSON.parse(wire, decode)).toEqual({ a: '1.50', b: '2026-01-02' })
    const time = JSON.parse(JSON.stringify(timestamp('2026-01-02T03:04:05.000600')), decode)
    expect(time).toBe('2026-01-02T03:04:05.000600')
    expect(moved('2026-01-02T00:04:05.000600', -600_000)).toBe('2026-01-01T23:54:05.000600')
  })
})
