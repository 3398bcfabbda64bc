import type { Schemas } from '@entrepot/client'
import { describe, expect, test } from 'vitest'
import { decimal, toCents, toText } from '../src/adapters/medusa/decimal.ts'
import {
  isEverything,
  missesItems,
  toFulfilments,
  withFirstItems,
} from '../src/adapters/medusa/orders/map-history.ts'
import {
  draftProblem,
  partsOf,
  priceOfUnits,
  regionFor,
  searchTextOf,
  taxProblem,
  toDraft,
} from '../src/adapters/medusa/orders/map-order.ts'
import { refundOf, toReturns } from '../src/adapters/medusa/orders/map-returns.ts'
import type { Order, OrderChange, OrderItem } from '../src/adapters/medusa/types.ts'

type HubOrder = Schemas['OrderResponse']

const MARK = 'entrepot:hub.example/1/order/2/A-1'
const REGION = {
  id: 'reg_1',
  name: 'Europe',
  currency_code: 'eur',
  countries: [{ iso_2: 'nl' }, { iso_2: 'de' }],
}

const ADDRESS = {
  FirstName: 'Nora',
  LastName: 'Example',
  StreetName: 'Harbour street',
  HouseNr: '12',
  HouseNrAddition: 'b',
  ZipCode: '1011 AB',
  City: 'Amsterdam',
  CountryIso: 'NL',
  CompanyName: null,
  Region: null,
}

const hubLine = (more: object = {}) => ({
  Id: 71,
  MerchantProductReference: 'LANTERN',
  Quantity: 3,
  CancelledQuantity: 0,
  OriginalUnitPriceInclVat: 10,
  OriginalDiscountInclVat: 0,
  OriginalOrderDiscountInclVat: 0,
  VatRate: 21,
  ...more,
})

/** What the hub makes of an order: the sum of everything, rounded once. */
function totalOf({ Lines, OriginalDiscountInclVat, OriginalShippingCostsInclVat }: HubOrder) {
  const goods = Lines.reduce(
    (sum, line) =>
      sum + line.OriginalUnitPriceInclVat * line.Quantity - line.OriginalDiscountInclVat,
    0,
  )
  return Math.round((goods - OriginalDiscountInclVat + OriginalShippingCostsInclVat) * 100) / 100
}

const hubOrder = (more: object = {}) => {
  const order = {
    Id: 7,
    ChannelName: 'Market',
    ChannelReference: 'A-1',
    CurrencyCode: 'EUR',
    Email: 'nora@example.com',
    Phone: null,
    UpdatedAt: '2026-11-26T10:00:00.000Z',
    ShippingAddress: ADDRESS,
    BillingAddress: ADDRESS,
    Lines: [hubLine()],
    OriginalDiscountInclVat: 0,
    OriginalShippingCostsInclVat: 4.95,
    ShippingVatRate: 21,
    ...more,
  } as unknown as HubOrder
  return { ...order, OriginalTotalInclVat: totalOf(order) }
}

const toWrite = (order: HubOrder) => ({
  order,
  mark: MARK,
  productIds: new Map([['LANTERN', 'v_1']]),
})

