import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRefusal } from '../src/kit/shared/errors.ts'
import { decimal, hasDecimals, minorUnits, round } from '../src/kit/shared/money.ts'
import type { ReturnedLine } from '../src/orders/fulfilment/rules/line-refunds.ts'
import { type PaidOrder, refundReturn } from '../src/orders/fulfilment/rules/return-refunds.ts'
import { returnStatus } from '../src/orders/fulfilment/rules/statuses.ts'
import { KINDS } from '../src/orders/record/state/record-kinds.ts'
import {
  checkStatusTable,
  lineStatus,
  orderStatus,
  STATUS_TABLE,
} from '../src/orders/record/state/status.ts'
import { ORDER_STATUSES } from '../src/orders/record/state/statuses.ts'
import {
  availableFor,
  moveUnits,
  newUnits,
  openOf,
  sumUnits,
  type Units,
} from '../src/orders/record/state/units.ts'

const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  count: fc.integer({ min: 1, max: 12 }),
  isManco: fc.boolean(),
})

function expectPossible(units: Units): void {
  const { quantity, shipped, cancelled, manco, backordered, returned } = units
  expect(
    Math.min(openOf(units), shipped, cancelled, manco, backordered, returned),
  ).toBeGreaterThanOrEqual(0)
  expect(openOf(units) + shipped + cancelled).toBe(quantity)
  expect(backordered).toBeLessThanOrEqual(openOf(units))
  expect(returned).toBeLessThanOrEqual(shipped)
  expect(manco).toBeLessThanOrEqual(cancelled)
}

describe('line arithmetic', () => {
  test('never loses, creates or duplicates units', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.array(step, { maxLength: 30 }),
        (quantity, steps) => {
          let units = newUnits(quantity)
          for (const { kind, count, isManco } of steps) {
            const before = units
            if (count > availableFor(kind, units)) {
              expect(() => moveUnits(kind, before, count)).toThrow(RangeError)
              continue
            }
            units = moveUnits(kind, units, count, isManco)
            expectPossible(units)
            expect(availableFor(kind, units)).toBe(availableFor(kind, before) - count)
          }
        },
      ),
    )
  })

  test.each([0, -1, 1.5, Number.NaN])('does not move %s units', (count) => {
    expect(() => moveUnits('shipment', newUnits(3), count)).toThrow(RangeError)
  })

  test('an order whose lines are equal has their status', () => {
    const steps = fc.array(step, { maxLength: 12 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        steps,
        fc.boolean(),
        (quantity, moves, isAcknowledged) => {
          let units = newUnits(quantity)
          for (const { kind, count, isManco } of moves) {
            if (count <= availableFor(kind, units)) units = moveUnits(kind, units, count, isManco)
          }
          const facts = { isAcknowledged, needsCorrection: false, isClosed: false } as const
          const order = {
            ...facts,
            units: sumUnits([units, units, units]),
            combination: 'none' as const,
          }
          expect(orderStatus(order)).toBe(lineStatus(units, isAcknowledged))
        },
      ),
    )
  })
})

describe('the table of statuses', () => {
  test('gives every order one of the ten statuses, and uses each of them', () => {
    expect(() => checkStatusTable(ORDER_STATUSES)).not.toThrow()
    expect(new Set(STATUS_TABLE.map((row) => row.status))).toEqual(new Set(ORDER_STATUSES))
  })

  test('is refused at start if a row never applies, a status is missing, or an order has no status', () => {
    const [first] = STATUS_TABLE as [(typeof STATUS_TABLE)[number]]
    const always = { ...first, applies: () => true }
    expect(() => checkStatusTable(ORDER_STATUSES, [always, ...STATUS_TABLE])).toThrow(
      'never applies',
    )
    const others = STATUS_TABLE.filter((row) => row.status !== 'IN_BACKORDER')
    expect(() => checkStatusTable(ORDER_STATUSES, others)).toThrow(
      'no row gives the status IN_BACKORDER',
    )
    expect(() => checkStatusTable(ORDER_STATUSES, STATUS_TABLE.slice(0, -1))).toThrow(
      'no status applies',
    )
    expect(() => checkStatusTable(ORDER_STATUSES, [always])).toThrow('no row gives the status')
  })

  test('is printed in the guide', () => {
    const guide = new URL('../../../docs/guides/fulfilment.md', import.meta.url)
    const rows = [...readFileSync(guide, 'utf8').matchAll(/^\| `([A-Z_]+)` \| (.+) \|$/gm)]
    expect(rows.map((row) => [row[1], row[2]])).toEqual(
      STATUS_TABLE.map((row) => [row.status, row.when]),
    )
  })
})

