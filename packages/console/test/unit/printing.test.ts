import { describe, expect, test } from 'vitest'
import { newParcel } from '../../src/orders/actions/parcels.ts'
import { correctionsByLine, releaseWords } from '../../src/orders/corrections.ts'
import type { Order } from '../../src/orders/order.ts'
import {
  byPlace,
  type ProductPick,
  packedOf,
  picksOf,
  placeOf,
  sayLeftOut,
  sayMissing,
  sayNothingToPack,
} from '../../src/orders/print/pick-list.ts'
import { MAX_PRINTED, printedOf, refusePrinting } from '../../src/orders/print/printed.ts'
import { automaticLanguage, slipLanguage, wordsIn } from '../../src/orders/print/slip-words.ts'
import {
  openSlip,
  openSlips,
  parcelSlips,
  saySlipless,
  whyNoSlip,
} from '../../src/orders/print/slips.ts'
import { changeOf, draftsOf, type Shipment, shownParcels } from '../../src/orders/shipments.ts'
import { SLIP_LANGUAGES } from '../../src/settings/slip-languages.ts'

const line = (number: number, changes: object = {}) => ({
  Id: number,
  ChannelReference: `c-${number}`,
  MerchantProductReference: `P-${number}`,
  Quantity: 3,
  OpenQuantity: 1,
  BackorderQuantity: 0,
  ShortUnits: 0,
  ...changes,
})
const order = {
  MerchantReference: null,
  ChannelReference: 'WEB-1',
  Status: 'IN_PROGRESS',
  Lines: [line(1), line(2)],
  Corrections: [],
} as unknown as Order

const packed = (number: number, Quantity: number) => ({
  ...{ MerchantOrderLineReference: `L-${number}`, ChannelOrderLineReference: `c-${number}` },
  Quantity,
})
const parcel = (changes: object) => ({
  ...{ TrackTraceNo: null, TrackTraceUrl: null, TrackingPage: null, Method: null, Lines: [] },
  ...changes,
})
const shipment = (Parcels: readonly object[]) =>
  ({
    MerchantShipmentReference: 'S-1',
    Lines: [packed(1, 2), packed(2, 1)],
    Parcels,
  }) as unknown as Shipment

describe('the parcels of a shipment', () => {
  const all = [
    { reference: 'P-1', units: 2 },
    { reference: 'P-2', units: 1 },
  ]

  test('contain what they say, and the only one contains all units', () => {
    expect(shownParcels(shipment([]), order)).toMatchObject([{ contents: all, Method: null }])
    const one = parcel({ TrackTraceNo: 'T1', Method: 'UPS', TrackingPage: 'https://u.example' })
    expect(shownParcels(shipment([one]), order)).toEqual([
      { TrackTraceNo: 'T1', Method: 'UPS', TrackingPage: 'https://u.example', contents: all },
    ])
    const two = shipment([parcel({ Lines: [packed(2, 1)] }), parcel({ TrackTraceNo: 'T2' })])
    expect(shownParcels(two, order).map(({ contents }) => contents)).toEqual([
      [{ reference: 'P-2', units: 1 }],
      undefined,
    ])
  })

  test('keep their units when their tracking is changed', () => {
    const two = shipment([parcel({ Lines: [packed(2, 1)], TrackTraceNo: 'T1' }), parcel({})])
    const [first, second] = draftsOf(two)
    expect(first).toEqual({ carrier: '', tracking: 'T1', link: '' })
    const drafts = [{ carrier: ' GLS ', tracking: 'T9', link: '' }, second ?? draftsOf(two)[0]]
    expect(changeOf(two, drafts as never)).toEqual({
      Parcels: [
        {
          ...{ Method: 'GLS', TrackTraceNo: 'T9', TrackTraceUrl: null },
          Lines: [{ ChannelOrderLineReference: 'c-2', Quantity: 1 }],
        },
        { Method: null, TrackTraceNo: null, TrackTraceUrl: null },
      ],
    })
    expect(draftsOf(shipment([]))).toEqual([{ carrier: '', tracking: '', link: '' }])
  })
})

