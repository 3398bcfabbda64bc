/** Limits and parts of the amounts of an order. */
import Big from 'big.js'
import { type Decimal, decimal } from '../../kit/shared/money.ts'

/** Maximum total of an order: 15 significant digits, four of them decimals. */
export const MAX_TOTAL = 99_999_999_999.9999

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
