/** The arithmetic of the units of an order line. Pure. */

/** The units of a line, or of all lines of an order together. */
export interface Units {
  readonly quantity: number
  readonly shipped: number
  readonly cancelled: number
  /** Of the cancelled ones: those that could not be supplied. */
  readonly manco: number
  /** Of the open ones: those that wait for stock. */
  readonly backordered: number
  /** Of the shipped ones: those that come or came back, without the ones whose return was rejected. */
  readonly returned: number
}

/** The kinds of records, each of which moves units of an order's lines. */
export const KINDS = ['shipment', 'cancellation', 'backorder', 'return'] as const
export type Kind = (typeof KINDS)[number]

/** The units of a new line. */
export function newUnits(quantity: number): Units {
  return { quantity, shipped: 0, cancelled: 0, manco: 0, backordered: 0, returned: 0 }
}

/** Units that are neither shipped nor cancelled. */
export function openOf(units: Units): number {
  return units.quantity - units.shipped - units.cancelled
}

/** How many units a record of a kind may still name. */
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
 * Moves units as a record of a kind says. Units in stock go first: shipping or cancelling lowers the backordered figure only
 * when fewer units stay open than wait for stock.
 *
 * @param count from 1 to {@link availableFor}; anything else throws
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

/** Takes units out of the returned ones, since their return was rejected. A negative count adds units. */
export function rejectUnits(units: Units, count: number): Units {
  return { ...units, returned: units.returned - count }
}

/**
 * The sum of an order after one of its lines has changed.
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

/** The sum of all lines of an order. */
export function sumUnits(lines: readonly Units[]): Units {
  return lines.reduce((sum, line) => replaceUnits(sum, newUnits(0), line), newUnits(0))
}
