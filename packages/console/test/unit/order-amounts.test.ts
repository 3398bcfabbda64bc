import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountsOf, netLabel, type OrderTerms } from '../../src/orders/amounts.ts'

type LineTerms = OrderTerms['Lines'][number]

const line = (changes: Partial<LineTerms> = {}): LineTerms => ({
  Id: 1,
  Quantity: 3,
  CancelledQuantity: 0,
  OriginalUnitPriceInclVat: 9,
  OriginalDiscountInclVat: 0,
  OriginalOrderDiscountInclVat: 0,
  RefundedInclVat: 0,
  ...changes,
})

const order = (changes: Partial<OrderTerms> = {}): OrderTerms => ({
  CurrencyCode: 'EUR',
  OriginalShippingCostsInclVat: 4.95,
  OriginalDiscountInclVat: 0,
  OriginalTotalInclVat: 31.95,
  RefundedInclVat: 0,
  Lines: [line()],
  ...changes,
})

/** The parts without those that are zero. */
const partsOf = (given: OrderTerms) => {
  const { lines: _, ...parts } = amountsOf(given)
  return Object.fromEntries(Object.entries(parts).filter(([, amount]) => amount !== 0))
}

describe('the amounts of an order', () => {
  test('are the lines, the shipping costs and the total', () => {
    expect(partsOf(order())).toEqual({ subtotal: 27, shipping: 4.95, total: 31.95, net: 31.95 })
    expect([...amountsOf(order()).lines]).toEqual([[1, 27]])
  })

  test('have the discount of a line in the line, and that of the order apart', () => {
    const given = order({
      OriginalDiscountInclVat: 5,
      OriginalTotalInclVat: 24.95,
      Lines: [line({ OriginalDiscountInclVat: 2, OriginalOrderDiscountInclVat: 5 })],
    })
    expect(partsOf(given)).toEqual({
      ...{ subtotal: 25, discount: -5, shipping: 4.95, total: 24.95, net: 24.95 },
    })
  })

  test('say by what prices with more decimals than the currency were rounded', () => {
    const Lines = [1, 2].map((Id) => line({ Id, Quantity: 1, OriginalUnitPriceInclVat: 1.005 }))
    const given = order({ OriginalShippingCostsInclVat: 0, OriginalTotalInclVat: 2.01, Lines })
    expect(partsOf(given)).toEqual({ subtotal: 2.02, rounding: -0.01, total: 2.01, net: 2.01 })
    const yen = { ...given, CurrencyCode: 'JPY', OriginalTotalInclVat: 2 }
    expect(partsOf(yen)).toEqual({ subtotal: 2, total: 2, net: 2 })
  })

  test('lose what was paid for cancelled units, with their part of the discounts', () => {
    const Lines = [
      line({
        ...{ CancelledQuantity: 1, OriginalDiscountInclVat: 3, OriginalOrderDiscountInclVat: 6 },
      }),
    ]
    const given = order({ OriginalDiscountInclVat: 6, OriginalTotalInclVat: 22.95, Lines })
    expect(partsOf(given)).toMatchObject({ total: 22.95, cancelled: -6, net: 16.95 })
  })

  test('lose the shipping costs, too, if every unit is cancelled', () => {
    const given = order({ Lines: [line({ CancelledQuantity: 3 })] })
    expect(partsOf(given)).toEqual({
      ...{ subtotal: 27, shipping: 4.95, total: 31.95, cancelled: -31.95 },
    })
  })

  test('lose what is refunded after a cancellation', () => {
    const Lines = [line({ CancelledQuantity: 1, RefundedInclVat: 9 })]
    expect(partsOf(order({ Lines, RefundedInclVat: 9 }))).toMatchObject({
      ...{ cancelled: -9, refunded: -9, net: 13.95 },
    })
  })

  test('take off a refund of cancelled units once', () => {
    const Lines = [
      line({ Quantity: 1, CancelledQuantity: 1, RefundedInclVat: 9 }),
      line({ Id: 2, Quantity: 2 }),
    ]
    expect(partsOf(order({ Lines, RefundedInclVat: 9 }))).toMatchObject({
      ...{ cancelled: -9, refunded: -9, refundedOfCancelled: 9, net: 22.95 },
    })
    const all = order({ Lines: [line({ CancelledQuantity: 3 })], RefundedInclVat: 31.95 })
    expect(amountsOf(all)).toMatchObject({ refundedOfCancelled: 31.95, net: 0 })
  })
})

