/** What the shop has done with an order of the hub: shipments and cancellations. Pure. */
import type { ShopFulfilments, ShopShipment, ShopUnits } from '../../../adapter/merchant.ts'
import type { Fulfillment, Order, OrderAction, OrderChange, OrderItem } from '../types.ts'
import { CANCELLED_BY, LINE, MARK } from './map-order.ts'

/** Whether the hub made the order. */
export function isOfHub({ metadata }: Order): boolean {
  return typeof metadata?.[MARK] === 'string'
}

export function toFulfilments(order: Order, changes: readonly OrderChange[]): ShopFulfilments {
  return {
    shopOrderId: order.id,
    shipments: (order.fulfillments ?? []).flatMap((one) => toShipment(order, one) ?? []),
    cancellations: cancellationsOf(order, changes).map(({ shopId, units, reason }) => ({
      shopId,
      units,
      ...(reason && { reason }),
    })),
  }
}

/** A fulfilment is a shipment once it is on its way: before that, people only pack it. */
function toShipment(order: Order, fulfillment: Fulfillment): ShopShipment | undefined {
  if (!fulfillment.shipped_at && !fulfillment.delivered_at) return undefined
  const units = unitsOfFulfillment(order, fulfillment)
  if (units.length === 0) return undefined
  const [label] = fulfillment.labels ?? []
  return {
    shopId: fulfillment.id,
    units,
    ...(label?.tracking_number && { trackingNumber: label.tracking_number }),
    ...(label?.tracking_url && isLink(label.tracking_url) && { trackingUrl: label.tracking_url }),
    ...(fulfillment.canceled_at && { isVoided: true }),
  }
}

/** The dashboard fills a link that nobody entered with "#". */
const isLink = (url: string) => /^https?:\/\//.test(url)

/** A fulfilment counts items of the inventory: a variant that is a kit has several of them, each as often as the kit needs it. */
function unitsOfFulfillment({ items = [] }: Order, fulfillment: Fulfillment): ShopUnits[] {
  const lines = Map.groupBy(fulfillment.items ?? [], ({ line_item_id }) => line_item_id)
  return [...lines].flatMap(([shopLineId, [first]]) => {
    const item = items.find(({ id }) => id === shopLineId)
    if (!item || !first || !isHubLine(item)) return []
    const link = item.variant?.inventory_items?.find(
      ({ inventory_item_id }) => inventory_item_id === first.inventory_item_id,
    )
    return [{ shopLineId, quantity: first.quantity / (link?.required_quantity ?? 1) }]
  })
}

/** Whether the item is a line of the hub: people add others. */
export const isHubLine = ({ metadata }: OrderItem) => metadata?.[LINE] !== undefined

interface Cancellation {
  readonly shopId: string
  readonly units: readonly ShopUnits[]
  readonly reason: string | undefined
  readonly at: string
}

/** What people in the shop have cancelled: units that an edit took away, and what was left of an order when it was cancelled. */
export function cancellationsOf(
  order: Order,
  changes: readonly OrderChange[],
): readonly Cancellation[] {
  const edits = editsOf(order, changes).filter(({ change }) => !isMark(change.internal_note))
  const found = edits.flatMap(({ change, units }) =>
    units.length === 0
      ? []
      : [
          {
            shopId: change.id,
            units,
            reason: change.description ?? change.internal_note ?? undefined,
            at: timeOf(change),
          },
        ],
  )
  const rest = order.status === 'canceled' ? openUnits(order) : []
  if (rest.length === 0 || order.metadata?.[CANCELLED_BY] !== undefined) return found
  const at = order.canceled_at ?? order.updated_at
  return [...found, { shopId: `${order.id}:canceled`, units: rest, reason: undefined, at }]
}

export const timeOf = ({ confirmed_at, created_at }: OrderChange) => confirmed_at ?? created_at

/** Confirmed edits, with the units that each has taken away. */
export function editsOf(order: Order, changes: readonly OrderChange[]) {
  return changes
    .filter(({ change_type, status }) => change_type === 'edit' && status === 'confirmed')
    .map((change) => ({
      change,
      units: (change.actions ?? []).flatMap((action) => lessUnits(order, action)),
    }))
}

function lessUnits({ items = [] }: Order, { action, details }: OrderAction): ShopUnits[] {
  const item = items.find(({ id }) => id === details?.reference_id)
  if (!item || !isHubLine(item)) return []
  const less =
    action === 'ITEM_REMOVE'
      ? Number(details?.quantity ?? 0)
      : action === 'ITEM_UPDATE'
        ? -differenceOf(details)
        : 0
  return less > 0 ? [{ shopLineId: item.id, quantity: less }] : []
}

function differenceOf(details: OrderAction['details']): number {
  const difference = details?.quantity_diff ?? 0
  if (typeof difference === 'number') return difference
  return Number(difference.numeric ?? difference.value ?? 0)
}

function openUnits({ items = [] }: Order): ShopUnits[] {
  return items.filter(isHubLine).flatMap(({ id, quantity, detail }) => {
    const open = quantity - (detail?.fulfilled_quantity ?? 0)
    return open > 0 ? [{ shopLineId: id, quantity: open }] : []
  })
}

/** Whether the hub has written this note. */
export function isMark(note: string | null): boolean {
  return note?.startsWith('entrepot:') ?? false
}

/** Whether changes name items that the order no longer has: an edit that removes an item removes what is known of it. */
export function missesItems({ items = [] }: Order, changes: readonly OrderChange[]): boolean {
  const ids = new Set(items.map(({ id }) => id))
  const named = changes.flatMap(({ actions = [] }) =>
    actions.map(({ details }) => details?.reference_id),
  )
  return named.some((id) => id?.startsWith(ITEM_ID) && !ids.has(id))
}

const ITEM_ID = 'ordli_'

/** The order with the items that it had at first. Those that were removed have no units. */
export function withFirstItems(order: Order, first: Order): Order {
  const ids = new Set(order.items?.map(({ id }) => id))
  const removed = (first.items ?? []).filter(({ id }) => !ids.has(id))
  const detail = { quantity: 0, fulfilled_quantity: 0 }
  const gone = removed.map((item) => ({ ...item, quantity: 0, detail }))
  return { ...order, items: [...(order.items ?? []), ...gone] }
}

/** All open units of the order, by line: cancelling them cancels the order. */
export function isEverything(order: Order, units: readonly ShopUnits[]): boolean {
  if ((order.fulfillments ?? []).some(({ canceled_at }) => !canceled_at)) return false
  const open = openUnits(order)
  const total = (list: readonly ShopUnits[]) =>
    list.reduce((sum, { quantity }) => sum + quantity, 0)
  return open.length > 0 && total(open) === total(units)
}
