/** The refunds of single lines of a return. They are exact; only the refund of the return is rounded. */
import type { Issue } from '../../../kit/shared/errors.ts'
import {
  type Decimal,
  decimal,
  PRICE_DECIMALS,
  round,
  roundDown,
  roundUp,
} from '../../../kit/shared/money.ts'
import { vatWithin } from '../../record/amounts/amounts.ts'
import type { Decision } from './statuses.ts'

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
  /** Taken off the price of all units that were ordered. */
  readonly discount?: { readonly inclVat: number; readonly units: number }
  /** In percent. */
  readonly vatRate: number
  /** What of the payment is left, if a part of it is refunded without a return. */
  readonly left?: number
}

/** The refund of one line. Manual amounts that are not null replace the others. */
export interface LineRefund {
  readonly refundInclVat: number
  readonly refundExclVat: number
  readonly manualRefundInclVat: number | null
  readonly manualRefundExclVat: number | null
}

/** An amount with and without VAT. */
export interface Amount {
  readonly inclVat: Decimal
  readonly exclVat: Decimal
  /** Not rounded if it was calculated. */
  readonly vat: Decimal
}

/** The refund of a line, calculated or named, and what is wrong with it. */
export function refundLine(line: ReturnedLine, places: number) {
  const standard = least(paidForUnits(line.paid, line.accepted), paidFor(line))
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
  const exact = paidFor(line)
  const rounded = round(exact, places)
  // The buyer paid the rounded amount.
  const most = rounded.gt(exact) ? rounded : exact
  const units = line.quantity - line.rejected
  const refunded = line.paid.left === undefined ? '' : ' and is not refunded yet'
  if (amount.exclVat.gt(amount.inclVat)) {
    issues.push({ path: `${path}ExclVat`, message: 'must not be more than the amount with VAT' })
  }
  if (amount.inclVat.gt(most)) {
    const message = `is ${amount.inclVat}, but must be at most ${most}, which was paid for ${units} units that are not rejected${refunded}`
    excesses.push({ path: `${path}InclVat`, message })
  } else if (amount.exclVat.gt(mostOf(most, line.paid.vatRate, places))) {
    const message = `must be at most ${mostOf(most, line.paid.vatRate, places)}, which was paid for ${units} units without VAT`
    excesses.push({ path: `${path}ExclVat`, message })
  }
  return { issues, excesses }
}

/** The amount that was paid, with VAT, for the units of a return that are not rejected, and is not refunded without a return. */
export function paidFor({ paid, quantity, rejected }: ReturnedLine): Decimal {
  const ofUnits = paidForUnits(paid, quantity - rejected)
  return paid.left === undefined ? ofUnits : least(ofUnits, decimal(paid.left))
}

/** The smaller of two amounts. */
export function least(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b
}

/** The amount that was paid, with VAT, for units of a line: exact, but for a part of a discount, which is rounded to the ten-thousandth. */
export function paidForUnits(paid: PaidLine, units: number): Decimal {
  const price = decimal(paid.unitPriceInclVat).times(units)
  if (!paid.discount) return price
  const discount = decimal(paid.discount.inclVat).times(units).div(paid.discount.units)
  return price.minus(roundUp(discount, PRICE_DECIMALS))
}

/** Splits an amount. The part without VAT is rounded down, so that parts never add up to more than the whole. */
export function split(inclVat: Decimal, vatRate: number): Amount {
  const vat = vatWithin(inclVat, vatRate)
  return { inclVat, exclVat: roundDown(inclVat.minus(vat), PRICE_DECIMALS), vat }
}

/** The maximum amount without VAT: exact, or rounded if that is more. */
export function mostOf(inclVat: Decimal, vatRate: number, places: number): Decimal {
  const exact = inclVat.minus(vatWithin(inclVat, vatRate))
  const rounded = round(exact, places)
  return rounded.gt(exact) ? rounded : exact
}

/** The amounts of a line, as they are stored. */
export function toLineRefund({ calculated, manual }: ReturnType<typeof refundLine>): LineRefund {
  return {
    refundInclVat: calculated.inclVat.toNumber(),
    refundExclVat: calculated.exclVat.toNumber(),
    manualRefundInclVat: manual?.inclVat.toNumber() ?? null,
    manualRefundExclVat: manual?.exclVat.toNumber() ?? null,
  }
}

/** Whether a request contains an amount for a line. */
export function namesAmount(line: RequestedRefund): boolean {
  const { RefundInclVat, RefundExclVat, ManualRefundInclVat, ManualRefundExclVat } = line
  return [RefundInclVat, RefundExclVat, ManualRefundInclVat, ManualRefundExclVat].some(isNamed)
}

/** Whether a request contains an amount. */
export function isNamed(amount: number | null | undefined): amount is number {
  return amount !== null && amount !== undefined
}
