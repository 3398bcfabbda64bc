/** What happened to the units of a line. Pure. */
import type { Order } from './order.ts'

export type Line = Order['Lines'][number]

/** A part of the units of a line. */
export interface UnitsPart {
  readonly label: string
  readonly units: number
  readonly color: string
}

/** The parts of the units of a line that are not empty, in the order of the bar. LoadingGroup they are its quantity. */
export function unitsOf(line: Line): readonly UnitsPart[] {
  const { ShippedQuantity, CancelledQuantity, BackorderQuantity, ReturnedQuantity } = line
  return [
    { label: 'shipped', units: ShippedQuantity - ReturnedQuantity, color: 'green' },
    { label: 'returned', units: ReturnedQuantity, color: 'violet' },
    { label: 'cancelled', units: CancelledQuantity, color: 'gray' },
    { label: 'in backorder', units: BackorderQuantity, color: 'yellow' },
    { label: 'open', units: openOf(line) - BackorderQuantity, color: 'blue' },
  ].filter(({ units }) => units > 0)
}

/** Units that are neither shipped nor cancelled. Units in backorder and cancelled units that could not be supplied are part of a total. */
export function openOf({ Quantity, ShippedQuantity, CancelledQuantity }: Line): number {
  return Quantity - ShippedQuantity - CancelledQuantity
}

/** What a person can do with units. */
export type UnitsAction = 'ship' | 'cancel' | 'backorder' | 'return'

/** How many units of a line an action can take. */
export function availableFor(action: UnitsAction, line: Line): number {
  if (action === 'return') return line.ShippedQuantity - line.ReturnedQuantity
  if (action === 'backorder') return openOf(line) - line.BackorderQuantity
  return openOf(line)
}

/** Units by the id of their line. */
export type UnitsByLine = Readonly<Record<number, number>>

/** All units that are available, by line. */
export function allUnits(lines: readonly Line[], availableOf: (line: Line) => number): UnitsByLine {
  return Object.fromEntries(lines.map((line) => [line.Id, availableOf(line)]))
}

/** The lines of a record: those with units. A line is named by the merchant's reference, or by the channel's before the order is acknowledged. */
export function linesWith(lines: readonly Line[], units: UnitsByLine) {
  return lines
    .filter(({ Id }) => (units[Id] ?? 0) > 0)
    .map((line) => ({
      ...(line.MerchantReference === null
        ? { ChannelOrderLineReference: line.ChannelReference }
        : { MerchantOrderLineReference: line.MerchantReference }),
      Quantity: units[line.Id] ?? 0,
    }))
}
