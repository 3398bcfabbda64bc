/** What buyers pay: the amounts of an order in its own currency, with discounts. Pure. */
import Big from 'big.js'
import {
  type Decimal,
  decimal,
  minorUnits,
  PRICE_DECIMALS,
  round,
} from '../../../kit/shared/money.ts'
import type { StoredAddress, Warning } from '../addresses/schema.ts'
import type { VatSource } from './vat-sources.ts'

/** Maximum total of an order: 15 significant digits, four of them decimals. */
export const MAX_TOTAL = 99_999_999_999.9999

/** The values that the amounts of an order depend on. */
export interface OrderTerms {
  readonly CurrencyCode: string
  /** As the channel sent it: not rounded. */
  readonly OriginalShippingCostsInclVat: number
  /** @default 0 */
  readonly OriginalDiscountInclVat?: number
  /** Of an order that is priced again: what the buyer paid never changes. */
  readonly OriginalTotalInclVat?: number
  /** As the channel gave it; see `decideVat` for these and the following ones. */
  readonly GivenShippingVatRate?: number | null
  readonly ShippingVatAmount?: number | null
  readonly VatNo?: string | null
  /** To which the order is sent. */
  readonly ShippingAddress?: Pick<StoredAddress, 'CountryIso'>
  readonly Warnings?: readonly Warning[]
  readonly Lines: readonly {
    readonly MerchantProductReference: string
    readonly Quantity: number
    readonly OriginalUnitPriceInclVat: number
    /** Of all units together. @default 0 */
    readonly OriginalDiscountInclVat?: number
    readonly GivenVatRate?: number | null
    readonly VatAmount?: number | null
    /** What was decided when the order was stored. */
    readonly VatRate?: number | null
    readonly VatSource?: VatSource | null
  }[]
}

/** What was paid for an order. */
export interface PaidAmounts {
  /** What was paid for each line: exact, without its discounts. */
  readonly lines: readonly Decimal[]
  /** The part of the discount of the order that each line bears. */
  readonly shares: readonly Decimal[]
  /** Rounded, as all amounts below. */
  readonly total: Decimal
  readonly shippingCosts: Decimal
  /** The shipping costs, without the part of the discount of the order that exceeds its lines. */
  readonly paidShipping: Decimal
}

/** Quantity x unit price of each line, minus its own discount. */
function amountsOf({ Lines }: OrderTerms): readonly Decimal[] {
  return Lines.map(({ OriginalUnitPriceInclVat, Quantity, OriginalDiscountInclVat = 0 }) =>
    decimal(OriginalUnitPriceInclVat).times(Quantity).minus(OriginalDiscountInclVat),
  )
}

/** The exact amount of an order before its discount. */
export function exactAmount(terms: OrderTerms): Decimal {
  return addUp(amountsOf(terms)).plus(terms.OriginalShippingCostsInclVat)
}

/**
 * Calculates what was paid. The total is rounded once, half away from zero, to the decimals of the currency.
 *
 * @example
 * payOrder({ CurrencyCode: 'JPY', OriginalShippingCostsInclVat: 0, Lines: [{ Quantity: 3, OriginalUnitPriceInclVat: 1127.5, ... }] })
 * // { total: 3383, ... }
 */
export function payOrder(terms: OrderTerms): PaidAmounts {
  const places = minorUnits(terms.CurrencyCode)
  const amounts = amountsOf(terms)
  const discount = decimal(terms.OriginalDiscountInclVat ?? 0)
  const shares = spread(discount, amounts)
  const total =
    terms.OriginalTotalInclVat === undefined
      ? round(exactAmount(terms).minus(discount), places)
      : decimal(terms.OriginalTotalInclVat)
  const shippingCosts = round(decimal(terms.OriginalShippingCostsInclVat), places)
  return {
    lines: amounts.map((amount, index) => amount.minus(shares[index] as Decimal)),
    shares,
    total,
    shippingCosts,
    paidShipping: total.lt(shippingCosts) ? total : shippingCosts,
  }
}

/** Spreads an amount over others in proportion to them, up to all of them. The parts have four decimals, and add up exactly. */
export function spread(discount: Decimal, amounts: readonly Decimal[]): readonly Decimal[] {
  const sum = addUp(amounts)
  if (discount.eq(0) || sum.eq(0)) return amounts.map(() => decimal(0))
  const taken = discount.gt(sum) ? sum : discount
  let amountSoFar = decimal(0)
  let takenSoFar = decimal(0)
  return amounts.map((amount) => {
    amountSoFar = amountSoFar.plus(amount)
    const next = round(taken.times(amountSoFar).div(sum), PRICE_DECIMALS)
    const part = next.minus(takenSoFar)
    takenSoFar = next
    return part
  })
}

/** The sum of amounts. */
export function addUp(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((sum, amount) => sum.plus(amount), decimal(0))
}

/** The VAT of an order: of its lines, rounded once, and of its shipping costs. */
export interface OrderVat {
  readonly total: number
  readonly shipping: number
  readonly maxRate: number
}

/** VAT at a rate in percent, or a given amount that counts instead of it. */
interface Taxed {
  readonly rate: number
  readonly amount: Decimal | null
}

/** Calculates the VAT of an order from that of its lines and its shipping costs. */
export function vatOf(
  { lines, paidShipping }: PaidAmounts,
  vats: readonly Taxed[],
  ofShipping: Taxed,
  currencyCode: string,
): OrderVat {
  const places = minorUnits(currencyCode)
  const amountByRate = new Map<number, Decimal>()
  let goods = decimal(0)
  for (const [index, { rate, amount: given }] of vats.entries()) {
    const amount = lines[index] as Decimal
    if (given === null) amountByRate.set(rate, amountByRate.get(rate)?.plus(amount) ?? amount)
    else goods = goods.plus(given)
  }
  const maxRate = vats.reduce((most, { rate }) => Math.max(most, rate), 0)
  const shipping = round(ofShipping.amount ?? vatWithin(paidShipping, ofShipping.rate), places)
  for (const [rate, amount] of amountByRate) goods = goods.plus(vatWithin(amount, rate))
  return {
    total: round(goods, places).plus(shipping).toNumber(),
    shipping: shipping.toNumber(),
    maxRate,
  }
}

/** The VAT in an amount that includes VAT: amount x rate / (100 + rate), not rounded. */
export function vatWithin(amountInclVat: Decimal, vatRate: number): Decimal {
  const rate = decimal(vatRate)
  const exact = new ExactDivision(amountInclVat.times(rate))
  return exact.div(rate.plus(100))
}

/**
 * Quotients have 14 decimals. A VAT quotient is a fraction with a denominator of at most 2 x 10^10 (four decimals of the amount, and of the
 * rate + 100). If it is not exactly half a cent, it therefore differs from it by more than 10^-11, so rounding once at the end is correct.
 */
const ExactDivision = Big()
ExactDivision.DP = 14
