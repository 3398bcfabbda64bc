/**
 * Calculates the exact refund of a return. It is never more than was paid for the units, plus the shipping costs that are not refunded yet.
 * All amounts are in the currency of the payment, because the buyer gets that currency back.
 */

import { type Issue, type Refusal, refuse, refuseIssues } from '../../../kit/shared/errors.ts'
import {
  type Decimal,
  decimal,
  minorUnits,
  PRICE_DECIMALS,
  round,
  roundDown,
} from '../../../kit/shared/money.ts'
import { vatWithin } from '../../record/amounts.ts'
import type { Decision } from './rules.ts'

/** Amounts that a request can contain. Amounts that are absent or null are calculated. */
export interface RequestedRefund {
  readonly RefundInclVat?: number | null | undefined
  readonly RefundExclVat?: number | null | undefined
  readonly ManualRefundInclVat?: number | null | undefined
  readonly ManualRefundExclVat?: number | null | undefined
}

/** One line of a return in a request. */
export interface ReturnedLine extends Decision, RequestedRefund {
  /** The position in the request, such as `/Lines/0`. */
  readonly path: string
  /** The payment for the order line. */
  readonly paid: PaidLine
}

/** The payment for an order line. */
export interface PaidLine {
  readonly unitPriceInclVat: number
  /** In percent. */
  readonly vatRate: number
}

/** The payment for the order besides its lines. */
export interface PaidOrder {
  readonly currencyCode: string
  /** Shipping costs that no other return has refunded. */
  readonly shippingLeft: number
  /** The highest VAT rate of the order, in percent. */
  readonly shippingVatRate: number
}

/** The refund of one line. Manual amounts that are not null replace the others. */
export interface LineRefund {
  readonly refundInclVat: number
  readonly refundExclVat: number
  readonly manualRefundInclVat: number | null
  readonly manualRefundExclVat: number | null
}

/** The refund of a return: the sum of its lines, and part of the shipping costs. */
export interface ReturnRefund {
  readonly lines: readonly LineRefund[]
  readonly refundInclVat: number
  readonly refundExclVat: number
  readonly shippingInclVat: number
}

interface Amount {
  readonly inclVat: Decimal
  readonly exclVat: Decimal
  /** Not rounded if it was calculated. */
  readonly vat: Decimal
}

/**
 * Calculates the refund of a return.
 *
 * - The refund of a line is unit price x accepted units, unless the line contains an amount. A manual amount has priority.
 * - If a line contains only the amount with VAT or only the amount without VAT, the other one is calculated with the rate of the line.
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
 *   { currencyCode: 'EUR', shippingLeft: 0, shippingVatRate: 21 }, {}) // { refundInclVat: 9.95, refundExclVat: 8.22, ... }
 */