describe('an order for Medusa', () => {
  const inclusive = {
    region: REGION,
    salesChannelId: 'sc_1',
    shippingOptionId: 'so_1',
    taxOfLine: () => ({ isInclusive: true, rate: 21 }),
    taxOfShipping: { isInclusive: false, rate: 21 },
  }

  test('it has the prices of the buyer, its mark, and the id of the line', () => {
    const order = hubOrder()
    expect(toDraft(toWrite(order), partsOf(order), inclusive)).toMatchObject({
      region_id: 'reg_1',
      currency_code: 'eur',
      email: 'nora@example.com',
      no_notification_order: true,
      shipping_address: { address_1: 'Harbour street 12 b', country_code: 'nl' },
      billing_address: { address_2: `${MARK}.` },
      items: [
        { variant_id: 'v_1', quantity: 3, unit_price: '10', metadata: { entrepot_line: '71' } },
      ],
      shipping_methods: [{ amount: '4.09090909090909' }],
      metadata: { entrepot_mark: MARK, entrepot_channel_reference: 'A-1' },
    })
  })

  test('a discount that does not divide by the units still comes to the same cents', () => {
    const order = hubOrder({ Lines: [hubLine({ OriginalDiscountInclVat: 0.1 })] })
    const parts = partsOf(order)
    const [item] = toDraft(toWrite(order), parts, inclusive).items as { unit_price: string }[]
    expect(parts.totalCents).toBe(2990n + 495n)
    expect(toCents(decimal(item?.unit_price ?? '') * 3n)).toBe(2990n)
  })

  test('the discount of the order is taken off its lines, and the rest off the shipping costs', () => {
    const order = hubOrder({
      OriginalDiscountInclVat: 31,
      Lines: [hubLine({ OriginalOrderDiscountInclVat: 30 })],
    })
    expect(partsOf(order)).toMatchObject({ shippingCents: 395n, totalCents: 395n })
  })

  test('a discount of the order that leaves thirds of a cent on its lines comes to what the buyer paid', () => {
    const shares = [3.3333, 3.3334, 3.3333]
    const order = hubOrder({
      OriginalDiscountInclVat: 10,
      OriginalShippingCostsInclVat: 0,
      Lines: shares.map((OriginalOrderDiscountInclVat, index) =>
        hubLine({ Id: 71 + index, Quantity: 1, OriginalOrderDiscountInclVat }),
      ),
    })
    expect(partsOf(order)).toMatchObject({
      lines: [{ cents: 667n }, { cents: 666n }, { cents: 667n }],
      shippingCents: 0n,
      totalCents: 2000n,
    })
  })

  test('prices of four decimals on many lines come to what the buyer paid, and less what was cancelled', () => {
    const Lines = Array.from({ length: 40 }, (_, index) =>
      hubLine({ Id: index + 1, Quantity: 1, OriginalUnitPriceInclVat: 0.3349 }),
    )
    const parts = partsOf(hubOrder({ Lines }))
    const onLines = parts.lines.reduce((sum, { cents }) => sum + cents, 0n)
    expect([onLines, parts.shippingCents, parts.totalCents]).toEqual([1340n, 495n, 1835n])
    const [first, ...others] = Lines
    const left = hubOrder({ Lines: [{ ...first, CancelledQuantity: 1 }, ...others] })
    // 18.35 less 0.3349.
    expect(partsOf(left).totalCents).toBe(1802n)
  })

  test('a total in a currency without decimals is what the buyer paid, above and below the sum of the lines', () => {
    const yen = (OriginalUnitPriceInclVat: number, OriginalTotalInclVat: number) => {
      const order = hubOrder({
        OriginalShippingCostsInclVat: 0,
        Lines: [hubLine({ OriginalUnitPriceInclVat })],
      })
      return partsOf({ ...order, OriginalTotalInclVat })
    }
    expect(yen(1127.5, 3383)).toMatchObject({ totalCents: 338_300n, shippingCents: 50n })
    expect(yen(1127.4, 3382)).toMatchObject({ totalCents: 338_200n, shippingCents: 0n })
  })

  test('units that are cancelled already are left out, with their part of the discount', () => {
    const line = hubLine({ CancelledQuantity: 1, OriginalDiscountInclVat: 3 })
    const gone = hubLine({ Id: 72, CancelledQuantity: 3 })
    const parts = partsOf(hubOrder({ Lines: [line, gone] }))
    expect(parts.lines).toMatchObject([{ units: 2, cents: 1800n }])
  })

  test('a region without tax in its prices gets the price before tax, with all its digits', () => {
    const order = hubOrder()
    const terms = { ...inclusive, taxOfLine: () => ({ isInclusive: false, rate: 21 }) }
    const [item] = toDraft(toWrite(order), partsOf(order), terms).items as { unit_price: string }[]
    expect(item?.unit_price).toBe('8.26446280991736')
  })

  test.each([
    ['unknown_product', hubOrder({ Lines: [hubLine({ MerchantProductReference: 'X' })] })],
    ['country_not_served', hubOrder({ ShippingAddress: { ...ADDRESS, CountryIso: 'CH' } })],
    ['currency_not_available', hubOrder({ CurrencyCode: 'USD' })],
  ])('%s is said before Medusa is asked', (code, order) => {
    expect(draftProblem(toWrite(order), [REGION])).toMatchObject({ code })
  })

  test('the region is that of the country and the currency of the order', () => {
    const other = { ...REGION, id: 'reg_2', countries: [{ iso_2: 'ch' }], currency_code: 'chf' }
    const address = { ...ADDRESS, CountryIso: 'CH' }
    const order = hubOrder({ ShippingAddress: address, CurrencyCode: 'CHF' })
    expect(regionFor(order, [REGION, other])?.id).toBe('reg_2')
    expect(draftProblem(toWrite(order), [REGION, other])).toBeUndefined()
  })

  test('the text that is searched for is not the beginning of that of another order', () => {
    expect(searchTextOf(`${MARK}0`).startsWith(searchTextOf(MARK))).toBe(false)
  })
})

