import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRefusal } from '../src/kit/shared/errors.ts'
import { decimal } from '../src/kit/shared/money.ts'
import { type ReturnedLine, refundReturn } from '../src/orders/fulfilment/records/refunds.ts'
import { returnStatus } from '../src/orders/fulfilment/records/rules.ts'
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

describe('refunds', () => {
  test('never exceed what was paid for the units plus the rest of the shipping costs, whatever amounts are named', () => {
    const total = fc.record({ RefundInclVat: amount, RefundExclVat: amount }, { requiredKeys: [] })
    const lines = fc.array(returnedLine, { minLength: 1, maxLength: 4 })
    let refunded = 0
    fc.assert(
      fc.property(lines, price, rate, total, (returned, shippingLeft, shippingVatRate, named) => {
        const order = { currencyCode: 'EUR', shippingLeft, shippingVatRate }
        const refund = refundReturn(returned, order, named)
        if (isRefusal(refund)) return
        refunded += 1
        let sum = decimal(refund.shippingInclVat)
        let most = decimal(shippingLeft)
        for (const [index, line] of refund.lines.entries()) {
          const { paid, quantity, rejected } = returned[index] as ReturnedLine
          const units = decimal(paid.unitPriceInclVat).times(quantity - rejected)
          const effective = line.manualRefundInclVat ?? line.refundInclVat
          expect(units.gte(effective)).toBe(true)
          expect(line.refundExclVat).toBeLessThanOrEqual(line.refundInclVat)
          sum = sum.plus(effective)
          most = most.plus(units)
        }
        expect(sum.toNumber()).toBe(refund.refundInclVat)
        expect(most.gte(sum)).toBe(true)
        expect(refund.refundExclVat).toBeLessThanOrEqual(refund.refundInclVat)
        expect(refund.refundExclVat).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 2_000 },
    )
    expect(refunded).toBeGreaterThan(100)
  })

  test('of all units together equal the paid amount, to the ten-thousandth', () => {
    fc.assert(
      fc.property(returnedLine, ({ path, quantity, paid }) => {
        const parts = Array.from({ length: Math.min(quantity, 20) }, () => 1)
        const order = { currencyCode: 'EUR', shippingLeft: 0, shippingVatRate: 0 }
        let inclVat = decimal(0)
        let exclVat = decimal(0)
        for (const one of parts) {
          const line = { path, quantity: one, accepted: one, rejected: 0, paid }
          const refund = refundReturn([line], order, {})
          if (isRefusal(refund)) throw new Error(refund.detail)
          inclVat = inclVat.plus(refund.refundInclVat)
          exclVat = exclVat.plus(refund.lines[0]?.refundExclVat ?? 0)
        }
        const paidInAll = decimal(paid.unitPriceInclVat).times(parts.length)
        expect(inclVat.eq(paidInAll)).toBe(true)
        expect(exclVat.times(decimal(paid.vatRate).plus(100)).lte(paidInAll.times(100))).toBe(true)
      }),
    )
  })

  test('in a currency without decimals have VAT without decimals', () => {
    const paid = { unitPriceInclVat: 999, vatRate: 10 }
    const line = { path: '/Lines/0', quantity: 1, accepted: 1, rejected: 0, paid }
    const order = { currencyCode: 'JPY', shippingLeft: 0, shippingVatRate: 0 }
    expect(refundReturn([line], order, {})).toMatchObject({
      refundInclVat: 999,
      refundExclVat: 908,
    })
  })
})
