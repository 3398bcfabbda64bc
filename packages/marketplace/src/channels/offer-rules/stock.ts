/** How many units of a product a channel may sell. Pure. */
import type { StockRule } from './shapes/schema.ts'
import type { OfferStep } from './shapes/step-schema.ts'

/** Percentages have four decimals, so that these units are whole. */
const PERCENT_SCALE = 10_000

/**
 * The units that a rule offers: Fixed, or Percent of what is available (rounded down), less Buffer, at most Max. Fewer than HideBelow are 0.
 *
 * @param available below 0 counts as 0
 * @param trace receives the steps
 * @param counted what the step says of how the available units came about
 * @example
 * stockOf({ Percent: 50, Buffer: 2, Max: 10 }, 25) // 10
 */
export function stockOf(
  rule: StockRule,
  available: number,
  trace?: OfferStep[],
  counted?: Pick<OfferStep, 'Stock' | 'Reserved'>,
): number {
  const note = (step: Omit<OfferStep, 'Of' | 'Units'>, units: number) => {
    trace?.push({ Of: 'Stock', ...step, Units: units })
    return units
  }
  let units = Math.max(0, available)
  if (rule.Fixed === undefined) {
    units = note({ Step: 'Available', ...counted }, units)
    if (rule.Percent !== undefined) {
      // Exact: both factors are whole, and their product is below 2 ** 53.
      const share = Math.round(rule.Percent * PERCENT_SCALE)
      units = Math.floor((units * share) / (100 * PERCENT_SCALE))
      note({ Step: 'Percent', Percent: rule.Percent }, units)
    }
    if (rule.Buffer !== undefined) {
      units = note({ Step: 'Buffer', Change: -rule.Buffer }, Math.max(0, units - rule.Buffer))
    }
    if (rule.Max !== undefined) {
      units = note({ Step: 'Max', Limit: String(rule.Max) }, Math.min(units, rule.Max))
    }
  } else {
    units = note({ Step: 'Fixed' }, rule.Fixed)
  }
  if (rule.HideBelow === undefined) return units
  return note(
    { Step: 'HideBelow', Limit: String(rule.HideBelow) },
    units < rule.HideBelow ? 0 : units,
  )
}