test('a return has the status ON_THE_WAY until every unit is decided', () => {
  const line = (quantity: number, accepted: number, rejected: number) => ({
    quantity,
    accepted,
    rejected,
  })
  expect(returnStatus([line(2, 2, 0), line(2, 1, 0)])).toBe('ON_THE_WAY')
  expect(returnStatus([line(2, 0, 2), line(2, 1, 1)])).toBe('ACCEPTED')
  expect(returnStatus([line(2, 0, 2), line(1, 0, 1)])).toBe('REJECTED')
})

const price = fc.integer({ min: 0, max: 99_999_999 }).map((amount) => amount / 10_000)
const rate = fc.constantFrom(0, 6, 9, 19.6, 20, 21)
const amount = fc.option(price, { nil: undefined })
const returnedLine = fc
  .record({
    unitPriceInclVat: price,
    vatRate: rate,
    quantity: fc.integer({ min: 1, max: 1_000 }),
    accepted: fc.nat(1_000),
    rejected: fc.nat(1_000),
    named: fc.record(
      {
        RefundInclVat: amount,
        RefundExclVat: amount,
        ManualRefundInclVat: amount,
        ManualRefundExclVat: amount,
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ unitPriceInclVat, vatRate, quantity, accepted, rejected, named }): ReturnedLine => {
    const taken = accepted % (quantity + 1)
    return {
      ...named,
      path: '/Lines/0',
      quantity,
      accepted: taken,
      rejected: rejected % (quantity - taken + 1),
      paid: { unitPriceInclVat, vatRate },
    }
  })

/** An order that paid for the lines of one return, in the decimals of the currency. */
function paidOrder(
  currencyCode: string,
  lines: readonly Pick<ReturnedLine, 'paid' | 'quantity'>[],
  change: Partial<PaidOrder> = {},
): PaidOrder {
  const exact = lines.reduce(
    (sum, { paid, quantity }) => sum.plus(decimal(paid.unitPriceInclVat).times(quantity)),
    decimal(0),
  )
  return {
    currencyCode,
    goodsLeft: round(exact, minorUnits(currencyCode)).toNumber(),
    carry: 0,
    isLast: false,
    shippingLeft: 0,
    shippingVatRate: 0,
    ...change,
  }
}

const CURRENCIES = ['EUR', 'JPY', 'KWD'] as const

describe('refunds', () => {
  test('never exceed what was paid for the units plus the rest of the shipping costs, whatever amounts are named', () => {
    const total = fc.record({ RefundInclVat: amount, RefundExclVat: amount }, { requiredKeys: [] })
    const lines = fc.array(returnedLine, { minLength: 1, maxLength: 4 })
    const currency = fc.constantFrom(...CURRENCIES)
    let refunded = 0
    fc.assert(
      fc.property(lines, price, rate, total, currency, (returned, costs, vatRate, named, code) => {
        const places = minorUnits(code)
        const shippingLeft = round(decimal(costs), places).toNumber()
        const order = paidOrder(code, returned, { shippingLeft, shippingVatRate: vatRate })
        const refund = refundReturn(returned, order, named)
        if (isRefusal(refund)) return
        refunded += 1
        let most = decimal(0)
        for (const [index, line] of refund.lines.entries()) {
          const { paid, quantity, rejected } = returned[index] as ReturnedLine
          const units = decimal(paid.unitPriceInclVat).times(quantity - rejected)
          const effective = line.manualRefundInclVat ?? line.refundInclVat
          expect(
            decimal(effective)
              .minus(units)
              .lte(decimal(0.5).div(10 ** places)),
          ).toBe(true)
          expect(line.refundExclVat).toBeLessThanOrEqual(line.refundInclVat)
          most = most.plus(units)
        }
        most = round(most, places)
        expect(most.plus(shippingLeft).gte(refund.refundInclVat)).toBe(true)
        expect(hasDecimals(refund.refundInclVat, places)).toBe(true)
        expect(hasDecimals(refund.refundExclVat, places)).toBe(true)
        expect(refund.shippingInclVat).toBeLessThanOrEqual(shippingLeft)
        expect(refund.refundExclVat).toBeLessThanOrEqual(refund.refundInclVat)
        expect(refund.refundExclVat).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 2_000 },
    )
    expect(refunded).toBeGreaterThan(100)
  })

  test('of all units equal what was paid, to the cent, in however many returns they come back', () => {
    const line = fc.record({ unitPriceInclVat: price, vatRate: rate, part: fc.nat(100) })
    const parts = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(
        line,
        parts,
        fc.constantFrom(...CURRENCIES),
        ({ part, ...prices }, counts, code) => {
          const quantity = counts.reduce((sum, count) => sum + count, 0)
          const price = decimal(prices.unitPriceInclVat).times(quantity)
          const off = round(price.times(part).div(100), 4)
          const paid = { ...prices, discount: { inclVat: off.toNumber(), units: quantity } }
          const total = round(price.minus(off), minorUnits(code)).toNumber()
          let exact = decimal(0)
          let refunded = decimal(0)
          let left = quantity
          for (const count of counts) {
            left -= count
            const order = {
              ...paidOrder(code, []),
              goodsLeft: decimal(total).minus(refunded).toNumber(),
              carry: exact.minus(refunded).toNumber(),
              isLast: left === 0,
            }
            const one = { path: '/Lines/0', quantity: count, accepted: count, rejected: 0, paid }
            const refund = refundReturn([one], order, {})
            if (isRefusal(refund)) throw new Error(refund.detail)
            exact = exact.plus(refund.lines[0]?.refundInclVat ?? 0)
            refunded = refunded.plus(refund.refundInclVat)
          }
          expect(refunded.toNumber()).toBe(total)
        },
      ),
      {
        // What is left of the price of a unit can be less than amounts have decimals.
        examples: [[{ unitPriceInclVat: 0.0002, vatRate: 0, part: 51 }, [3, 7, 12, 3, 1], 'KWD']],
      },
    )
  })

  test.each([
    ['EUR', 16.7476, 9, 150.73],
    ['JPY', 1127.5, 3, 3383],
    ['ISK', 0.5, 1, 1],
    ['KWD', 1.2345, 3, 3.704],
    ['EUR', 0.004, 1, 0],
  ])('in %s of %d x %d units are %d, by default and when that amount is named', (...given) => {
    const [code, unitPriceInclVat, quantity, total] = given
    const paid = { unitPriceInclVat, vatRate: 21 }
    const line = { path: '/Lines/0', quantity, accepted: quantity, rejected: 0, paid }
    const order = paidOrder(code, [line])
    expect(order.goodsLeft).toBe(total)
    const expected = { refundInclVat: total, shippingInclVat: 0 }
    expect(refundReturn([line], order, {})).toMatchObject(expected)
    expect(refundReturn([line], order, { RefundInclVat: total })).toMatchObject(expected)
    expect(refundReturn([{ ...line, RefundInclVat: total }], order, {})).toMatchObject(expected)
    expect(refundReturn([{ ...line, ManualRefundInclVat: total }], order, {})).toMatchObject(
      expected,
    )
    const cent = 10 ** -minorUnits(code)
    const more = { RefundInclVat: decimal(total).plus(cent).toNumber() }
    const refused = { code: 'MARKET_REFUND_EXCEEDED' }
    expect(refundReturn([line], order, more)).toMatchObject(refused)
    expect(refundReturn([{ ...line, ...more }], order, {})).toMatchObject(refused)
  })

  test('of single units that are each rounded up stop at what was paid for all of them', () => {
    const paid = { unitPriceInclVat: 1127.5, vatRate: 10 }
    const line = { path: '/Lines/0', quantity: 1, accepted: 1, rejected: 0, paid }
    const last = paidOrder('JPY', [], { goodsLeft: 3383 - 2 * 1128, carry: -1, isLast: true })
    expect(refundReturn([line], last, {})).toMatchObject({ refundInclVat: 1127 })
    expect(refundReturn([{ ...line, RefundInclVat: 1128 }], last, {})).toMatchObject({
      code: 'MARKET_REFUND_EXCEEDED',
      errors: [{ path: '/Lines', message: expect.stringContaining('at most 1127') }],
    })
  })

  test('in a currency without decimals have VAT without decimals', () => {
    const paid = { unitPriceInclVat: 999, vatRate: 10 }
    const line = { path: '/Lines/0', quantity: 1, accepted: 1, rejected: 0, paid }
    expect(refundReturn([line], paidOrder('JPY', [line]), {})).toMatchObject({
      refundInclVat: 999,
      refundExclVat: 908,
    })
  })
})