export function refundReturn(
  lines: readonly ReturnedLine[],
  order: PaidOrder,
  total: Pick<RequestedRefund, 'RefundInclVat' | 'RefundExclVat'>,
  keptShipping = 0,
): ReturnRefund | Refusal {
  const places = minorUnits(order.currencyCode)
  const named = spreadTotal(lines, total)
  const refunds = named.map((line) => refundLine(line, places))
  const issues = refunds.flatMap((refund) => refund.issues)
  const excesses = refunds.flatMap((refund) => refund.excesses)
  if (issues.length > 0) return refuseIssues(issues)
  if (excesses.length > 0) return exceeded(excesses)
  const sum = addUp(refunds.map((refund) => refund.manual ?? refund.calculated))
  const shippingInclVat = decimal(
    isNamed(total.RefundInclVat) ? decimal(total.RefundInclVat).minus(sum.inclVat) : keptShipping,
  )
  const refusal = checkShipping(shippingInclVat, order, sum)
  if (refusal) return refusal
  const shipping = split(shippingInclVat, order.shippingVatRate)
  const inclVat = sum.inclVat.plus(shippingInclVat)
  const vat = round(sum.vat.plus(shipping.vat), places)
  // An amount of half a cent that consists only of VAT would be rounded to more VAT than the amount itself.
  const calculated = vat.gt(inclVat) ? decimal(0) : inclVat.minus(vat)
  const exclVat = isNamed(total.RefundExclVat) ? decimal(total.RefundExclVat) : calculated
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

/** Spreads a total without amounts of lines over the lines, starting with the first, each up to what was paid. */
function spreadTotal(
  lines: readonly ReturnedLine[],
  total: Pick<RequestedRefund, 'RefundInclVat'>,
): readonly ReturnedLine[] {
  if (!isNamed(total.RefundInclVat) || lines.some(namesAmount)) return lines
  let rest = decimal(total.RefundInclVat)
  return lines.map((line) => {
    const most = paidFor(line)
    const part = rest.lt(most) ? rest : most
    rest = rest.minus(part)
    return { ...line, RefundInclVat: part.toNumber() }
  })
}

function namesAmount(line: RequestedRefund): boolean {
  const { RefundInclVat, RefundExclVat, ManualRefundInclVat, ManualRefundExclVat } = line
  return [RefundInclVat, RefundExclVat, ManualRefundInclVat, ManualRefundExclVat].some(isNamed)
}

function refundLine(line: ReturnedLine, places: number) {
  const standard = decimal(line.paid.unitPriceInclVat).times(line.accepted)
  const calculated =
    amountOf(line, line.RefundInclVat, line.RefundExclVat) ?? split(standard, line.paid.vatRate)
  const manual = amountOf(line, line.ManualRefundInclVat, line.ManualRefundExclVat)
  const parts = [
    ['', calculated],
    ['Manual', manual],
  ] as const
  const issues: Issue[] = []
  const excesses: Issue[] = []
  for (const [prefix, amount] of parts) {
    if (amount === undefined) continue
    const check = checkAmount(line, amount, `${line.path}/${prefix}Refund`, places)
    issues.push(...check.issues)
    excesses.push(...check.excesses)
  }
  return { calculated, manual, issues, excesses }
}

/** The amount that a line contains. Undefined if it contains neither part. */
function amountOf(
  line: ReturnedLine,
  inclVat: number | null | undefined,
  exclVat: number | null | undefined,
): Amount | undefined {
  const { vatRate } = line.paid
  if (!isNamed(inclVat) && !isNamed(exclVat)) return undefined
  if (!isNamed(exclVat)) return split(decimal(inclVat as number), vatRate)
  const without = decimal(exclVat)
  const exact = without.times(decimal(vatRate).plus(100)).div(100)
  // A paid amount without VAT that is rounded to cents can give slightly more with VAT.
  const most = paidFor(line)
  const within = exact.gt(most) && without.lte(mostOf(most, vatRate, PRICE_DECIMALS)) ? most : exact
  const full = isNamed(inclVat) ? decimal(inclVat) : round(within, PRICE_DECIMALS)
  return { inclVat: full, exclVat: without, vat: full.minus(without) }
}

function checkAmount(line: ReturnedLine, amount: Amount, path: string, places: number) {
  const issues: Issue[] = []
  const excesses: Issue[] = []
  const most = paidFor(line)
  const units = line.quantity - line.rejected
  if (amount.exclVat.gt(amount.inclVat)) {
    issues.push({ path: `${path}ExclVat`, message: 'must not be more than the amount with VAT' })
  }
  if (amount.inclVat.gt(most)) {
    const message = `is ${amount.inclVat}, but must be at most ${most}, which was paid for ${units} units that are not rejected`
    excesses.push({ path: `${path}InclVat`, message })
  } else if (amount.exclVat.gt(mostOf(most, line.paid.vatRate, places))) {
    const message = `must be at most ${mostOf(most, line.paid.vatRate, places)}, which was paid for ${units} units without VAT`
    excesses.push({ path: `${path}ExclVat`, message })
  }
  return { issues, excesses }
}

/** The amount that was paid, with VAT, for the units of a return that are not rejected. */
function paidFor(line: ReturnedLine): Decimal {
  return decimal(line.paid.unitPriceInclVat).times(line.quantity - line.rejected)
}

/** Splits an amount. The part without VAT is rounded down, so that parts never add up to more than the whole. */
function split(inclVat: Decimal, vatRate: number): Amount {
  const vat = vatWithin(inclVat, vatRate)
  return { inclVat, exclVat: roundDown(inclVat.minus(vat), PRICE_DECIMALS), vat }
}

/** The maximum amount without VAT: exact, or rounded if that is more. */
function mostOf(inclVat: Decimal, vatRate: number, places: number): Decimal {
  const exact = inclVat.minus(vatWithin(inclVat, vatRate))
  const rounded = round(exact, places)
  return rounded.gt(exact) ? rounded : exact
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

function checkShipping(shipping: Decimal, order: PaidOrder, sum: Amount): Refusal | undefined {
  const path = '/RefundInclVat'
  if (shipping.lt(0)) {
    return refuseIssues([
      { path, message: `must be at least ${sum.inclVat}, the sum of its lines` },
    ])
  }
  if (shipping.lte(order.shippingLeft)) return undefined
  const most = sum.inclVat.plus(order.shippingLeft)
  const message = `must be at most ${most}: ${sum.inclVat} for its lines, and ${order.shippingLeft} of shipping costs that are not refunded yet`
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

function toLineRefund({ calculated, manual }: ReturnType<typeof refundLine>): LineRefund {
  return {
    refundInclVat: calculated.inclVat.toNumber(),
    refundExclVat: calculated.exclVat.toNumber(),
    manualRefundInclVat: manual?.inclVat.toNumber() ?? null,
    manualRefundExclVat: manual?.exclVat.toNumber() ?? null,
  }
}

function isNamed(amount: number | null | undefined): amount is number {
  return amount !== null && amount !== undefined
}