const item = (more: Partial<OrderItem> = {}): OrderItem => ({
  id: 'ordli_1',
  quantity: 3,
  unit_price: 10,
  is_tax_inclusive: true,
  metadata: { entrepot_line: '71' },
  tax_lines: [{ rate: 21 }],
  detail: { quantity: 3, fulfilled_quantity: 0 },
  ...more,
})

const shopOrder = (more: Partial<Order> = {}): Order => ({
  id: 'order_1',
  display_id: 4,
  status: 'pending',
  version: 2,
  total: 34.95,
  created_at: '2026-11-26T10:00:00.000Z',
  updated_at: '2026-11-26T10:00:00.000Z',
  metadata: { entrepot_mark: MARK },
  items: [item()],
  shipping_methods: [{ id: 'm', amount: 4.09, is_tax_inclusive: false, tax_lines: [{ rate: 21 }] }],
  ...more,
})

describe('the tax of the shop', () => {
  test('a rate that differs from the VAT of a line or of the shipping is a problem with both rates', () => {
    expect(taxProblem(hubOrder(), shopOrder())).toBeUndefined()
    const nine = shopOrder({ items: [item({ tax_lines: [{ rate: 9 }] })] })
    expect(taxProblem(hubOrder(), nine)).toMatchObject({
      code: 'tax_differs',
      message: 'LANTERN has 21% VAT in the order, and 9% in the shop.',
    })
    expect(taxProblem(hubOrder({ ShippingVatRate: 0 }), shopOrder())).toMatchObject({
      message: 'The shipping costs have 0% VAT in the order, and 21% in the shop.',
    })
  })

  test('an order without a known rate is taken as the shop taxes it', () => {
    const order = hubOrder({ Lines: [hubLine({ VatRate: null })], ShippingVatRate: null })
    expect(taxProblem(order, shopOrder())).toBeUndefined()
  })
})

const change = (more: Partial<OrderChange>): OrderChange => ({
  id: 'ordch_1',
  change_type: 'edit',
  status: 'confirmed',
  description: null,
  internal_note: null,
  created_at: '2026-11-26T11:00:00.000Z',
  confirmed_at: '2026-11-26T11:00:00.000Z',
  actions: [{ action: 'ITEM_UPDATE', details: { reference_id: 'ordli_1', quantity_diff: -1 } }],
  ...more,
})

