/** Exact amounts: whole numbers of the ten-thousandth part, which is as much as prices have. Pure. */

/** An amount in ten-thousandths. */
export type Exact = bigint

const SCALE = 10_000

/** An amount as the hub answers and takes it: a number of JSON is the nearest to its decimals, so that rounding gives them back. */
export function exact(amount: number): Exact {
  return BigInt(Math.round(amount * SCALE))
}

/** The amount as a number. */
export function amountOf(value: Exact): number {
  return Number(value) / SCALE
}

/** Divides, and rounds half away from zero. */
export function divide(value: Exact, by: bigint): Exact {
  const sign = value < 0n === by < 0n ? 1n : -1n
  const [whole, divisor] = [abs(value), abs(by)]
  return sign * ((whole * 2n + divisor) / (divisor * 2n))
}

export function abs(value: Exact): Exact {
  return value < 0n ? -value : value
}

/**
 * Adds a percentage, without rounding to a step.
 *
 * @example amountOf(addPercent(exact(0.1), 10)) // 0.11
 */
export function addPercent(value: Exact, percent: number): Exact {
  const whole = exact(100)
  return divide(value * (whole + exact(percent)), whole)
}

/** Rounds to the nearest multiple of a step, half away from zero. */
export function roundTo(value: Exact, step: Exact): Exact {
  return divide(value, step) * step
}

/** Rounds to a number of decimals, half away from zero, as the hub does. */
export function roundToDecimals(value: Exact, decimals: number): Exact {
  return roundTo(value, 10n ** BigInt(Math.max(0, 4 - decimals)))
}

/**
 * The nearest amount that ends in `ending`, such as .95; the higher one of two that are as near, and never one below 0.
 *
 * @example amountOf(endIn(exact(34.2), exact(0.95))) // 33.95
 */
export function endIn(value: Exact, ending: Exact): Exact {
  const one = BigInt(SCALE)
  const nearest = floor(value - ending + one / 2n, one) * one + ending
  return nearest < 0n ? ending : nearest
}

function floor(value: Exact, by: bigint): bigint {
  const quotient = value / by
  return value % by < 0n ? quotient - 1n : quotient
}
