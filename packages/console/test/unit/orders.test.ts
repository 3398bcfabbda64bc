import { describe, expect, test } from 'vitest'
import { isForbidden, whyNot } from '../../src/hub/actions.ts'
import { allowedActions, placesOf } from '../../src/orders/action-labels.ts'
import {
  isFilled,
  leftFor,
  newParcel,
  type Parcel,
  shipmentOf,
} from '../../src/orders/actions/parcels.ts'
import { recordReference } from '../../src/orders/actions/references.ts'
import { linesOf, nameOf } from '../../src/orders/address.ts'
import { columnsIn } from '../../src/orders/column-names.ts'
import { correctedText } from '../../src/orders/corrections.ts'
import {
  lastTracked,
  type Records,
  replacedInWords,
  tellRecords,
  unitsInWords,
} from '../../src/orders/detail/moved-units.ts'
import { firstCall } from '../../src/orders/list/first-call.ts'
import type { Order } from '../../src/orders/order.ts'
import { picksOf } from '../../src/orders/print/pick-list.ts'
import {
  allUnits,
  backorderAdvice,
  inStockOf,
  type Line,
  linesWith,
  partlyInBackorder,
  unitsNote,
  unitsOf,
  unitsText,
} from '../../src/orders/units.ts'

const line = (changes: Partial<Line> = {}): Line =>
  ({
    Id: 1,
    MerchantReference: 'L-1',
    ChannelReference: 'c-1',
    MerchantProductReference: 'MUG',
    Quantity: 10,
    ShippedQuantity: 0,
    CancelledQuantity: 0,
    BackorderQuantity: 0,
    ShortUnits: 0,
    ReturnedQuantity: 0,
    OpenQuantity: 10,
    ReturnableQuantity: 0,
    ...changes,
  }) as Line

const order = (changes: Partial<Order> = {}): Order =>
  ({
    Id: 7,
    Status: 'IN_PROGRESS',
    MerchantReference: 'M-7',
    ChannelReference: 'C-7',
    Lines: [line()],
    ...changes,
  }) as Order

describe('the units of a line', () => {
  const mixed = line({
    ShippedQuantity: 4,
    ReturnedQuantity: 1,
    CancelledQuantity: 2,
    BackorderQuantity: 3,
    OpenQuantity: 4,
    ReturnableQuantity: 3,
  })

  test('are shown in parts that are its quantity together', () => {
    expect(unitsOf(mixed).map(({ label, units }) => [label, units])).toEqual([
      ['shipped', 3],
      ['returned', 1],
      ['cancelled', 2],
      ['in backorder', 3],
      ['open', 1],
    ])
    expect(unitsOf(line()).map(({ label }) => label)).toEqual(['open'])
  })

  test('are named with all their digits as elsewhere, and with what to know before they are shipped', () => {
    expect(unitsText(line({ OpenQuantity: 12_345 }))).toBe('12,345 open')
    expect(unitsNote(line())).toBe('')
    expect(unitsNote(line({ BackorderQuantity: 2, ShortUnits: 3 }))).toBe(
      '2 in backorder, 1 of 8 units missing',
    )
  })

  test('are marked in the list if only some of them are in backorder', () => {
    const Lines = [line({ BackorderQuantity: 1 }), line()]
    expect(partlyInBackorder({ Status: 'IN_PROGRESS', Lines })).toBe('1 in backorder')
    expect(partlyInBackorder({ Status: 'IN_BACKORDER', Lines })).toBeUndefined()
    expect(partlyInBackorder({ Status: 'IN_PROGRESS', Lines: [line()] })).toBeUndefined()
  })

  test('say what ends a backorder', () => {
    expect(backorderAdvice({ Lines: [line()] })).toBeUndefined()
    const Lines = [line({ BackorderQuantity: 2 }), line(), line({ BackorderQuantity: 1 })]
    expect(backorderAdvice({ Lines })).toMatch(/^3 units are in backorder. Ship what has arrived/)
    expect(backorderAdvice({ Lines: Lines.slice(2) })).toMatch(/^1 unit is in backorder/)
  })

  test('are in stock if they are open and not in backorder', () => {
    expect(inStockOf(mixed)).toBe(1)
  })

  test('are sent for the lines that have some, by the reference of the merchant or else of the channel', () => {
    const lines = [
      line(),
      line({ Id: 2, MerchantReference: null, ChannelReference: 'c-2' }),
      line({ Id: 3 }),
    ]
    expect(linesWith(lines, { 1: 4, 2: 1, 3: 0 })).toEqual([
      { MerchantOrderLineReference: 'L-1', Quantity: 4 },
      { ChannelOrderLineReference: 'c-2', Quantity: 1 },
    ])
    expect(allUnits(lines, inStockOf)).toEqual({ 1: 10, 2: 10, 3: 10 })
  })
})