describe('what the shop has done', () => {
  const fulfillment = {
    id: 'ful_1',
    shipped_at: '2026-11-26T12:00:00.000Z',
    delivered_at: null,
    canceled_at: null,
    items: [{ line_item_id: 'ordli_1', inventory_item_id: 'iitem', quantity: 2 }],
    labels: [{ tracking_number: '3S1', tracking_url: '#' }],
  }

  test('a shipped fulfilment is a shipment with its tracking number; "#" is no link', () => {
    const { shipments } = toFulfilments(shopOrder({ fulfillments: [fulfillment] }), [])
    expect(shipments).toEqual([
      { shopId: 'ful_1', units: [{ shopLineId: 'ordli_1', quantity: 2 }], trackingNumber: '3S1' },
    ])
  })

  test('a fulfilment that is only packed is no shipment, and one that was taken back is voided', () => {
    const packed = { ...fulfillment, shipped_at: null }
    const back = { ...fulfillment, canceled_at: '2026-11-26T13:00:00.000Z' }
    expect(toFulfilments(shopOrder({ fulfillments: [packed] }), []).shipments).toEqual([])
    expect(toFulfilments(shopOrder({ fulfillments: [back] }), []).shipments).toMatchObject([
      { isVoided: true },
    ])
  })

  test('of a kit, units are counted and not the items of the inventory', () => {
    const kit = {
      inventory_items: [
        { inventory_item_id: 'iitem', required_quantity: 2 },
        { inventory_item_id: 'other', required_quantity: 1 },
      ],
    }
    const items = [
      { line_item_id: 'ordli_1', inventory_item_id: 'iitem', quantity: 4 },
      { line_item_id: 'ordli_1', inventory_item_id: 'other', quantity: 2 },
    ]
    const order = shopOrder({
      items: [item({ variant: kit })],
      fulfillments: [{ ...fulfillment, items }],
    })
    expect(toFulfilments(order, []).shipments[0]?.units).toEqual([
      { shopLineId: 'ordli_1', quantity: 2 },
    ])
  })

  test('an edit by people is a cancellation; one by the hub, an open one and a larger quantity are none', () => {
    const changes = [
      change({ description: 'Broken' }),
      change({ id: 'ordch_2', internal_note: 'entrepot:hub.example/1/cancellation/9' }),
      change({ id: 'ordch_3', status: 'pending' }),
      change({
        id: 'ordch_4',
        actions: [
          { action: 'ITEM_UPDATE', details: { reference_id: 'ordli_1', quantity_diff: 2 } },
        ],
      }),
    ]
    expect(toFulfilments(shopOrder(), changes).cancellations).toEqual([
      { shopId: 'ordch_1', units: [{ shopLineId: 'ordli_1', quantity: 1 }], reason: 'Broken' },
    ])
  })

  test('a cancelled order is the cancellation of what was open, unless the hub has cancelled it', () => {
    const detail = { quantity: 3, fulfilled_quantity: 1 }
    const canceled = shopOrder({ status: 'canceled', items: [item({ detail })] })
    expect(toFulfilments(canceled, []).cancellations).toEqual([
      { shopId: 'order_1:canceled', units: [{ shopLineId: 'ordli_1', quantity: 2 }] },
    ])
    const byHub = {
      ...canceled,
      metadata: { ...canceled.metadata, entrepot_cancelled_by: 'entrepot:x' },
    }
    expect(toFulfilments(byHub, []).cancellations).toEqual([])
  })
})

