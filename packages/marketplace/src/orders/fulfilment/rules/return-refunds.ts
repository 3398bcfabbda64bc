/**
 * Calculates the refund of a return. It is never more than was paid for the units, plus the shipping costs that are not refunded yet.
 * All amounts are in the currency of the payment, because the buyer gets that currency back. Amounts of lines are exact; the refund of the
 * return is rounded once, to the decimals of the currency.
 */

import { type Issue, type Refusal, refuse, refuseIssues } from '../../../kit/shared/errors.ts'
import { type Decimal, decimal, minorUnits, round } from '../../../kit/shared/money.ts'
import {
  type Amount,
  isNamed,
  type LineRefund,
  least,
  mostOf,
  namesAmount,
  paidFor,
  type RequestedRefund,
  type ReturnedLine,
  refundLine,
  split,
  toLineRefund,
} from './line-refunds.ts'

/** The payment for the order besides its lines. */
export interface PaidOrder {
  readonly currencyCode: string
  /** What was paid for all lines together, without the refunds of other returns. */
  readonly goodsLeft: number
  /**
   * The exact amounts of the lines of other returns, minus what these returns refunded for them. The next return makes up for it, so that
   * the refunds of several returns add up to what was paid.
   */
  readonly carry: number
  /** Whether no unit of the order is left to return after this return. */
  readonly isLast: boolean
  /** Shipping costs that no other return has refunded. */
  readonly shippingLeft: number
  /** The highest VAT rate of the order, in percent. */
  readonly shippingVatRate: number
}

/** The refund of a return: the sum of its lines, and part of the shipping costs. */
export interface ReturnRefund {
  readonly lines: readonly LineRefund[]
  readonly refundInclVat: number
  readonly refundExclVat: number
  readonly shippingInclVat: number
}

/**
 * Calculates the refund of a return.
 *
 * - The refund of a line is unit price x accepted units, unless the line contains an amount. A manual amount has priority.
 * - If a line contains only the amount with VAT or only the amount without VAT, the other one is calculated with the rate of the line.
 * - The refund of the return is the sum of its lines, rounded half away from zero to the decimals of the currency. If no line contains an
 *   amount, it also makes up for what other returns of the order were rounded by.
 * - If the total exceeds the sum of the lines, the difference refunds shipping costs. If no line contains an amount, the total is spread
 *   over the lines, each up to what was paid.
 * - The `RefundExclVat` of the whole return is the total without its VAT, which is rounded once to the decimals of the currency.
 *
 * Refusals: `MARKET_INVALID_INPUT` the amount without VAT exceeds the amount with VAT, or the total is less than the sum of its lines;
 * `MARKET_REFUND_EXCEEDED` more than was paid.
 *
 * @param keptShipping shipping costs that stay refunded if there is no total
 * @example
 * refundReturn([{ path: '/Lines/0', quantity: 1, accepted: 1, rejected: 0, paid: { unitPriceInclVat: 9.95, vatRate: 21 } }],
 *   { currencyCode: 'EUR', goodsLeft: 9.95, carry: 0, isLast: true, shippingLeft: 0, shippingVatRate: 21 }, {})
 * // { refundInclVat: 9.95, refundExclVat: 8.22, ... }
 */
export function refundReturn(
  lines: readonly ReturnedLine[],
  order: PaidOrder,
  total: Pick<RequestedRefund, 'RefundInclVat' | 'RefundExclVat'>,
  keptShipping = 0,
): ReturnRefund | Refusal {
  const places = minorUnits(order.currencyCode)
  const most = mostForGoods(lines, order, places)
  const namedTotal = isNamed(total.RefundInclVat)
    ? round(decimal(total.RefundInclVat), places)
    : undefined
  const isSpread = namedTotal !== undefined && !lines.some(namesAmount)
  const named = isSpread ? spreadTotal(lines, namedTotal) : lines
  const refunds = named.map((line) => refundLine(line, places))
  const issues = refunds.flatMap((refund) => refund.issues)
  const excesses = refunds.flatMap((refund) => refund.excesses)
  if (issues.length > 0) return refuseIssues(issues)
  if (excesses.length > 0) return exceeded(excesses)
  const sum = addUp(refunds.map((refund) => refund.manual ?? refund.calculated))
  const goods = isSpread ? least(namedTotal, most) : goodsOf(lines, sum, order, most, places)
  if (goods.gt(most)) return tooMuchForGoods(goods, most)
  const shippingInclVat = namedTotal?.minus(goods) ?? decimal(keptShipping)
  const refusal = checkShipping(shippingInclVat, order, goods)
  if (refusal) return refusal
  const shipping = split(shippingInclVat, order.shippingVatRate)
  const inclVat = goods.plus(shippingInclVat)
  const vat = round(sum.vat.plus(shipping.vat), places)
  // An amount of half a cent that consists only of VAT would be rounded to more VAT than the amount itself.
  const calculated = vat.gt(inclVat) ? decimal(0) : inclVat.minus(vat)
  const exclVat = isNamed(total.RefundExclVat)
    ? round(decimal(total.RefundExclVat), places)
    : calculated
  const paid = mostExclVat(lines, order, places)
  const excess = checkExclVat(exclVat, inclVat, paid.gt(calculated) ? paid : calculated)
  if (excess) return excess
  return {
    lines: refunds.map(toLineRefund),
    refundInclVat: inclVat.toNumber(),
    refundExclVat: exclVat.toNumber(),
    shippingInclVat: shippingInclVat.toNumber(),
  }
}

