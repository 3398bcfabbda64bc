/** Orders of Vendure as the hub takes them, without a shop. */
import { expect, test } from 'vitest'
import type { Call } from '../src/adapters/vendure/api.ts'
import type { ShopFacts } from '../src/adapters/vendure/facts.ts'
import { paidFor, writeCancellation } from '../src/adapters/vendure/fulfilment/cancellations.ts'
import { toReturns, writeRefund, writeReturn } from '../src/adapters/vendure/fulfilment/returns.ts'
import { followUnits } from '../src/adapters/vendure/orders/cancellations-of.ts'
import {
  isForHub,
  toAddress,
  toChannelOrder,
  toOrderRequest,
} from '../src/adapters/vendure/orders/map-order.ts'
import type { VendureLine, VendureOrder } from '../src/adapters/vendure/orders/order.ts'
import { readOrders } from '../src/adapters/vendure/orders/read-orders.ts'

const line = (change: Partial<VendureLine> = {}): VendureLine => ({
  ...{ id: '1', quantity: 3, orderPlacedQuantity: 3, taxRate: 21, discounts: [] },
  ...{ unitPrice: 826, unitPriceWithTax: 999, linePriceWithTax: 2997 },
  proratedLinePriceWithTax: 2997,
  productVariant: { id: '7', sku: 'CUP' },
  ...change,
})

const order = (change: Partial<VendureOrder> = {}): VendureOrder => ({
  ...{ id: '5', code: 'ABC', type: 'Regular', state: 'PaymentSettled', currencyCode: 'EUR' },
  ...{ updatedAt: '2026-11-26T10:00:00.000Z', orderPlacedAt: '2026-11-26T09:59:00.000Z' },
  ...{ couponCodes: [], shippingAddress: null, billingAddress: null, surcharges: [] },
  customer: {
    id: '3',
    firstName: 'Nora',
    lastName: 'de Vries',
    emailAddress: 'nora@example.com',
    phoneNumber: null,
  },
  lines: [line()],
  shippingLines: [
    { price: 409.0909, priceWithTax: 495, discounts: [], shippingMethod: { name: 'Standard' } },
  ],
  payments: [{ id: '1', method: 'card', amount: 3492, state: 'Settled', refunds: [] }],
  ...{ fulfillments: [], modifications: [], history: { items: [] } },
  ...change,
})

const cancellation = (id: string, quantity: number, reason = 'Called') => ({
  ...{ id, type: 'ORDER_CANCELLATION', createdAt: `2026-11-26T10:0${id}:00.000Z` },
  // As the database has it: a number.
  data: { lines: [{ orderLineId: 1 as never, quantity }], reason },
})

test('an order has the prices of the buyer, and the tax of shipping as a rate or in whole cents', () => {
  expect(toOrderRequest(order(), 2)).toMatchObject({
    ...{ ChannelReference: 'ABC', ShippingCostsInclVat: 4.95, ShippingVatRate: 21 },
    Lines: [{ MerchantProductReference: 'CUP', Quantity: 3, UnitPriceInclVat: 9.99, VatRate: 21 }],
  })
  const other = toOrderRequest(order({ lines: [line({ taxRate: 9 })] }), 2)
  expect(other).toMatchObject({ ShippingVatAmount: 0.86 })
  expect(other).not.toHaveProperty('ShippingVatRate')
})

test('the decimals of amounts are those of the shop, whatever the currency', () => {
  const yen = line({
    unitPriceWithTax: 50_000,
    linePriceWithTax: 150_000,
    proratedLinePriceWithTax: 150_000,
  })
  const inYen = order({ currencyCode: 'JPY', lines: [yen], payments: null })
  expect(toOrderRequest(inYen, 2).Lines[0]?.UnitPriceInclVat).toBe(500)
  const dinar = line({
    unitPriceWithTax: 1_005,
    linePriceWithTax: 3_015,
    proratedLinePriceWithTax: 3_015,
  })
  const inDinars = order({ currencyCode: 'KWD', lines: [dinar], payments: null })
  expect(toOrderRequest(inDinars, 3).Lines[0]?.UnitPriceInclVat).toBe(1.005)
  expect(
    toOrderRequest(order({ currencyCode: 'JPY', payments: null }), 0).Lines[0]?.UnitPriceInclVat,
  ).toBe(999)
})

