/** What happened to the units of a line. Pure. */
import { counted, formatNumber } from '../components/values/language.ts'
import type { Order } from './order.ts'

export type Line = Order['Lines'][number]

/** A part of the units of a line. */
export interface UnitsPart {
  readonly label: string
  readonly units: number
  readonly color: string
}

/** The parts of the units of a line that are not empty, in the order of the bar. Together they are its quantity. */
export function unitsOf(line: Line): readonly UnitsPart[] {
  return [
    { label: 'shipped', units: line.ReturnableQuantity, color: 'green' },
    { label: 'returned', units: line.ReturnedQuantity, color: 'violet' },
    { label: 'cancelled', units: line.CancelledQuantity, color: 'gray.5' },
    { label: 'in backorder', units: line.BackorderQuantity, color: 'yellow' },
    // Nothing is done with them yet: they are the track of the bar.
    { label: 'open', units: inStockOf(line), color: 'transparent' },
  ].filter(({ units }) => units > 0)
}

/**
 * The parts of the units of a line in words.
 *
 * @example unitsText(line) // '3 shipped, 1 open'
 */
export function unitsText(line: Line): string {
  return unitsOf(line)
    .map(({ label, units }) => `${formatNumber(units)} ${label}`)
    .join(', ')
}

/** What to know of the units of a line before they are shipped or cancelled, in words. Empty if there is nothing. */
export function unitsNote(line: ShortLine): string {
  const { BackorderQuantity: waiting } = line
  const backorder = waiting > 0 ? `${formatNumber(waiting)} in backorder` : undefined
  return [backorder, shortLabel(line)].filter(Boolean).join(', ')
}

/** How many units of an order that is not in backorder as a whole wait for stock, in words. Undefined if none do. */
export function partlyInBackorder({
  Status,
  Lines,
}: Pick<Order, 'Status' | 'Lines'>): string | undefined {
  const waiting = Lines.reduce((sum, { BackorderQuantity }) => sum + BackorderQuantity, 0)
  if (waiting === 0 || Status === 'IN_BACKORDER') return undefined
  return `${formatNumber(waiting)} in backorder`
}

/** What to do about the units of an order that are in backorder. Undefined if none are. */
export function backorderAdvice({ Lines }: Pick<Order, 'Lines'>): string | undefined {
  const waiting = Lines.reduce((sum, { BackorderQuantity }) => sum + BackorderQuantity, 0)
  if (waiting === 0) return undefined
  return `${counted(waiting, 'unit is', 'units are')} in backorder. Ship what has arrived, and cancel what will not come: that ends the backorder.`
}

type ShortLine = Pick<Line, 'ShortUnits' | 'OpenQuantity' | 'BackorderQuantity'>

/** Open units that do not wait for stock. */
export function inStockOf({ OpenQuantity, BackorderQuantity }: ShortLine): number {
  return OpenQuantity - BackorderQuantity
}

/** How many of the available open units of a line are short. Those that are not available, such as those in backorder, are short first. */
export function missingOf(
  { ShortUnits, OpenQuantity }: Pick<Line, 'ShortUnits' | 'OpenQuantity'>,
  available: number,
): number {
  return Math.max(0, ShortUnits - (OpenQuantity - available))
}

/** Open units that are short besides those in backorder. */
export function shortInStockOf(line: ShortLine): number {
  return missingOf(line, inStockOf(line))
}

/** How many units of a line are missing besides those in backorder, in words. Undefined if none are. */
export function shortLabel(line: ShortLine): string | undefined {
  return missingLabel(shortInStockOf(line), inStockOf(line))
}

/** How many of some units are missing, in words. Undefined if none are. */
export function missingLabel(missing: number, units: number): string | undefined {
  return missing === 0 ? undefined : `${formatNumber(missing)} of ${counted(units, 'unit')} missing`
}

/** Whether units of an order are short that are not in backorder. */
export function isShort({ Lines }: Pick<Order, 'Lines'>): boolean {
  return Lines.some((line) => shortInStockOf(line) > 0)
}

/** Units by the id of their line. */
export type UnitsByLine = Readonly<Record<number, number>>

/** All units that are available, by line. */
export function allUnits(lines: readonly Line[], availableOf: (line: Line) => number): UnitsByLine {
  return Object.fromEntries(lines.map((line) => [line.Id, availableOf(line)]))
}

/**
 * The open units of an order that are packed and shipped together: those in stock; those in backorder only if no others are open, because
 * their goods have arrived then. The hub ships several orders by the same rule.
 *
 * @param packedOf how many units of a line are packed already
 */
export function nextUnits(lines: readonly Line[], packedOf = (_: Line) => 0): UnitsByLine {
  const inStock = allUnits(lines, (line) => Math.max(0, inStockOf(line) - packedOf(line)))
  if (hasUnits(inStock)) return inStock
  return allUnits(lines, (line) => Math.max(0, line.OpenQuantity - packedOf(line)))
}

/** Whether any line has units. */
export function hasUnits(units: UnitsByLine): boolean {
  return Object.values(units).some((count) => count > 0)
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