describe('whatever an order is,', () => {
  const amount = fc.integer({ min: 0, max: 5_000_000 }).map((units) => units / 10_000)
  const anyLine = fc
    .record({
      Quantity: fc.integer({ min: 1, max: 40 }),
      price: amount,
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      cancelled: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ Quantity, price, share, cancelled }) => {
      const discount = Math.floor(price * Quantity * share * 10_000) / 10_000
      return line({
        Quantity,
        OriginalUnitPriceInclVat: price,
        OriginalDiscountInclVat: discount,
        CancelledQuantity: Math.round(Quantity * cancelled),
      })
    })
  const anyOrder = fc
    .record({
      CurrencyCode: fc.constantFrom('EUR', 'JPY', 'KWD'),
      lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
      shipping: amount,
      refunded: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ CurrencyCode, lines, shipping, refunded }) => {
      const Lines = lines.map((one, index) => ({ ...one, Id: index + 1 }))
      const goods = Lines.reduce(
        (all, one) =>
          all + one.OriginalUnitPriceInclVat * one.Quantity - one.OriginalDiscountInclVat,
        0,
      )
      const total = Number((goods + shipping).toFixed(2))
      return order({
        ...{ CurrencyCode, Lines, OriginalShippingCostsInclVat: shipping },
        OriginalTotalInclVat: total,
        RefundedInclVat: Number((total * refunded).toFixed(2)),
      })
    })
  const places = { EUR: 2, JPY: 0, KWD: 3 } as const
  /** As a person adds up what is shown, in the smallest coin. */
  const coins = (code: string, ...amounts: readonly number[]) => {
    const scale = 10 ** places[code as keyof typeof places]
    return amounts.reduce((all, one) => all + Math.round(one * scale), 0)
  }

  test('the shown parts add up exactly, and nobody is paid back more than was paid', () => {
    fc.assert(
      fc.property(anyOrder, (given) => {
        const shown = amountsOf(given)
        const add = (...amounts: readonly number[]) => coins(given.CurrencyCode, ...amounts)
        expect(add(...shown.lines.values())).toBe(add(shown.subtotal))
        const { subtotal, discount, shipping, rounding, total } = shown
        expect(add(subtotal, discount, shipping, rounding)).toBe(add(total))
        const { cancelled, refunded, refundedOfCancelled, net } = shown
        expect(add(total, cancelled, refunded, refundedOfCancelled)).toBe(add(net))
        expect(add(net)).toBeGreaterThanOrEqual(0)
        expect(add(net)).toBeLessThanOrEqual(add(total))
        // A part of a coin for each line and for the shipping costs.
        expect(Math.abs(add(rounding))).toBeLessThanOrEqual(
          given.Lines.length + 1 + (given.CurrencyCode === 'KWD' ? 10 : 0),
        )
        const scale = 10 ** places[given.CurrencyCode as keyof typeof places]
        for (const one of [subtotal, total, cancelled, net]) {
          expect(Math.round(one * scale) / scale).toBe(one)
        }
      }),
    )
  })
})

test.each([
  [0, 0, undefined],
  [-9, 0, 'After cancellations'],
  [0, -2.5, 'After refunds'],
  [-9, -2.5, 'After cancellations and refunds'],
])('what is left after %d cancelled and %d refunded is called %s', (cancelled, refunded, label) => {
  expect(netLabel({ cancelled, refunded })).toBe(label)
})