describe('the allowed actions of an order', () => {
  const action = (Name: Order['Actions'][number]['Name'], code?: string) => ({
    Name,
    IsAllowed: code === undefined,
    Reason: code === undefined ? null : { Code: code, Message: 'It is not allowed.' },
  })

  const paid = {
    ...{ CurrencyCode: 'EUR', OriginalTotalInclVat: 20, RefundedInclVat: 0 },
    ...{ OriginalShippingCostsInclVat: 0, OriginalDiscountInclVat: 0 },
    Lines: [
      {
        ...{ Id: 1, Quantity: 2, CancelledQuantity: 0, RefundedInclVat: 0 },
        ...{ OriginalUnitPriceInclVat: 10, OriginalDiscountInclVat: 0 },
        OriginalOrderDiscountInclVat: 0,
      },
    ],
  } as const

  test('are those that the hub allows, in the order of the buttons, if they have a panel', () => {
    const Actions = [action('close'), action('ship'), action('comment'), action('return', 'X')]
    expect(allowedActions({ ...paid, Actions })).toEqual(['ship', 'close'])
    expect(allowedActions({ ...paid, Actions: [] })).toEqual([])
  })

  test('have no refund if all that was paid is cancelled or refunded', () => {
    const Actions = [action('refund')]
    expect(allowedActions({ ...paid, Actions })).toEqual(['refund'])
    expect(allowedActions({ ...paid, RefundedInclVat: 20, Actions })).toEqual([])
    const Lines = paid.Lines.map((one) => ({ ...one, CancelledQuantity: 2 }))
    expect(allowedActions({ ...paid, Lines, Actions })).toEqual([])
  })

  test('are buttons, but to close orders of which nothing is open is under More', () => {
    const order = (units: number, ...names: Parameters<typeof action>[0][]) => ({
      Actions: names.map((name) => action(name)),
      Lines: [{ OpenQuantity: 0 }, { OpenQuantity: units }],
    })
    const [open, shipped, fresh] = [order(2, 'ship', 'close'), order(0, 'close'), order(2, 'ship')]
    const close = { buttons: ['ship', 'close'], more: [] }
    expect(placesOf(['ship', 'close'], [open])).toEqual(close)
    expect(placesOf(['close'], [shipped])).toEqual({ buttons: [], more: ['close'] })
    expect(placesOf(['ship', 'close'], [shipped, open])).toEqual(close)
    // One that cannot be closed does not make it a button.
    expect(placesOf(['ship', 'close'], [shipped, fresh]).more).toEqual(['close'])
    // A narrow window has room for what is done often.
    expect(placesOf(['ship', 'refund', 'close'], [open], true)).toEqual({
      buttons: ['ship'],
      more: ['refund', 'close'],
    })
  })

  test('are explained where the hub does not allow them, or does not name them', () => {
    const Actions = [action('ship', 'MARKET_ORDER_STATUS')]
    expect(whyNot({ Actions }, 'ship')).toBe('It is not allowed.')
    expect(whyNot({ Actions }, 'reopen' as never)).toMatch(/^This is not possible now/)
  })

  test('are forbidden only if the role lacks the scope', () => {
    const Actions = [action('ship', 'MARKET_FORBIDDEN'), action('return', 'MARKET_ORDER_STATUS')]
    expect([isForbidden({ Actions }, 'ship'), isForbidden({ Actions }, 'return')]).toEqual([
      true,
      false,
    ])
  })
})

