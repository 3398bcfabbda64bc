/** The arithmetic of the units of an order line, as pure functions. */
import type { Kind } from './record-kinds.ts'

/** The units of a line, or the sum of all lines of an order. */
export interface Units {
  readonly quantity: number
  readonly shipped: number
  readonly cancelled: number
  /** Cancelled units that could not be supplied. */
  readonly manco: number
  /** Open units that wait for stock. */
  readonly backordered: number
  /** Shipped units that are returned or being returned, without those whose return was rejected. */
  readonly returned: number
}

/** The units of a new line. */
export function newUnits(quantity: number): Units {
  return { quantity, shipped: 0, cancelled: 0, manco: 0, backordered: 0, returned: 0 }
}

/** Units that are neither shipped nor cancelled. */
export function openOf(units: Units): number {
  return units.quantity - units.shipped - units.cancelled
}

/** Returns how many units a record of a kind can still take. */
export function availableFor(kind: Kind, units: Units): number {
  switch (kind) {
    case 'shipment':
    case 'cancellation':
      return openOf(units)
    case 'backorder':
      return openOf(units) - units.backordered
    case 'return':
      return units.shipped - units.returned
  }
}

/**
 * Moves units for a record of a kind. Units in stock are used first: shipping or cancelling reduces the number of backordered units only if
 * fewer open units are left.
 *
 * @param count from 1 to {@link availableFor}; throws for other values
 * @param isManco whether cancelled units could not be supplied
 * @example
 * moveUnits('shipment', newUnits(3), 2) // { quantity: 3, shipped: 2, ... }
 */
export function moveUnits(kind: Kind, units: Units, count: number, isManco = false): Units {
  if (!Number.isInteger(count) || count < 1 || count > availableFor(kind, units)) {
    throw new RangeError(`${count} units are not available for a ${kind}`)
  }
  switch (kind) {
    case 'shipment':
      return capBackordered({ ...units, shipped: units.shipped + count })
    case 'cancellation': {
      const manco = units.manco + (isManco ? count : 0)
      return capBackordered({ ...units, cancelled: units.cancelled + count, manco })
    }
    case 'backorder':
      return { ...units, backordered: units.backordered + count }
    case 'return':
      return { ...units, returned: units.returned + count }
  }
}

function capBackordered(units: Units): Units {
  return { ...units, backordered: Math.min(units.backordered, openOf(units)) }
}

/** Subtracts units from the returned ones, because their return was rejected. A negative count adds units. */
export function rejectUnits(units: Units, count: number): Units {
  return { ...units, returned: units.returned - count }
}

/**
 * Returns the sum of an order after one of its lines has changed.
 *
 * @example
 * const after = replaceUnits(order, line, moveUnits('shipment', line, 1))
 */
export function replaceUnits(sum: Units, before: Units, after: Units): Units {
  return {
    quantity: sum.quantity - before.quantity + after.quantity,
    shipped: sum.shipped - before.shipped + after.shipped,
    cancelled: sum.cancelled - before.cancelled + after.cancelled,
    manco: sum.manco - before.manco + after.manco,
    backordered: sum.backordered - before.backordered + after.backordered,
    returned: sum.returned - before.returned + after.returned,
  }
}

/** Returns the sum of all lines of an order. */
export function sumUnits(lines: readonly Units[]): Units {
  return lines.reduce((sum, line) => replaceUnits(sum, newUnits(0), line), newUnits(0))
}
