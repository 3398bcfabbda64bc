/**
 * Units that have left, as the hub was told. It holds them back until a count of after that comes, also if the count is the same number again:
 * units have arrived meanwhile. A count of before must not be repeated, because it still contains the units.
 */
import type { ShopStock } from '../../adapter/merchant.ts'
import type { StepRun } from '../records/step-run.ts'

/** Notes that units of products have left: when the hub knew that the shop has an order, or a shipment, depending on what counts leave out. */
export function noteDeparture(
  { state, countsExclude, now }: StepRun,
  by: 'acknowledgement' | 'shipment',
  references: Iterable<string>,
): void {
  if ((by === 'acknowledgement') !== (countsExclude === 'acknowledged')) return
  for (const reference of references) state.departed.set(reference, now())
}

/**
 * Whether a count that the shop gives now is the first one since units of the product have left. The steps of a run come one after the other, so
 * a count without a time is of now.
 */
export function isFirstSince(
  { state }: StepRun,
  { merchantProductReference, countedAt }: ShopStock,
) {
  const departedAt = state.departed.get(merchantProductReference)
  if (departedAt === undefined) return false
  return countedAt === undefined || Date.parse(countedAt) >= departedAt
}