describe('a parcel', () => {
  const parcel = (changes: Partial<Parcel> = {}): Parcel => ({
    reference: 'S-1',
    carrier: ' PostNL ',
    tracking: '',
    link: ' ',
    units: { 1: 4 },
    isSent: false,
    ...changes,
  })

  test('contains what no other parcel does; units of sent parcels are part of the line already', () => {
    expect(leftFor(line(), [parcel()])).toBe(6)
    expect(leftFor(line({ OpenQuantity: 6 }), [parcel({ isSent: true })])).toBe(6)
    expect(leftFor(line(), [parcel({ units: { 1: 99 } })])).toBe(0)
  })

  test('that is added has the carrier of the last one and a reference of its own', () => {
    const added = newParcel(order(), [parcel()])
    expect(added).toMatchObject({ carrier: ' PostNL ', units: { 1: 6 }, isSent: false })
    expect(added.reference).toMatch(/^M-7-S-[0-9a-f]{6}$/)
    expect(isFilled(added)).toBe(true)
    expect(isFilled(parcel({ units: { 1: 0 } }))).toBe(false)
  })

  test('is proposed without the units in backorder, as its packing slip, unless no others are open', () => {
    const withLine = (changes: object) => ({ ...order(), Lines: [line(changes)] })
    const some = withLine({ OpenQuantity: 3, BackorderQuantity: 2 })
    expect(newParcel(some, []).units).toEqual({ 1: 1 })
    expect(newParcel(withLine({ OpenQuantity: 3, BackorderQuantity: 3 }), []).units).toEqual({
      1: 3,
    })
  })

  test('is shipped with trimmed texts, and null for empty ones', () => {
    expect(shipmentOf(order(), parcel())).toEqual({
      MerchantShipmentReference: 'S-1',
      MerchantOrderReference: 'M-7',
      Method: 'PostNL',
      TrackTraceNo: null,
      TrackTraceUrl: null,
      Lines: [{ MerchantOrderLineReference: 'L-1', Quantity: 4 }],
    })
  })
})

test('references of records are new each time', () => {
  expect(recordReference('M-7', 'R')).not.toBe(recordReference('M-7', 'R'))
})

describe('an address', () => {
  const address = {
    FirstName: 'Nora',
    LastName: null,
    CompanyName: 'Acme',
    StreetName: 'Harbour street',
    HouseNr: '12',
    HouseNrAddition: null,
    ZipCode: '1011 AB',
    City: 'Amsterdam',
    Region: null,
    CountryIso: 'NL',
  } as Parameters<typeof linesOf>[0]

  test('is written as on a label, without empty lines', () => {
    expect(linesOf(address)).toEqual([
      'Nora',
      'Acme',
      'Harbour street 12',
      '1011 AB Amsterdam',
      'Netherlands',
    ])
    // On a packing slip, in the language of the buyer.
    expect(linesOf(address, 'nl').at(-1)).toBe('Nederland')
    expect(linesOf({ ...address, CountryIso: null })).toHaveLength(4)
  })

  test('names a company once if there is no person', () => {
    const company = { ...address, FirstName: '' }
    expect(nameOf(company)).toBe('Acme')
    expect(linesOf(company).slice(0, 2)).toEqual(['Acme', 'Harbour street 12'])
    expect(nameOf({ ...company, CompanyName: null })).toBe('Unknown')
  })
})

test('a pick list sums the units that can be taken, by product and order', () => {
  const orders = [
    order({ Lines: [line({ OpenQuantity: 2 }), line({ Id: 2, MerchantProductReference: 'CAP' })] }),
    order({ MerchantReference: null, Lines: [line({ BackorderQuantity: 7 })] }),
    order({ Status: 'CLOSED' }),
    order({ Lines: [line({ OpenQuantity: 0 })] }),
  ]
  expect(picksOf(orders)).toEqual([
    { reference: 'CAP', units: 10, missing: 0, orders: [{ name: 'M-7', units: 10 }] },
    {
      reference: 'MUG',
      units: 5,
      missing: 0,
      orders: [
        { name: 'M-7', units: 2 },
        { name: 'C-7', units: 3 },
      ],
    },
  ])
})

