/** What was paid for an order, and what of it is left to refund. Pure. */
import { decimal, minorUnits, round } from '../../../kit/shared/money.ts'
import type { LineState } from '../../record/line-state-store.ts'
import type { OrderState } from '../../record/order-state-store.ts'
import { type PaidLine, paidForUnits } from './line-refunds.ts'

/** What returns and refunds of an order refund for its lines, in the currency of the order. */
export interface RefundedGoods {
  /** The exact amounts of the lines. */
  readonly exact: number
  /** The amounts of the returns and refunds, which are rounded, without shipping costs. */
  readonly rounded: number
}

/** What is refunded of an order without returns and refunds. */
export const NOTHING_REFUNDED: RefundedGoods = Object.freeze({ exact: 0, rounded: 0 })

/** The payment for a line of an order. */
export function paidLine({ unitPriceInclVat, discountInclVat, vatRate, units }: LineState) {
  const discount = { inclVat: discountInclVat, units: units.quantity }
  return { unitPriceInclVat, discount, vatRate: vatRate ?? 0 } satisfies PaidLine
}

/**
 * What was paid for all units of a line, and neither returns nor refunds have refunded: exact.
 *
 * @param own the refund of a return that is left out, because it is decided now
 */
export function leftOfLine(line: LineState, own = 0): number {
  const paid = paidForUnits(paidLine(line), line.units.quantity)
  const left = paid.minus(line.refundedInclVat).plus(own).minus(line.refundedApart)
  return Math.max(0, left.toNumber())
}

/**
 * What was paid for an order, and neither returns nor refunds have refunded: in the decimals of the currency.
 *
 * @param ownShipping shipping costs that a return has refunded that is decided now
 */
export function leftOfOrder(order: OrderState, refunded: RefundedGoods, ownShipping = 0) {
  const { currencyCode, total, shippingCosts, refundedShipping } = order
  // Totals of orders that were stored by version 0.1.0 are not rounded.
  const goods = round(decimal(total).minus(shippingCosts), minorUnits(currencyCode))
  return {
    goods: Math.max(0, goods.minus(refunded.rounded).toNumber()),
    shipping: decimal(shippingCosts).minus(refundedShipping).plus(ownShipping).toNumber(),
  }
}
