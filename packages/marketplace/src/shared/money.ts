/**
 * Exact money. Amounts arrive and leave as JSON numbers and are stored as PostgreSQL `numeric`; in between only `Big`
 * calculates. A decimal of at most 15 significant digits survives a JSON number unchanged (IEEE 754: DBL_DIG is 15), and
 * the limits below keep every amount within them.
 */
import Big from 'big.js'
import currencies from 'currency-codes'

/** Decimals of a price: PostgreSQL `numeric(14, 4)`. */
export const PRICE_DECIMALS = 4

/** The largest price: ten digits before the point and four behind make 14. */
export const MAX_PRICE = 9_999_999_999.9999

/** The largest total of an order: with four decimals, 15 significant digits. */
export const MAX_TOTAL = 99_999_999_999.9999

/** An exact decimal. */
export type Decimal = Big

/** A decimal that is safe to calculate with; throws on anything that is no finite number. */
export function decimal(value: number | string | Big): Big {
  return new Big(value)
}

/** Whether a number has at most so many decimals, as it was written in JSON. */
export function hasDecimals(value: number, places: number): boolean {
  const scale = 10 ** places
  return Math.round(value * scale) / scale === value
}

/** The VAT that an amount including VAT contains: amount x rate / (100 + rate), not rounded. */
export function vatWithin(amountInclVat: Big, vatRate: number): Big {
  const rate = decimal(vatRate)
  const exact = new ExactDivision(amountInclVat.times(rate))
  return exact.div(rate.plus(100))
}

/** Rounds half away from zero, as shops and tax offices round, to so many decimals. */
export function round(amount: Big, places: number): Big {
  return amount.round(places, Big.roundHalfUp)
}

/** Rounds towards zero: rounded parts never add up to more than the whole. */
export function roundDown(amount: Big, places: number): Big {
  return amount.round(places, Big.roundDown)
}

/** The decimals in which a currency is paid: 2 for EUR, 0 for JPY, 3 for KWD (ISO 4217). */
export function minorUnits(currencyCode: string): number {
  return currencies.code(currencyCode)?.digits ?? 2
}

/** Whether ISO 4217 lists this code. */
export function isCurrency(currencyCode: string): boolean {
  return CURRENCY_CODES.has(currencyCode)
}

const CURRENCY_CODES: ReadonlySet<string> = new Set(currencies.codes())

/**
 * Quotients carry 14 decimals. A quotient of VAT is a fraction over at most 2 x 10^10 (four decimals of the amount, and of the
 * rate + 100), so one that is not exactly half a cent is further than 10^-11 from it: rounding once at the end is right.
 */
const ExactDivision = Big()
ExactDivision.DP = 14
