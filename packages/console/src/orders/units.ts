/** What happened to the units of a line. Pure. */
import type { Order } from './queries.ts'

export type Line = Order['Lines'][number]

/** A part of the units of a line. */
export interface UnitsPart {
  readonly word: string
  readonly units: number
  readonly color: string
}

/** The parts of the units of a line that are not empty, in the order of the bar. Together they are its quantity. */
export function unitsOf(line: Line): readonly UnitsPart[] {
  const { Quantity, ShippedQuantity, CancelledQuantity, MancoQuantity } = line
  const { BackorderQuantity, ReturnedQuantity } = line
  const kept = Math.max(0, ShippedQuantity - ReturnedQuantity)
  const gone = CancelledQuantity + MancoQuantity
  const open = Quantity - ShippedQuantity - gone - BackorderQuantity
  return [
    { word: 'shipped', units: kept, color: 'green' },
    { word: 'returned', units: ReturnedQuantity, color: 'violet' },
    { word: 'cancelled', units: gone, color: 'gray' },
    { word: 'in backorder', units: BackorderQuantity, color: 'yellow' },
    { word: 'open', units: Math.max(0, open), color: 'blue' },
  ].filter(({ units }) => units > 0)
}
