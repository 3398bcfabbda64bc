/** Units of the lines of an order. */
import type { ShopUnits } from './merchant.ts'

/** How many units there are of each line. */
export function sumUnits(units: Iterable<ShopUnits>): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { shopLineId, quantity } of units) {
    sums.set(shopLineId, (sums.get(shopLineId) ?? 0) + quantity)
  }
  return sums
}

/** The same units, with one entry for each line. */
export function joinUnits(units: Iterable<ShopUnits>): ShopUnits[] {
  return [...sumUnits(units)].map(([shopLineId, quantity]) => ({ shopLineId, quantity }))
}

/** As many of the units as are left of their lines. Lines of which none are left are left out. */
export function unitsLeft(
  units: readonly ShopUnits[],
  left: ReadonlyMap<string, number>,
): ShopUnits[] {
  return units.flatMap(({ shopLineId, quantity }) => {
    const open = Math.min(quantity, left.get(shopLineId) ?? 0)
    return open > 0 ? [{ shopLineId, quantity: open }] : []
  })
}
