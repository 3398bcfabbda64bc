/** Sums per month. The same functions add up the values of the file and those of the hub, from different sources. */

/** The sums of orders. */
export interface Sums {
  orders: number
  lines: number
  units: number
  /** In ten-thousandths. */
  amount: bigint
}

/** Sums by month, such as `2011-11`. */
export type MonthSums = Map<string, Sums>

/**
 * Adds to the sums of a month.
 *
 * @example
 * addTo(months, '2011-11', { orders: 1, lines: 2, units: 7, amount: 123_400n })
 */
export function addTo(months: MonthSums, month: string, sums: Readonly<Sums>): void {
  const sum = months.get(month) ?? noSums()
  sum.orders += sums.orders
  sum.lines += sums.lines
  sum.units += sums.units
  sum.amount += sums.amount
  months.set(month, sum)
}

/** The sums of all months. */
export function totalOf(months: Readonly<MonthSums>): Sums {
  const all: MonthSums = new Map()
  for (const sums of months.values()) addTo(all, '', sums)
  return all.get('') ?? noSums()
}

/** Zero sums. */
export function noSums(): Sums {
  return { orders: 0, lines: 0, units: 0, amount: 0n }
}

/** Adds one, or `more`, to the count of a kind. */
export function count<K>(counts: Map<K, number>, kind: K, more = 1): void {
  counts.set(kind, (counts.get(kind) ?? 0) + more)
}
