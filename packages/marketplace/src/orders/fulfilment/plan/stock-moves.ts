/** The units that records move out of the stock and back into it. Pure functions. */
import type { LineUnits } from '../../stock/movement-store.ts'
import type { FulfilmentRow, NewFulfilment } from '../records/store.ts'

/**
 * The units of shipments among new records.
 *
 * @param stored the ids of the records, in the same order
 */
export function shippedUnits(
  created: readonly NewFulfilment[],
  stored: readonly { readonly fulfilmentId: number }[],
): readonly (LineUnits & { readonly fulfilmentId: number })[] {
  return created.flatMap((record, index) => {
    if (record.kind !== 'shipment') return []
    const { fulfilmentId } = stored[index] as (typeof stored)[number]
    return unitsOf(record).map((line) => ({ ...line, fulfilmentId }))
  })
}

type Record = Pick<FulfilmentRow, 'kind' | 'orderId' | 'lines' | 'details'>

function unitsOf({ orderId, lines }: Record): readonly LineUnits[] {
  return lines.map(({ lineId, quantity: units }) => ({ orderId, lineId, units }))
}

const negated = (lines: readonly LineUnits[]) =>
  lines.map((line) => ({ ...line, units: -line.units }))

/**
 * The units that a record brings into the stock; negative for a shipment. Accepted units of a return come back, unless it says that they are
 * not for sale again.
 */
export function movedUnits(record: Record): readonly LineUnits[] {
  const { kind, orderId, lines, details } = record
  if (kind === 'shipment') return negated(unitsOf(record))
  if (kind !== 'return') return []
  const restock = (details.Restock as boolean | undefined) ?? null
  return lines.map(({ lineId, accepted }) => ({ orderId, lineId, units: accepted ?? 0, restock }))
}

/** The units that a changed record brings into the stock besides those that it has brought before. `after` is undefined for a voided one. */
export function movedSince(before: Record, after?: Record): readonly LineUnits[] {
  return [...negated(movedUnits(before)), ...(after ? movedUnits(after) : [])]
}
