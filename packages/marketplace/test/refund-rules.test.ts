/** Random returns and refunds of one order, by the rules alone: they never give back more than was paid, and can give back all of it. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRefusal } from '../src/kit/shared/errors.ts'
import { decimal, hasDecimals, minorUnits, round } from '../src/kit/shared/money.ts'
import { applyPlan } from '../src/orders/fulfilment/plan/batch.ts'
import { Ledger } from '../src/orders/fulfilment/plan/ledger.ts'
import { planReturn } from '../src/orders/fulfilment/plan/return-plan.ts'
import { draftReturn } from '../src/orders/fulfilment/records/draft.ts'
import { planRefund, type RefundPlan } from '../src/orders/fulfilment/refunds/rules.ts'
import type { LineState } from '../src/orders/record/line-state-store.ts'
import type { OrderState } from '../src/orders/record/order-state-store.ts'
import { newUnits, sumUnits } from '../src/orders/record/state/units.ts'

const line = fc.record({
  price: fc.integer({ min: 0, max: 9_999_999 }).map((amount) => amount / 10_000),
  quantity: fc.integer({ min: 1, max: 9 }),
  vatRate: fc.constantFrom(0, 9, 21),
})
const step = fc.record({
  isReturn: fc.boolean(),
  line: fc.nat(2),
  units: fc.integer({ min: 1, max: 9 }),
  /** Of what is left. */
  part: fc.integer({ min: 1, max: 120 }),
  namesLine: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer Given> ? Given : never
const order = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  shipping: fc.integer({ min: 0, max: 20 }),
  currencyCode: fc.constantFrom('EUR', 'JPY', 'KWD'),
})

/** An order whose units are all shipped. */
function shippedOrder({
  lines,
  shipping,
  currencyCode,
}: typeof order extends fc.Arbitrary<infer Given> ? Given : never) {
  const states = lines.map(({ price, quantity, vatRate }, index): LineState => {
    const reference = String(index + 1)
    return {
      ...{ lineId: index + 1, orderId: 1, merchantReference: reference },
      ...{ channelReference: reference, merchantProductReference: 'MUG' },
      ...{ unitPriceInclVat: price, discountInclVat: 0, vatRate },
      ...{ refundedInclVat: 0, refundedExclVat: 0, refundedApart: 0 },
      units: { ...newUnits(quantity), shipped: quantity },
    }
  })
  const goods = lines.reduce((sum, { price, quantity }) => {
    return sum.plus(decimal(price).times(quantity))
  }, decimal(0))
  const total = round(goods.plus(shipping), minorUnits(currencyCode)).toNumber()
  const state: OrderState = {
    ...{ orderId: 1, channelId: 1, channelReference: 'C', merchantReference: 'M' },
    ...{ status: 'SHIPPED', needsCorrection: false, isClosed: false, combinationId: null },
    ...{ currencyCode, total, shippingCosts: shipping, refundedShipping: 0, refundedApart: 0 },
    ...{ shippingVatRate: 21, canShipPartialOrderLines: true },
    units: sumUnits(states.map(({ units }) => units)),
  }
  return new Ledger([state], states)
}

const stateOf = (ledger: Ledger) => ledger.order(1) as OrderState
const linesOf = (ledger: Ledger) =>
  [1, 2, 3].flatMap((lineId) => ledger.line(lineId) ?? []) as LineState[]

function applyRefund(ledger: Ledger, plan: RefundPlan): number {
  const { exact, rounded } = ledger.refundedGoods(1)
  const { stored } = plan
  ledger.changeLines(plan.lines)
  const { refundedShipping, refundedApart } = plan.order
  ledger.changeOrder({ ...stateOf(ledger), refundedShipping, refundedApart })
  const parts = stored.lines.reduce((sum, one) => sum.plus(one.RefundInclVat), decimal(exact))
  const goods = decimal(rounded).plus(stored.refundInclVat).minus(stored.refundShippingInclVat)
  ledger.changeRefundedGoods(1, { exact: parts.toNumber(), rounded: goods.toNumber() })
  return stored.refundInclVat
}