test('discounts of the line and of the order are one discount of the line, exact where a unit has no four decimals', () => {
  const discounts = [
    { adjustmentSource: 'p', description: 'Tenth', amount: -82, amountWithTax: -100 },
  ]
  const discounted = line({
    linePriceWithTax: 1000,
    unitPriceWithTax: 333,
    proratedLinePriceWithTax: 900,
    discounts,
  })
  const [made] = toOrderRequest(order({ lines: [discounted], payments: null }), 2).Lines
  const { UnitPriceInclVat = 0, DiscountInclVat = 0, DiscountDescription } = made ?? {}
  expect(UnitPriceInclVat).toBe(3.3334)
  expect((UnitPriceInclVat * 3 - (DiscountInclVat ?? 0)).toFixed(4)).toBe('9.0000')
  expect(DiscountDescription).toBe('Tenth')
})

test('an order that is read after cancellations has what was ordered, and the payment says what was paid', () => {
  const rest = line({ quantity: 0, linePriceWithTax: 0, proratedLinePriceWithTax: 0 })
  const cancelled = order({
    lines: [rest],
    payments: [{ id: '1', method: 'card', amount: 3192, state: 'Settled', refunds: [] }],
    history: { items: [cancellation('1', 3)] },
    shippingLines: [
      {
        ...{ price: 409, priceWithTax: 495, shippingMethod: { name: 'Standard' } },
        discounts: [
          { adjustmentSource: 'CANCEL_ORDER', description: '', amount: -409, amountWithTax: -495 },
        ],
      },
    ],
  })
  expect(toOrderRequest(cancelled, 2)).toMatchObject({
    ShippingCostsInclVat: 4.95,
    Lines: [{ Quantity: 3, UnitPriceInclVat: 9.99, DiscountInclVat: 3 }],
  })
})

test('a surcharge is part of the shipping costs, and a negative one a discount of the order', () => {
  const surcharges = [
    { id: '1', description: 'Invoice fee', price: 100, priceWithTax: 121 },
    { id: '2', description: 'Gift card', price: -500, priceWithTax: -500 },
    { id: '3', description: 'Later', price: 100, priceWithTax: 121 },
  ]
  const modifications = [{ id: '1', createdAt: '', note: '', lines: [], surcharges: [{ id: '3' }] }]
  expect(toOrderRequest(order({ surcharges, modifications }), 2)).toMatchObject({
    ...{ ShippingCostsInclVat: 6.16, ShippingVatRate: 21, DiscountInclVat: 5 },
  })
})

test('cancellations have the units that were not shipped, and those of the hub are left out', () => {
  const items = [cancellation('1', 1), cancellation('2', 1, 'Gone [entrepot:hub/7/cancellation/C]')]
  const { cancellations, cancelled } = followUnits(order({ history: { items } }))
  expect(cancellations).toEqual([
    { shopId: 'cancellation-1', units: [{ shopLineId: '1', quantity: 1 }], reason: 'Called' },
  ])
  expect(cancelled).toEqual(new Map([['1', 2]]))
})

test('units that were shipped before they were cancelled are taken back, not cancelled', () => {
  const fulfillments = [
    {
      ...{ id: '1', createdAt: '', state: 'Shipped', method: '', trackingCode: null },
      lines: [{ orderLineId: '1', quantity: 2 }],
    },
  ]
  const followed = followUnits(order({ fulfillments, history: { items: [cancellation('1', 2)] } }))
  expect(followed.cancelled).toEqual(new Map([['1', 1]]))
  expect(followed.takenBack).toEqual(new Map([['1', 1]]))
})

const modification = (id: string, ...lines: readonly (readonly [string, number])[]) => ({
  ...{ id, createdAt: `2026-11-26T10:0${id}:00.000Z`, note: '', surcharges: null },
  lines: lines.map(([orderLineId, quantity]) => ({ orderLineId, quantity })),
})

test('units that the staff takes off an order are a cancellation', () => {
  const modifications = [modification('1', ['1', -1])]
  const found = toChannelOrder(order({ modifications }), 2, '')
  expect(found).toMatchObject({
    cancellations: [{ shopId: 'modification-1', units: [{ quantity: 1 }] }],
  })
  expect(found).not.toHaveProperty('leftOut')
})

