/**
 * Exact amounts. Amounts are JSON numbers in requests and answers, and are stored as PostgreSQL `numeric`; calculations use only `Big`. A
 * decimal of at most 15 significant digits survives a JSON number unchanged (IEEE 754: DBL_DIG is 15), and the limits below keep every
 * amount within 15 digits.
 */
import Big from 'big.js'

export { minorUnits } from './currencies.ts'

/** Number of decimals of a price: PostgreSQL `numeric(14, 4)`. */
export const PRICE_DECIMALS = 4

/** Maximum price: 14 digits, ten before the decimal point and four after it. */
export const MAX_PRICE = 9_999_999_999.9999

/** An exact decimal. */
export type Decimal = Big

/** Creates an exact decimal. Throws if the value is not a finite number. */
export function decimal(value: number | string | Big): Big {
  return new Big(value)
}

/** Whether a number, as written in JSON, has at most this number of decimals. */
export function hasDecimals(value: number, places: number): boolean {
  const scale = 10 ** places
  return Math.round(value * scale) / scale === value
}

/** Rounds half away from zero to a number of decimals, as shops and tax offices do. */
export function round(amount: Big, places: number): Big {
  return amount.round(places, Big.roundHalfUp)
}

/** Rounds away from zero. */
export function roundUp(amount: Big, places: number): Big {
  return amount.round(places, Big.roundUp)
}

/** Rounds towards zero, so that rounded parts never add up to more than the whole. */
export function roundDown(amount: Big, places: number): Big {
  return amount.round(places, Big.roundDown)
}
