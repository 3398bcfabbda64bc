/** Exact fractions, so that a computation is rounded once, at its end. */
import { decimal, hasDecimals, PRICE_DECIMALS } from '../../../kit/shared/money.ts'

/** A fraction. The denominator is positive; it is not reduced. */
export interface Ratio {
  readonly n: bigint
  readonly d: bigint
}

export type Direction = 'up' | 'down' | 'nearest'

const SCALE = 10 ** PRICE_DECIMALS
const BIG_SCALE = BigInt(SCALE)

/** A finite number, or decimal text, as a fraction: exactly the decimal that is written. Throws if it is neither. */
export function ratio(value: number | string): Ratio {
  // Amounts and percentages have at most 15 digits, of which four are decimals (money.ts).
  if (typeof value === 'number' && Math.abs(value) < 1e11 && hasDecimals(value, PRICE_DECIMALS)) {
    return { n: BigInt(Math.round(value * SCALE)), d: BIG_SCALE }
  }
  const [whole = '', decimals = ''] = decimal(value).toFixed().split('.')
  return { n: BigInt(whole + decimals), d: 10n ** BigInt(decimals.length) }
}

export function plus(a: Ratio, b: Ratio): Ratio {
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d }
}

export function times(a: Ratio, b: Ratio): Ratio {
  return { n: a.n * b.n, d: a.d * b.d }
}

/** @param b above 0 */
export function dividedBy(a: Ratio, b: Ratio): Ratio {
  return { n: a.n * b.d, d: a.d * b.n }
}

export function isBelow(a: Ratio, b: Ratio): boolean {
  return a.n * b.d < b.n * a.d
}

/**
 * Rounds to a multiple of a unit. Of two that are equally near, `nearest` takes the higher one.
 *
 * @param offset what multiples are counted from: 0.95 with the unit 1 gives 0.95, 1.95 and so on, and nothing below 0.95
 */
export function roundTo(amount: Ratio, unit: Ratio, direction: Direction, offset?: Ratio): Ratio {
  if (offset === undefined)
    return times(unit, { n: wholeOf(dividedBy(amount, unit), direction), d: 1n })
  const rest = plus(amount, { n: -offset.n, d: offset.d })
  const count = wholeOf(dividedBy(rest, unit), direction)
  return plus(offset, times(unit, { n: count < 0n ? 0n : count, d: 1n }))
}

function wholeOf({ n, d }: Ratio, direction: Direction): bigint {
  if (direction === 'up') return -floor(-n, d)
  return direction === 'down' ? floor(n, d) : floor(2n * n + d, 2n * d)
}

function floor(n: bigint, d: bigint): bigint {
  const quotient = n / d
  return n % d < 0n ? quotient - 1n : quotient
}

/** A fraction of at most four decimals as the number that is nearest to it. */
export function numberOf({ n, d }: Ratio): number {
  return Number((n * BIG_SCALE) / d) / SCALE
}

/** A fraction as decimal text for reading, with at most ten decimals. */
export function textOf({ n, d }: Ratio): string {
  const units = wholeOf({ n: n * 10n ** 10n, d }, 'nearest')
  const digits = String(units < 0n ? -units : units).padStart(11, '0')
  const decimals = digits.slice(-10).replace(/0+$/, '')
  const text = `${digits.slice(0, -10)}${decimals && `.${decimals}`}`
  return units < 0n ? `-${text}` : text
}
