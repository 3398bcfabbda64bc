/** What is to be taken from the shelves for several orders. Pure. */
import { counted, formatNumber } from '../../components/values/language.ts'
import { orderNames } from '../names.ts'
import type { Order } from '../order.ts'
import { hasUnits, missingOf, nextUnits, type UnitsByLine } from '../units.ts'

/** A product, and for which orders how many units of it are taken. */
export interface ProductPick {
  readonly reference: string
  readonly units: number
  /** Those of the units for which the stock does not suffice. */
  readonly missing: number
  readonly orders: readonly { readonly name: string; readonly units: number }[]
}

/** The place of a product in the warehouse: the value `Location` of its extra data, in any case. Empty if it has none. */
export function placeOf(
  product: { readonly ExtraData: Readonly<Record<string, unknown>> | null } | undefined,
): string {
  const found = Object.entries(product?.ExtraData ?? {}).find(
    ([name]) => name.toLowerCase() === 'location',
  )
  return typeof found?.[1] === 'string' ? found[1].trim() : ''
}

/** Picks in the order in which a person walks past their places: A2 before A10, and those without a place last. */
export function byPlace(
  picks: readonly ProductPick[],
  placeOfPick: (pick: ProductPick) => string,
): readonly ProductPick[] {
  const { compare } = new Intl.Collator('en', { numeric: true })
  const isLast = (place: string) => (place === '' ? 1 : 0)
  return picks.toSorted((one, other) => {
    const [a, b] = [placeOfPick(one), placeOfPick(other)]
    return isLast(a) - isLast(b) || compare(a, b) || compare(one.reference, other.reference)
  })
}

/** Whether an order must not be picked or packed, because it requires correction. */
export function isLeftOut({ Status }: { readonly Status: Order['Status'] }): boolean {
  return Status === 'REQUIRES_CORRECTION'
}

/** Units that are picked and packed now, by line: those that the form to ship proposes, and none of an order that must not be packed. */
export function unitsToPack(order: Order): UnitsByLine {
  return order.Status === 'CLOSED' || isLeftOut(order) ? {} : nextUnits(order.Lines)
}

/**
 * Says which orders have units to pack that are not there; undefined if none have.
 *
 * @example sayMissing(orders) // 'Order WEB-1 is oversold: 1 unit is missing.'
 */
export function sayMissing(orders: readonly Order[]): string | undefined {
  const missingIn = (order: Order) => {
    const units = unitsToPack(order)
    return order.Lines.reduce((sum, line) => sum + missingOf(line, units[line.Id] ?? 0), 0)
  }
  const short = orders.filter((order) => missingIn(order) > 0)
  if (short.length === 0) return undefined
  const missing = short.reduce((sum, order) => sum + missingIn(order), 0)
  const verb = short.length === 1 ? 'is' : 'are'
  return `${namesOf(short)} ${verb} oversold: ${counted(missing, 'unit is', 'units are')} missing.`
}

/**
 * Says which orders and how many units are left out; undefined if none are.
 *
 * @example sayLeftOut(orders) // 'Orders WEB-1 and WEB-2 with 5 units are left out, because they require correction.'
 */
export function sayLeftOut(orders: readonly Order[]): string | undefined {
  const left = orders.filter(isLeftOut)
  if (left.length === 0) return undefined
  const units = left
    .flatMap(({ Lines }) => Lines)
    .reduce((sum, { OpenQuantity }) => sum + OpenQuantity, 0)
  const open = counted(units, 'unit')
  return left.length === 1
    ? `${namesOf(left)} with ${open} is left out, because it requires correction.`
    : `${namesOf(left)} with ${open} are left out, because they require correction.`
}

/** Names that are listed. */
const MOST_NAMES = 3

/** The first orders by name: `Order WEB-1`, or `Orders WEB-1, WEB-2, WEB-3 and 4 more`. */
function namesOf(orders: readonly Order[]): string {
  const names = orders.slice(0, MOST_NAMES).map((order) => orderNames(order).main)
  const others = orders.length - names.length
  const listed = others > 0 ? [...names, `${formatNumber(others)} more`] : names
  return `${orders.length === 1 ? 'Order' : 'Orders'} ${new Intl.ListFormat('en-GB').format(listed)}`
}

/** The units to pack of orders by product, sorted by reference. */
export function picksOf(orders: readonly Order[]): readonly ProductPick[] {
  const picks = new Map<string, { units: number; missing: number; orders: Map<string, number> }>()
  for (const order of orders) {
    const name = orderNames(order).main
    const toPack = unitsToPack(order)
    for (const line of order.Lines) {
      const units = toPack[line.Id] ?? 0
      if (units <= 0) continue
      const reference = line.MerchantProductReference
      const pick = picks.get(reference) ?? { units: 0, missing: 0, orders: new Map() }
      pick.orders.set(name, (pick.orders.get(name) ?? 0) + units)
      picks.set(reference, {
        units: pick.units + units,
        missing: pick.missing + missingOf(line, units),
        orders: pick.orders,
      })
    }
  }
  return [...picks]
    .map(([reference, pick]) => ({
      reference,
      units: pick.units,
      missing: pick.missing,
      orders: [...pick.orders].map(([name, units]) => ({ name, units })),
    }))
    .toSorted((one, other) => (one.reference < other.reference ? -1 : 1))
}

/** Those of the orders that have units to pick and pack. */
export function packedOf(orders: readonly Order[]): readonly Order[] {
  return orders.filter((order) => hasUnits(unitsToPack(order)))
}

/** Says which orders have no units to pick and pack; undefined if each has some, or is left out for its correction. */
export function sayNothingToPack(orders: readonly Order[]): string | undefined {
  const packed = new Set(packedOf(orders))
  const empty = orders.filter((order) => !isLeftOut(order) && !packed.has(order))
  if (empty.length === 0) return undefined
  return empty.length === 1
    ? `${namesOf(empty)} is left out: it is closed, or all its units are shipped or cancelled.`
    : `${namesOf(empty)} are left out: they are closed, or all their units are shipped or cancelled.`
}