describe('a packing slip', () => {
  test('has the open units before the order is shipped, and none of a closed one', () => {
    expect(openSlip(order).rows).toEqual([
      { reference: 'P-1', ordered: 3, units: 1 },
      { reference: 'P-2', ordered: 3, units: 1 },
    ])
    const closed = { ...order, Status: 'CLOSED' } as Order
    expect(openSlip(closed).rows.map(({ units }) => units)).toEqual([0, 0])
  })

  test('is printed only of orders with units to pack, and says which ones have none', () => {
    const shipped = {
      ...order,
      Status: 'SHIPPED',
      Lines: [line(1, { OpenQuantity: 0 })],
    } as unknown as Order
    const wrong = { ...order, Status: 'REQUIRES_CORRECTION' } as Order
    expect(openSlips([shipped, order, wrong]).map((slip) => slip.order)).toEqual([order])
    expect(saySlipless([shipped, order, wrong])).toBe(
      'Order WEB-1 is left out: it is closed, or all its units are shipped or cancelled. Packing slips of shipments are on the order page.',
    )
    const many = [2, 3, 4, 5].map((number) => ({ ...shipped, ChannelReference: `WEB-${number}` }))
    expect(saySlipless(many)).toMatch(/^Orders WEB-2, WEB-3, WEB-4 and 1 more are left out/)
    expect(saySlipless([order, wrong])).toBeUndefined()
  })

  test('has the units of the pick list, and none that wait for stock', () => {
    const waits = {
      ...order,
      Lines: [line(1, { OpenQuantity: 3, BackorderQuantity: 2 }), line(2)],
    } as unknown as Order
    expect(openSlip(waits).rows.map(({ units }) => units)).toEqual([1, 1])
    expect(picksOf([waits]).map(({ units }) => units)).toEqual([1, 1])
  })

  test('has the units in backorder if no others are open, so that it is printed when they have arrived', () => {
    const Lines = [line(1, { BackorderQuantity: 1 }), line(2, { OpenQuantity: 0 })]
    const waits = { ...order, Status: 'IN_BACKORDER', Lines } as unknown as Order
    expect(whyNoSlip(waits)).toBeUndefined()
    expect(openSlip(waits).rows.map(({ units }) => units)).toEqual([1, 0])
    expect(picksOf([waits])).toMatchObject([{ reference: 'P-1', units: 1 }])
    expect(newParcel(waits, []).units).toEqual({ 1: 1, 2: 0 })
  })

  test('of a single order without units to pack is no sheet of zeros, but the reason', () => {
    const withLine = (Status: string, changes: object) =>
      ({ ...order, Status, Lines: [line(1, changes)] }) as unknown as Order
    expect(whyNoSlip(order)).toBeUndefined()
    expect(whyNoSlip(withLine('SHIPPED', { OpenQuantity: 0 }))).toMatch(
      /^The order has no units to pack. Packing slips/,
    )
    expect(whyNoSlip(withLine('REQUIRES_CORRECTION', {}))).toMatch(/needs a correction/)
  })

  test('is printed again for each parcel of a shipment, or for one', () => {
    const two = shipment([
      parcel({ Lines: [packed(2, 1)], Method: 'UPS', TrackTraceNo: 'T1' }),
      parcel({}),
    ])
    const slips = parcelSlips(order, two)
    expect(slips.map(({ rows }) => rows.map(({ reference, units }) => [reference, units]))).toEqual(
      [
        [['P-2', 1]],
        // Nobody has said what it contains.
        [
          ['P-1', 2],
          ['P-2', 1],
        ],
      ],
    )
    expect(slips[0]?.parcel).toEqual({
      ...{ shipment: 'S-1', number: 1, count: 2, carrier: 'UPS', tracking: 'T1' },
    })
    expect(parcelSlips(order, two, 2)).toEqual(slips.slice(1))
  })

  test('has all its words in each language', () => {
    const names = Object.keys(wordsIn('en')).toSorted()
    for (const { value } of SLIP_LANGUAGES) {
      expect(Object.keys(wordsIn(value)).toSorted(), value).toEqual(names)
      expect(
        Object.values(wordsIn(value)).every((word) => word !== ''),
        value,
      ).toBe(true)
    }
    expect(SLIP_LANGUAGES.length).toBeGreaterThanOrEqual(7)
    expect(wordsIn('de').title).toBe('Lieferschein')
    expect(wordsIn('fi')).toBe(wordsIn('en'))
    expect(wordsIn('toString')).toBe(wordsIn('en'))
  })

  test.each([
    [['nl', 'de'], 'DE', 'de'],
    [['nl', 'de'], 'AT', 'de'],
    [['nl', 'de'], 'NL', 'nl'],
    [['nl', 'de'], 'FR', 'nl'],
    [['fr', 'nl'], 'BE', 'nl'],
    [['fr'], 'BE', 'fr'],
    // There are no words in Finnish.
    [['fi', 'de'], 'FI', 'de'],
    [['fi'], 'FI', 'en'],
    [null, 'DE', 'en'],
    [['de'], null, 'de'],
  ])('of a merchant that writes in %j to %s is in %s', (languages, country, expected) => {
    expect(slipLanguage(languages, country)).toBe(expected)
  })

  test.each([
    [null, 'Automatic (English)'],
    [['fi'], 'Automatic (English)'],
    [['nl'], 'Automatic (Dutch)'],
    [['nl', 'de'], 'Automatic (by country)'],
  ])('of a merchant that writes in %j is chosen as "%s"', (languages, label) => {
    expect(automaticLanguage(languages)).toBe(label)
  })
})