describe('the timeline of an order', () => {
  const moved = (count: number, Quantity = 1) =>
    Array.from({ length: count }, (_, at) => ({
      ChannelOrderLineReference: `c-${at + 1}`,
      Quantity,
    }))
  const given = order({
    Lines: [1, 2, 3, 4, 5, 6].map((Id) =>
      line({
        Id,
        ChannelReference: `c-${Id}`,
        MerchantProductReference: Id === 6 ? 'P-1' : `P-${Id}`,
      }),
    ),
  })
  const words = (lines: ReturnType<typeof moved>) =>
    unitsInWords(lines, given, (reference) => (reference === 'P-1' ? 'Mug' : reference))

  test('names the units of each product, and counts the products after the third', () => {
    expect(words(moved(1, 2))).toBe('2 × Mug')
    expect(words(moved(4))).toBe('1 × Mug; 1 × P-2; 1 × P-3; 1 × P-4')
    // The first and the last line have the same product.
    expect(words(moved(6))).toBe('2 × Mug; 1 × P-2; 1 × P-3 and 2 more')
    expect(words([{ ChannelOrderLineReference: 'unknown', Quantity: 1 }])).toBe('1 × unknown')
    expect(words([])).toBe('')
  })

  test('tells of each record its units, and why', () => {
    const Lines = moved(1, 2)
    const told = tellRecords({
      shipments: [
        {
          ...{ MerchantShipmentReference: 'X', Lines },
          Parcels: [
            { Method: 'PostNL', TrackTraceNo: '3S1', TrackingPage: 'https://carrier.example/3S1' },
            { Method: null, TrackTraceNo: '3S2', TrackingPage: null },
          ],
        },
      ],
      cancellations: [
        { MerchantReference: 'X', ReasonCode: 'NOT_IN_STOCK', Reason: 'No longer made', Lines },
        { MerchantReference: 'Y', ReasonCode: null, Reason: 'By phone', Lines },
        { MerchantReference: 'Z', ReasonCode: 'DAMAGED', Reason: null, Lines },
      ],
      backorders: [{ MerchantBackorderReference: 'X', Lines }],
      returns: [
        { MerchantReturnReference: 'X', Reason: 'REFUSED', Lines },
        {
          ...{ MerchantReturnReference: 'Y', Status: 'ACCEPTED', RefundInclVat: 4.5 },
          Lines: [{ AcceptedQuantity: 1, RejectedQuantity: 1 }],
        },
      ],
      refunds: [{ MerchantReference: 'X', RefundInclVat: 2.5 }],
    } as unknown as Records)
    expect(Object.fromEntries(told)).toMatchObject({
      'shipment X': { lines: Lines, tracking: 'PostNL 3S1; 3S2' },
      // Also what was written to the channel.
      'cancellation X': { lines: Lines, reason: 'Not in stock: No longer made' },
      'cancellation Y': { reason: 'By phone' },
      'cancellation Z': { reason: 'Damaged' },
      'backorder X': { lines: Lines },
      'return X': { lines: Lines, reason: 'The buyer refused the parcel' },
      'return Y': { decision: 'Return decided', decided: '1 accepted, 1 rejected', refunded: 4.5 },
      'refund X': { refunded: 2.5 },
    })
  })
})

test('the timeline tells which products a correction has replaced', () => {
  const replaced = ['A', 'B'].map((before) => ({
    ...{ MerchantProductReferenceBefore: before, MerchantProductReference: 'MUG-RED' },
  }))
  expect(replacedInWords(replaced, () => 'Mug')).toBe('A is now Mug; B is now Mug')
  expect(replacedInWords(null, () => 'Mug')).toBe('')
})

test('a correction is confirmed with the name of the order, and says whether more is to be corrected', () => {
  const order = { MerchantReference: null, ChannelReference: 'WEB-1', Corrections: [] }
  expect(correctedText(order)).toBe('Order WEB-1 is corrected.')
  const Corrections = [{ Code: 'UNKNOWN_PRODUCT', Path: '/Lines/0', Message: 'No product.' }]
  expect(correctedText({ ...order, Corrections } as never)).toContain('still requires')
})

test('the tracking of now is told at the last change of each shipment', () => {
  const event = (Type: string, Reference: string) => {
    return { Type, Record: { Kind: 'shipment', Reference } } as const
  }
  const events = [
    ...[event('SHIPPED', 'A'), event('SHIPMENT_CHANGED', 'A'), event('SHIPMENT_CHANGED', 'B')],
    ...[event('SHIPMENT_CHANGED', 'A'), event('SHIPMENT_VOIDED', 'A')],
  ]
  expect([...lastTracked(events)].map((one) => events.indexOf(one)).toSorted()).toEqual([2, 3])
})

test('the first call quotes a product for JSON and for the shell', () => {
  const call = firstCall({ hub: 'https://hub.example', currency: 'EUR', product: `it's "x"` })
  expect(call).toContain('curl https://hub.example/v2/orders')
  const body = /-d '(.*)'$/s.exec(call)?.[1]?.replaceAll(`'\\''`, "'") ?? ''
  expect(JSON.parse(body)).toMatchObject({
    CurrencyCode: 'EUR',
    Lines: [{ MerchantProductReference: `it's "x"` }],
  })
})

test('columns are read in the order of the text', () => {
  expect(columnsIn('total,unknown,order')).toEqual(['total', 'order'])
  expect(columnsIn(undefined)).toEqual([])
})
