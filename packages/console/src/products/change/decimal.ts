/** Exact amounts: whole numbers of the ten-thousandth part, which is as much as prices have. Pure. */

/** Units of 0.0001. */
export type Units = bigint

const SCALE = 10_000

/** The units of an amount of up to four decimals, as the hub answers and takes it. */
export function unitsOf(amount: number): Units {
  return BigInt(Math.round(amount * SCALE))
}

/** The amount of units. */
export function amountOf(units: Units): number {
  return Number(units) / SCALE
}

/** Divides, and rounds half away from zero. */
export function divide(units: Units, by: bigint): Units {
  const sign = units < 0n === by < 0n ? 1n : -1n
  const [value, divisor] = [abs(units), abs(by)]
  return sign * ((value * 2n + divisor) / (divisor * 2n))
}

export function abs(units: Units): Units {
  return units < 0n ? -units : units
}

/**
 * Adds a percentage, without rounding to a step.
 *
 * @example amountOf(addPercent(unitsOf(0.1), 10)) // 0.11
 */
export function addPercent(units: Units, percent: number): Units {
  const whole = unitsOf(100)
  return divide(units * (whole + unitsOf(percent)), whole)
}

/** Rounds to the nearest multiple of a step, half away from zero. */
export function roundTo(units: Units, step: Units): Units {
  return divide(units, step) * step
}

/**
 * The nearest amount that ends in `ending`, such as .95; the higher one of two that are as near, and never one below 0.
 *
 * @example amountOf(endIn(unitsOf(34.2), unitsOf(0.95))) // 33.95
 */
export function endIn(units: Units, ending: Units): Units {
  const one = BigInt(SCALE)
  const nearest = floor(units - ending + one / 2n, one) * one + ending
  return nearest < 0n ? ending : nearest
}

function floor(units: Units, by: bigint): bigint {
  const quotient = units / by
  return units % by < 0n ? quotient - 1n : quotient
}
