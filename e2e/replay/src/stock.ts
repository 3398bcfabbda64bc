/** The stock of each product, if the hub keeps it: what it was counted, without what was shipped, and with what came back. */
import { isChannels, type ReturnPlan } from './cancellations.ts'
import type { Outcome } from './outcome.ts'
import { count } from './sums.ts'
import type { Survey } from './survey.ts'

/** Units of each product that are left when all orders are shipped. The stock would hide a difference below 0. */
const LEFT = 1_000

/** The count of a product before the first order, worked backwards from its sales. */
export function countOf(units: number): number {
  return units + LEFT
}

/** The units of each stock code that are for sale again. */
export function restockedUnits({ returns }: ReturnPlan): ReadonlyMap<string, number> {
  const units = new Map<string, number>()
  for (const planned of returns) {
    if (isChannels(planned)) continue
    for (const { code, quantity } of planned.lines.values()) count(units, code, quantity)
  }
  return units
}

/** Lists the products whose stock is not what was counted, without shipped and with restocked units. None if the hub does not keep it. */
export function findStockIssues(
  survey: Survey,
  { stock, sold }: Outcome,
  plan: ReturnPlan,
): readonly string[] {
  if (stock === undefined) return []
  const restocked = restockedUnits(plan)
  const different = [...survey.products].flatMap(([code, { units }]) => {
    const expected = countOf(units) - (sold.get(code) ?? 0) + (restocked.get(code) ?? 0)
    return stock.get(code) === expected ? [] : [`${code}: ${stock.get(code)}, not ${expected}`]
  })
  const example = different.slice(0, 10).join('; ')
  return different.length === 0
    ? []
    : [`the stock of ${different.length} products differs: ${example}`]
}