describe('a pick list', () => {
  test('says which units are missing, as its packing slips do', () => {
    const short = { ...order, Lines: [line(1, { OpenQuantity: 2, ShortUnits: 1 }), line(2)] }
    const waits = { ...order, Lines: [line(1, { BackorderQuantity: 1, ShortUnits: 1 }), line(2)] }
    const orders = [short, waits, order] as unknown as readonly Order[]
    expect(picksOf(orders).map(({ units, missing }) => [units, missing])).toEqual([
      [3, 1],
      [3, 0],
    ])
    expect(openSlips(orders).map(({ rows }) => rows.map(({ missing }) => missing))).toEqual([
      [1, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ])
    expect(sayMissing(orders)).toBe('Order WEB-1 is oversold: 1 unit is missing.')
    expect(sayMissing([...orders, ...orders])).toMatch(/^Orders WEB-1 and WEB-1 are oversold: 2/)
    expect(sayMissing([order])).toBeUndefined()
  })

  test('counts only the orders of which units are taken, and says which ones have none', () => {
    const withUnits = (Status: string, OpenQuantity: number) =>
      ({ ...order, Status, Lines: [line(1, { OpenQuantity })] }) as unknown as Order
    const [fresh, shipped] = [withUnits('NEW', 2), withUnits('SHIPPED', 0)]
    const orders = [fresh, shipped, withUnits('CLOSED', 1), withUnits('REQUIRES_CORRECTION', 1)]
    expect(packedOf(orders)).toEqual([fresh])
    expect(sayNothingToPack(orders)).toBe(
      'Orders WEB-1 and WEB-1 are left out: they are closed, or all their units are shipped or cancelled.',
    )
    expect(sayNothingToPack([fresh])).toBeUndefined()
  })

  test('leaves out the orders that require correction, as their packing slips do, and says which ones', () => {
    const wrong = { ...order, Status: 'REQUIRES_CORRECTION' } as Order
    expect(picksOf([wrong])).toEqual([])
    expect(packedOf([wrong])).toEqual([])
    expect(openSlip(wrong).rows.map(({ units }) => units)).toEqual([0, 0])
    expect(sayLeftOut([order, wrong, wrong])).toBe(
      'Orders WEB-1 and WEB-1 with 4 units are left out, because they require correction.',
    )
    const single = { ...wrong, Lines: [line(1)] } as unknown as Order
    expect(sayLeftOut([single])).toBe(
      'Order WEB-1 with 1 unit is left out, because it requires correction.',
    )
    expect(sayLeftOut([order])).toBeUndefined()
  })

  const pick = (reference: string): ProductPick => ({
    ...{ reference, units: 1, missing: 0, orders: [] },
  })

  test('leads from place to place, with products without a place at the end', () => {
    const places: Record<string, string> = { a: 'A-10', b: 'B-1', c: 'A-2', e: 'A-2' }
    const picks = ['d', 'a', 'b', 'e', 'c'].map(pick)
    const sorted = byPlace(picks, ({ reference }) => places[reference] ?? '')
    expect(sorted.map(({ reference }) => reference)).toEqual(['c', 'e', 'a', 'b', 'd'])
  })

  test('takes the place from the extra data of the product', () => {
    expect(placeOf({ ExtraData: { location: ' A-1 ' } })).toBe('A-1')
    expect(placeOf({ ExtraData: { Location: 'A-2', Other: 'x' } })).toBe('A-2')
    expect([placeOf({ ExtraData: null }), placeOf(undefined)]).toEqual(['', ''])
  })
})

test('reasons of a correction stand at their lines, and those of the order apart', () => {
  const reason = (Path: string) =>
    ({ Path, Code: 'UNKNOWN_PRODUCT', Message: Path }) as Order['Corrections'][number]
  const found = correctionsByLine({
    Lines: [{ Id: 7 }, { Id: 9 }],
    Corrections: [reason('/Lines/1/MerchantProductReference'), reason('/CurrencyCode')],
  })
  expect([...found].map(([id, reasons]) => [id, reasons.length])).toEqual([
    [9, 1],
    [undefined, 1],
  ])
})

test('an order is released by what is missing, and by nothing else', () => {
  const words = (...codes: readonly string[]) =>
    releaseWords({ Corrections: codes.map((Code) => ({ Path: '', Code, Message: '' })) as never })
  expect(words('PARENT_PRODUCT')).toBe('')
  expect(words('UNKNOWN_PRODUCT')).toMatch(/^When the missing product is created, the order/)
  expect(words('UNKNOWN_PRODUCT', 'NO_EXCHANGE_RATE')).toMatch(
    /^When the missing product is created and the exchange rate is set, the order/,
  )
})

describe('the orders of a page to print', () => {
  test('are those that were selected, or all of a list', () => {
    expect(printedOf({ ids: '3,5', list: 'tab=new' })).toEqual({ kind: 'some', ids: [3, 5] })
    expect(printedOf({})).toEqual({ kind: 'some', ids: [] })
    const search = { tab: 'to-ship', q: 'nora' }
    expect(printedOf({ list: 'tab=to-ship&q=nora' })).toEqual({ kind: 'list', search })
  })

  test('are not printed above a bound, and the words say what to do', () => {
    expect(refusePrinting(MAX_PRINTED)).toBeUndefined()
    expect(refusePrinting(12_431)).toMatch(/12,431 orders\. Up to 500 .* by channel or day/)
  })
})
