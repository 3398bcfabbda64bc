/** What has become of the units of an order in the shop. Pure. */
import type { ShopUnits } from '../../../adapter/merchant.ts'
import { hasMark, isMarked } from '../mark.ts'
import type { LineQuantity, VendureOrder } from './order.ts'

/** A cancellation of units that were not shipped. */
export interface ShopCancellation {
  readonly shopId: string
  readonly units: readonly ShopUnits[]
  readonly reason?: string
}

/** Something that takes units off an order. */
interface Taking {
  readonly at: string
  readonly shopId: string
  readonly lines: readonly LineQuantity[]
  /** Units that the staff has added at the same time. */
  readonly added: readonly LineQuantity[]
  readonly reason: string | undefined
  readonly isOurs: boolean
}

/** What {@link followUnits} finds. */
export interface UnitsFollowed {
  /** Those that the shop has made, without those that came from the hub. */
  readonly cancellations: readonly ShopCancellation[]
  /** By line: units that were cancelled before they were shipped, by whomever. */
  readonly cancelled: ReadonlyMap<string, number>
  /** By line: units that were cancelled after they were shipped, which put them in stock again. */
  readonly takenBack: ReadonlyMap<string, number>
  /** By line: units that the staff has added after the order was placed, and that were not cancelled since. */
  readonly added: ReadonlyMap<string, number>
}

/**
 * Follows the units of an order through its history. Vendure has one operation for units that were shipped and for others: it cancels those
 * first that were not. So all shipments can be counted before the cancellations, whose times have whole seconds in some databases. Units of a
 * line that were added are cancelled before those that the buyer has ordered, as the problem about them asks for.
 */
export function followUnits(order: VendureOrder, takings = takingsOf(order)): UnitsFollowed {
  const open = openUnits(order)
  const cancelled = new Map<string, number>()
  const takenBack = new Map<string, number>()
  const added = new Map<string, number>()
  const cancellations: ShopCancellation[] = []
  for (const { lines, shopId, reason, isOurs, ...more } of takings) {
    for (const { orderLineId, quantity } of more.added) add(added, orderLineId, quantity)
    const units: ShopUnits[] = []
    for (const { orderLineId, quantity } of lines) {
      const rest = quantity - take(added, orderLineId, quantity)
      const taken = take(open, orderLineId, rest)
      add(cancelled, orderLineId, taken)
      add(takenBack, orderLineId, rest - taken)
      if (taken > 0) units.push({ shopLineId: orderLineId, quantity: taken })
    }
    if (units.length > 0 && !isOurs) {
      cancellations.push({ shopId, units, ...(reason && { reason }) })
    }
  }
  return { cancellations, cancelled, takenBack, added }
}

/** By line: units that were cancelled before the cancellation with this mark; all of them, if the order does not have it yet. */
export function cancelledBefore(order: VendureOrder, mark: string): ReadonlyMap<string, number> {
  const takings = takingsOf(order)
  const own = takings.findIndex(({ reason }) => isMarked(reason, mark))
  return followUnits(order, own === -1 ? takings : takings.slice(0, own)).cancelled
}

/** The units of the cancellation with this mark. Undefined if the order does not have it. */
export function cancelledWith(
  { history }: VendureOrder,
  mark: string,
): readonly LineQuantity[] | undefined {
  const own = history.items.find(
    ({ type, data }) => type === 'ORDER_CANCELLATION' && isMarked(data.reason, mark),
  )
  return own && (own.data.lines ?? []).map(withText)
}

/** By line: units that were ordered and not shipped. */
function openUnits({ lines, fulfillments }: VendureOrder): Map<string, number> {
  const open = new Map(lines.map((line) => [line.id, line.orderPlacedQuantity]))
  for (const { shopLineId, quantity } of shippedOf({ fulfillments })) {
    open.set(shopLineId, (open.get(shopLineId) ?? 0) - quantity)
  }
  return open
}

/** The units of an order that were shipped, by whomever. */
export function shippedOf({ fulfillments }: Pick<VendureOrder, 'fulfillments'>): ShopUnits[] {
  return (fulfillments ?? [])
    .filter(({ state }) => state !== 'Cancelled')
    .flatMap(({ lines }) => lines)
    .map(({ orderLineId, quantity }) => ({ shopLineId: orderLineId, quantity }))
}

function add(counts: Map<string, number>, id: string, count: number): void {
  if (count > 0) counts.set(id, (counts.get(id) ?? 0) + count)
}

/** Takes up to a number of units of a line. @returns how many there were */
function take(counts: Map<string, number>, id: string, count: number): number {
  const before = counts.get(id) ?? 0
  const taken = Math.min(Math.max(0, before), count)
  counts.set(id, before - taken)
  return taken
}

function takingsOf({ history, modifications }: VendureOrder): readonly Taking[] {
  const cancelled = history.items
    .filter(({ type }) => type === 'ORDER_CANCELLATION')
    .map(({ id, createdAt, data }): Taking => {
      const { lines = [], reason } = data
      const isOurs = hasMark(reason)
      return {
        at: createdAt,
        shopId: `cancellation-${id}`,
        lines: lines.map(withText),
        added: [],
        reason,
        isOurs,
      }
    })
  const modified = modifications.map(({ id, createdAt, lines, note }): Taking => {
    const taken = lines
      .filter(({ quantity }) => quantity < 0)
      .map(({ orderLineId, quantity }) => ({ orderLineId, quantity: -quantity }))
    const added = lines.filter(({ quantity }) => quantity > 0)
    const reason = note || undefined
    const shopId = `modification-${id}`
    return { at: createdAt, shopId, lines: taken, added, reason, isOurs: false }
  })
  return [...modified, ...cancelled].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** The history has ids as the database stores them: numbers, unless the shop uses UUIDs. */
function withText({ orderLineId, quantity }: LineQuantity): LineQuantity {
  return { orderLineId: String(orderLineId), quantity }
}
