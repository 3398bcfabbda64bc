/** The amounts of an order as a person adds them up. Exact: in whole ten-thousandths. Pure. */
import type { Input } from '@entrepot/client'
import {
  amountOf,
  divide,
  type Exact,
  exact,
  roundToDecimals,
} from '../components/values/decimal.ts'
import { decimalsOf } from '../components/values/money-input.ts'
import type { Order } from './order.ts'
import type { Line } from './units.ts'

/** The amounts of a line that the sum depends on. */
type LineTerms = Pick<
  Line,
  | 'Id'
  | 'Quantity'
  | 'CancelledQuantity'
  | 'OriginalUnitPriceInclVat'
  | 'OriginalDiscountInclVat'
  | 'OriginalOrderDiscountInclVat'
  | 'RefundedInclVat'
>

/** The amounts of an order that the sum depends on. */
export type OrderTerms = Pick<
  Order,
  | 'CurrencyCode'
  | 'OriginalShippingCostsInclVat'
  | 'OriginalDiscountInclVat'
  | 'OriginalTotalInclVat'
  | 'RefundedInclVat'
> & { readonly Lines: readonly LineTerms[] }

/** What is shown of an order. Each amount has the decimals of the currency, and those that are taken off are not positive. */
export interface OrderAmounts {
  /** Of each line: unit price times units, without its own discount. By the id of the line. */
  readonly lines: ReadonlyMap<number, number>
  /** The sum of the lines. */
  readonly subtotal: number
  /** The discount of the order. */
  readonly discount: number
  readonly shipping: number
  /** By what the parts differ from what was paid, because each is rounded: prices can have more decimals than the currency. */
  readonly rounding: number
  /** What the buyer paid: the sum of the four before. */
  readonly total: number
  /** What was paid for cancelled units; with the shipping costs, if nothing is left to ship. */
  readonly cancelled: number
  readonly refunded: number
  /** What both contain: refunds of units that are cancelled. It is taken off once. */
  readonly refundedOfCancelled: number
  /** What is left: the sum of the four before. */
  readonly net: number
}

/**
 * Returns the amounts of an order.
 *
 * @example
 * amountsOf(order)
 * // { subtotal: 27, discount: -2, shipping: 4.95, rounding: 0, total: 29.95, cancelled: -9, refunded: 0, refundedOfCancelled: 0, net: 20.95 }
 */
export function amountsOf(order: OrderTerms): OrderAmounts {
  const decimals = decimalsOf(order.CurrencyCode)
  const round = (amount: Exact) => roundToDecimals(amount, decimals)
  const { Lines: orderLines } = order
  const lines = new Map(orderLines.map((line) => [line.Id, round(grossOf(line))]))
  const subtotal = sum([...lines.values()])
  const discount = -round(exact(order.OriginalDiscountInclVat))
  const shipping = round(exact(order.OriginalShippingCostsInclVat))
  const total = round(exact(order.OriginalTotalInclVat))
  const refunded = round(exact(order.RefundedInclVat))
  const cancelledLines = orderLines.map((line) => round(cancelledOf(line)))
  const isCancelled = orderLines.every((line) => line.CancelledQuantity === line.Quantity)
  const cancelled = isCancelled ? total : least(total, sum(cancelledLines))
  const ofLines = sum(
    orderLines.map((line, index) => overlapOf(line, cancelledLines[index], round)),
  )
  // More than was paid is never taken off.
  const refundedOfCancelled = most(isCancelled ? refunded : ofLines, cancelled + refunded - total)
  return {
    lines: new Map([...lines].map(([id, amount]) => [id, amountOf(amount)])),
    subtotal: amountOf(subtotal),
    discount: amountOf(discount),
    shipping: amountOf(shipping),
    rounding: amountOf(total - subtotal - discount - shipping),
    total: amountOf(total),
    cancelled: amountOf(-cancelled),
    refunded: amountOf(-refunded),
    refundedOfCancelled: amountOf(refundedOfCancelled),
    net: amountOf(total - cancelled - refunded + refundedOfCancelled),
  }
}

/** What the last sum of an order is called, by what was taken off. Undefined if nothing was. */
export function netLabel({
  cancelled,
  refunded,
}: Pick<OrderAmounts, 'cancelled' | 'refunded'>): string | undefined {
  const taken = [
    ...(cancelled === 0 ? [] : ['cancellations']),
    ...(refunded === 0 ? [] : ['refunds']),
  ]
  return taken.length === 0 ? undefined : `After ${taken.join(' and ')}`
}

/** The amounts of an order that is about to be created, as the hub will calculate them. Its lines are numbered from 0. */
export function amountsOfNew(body: Input<'createOrder'>['body']): OrderAmounts {
  const lines = body.Lines.map((line, Id) => ({
    Id,
    Quantity: line.Quantity,
    CancelledQuantity: 0,
    OriginalUnitPriceInclVat: line.UnitPriceInclVat,
    OriginalDiscountInclVat: line.DiscountInclVat ?? 0,
    OriginalOrderDiscountInclVat: 0,
    RefundedInclVat: 0,
  }))
  const shipping = body.ShippingCostsInclVat ?? 0
  const discount = body.DiscountInclVat ?? 0
  const total = sum(lines.map(grossOf)) + exact(shipping) - exact(discount)
  return amountsOf({
    CurrencyCode: body.CurrencyCode,
    OriginalShippingCostsInclVat: shipping,
    OriginalDiscountInclVat: discount,
    // Rounded once, as the hub does.
    OriginalTotalInclVat: amountOf(total),
    RefundedInclVat: 0,
    Lines: lines,
  })
}

/** What was paid for the units of a line before the discount of the order. */
function grossOf(line: LineTerms): Exact {
  return (
    exact(line.OriginalUnitPriceInclVat) * BigInt(line.Quantity) -
    exact(line.OriginalDiscountInclVat)
  )
}

function paidOf(line: LineTerms): Exact {
  return grossOf(line) - exact(line.OriginalOrderDiscountInclVat)
}

/** What was paid for the cancelled units of a line. */
function cancelledOf(line: LineTerms): Exact {
  return divide(paidOf(line) * BigInt(line.CancelledQuantity), BigInt(line.Quantity))
}

/** By how much the refunds of a line exceed what was paid for its units that are not cancelled. */
function overlapOf(
  line: LineTerms,
  cancelled: Exact | undefined,
  round: (amount: Exact) => Exact,
): Exact {
  if (line.CancelledQuantity === 0) return 0n
  const excess = round(exact(line.RefundedInclVat)) + (cancelled ?? 0n) - round(paidOf(line))
  return most(0n, least(excess, cancelled ?? 0n))
}

const sum = (amounts: readonly Exact[]): Exact => amounts.reduce((all, one) => all + one, 0n)
const least = (one: Exact, other: Exact): Exact => (one < other ? one : other)
const most = (one: Exact, other: Exact): Exact => (one > other ? one : other)