test('units that the staff adds are a problem beside the order, until they are cancelled; other cancellations come through', () => {
  const added = line({ id: '2', orderPlacedQuantity: 0 })
  const at = (...items: VendureOrder['history']['items']) =>
    toChannelOrder(
      order({
        lines: [line(), added],
        modifications: [modification('1', ['1', -1], ['2', 1])],
        history: { items },
      }),
      2,
      '',
    )
  const ofAdded = cancellation('2', 1)
  ofAdded.data.lines = [{ orderLineId: 2 as never, quantity: 1 }]
  const first = { shopId: 'modification-1', units: [{ shopLineId: '1', quantity: 1 }] }
  expect(at()).toMatchObject({
    order: { Lines: [{ ChannelReference: '1', Quantity: 3 }] },
    ...{ cancellations: [first], leftOut: { code: 'units_added' } },
  })
  const solved = at(ofAdded)
  expect(solved).toMatchObject({ cancellations: [first] })
  expect(solved).not.toHaveProperty('leftOut')
  expect(at(ofAdded, cancellation('3', 2))).toMatchObject({
    cancellations: [first, { units: [{ shopLineId: '1', quantity: 2 }] }],
  })
})

test('of a line with more units than the buyer has ordered, the added ones are cancelled first', () => {
  const found = (quantity: number) =>
    toChannelOrder(
      order({
        modifications: [modification('1', ['1', 1])],
        history: { items: [cancellation('2', quantity)] },
      }),
      2,
      '',
    )
  expect(found(1)).toMatchObject({ cancellations: [] })
  expect(found(1)).not.toHaveProperty('leftOut')
  expect(found(2)).toMatchObject({ cancellations: [{ units: [{ quantity: 1 }] }] })
})

test('an order has the units that were shipped, without those of fulfilments that were cancelled', () => {
  const fulfilment = (id: string, state: string, quantity: number) => ({
    ...{ id, createdAt: '', state, method: '', trackingCode: null },
    lines: [{ orderLineId: '1', quantity }],
  })
  const fulfillments = [fulfilment('1', 'Delivered', 2), fulfilment('2', 'Cancelled', 1)]
  expect(toChannelOrder(order({ fulfillments }), 2, '')).toMatchObject({
    shipped: [{ shopLineId: '1', quantity: 2 }],
  })
})

test('orders that are not placed, that are being changed, or that are divided among sellers, are left out', () => {
  expect(isForHub(order())).toBe(true)
  expect(isForHub(order({ orderPlacedAt: null }))).toBe(false)
  expect(isForHub(order({ state: 'Modifying' }))).toBe(false)
  expect(isForHub(order({ type: 'Aggregate' }))).toBe(false)
  expect(isForHub(order({ type: 'Seller' }))).toBe(true)
})

test('a refund of cancelled units is no return, and that of others is', () => {
  const refund = (id: string, total: number, quantity: number, reason = '') => ({
    ...{ id, total, state: 'Settled', reason, createdAt: '' },
    lines: quantity === 0 ? [] : [{ orderLineId: '1', quantity }],
  })
  const returnsOf = (...refunds: ReturnType<typeof refund>[]) =>
    toReturns(
      order({
        lines: [line({ quantity: 2, linePriceWithTax: 1998, proratedLinePriceWithTax: 1998 })],
        history: { items: [cancellation('1', 1)] },
        payments: [{ id: '1', method: 'card', amount: 3492, state: 'Settled', refunds }],
      }),
      2,
    )
  expect(returnsOf(refund('1', 999, 1))).toEqual([])
  expect(returnsOf(refund('1', 999, 0))).toEqual([])
  expect(returnsOf(refund('1', 999, 1, 'Return [entrepot:hub/7/return/R]'))).toEqual([])
  expect(returnsOf(refund('1', 1998, 2))).toMatchObject([
    { shopId: 'refund-1', units: [{ shopLineId: '1', quantity: 1 }], refundInclVat: 9.99 },
  ])
  expect(returnsOf(refund('1', 1499, 0))).toMatchObject([{ units: [], refundInclVat: 5 }])
})

test('cancellations in parts refund the price of the line to the cent, and the last one refunds shipping', () => {
  const mark = (number: number) => `entrepot:hub/7/cancellation/C-${number}`
  // Three units for 10.00, and shipping for 4.95.
  const after = (made: number) =>
    order({
      lines: [
        line({
          ...{ quantity: 3 - made, unitPriceWithTax: 334, linePriceWithTax: (3 - made) * 334 },
          proratedLinePriceWithTax: Math.round((1000 * (3 - made)) / 3),
        }),
      ],
      payments: [{ id: '1', method: 'card', amount: 1495, state: 'Settled', refunds: [] }],
      history: {
        items: Array.from({ length: made }, (_, index) =>
          cancellation(String(index + 1), 1, `Gone [${mark(index + 1)}]`),
        ),
      },
    })
  const prices = (made: (number: number) => number) =>
    [1, 2, 3].map((number) =>
      paidFor(after(made(number)), [{ orderLineId: '1', quantity: 1 }], mark(number)),
    )
  const first = prices((number) => number - 1)
  expect(first).toEqual([333, 334, 333 + 495])
  // The same once the order has the cancellation, and others that came later.
  expect(prices((number) => number)).toEqual(first)
  expect(prices(() => 3)).toEqual(first)
})