describe('returns and refunds', () => {
  const receive = (id: string, at: string, action: string, quantity: number) =>
    change({
      id,
      change_type: 'return_receive',
      confirmed_at: at,
      actions: [{ action, details: { reference_id: 'ordli_1', quantity } }],
    })
  const received = receive('ordch_9', '2026-11-26T12:00:00.000Z', 'RECEIVE_RETURN_ITEM', 1)
  const paid = (...refunds: readonly [string, number, string, string?][]) =>
    shopOrder({
      payment_collections: [
        {
          id: 'pay_col',
          status: 'completed',
          amount: 34.95,
          payments: [
            {
              id: 'pay',
              amount: 34.95,
              captured_at: 'x',
              refunds: refunds.map(([id, amount, created_at, note = null]) => ({
                id,
                amount,
                created_at,
                note: note as string | null,
              })),
            },
          ],
        },
      ],
    })

  test('a received return has the price of its units, and the refund that pays it is not told twice', () => {
    const order = paid(['ref_1', 10, '2026-11-26T13:00:00.000Z'])
    expect(toReturns(order, [received])).toEqual([
      {
        shopId: 'ordch_9',
        shopOrderId: 'order_1',
        units: [{ shopLineId: 'ordli_1', quantity: 1 }],
        refundInclVat: 10,
        restocked: true,
      },
    ])
  })

  test('units that came back damaged are a return of their own that is not restocked', () => {
    const damaged = receive('ordch_9', '2026-11-26T12:00:00.000Z', 'RECEIVE_DAMAGED_RETURN_ITEM', 2)
    expect(toReturns(paid(), [damaged])).toMatchObject([
      { shopId: 'ordch_9:damaged', restocked: false, refundInclVat: 20 },
    ])
  })

  test('a refund beyond what is owed is a refund of the rest', () => {
    const order = paid(['ref_1', 12.5, '2026-11-26T13:00:00.000Z', 'Late'])
    expect(toReturns(order, [received])[1]).toEqual({
      shopId: 'ref_1',
      shopOrderId: 'order_1',
      units: [],
      refundInclVat: 2.5,
      reason: 'Late',
    })
  })

  test('a refund before the units come back is not paid again when they do', () => {
    const order = paid(['ref_1', 10, '2026-11-26T11:00:00.000Z'])
    expect(toReturns(order, [])).toMatchObject([{ shopId: 'ref_1', refundInclVat: 10 }])
    expect(toReturns(order, [received])).toMatchObject([
      { shopId: 'ref_1', refundInclVat: 10 },
      { shopId: 'ordch_9', refundInclVat: 0 },
    ])
  })

  test('refunds of cancelled units, by people or by the hub, are no returns', () => {
    const order = paid(
      ['ref_1', 10, '2026-11-26T11:30:00.000Z'],
      ['ref_2', 10, '2026-11-26T11:40:00.000Z', 'entrepot:hub.example/1/cancellation/9'],
    )
    expect(toReturns(order, [change({})])).toEqual([])
    expect(toReturns({ ...order, status: 'canceled' }, [])).toEqual([])
  })

  test('the refunds of several cancellations add up to the whole, although the price has thirds of a cent', () => {
    const unit_price = 9.96666666666666
    const units = [{ shopLineId: 'ordli_1', quantity: 1 }]
    const metadata = { entrepot_line: '71', entrepot_units: 3 }
    const refunds = [3, 2, 1].map((quantity) =>
      refundOf(shopOrder({ items: [item({ unit_price, quantity, metadata })] }), units),
    )
    expect(refunds).toEqual([997n, 996n, 997n])
  })

  test('returns of a line add up to its price, together with what the hub has cancelled of it', () => {
    const order = { ...paid(), items: [item({ unit_price: 9.96666666666666 })] }
    const byHub = change({
      id: 'ordch_2',
      internal_note: 'entrepot:hub.example/1/cancellation/9 997',
    })
    const later = receive('ordch_10', '2026-11-26T13:00:00.000Z', 'RECEIVE_RETURN_ITEM', 1)
    expect(toReturns(order, [byHub, received, later])).toMatchObject([
      { refundInclVat: 9.96 },
      { refundInclVat: 9.97 },
    ])
  })

  test('an item that an edit has removed is known from the first version of the order', () => {
    const removal = change({})
    const order = shopOrder({ items: [] })
    expect(missesItems(order, [removal])).toBe(true)
    expect(missesItems(shopOrder(), [removal])).toBe(false)
    expect(
      toFulfilments(withFirstItems(order, shopOrder()), [removal]).cancellations,
    ).toMatchObject([{ units: [{ shopLineId: 'ordli_1', quantity: 1 }] }])
  })

  test('all open units cancel the order, unless something is packed', () => {
    const units = [{ shopLineId: 'ordli_1', quantity: 3 }]
    expect(isEverything(shopOrder(), units)).toBe(true)
    expect(isEverything(shopOrder(), [{ shopLineId: 'ordli_1', quantity: 2 }])).toBe(false)
    const packed = { id: 'f', shipped_at: null, delivered_at: null, canceled_at: null }
    expect(isEverything(shopOrder({ fulfillments: [packed] }), units)).toBe(false)
  })
})

describe('decimals', () => {
  test.each([
    ['0.1', '0.1'],
    ['1e-7', '0.0000001'],
    ['-12.50', '-12.5'],
    ['1.5e3', '1500'],
    ['9.96666666666666', '9.96666666666666'],
  ])('%s is %s', (text, expected) => {
    expect(toText(decimal(text))).toBe(expected)
  })

  test('half a cent is rounded up, also where binary fractions are below it', () => {
    expect(toCents(decimal(1.005))).toBe(101n)
    expect(toCents(decimal(-1.005))).toBe(-101n)
  })

  test('a price without tax times its units comes to the cents of the price with tax', () => {
    const net = item({ unit_price: 8.26446280991736, is_tax_inclusive: false })
    expect(toCents(priceOfUnits(net, 3))).toBe(3000n)
  })
})