/** Refunds a part of what is left. Returns the amount; 0 if it was refused. */
function refund(ledger: Ledger, request: { RefundInclVat: number; line?: string }): number {
  const { RefundInclVat, line: name } = request
  const Lines = name ? [{ MerchantOrderLineReference: name, RefundInclVat }] : null
  const state = stateOf(ledger)
  const plan = planRefund({ RefundInclVat, Lines }, state, linesOf(ledger), ledger.refundedGoods(1))
  if (isRefusal(plan)) {
    expect(plan.code).toBe('MARKET_REFUND_EXCEEDED')
    return 0
  }
  const places = minorUnits(state.currencyCode)
  expect(hasDecimals(plan.stored.refundExclVat, places)).toBe(true)
  expect(plan.stored.refundExclVat).toBeLessThanOrEqual(plan.stored.refundInclVat)
  return applyRefund(ledger, plan)
}

/** Takes units back, as far as there are any. Returns the refund, which is at most the price of the units. */
function takeBack(ledger: Ledger, index: number, wanted: number): number {
  const all = linesOf(ledger)
  const one = all[index % all.length] as LineState
  const count = Math.min(wanted, one.units.shipped - one.units.returned)
  if (count === 0) return 0
  const draft = draftReturn({
    ...{ MerchantReturnReference: 'R', MerchantOrderReference: 'M', Status: 'ACCEPTED' },
    Lines: [{ MerchantOrderLineReference: String(one.lineId), Quantity: count }],
  })
  const counted = [{ ...draft.lines[0], path: '/Lines/0', line: one, count }]
  const plan = planReturn(draft, stateOf(ledger), counted, ledger.refundedGoods(1))
  if (isRefusal(plan)) throw new Error(plan.detail)
  applyPlan(ledger, stateOf(ledger), plan)
  const given = plan.stored.refundInclVat as number
  const unit = 1 / 10 ** minorUnits(stateOf(ledger).currencyCode)
  expect(given).toBeLessThanOrEqual(one.unitPriceInclVat * count + unit)
  return given
}

function expectWithin(ledger: Ledger, given: number): void {
  const { total, refundedShipping, shippingCosts } = stateOf(ledger)
  expect(given).toBeLessThanOrEqual(total)
  expect(refundedShipping).toBeLessThanOrEqual(shippingCosts)
  for (const { unitPriceInclVat, units, refundedApart, refundedInclVat } of linesOf(ledger)) {
    const paid = decimal(unitPriceInclVat).times(units.quantity)
    expect(decimal(refundedApart).plus(refundedInclVat).lte(paid.plus(0.5))).toBe(true)
    expect(paid.minus(refundedApart).gte(0)).toBe(true)
  }
}

/** Does a step. Returns what it gives back. */
function take(ledger: Ledger, given: Step, sum: number): number {
  if (given.isReturn) return takeBack(ledger, given.line, given.units)
  const { total, currencyCode } = stateOf(ledger)
  const wanted = decimal(total).minus(sum).times(given.part).div(100)
  const RefundInclVat = round(wanted, minorUnits(currencyCode)).toNumber()
  if (RefundInclVat <= 0) return 0
  const name = String((given.line % linesOf(ledger).length) + 1)
  return refund(ledger, { RefundInclVat, ...(given.namesLine && { line: name }) })
}

describe('refunds and returns of an order', () => {
  test('never add up to more than was paid, and the rest of it can be refunded to the cent', () => {
    let refunds = 0
    fc.assert(
      fc.property(order, fc.array(step, { maxLength: 12 }), (given, steps) => {
        const ledger = shippedOrder(given)
        const { total, currencyCode } = stateOf(ledger)
        let sum = decimal(0)
        for (const one of steps) {
          const done = take(ledger, one, sum.toNumber())
          if (!one.isReturn && done > 0) refunds += 1
          sum = sum.plus(done)
          expectWithin(ledger, sum.toNumber())
        }
        const rest = decimal(total).minus(sum).toNumber()
        if (rest > 0) expect(refund(ledger, { RefundInclVat: rest })).toBe(rest)
        const next = 1 / 10 ** minorUnits(currencyCode)
        expect(refund(ledger, { RefundInclVat: next })).toBe(0)
        const after = linesOf(ledger).map((_, index) => takeBack(ledger, index, 9))
        expect(after.every((amount) => amount === 0)).toBe(true)
      }),
      { numRuns: 1_500 },
    )
    expect(refunds).toBeGreaterThan(500)
  })
})
