/** Amounts in whole millionths, so that sums are exact. WooCommerce takes six decimals and answers two. */

const MICRO = 1_000_000

/** @throws RangeError for a text that is no decimal number, such as "10,50", which the shop would read as 1050 */
export function toMicros(amount: string | number | null | undefined): number {
  const number = amount === '' || amount === null || amount === undefined ? 0 : Number(amount)
  if (!Number.isFinite(number)) throw new RangeError(`${JSON.stringify(amount)} is not an amount.`)
  return Math.round(number * MICRO)
}

/** A decimal text with a dot. */
export function toText(micros: number, decimals = 6): string {
  return (Math.round(micros) / MICRO).toFixed(decimals)
}

export function toNumber(micros: number, decimals = 4): number {
  return Number(toText(micros, decimals))
}

/** Half away from zero, as the shop rounds. */
export function roundMicros(micros: number, decimals = 2): number {
  const step = MICRO / 10 ** decimals
  return Math.sign(micros) * Math.round(Math.abs(micros) / step) * step
}

/** The net amount to which a tax of `percent` is added. */
export function netOf(grossMicros: number, percent: number): number {
  return Math.round(grossMicros / (1 + percent / 100))
}

/** The part of an amount for the units from `start` to `start + count` of `of`. The parts of all units are together the amount. */
export function shareOf(micros: number, start: number, count: number, of: number): number {
  if (of === 0) return 0
  const upTo = (units: number) => roundMicros((micros * units) / of)
  return upTo(start + count) - upTo(start)
}