test('units that the staff has cancelled, too, are not cancelled again', async () => {
  const asked: object[] = []
  const write = async (left: number, shipped = 0) => {
    asked.length = 0
    const call: Call = async <T>(query: string, variables?: object) => {
      if (query.includes('cancelOrder')) asked.push(variables ?? {})
      const lines = [{ orderLineId: '1', quantity: shipped }]
      const fulfilment = { id: '1', createdAt: '', state: 'Shipped', method: '', trackingCode: '' }
      const found = order({
        lines: [line({ quantity: left })],
        fulfillments: [{ ...fulfilment, lines }],
      })
      return { order: found, cancelOrder: {}, productVariants: { items: [] } } as T
    }
    const options = { call, stockLocationId: '1', refunds: false }
    return await writeCancellation(options, {
      ...{
        shopOrderId: '5',
        units: [{ shopLineId: '1', quantity: 3 }],
        mark: 'entrepot:hub/7/c/1',
      },
      cancellation: { Reason: 'Gone' } as never,
    })
  }
  expect(await write(1)).toHaveProperty('done')
  expect(asked).toMatchObject([{ input: { lines: [{ orderLineId: '1', quantity: 1 }] } }])
  expect(await write(0)).toHaveProperty('done')
  expect(asked).toEqual([])
  // Vendure would take shipped ones.
  expect(await write(2, 2)).toHaveProperty('done')
  expect(asked).toEqual([])
})

test('a refund with more decimals than the shop stores is a problem, and not a refund of nothing', async () => {
  const call = async () => ({ order: order() }) as never
  const decided = { MerchantReturnReference: 'R-1', ChannelReturnReference: null } as never
  const toWrite = { shopOrderId: '5', units: [], mark: 'entrepot:hub/7/return/R-1', decided }
  const facts = { precision: 0 } as ShopFacts
  expect(await writeReturn(call, facts, true, { ...toWrite, refundInclVat: 12.5 })).toMatchObject({
    problem: { code: 'refund_too_precise' },
  })
})

test('two refunds that are notes have two ids, each the same after a crash', async () => {
  const call = async () => ({ order: order() }) as never
  const write = (number: number) =>
    writeRefund(call, { precision: 2 } as ShopFacts, false, {
      ...{ shopOrderId: '5', mark: `entrepot:hub/7/refund/F-${number}`, taken: new Set<string>() },
      refund: { MerchantReference: `F-${number}`, RefundInclVat: 5, Reason: 'Old' } as never,
    })
  const first = await write(1)
  expect(first).toEqual({ done: expect.stringMatching(/^note-5-[0-9a-f]{16}$/) })
  expect(await write(1)).toEqual(first)
  expect(await write(2)).not.toEqual(first)
})

test('an amount is refunded once: not again after a crash, nor after the staff has refunded it', async () => {
  const refunds: { total: number; reason: string | null; createdAt: string }[] = []
  const asked: object[] = []
  const call = async (query: string, variables?: { readonly input?: never }) => {
    if (!query.includes('refundOrder')) {
      const found = refunds.map((one, id) => ({
        ...{ id: String(id), state: 'Settled', lines: [], ...one },
      }))
      const payment = { id: '1', method: 'card', amount: 3492, state: 'Settled', refunds: found }
      return { order: order({ payments: [payment] }) } as never
    }
    const input: { amount: number; reason: string } = variables?.input ?? ({} as never)
    asked.push(input)
    refunds.push({ total: input.amount, reason: input.reason, createdAt: '2026-11-26T12:00:00Z' })
    return { refundOrder: { id: String(refunds.length - 1) } } as never
  }
  const facts = { precision: 2 } as ShopFacts
  const write = (number: number, RefundInclVat: number, ...taken: string[]) =>
    writeRefund(call, facts, true, {
      ...{ shopOrderId: '5', mark: `entrepot:hub/7/refund/F-${number}`, taken: new Set(taken) },
      refund: {
        ...{ MerchantReference: `F-${number}`, RefundInclVat, Reason: 'Scratched' },
        CreatedAt: '2026-11-26T11:00:00.000Z',
      } as never,
    })
  expect(await write(1, 5)).toEqual({ done: '0' })
  expect(await write(1, 5)).toEqual({ done: '0' })
  expect(asked).toMatchObject([
    { ...{ paymentId: '1', amount: 500, lines: [], shipping: 0, adjustment: 0 } },
  ])
  refunds.push({ total: 700, reason: null, createdAt: '2026-11-26T11:30:00Z' })
  expect(await write(2, 7)).toEqual({ done: '1' })
  expect(asked).toHaveLength(1)
  // Another refund, or a return, has that of the staff already.
  expect(await write(4, 7, '1')).toEqual({ done: '2' })
  expect(await write(5, 7, 'refund-1')).toEqual({ done: '3' })
  expect(asked).toHaveLength(3)
  // Its own one comes before one of the staff that nothing has.
  refunds.push({ total: 500, reason: null, createdAt: '2026-11-26T11:40:00Z' })
  expect(await write(1, 5)).toEqual({ done: '0' })
  expect(await write(3, 30)).toMatchObject({ problem: { code: 'payment_too_small' } })
})

