/**
 * Amounts of Vendure: integers with the decimals of its money strategy, which are two unless the shop has set others. The currency plays no
 * part: with two, 500 yen are 50000, and the third decimal of a dinar does not exist.
 */

/**
 * An amount of the hub as Vendure stores it.
 *
 * @returns undefined if it has more decimals than the shop can store
 */
export function toUnits(amount: number, precision: number): number | undefined {
  const scaled = amount * 10 ** precision
  const units = Math.round(scaled)
  // Amounts of the hub are decimals: 1.005 is stored in binary as a little less.
  return Math.abs(scaled - units) < 1e-6 * Math.max(1, Math.abs(scaled)) ? units : undefined
}

/** An amount of Vendure as the hub writes it. Fractions of a unit are kept to 6 decimals of it. */
export function fromUnits(units: number, precision: number): number {
  return Number((units / 10 ** precision).toFixed(precision + 6))
}