/** The most that a return refunds for its lines: what was paid for them in the decimals of the currency, or all that is left to return. */
function mostForGoods(lines: readonly ReturnedLine[], order: PaidOrder, places: number): Decimal {
  const left = decimal(order.goodsLeft)
  if (order.isLast) return left
  const exact = lines.reduce((sum, line) => sum.plus(paidFor(line)), decimal(0))
  const alone = round(exact, places)
  const afterOthers = round(exact.plus(order.carry), places)
  return least(left, alone.gt(afterOthers) ? alone : afterOthers)
}

/** What a return refunds for its lines. */
function goodsOf(
  lines: readonly ReturnedLine[],
  sum: Amount,
  order: PaidOrder,
  most: Decimal,
  places: number,
): Decimal {
  if (lines.some(namesAmount)) return round(sum.inclVat, places)
  const exact = sum.inclVat.plus(sum.inclVat.eq(0) ? 0 : order.carry)
  const goods = round(exact, places)
  // The last units make up for all that was rounded.
  const isAll = lines.every(({ quantity, accepted, rejected }) => accepted + rejected === quantity)
  const isRefunded = lines.some(({ accepted }) => accepted > 0)
  const missing = most.minus(sum.inclVat).minus(order.carry)
  const isRounding = missing.gt(0) && missing.lt(largestRounding(lines, places))
  if (order.isLast && isAll && isRounding && isRefunded) return most
  return goods.lt(0) ? decimal(0) : least(goods, most)
}

/** Rounding is less than the smallest coin. Each return also rounds its part of a discount by up to a ten-thousandth. */
function largestRounding(lines: readonly ReturnedLine[], places: number): number {
  const coin = 10 ** -places
  return lines.some(({ paid }) => paid.discount?.inclVat) ? Math.max(coin, 0.01) : coin
}

function tooMuchForGoods(goods: Decimal, most: Decimal): Refusal {
  const message = `add up to ${goods}, but at most ${most} was paid for these units and is not refunded yet`
  return exceeded([{ path: '/Lines', message }])
}

/** Spreads a total without amounts of lines over the lines, starting with the first, each up to what was paid. */
function spreadTotal(lines: readonly ReturnedLine[], total: Decimal): readonly ReturnedLine[] {
  let rest = total
  return lines.map((line) => {
    const part = least(rest, paidFor(line))
    rest = rest.minus(part)
    return { ...line, RefundInclVat: part.toNumber() }
  })
}

function mostExclVat(lines: readonly ReturnedLine[], order: PaidOrder, places: number): Decimal {
  let most = mostOf(decimal(order.shippingLeft), order.shippingVatRate, places)
  for (const line of lines) most = most.plus(mostOf(paidFor(line), line.paid.vatRate, places))
  return most
}

function addUp(amounts: readonly Amount[]): Amount {
  const zero = { inclVat: decimal(0), exclVat: decimal(0), vat: decimal(0) }
  return amounts.reduce<Amount>(
    (sum, amount) => ({
      inclVat: sum.inclVat.plus(amount.inclVat),
      exclVat: sum.exclVat.plus(amount.exclVat),
      vat: sum.vat.plus(amount.vat),
    }),
    zero,
  )
}

function checkShipping(shipping: Decimal, order: PaidOrder, goods: Decimal): Refusal | undefined {
  const path = '/RefundInclVat'
  if (shipping.lt(0)) {
    return refuseIssues([{ path, message: `must be at least ${goods}, the sum of its lines` }])
  }
  if (shipping.lte(order.shippingLeft)) return undefined
  const most = goods.plus(order.shippingLeft)
  const message = `must be at most ${most}: ${goods} for its lines, and ${order.shippingLeft} of shipping costs that are not refunded yet`
  return exceeded([{ path, message }])
}

function checkExclVat(exclVat: Decimal, inclVat: Decimal, most: Decimal): Refusal | undefined {
  const path = '/RefundExclVat'
  if (exclVat.gt(inclVat)) {
    return refuseIssues([{ path, message: 'must not be more than the amount with VAT' }])
  }
  if (exclVat.lte(most)) return undefined
  return exceeded([{ path, message: `must be at most ${most}, which was paid without VAT` }])
}

function exceeded(errors: readonly Issue[]): Refusal {
  const detail = 'The refund exceeds what was paid. Nothing was stored.'
  return refuse('MARKET_REFUND_EXCEEDED', detail, errors)
}