test('a name that is not the customer is divided after its first word', () => {
  const address = (fullName: string) =>
    ({ fullName, countryCode: 'NL' }) as NonNullable<VendureOrder['shippingAddress']>
  const { customer } = order()
  expect(toAddress(address('Nora de Vries'), customer)).toMatchObject({ LastName: 'de Vries' })
  expect(toAddress(address('Ann van Dam'), customer)).toEqual({
    ...{ FirstName: 'Ann', LastName: 'van Dam', CountryIso: 'NL' },
  })
  expect(toAddress(address('Bakery'), customer)).toMatchObject({ LastName: 'Bakery' })
})

test('an order that was read in the middle of a cancellation is read again, although its time stays', async () => {
  const updatedAt = '2026-11-26T10:05:00.000Z'
  const cut = order({ updatedAt, lines: [line({ quantity: 2 })] })
  const whole = { ...cut, history: { items: [cancellation('1', 1)] } }
  const asked: unknown[] = []
  const read = async (shopHas: VendureOrder, cursor?: string) => {
    const call: Call = async <T>(_query: string, variables?: object) => {
      asked.push(variables)
      return { orders: { items: [shopHas] } } as T
    }
    const pages = []
    const facts = async () => ({ precision: 2 }) as ShopFacts
    for await (const page of readOrders({ call, facts, dashboard: '' }, cursor)) pages.push(page)
    return pages
  }
  const pages = await read(cut)
  expect(pages.flatMap(({ records }) => records)).toMatchObject([{ cancellations: [] }])
  expect(pages.at(-1)?.cursor).toBe(updatedAt)
  const [again] = await read(whole, pages.at(-1)?.cursor)
  expect(asked.at(-1)).toMatchObject({
    options: { filter: { updatedAt: { after: '2026-11-26T10:04:40.000Z' } } },
  })
  const units = [{ shopLineId: '1', quantity: 1 }]
  expect(again).toMatchObject({ records: [{ cancellations: [{ units }] }], cursor: updatedAt })
})

test('the first read leaves out orders that are done, and the next one begins where it began, also if it was broken off', async () => {
  const asked: { readonly filter?: object }[] = []
  const call: Call = async <T>(_query: string, variables?: object) => {
    asked.push((variables as { options: object }).options)
    return { orders: { items: [order()] } } as T
  }
  const facts = async () => ({ precision: 2 }) as ShopFacts
  const cursorsOf = async (cursor?: string) => {
    const cursors: (string | undefined)[] = []
    const pages = readOrders({ call, facts, dashboard: '' }, cursor)
    for await (const page of pages) cursors.push(page.cursor)
    return cursors
  }
  const begun = '2026-11-26T10:00:00.000Z'
  const first = await cursorsOf()
  expect(first).toEqual([`first ${begun}`, `first ${begun} ${begun}`, begun])
  const open = { state: { notIn: ['Shipped', 'Delivered', 'Cancelled'] } }
  expect(asked[1]?.filter).toMatchObject(open)
  expect(await cursorsOf(first[1])).toEqual([first[1], first[1], begun])
  expect(asked.at(-1)?.filter).toMatchObject(open)
  await cursorsOf(begun)
  expect(asked.at(-1)?.filter).not.toHaveProperty('state')
})
