import type { ShopUnits } from '../../../adapter/merchant.ts'
import type { Outcome } from '../../../adapter/outcomes.ts'
import { unitsLeft } from '../../../adapter/units.ts'
import type { Api } from '../api/api.ts'
import { ADJUST_QUANTITIES, CANCEL_ORDER, INVENTORY_OF_LINES } from '../documents/orders.ts'
import type { OrderCourse, Refund } from '../mapping/course.ts'
import { numberOf } from '../mapping/ids.ts'
import { missingOrder, type OrderReader } from './reader.ts'
import { keyOf, writeRefund } from './refund.ts'

export interface CancellationOfOrder {
  readonly orderId: string
  readonly units: readonly ShopUnits[]
  readonly words: string | null
  readonly mark: string
  readonly locationId: string
  /** Whether the units are for sale again. Otherwise the stock stays as it was. */
  readonly isRestocked: boolean
  readonly notify?: boolean
  readonly pay?: true
}

/**
 * Takes the units off the order, and cancels it when nothing is left. Units that are not open any more, because somebody has cancelled them
 * in Shopify, too, are left out.
 *
 * @returns the id of the refund, which is the shop's record of a cancellation
 */
export async function writeCancellation(
  api: Api,
  reader: OrderReader<OrderCourse>,
  cancellation: CancellationOfOrder,
): Promise<Outcome<string>> {
  const { orderId, mark } = cancellation
  const order = await reader.fetch(orderId)
  if (!order) return { problem: missingOrder(orderId) }
  const written = order.refunds.find(({ note }) => note?.endsWith(mark))
  const units = written ? unitsOfRefund(written) : unitsLeft(cancellation.units, openOf(order))
  if (units.length === 0) return { done: `${orderId}/none/${keyOf(mark)}` }
  const outcome = await writeRefund(api, { ...cancellation, order, units, restockType: 'CANCEL' })
  if ('problem' in outcome) return outcome
  if (!cancellation.isRestocked) await takeOffStock(api, cancellation, units)
  await cancelEmpty(api, await reader.fetch(orderId), cancellation.words)
  return outcome
}

function unitsOfRefund({ refundLineItems }: Refund): ShopUnits[] {
  return refundLineItems.nodes.map(({ lineItem, quantity }) => ({
    shopLineId: numberOf(lineItem.id),
    quantity,
  }))
}

/**
 * Takes units off the stock again that Shopify has put there: only so does it take them off the order. The key makes it once, also if the call is
 * repeated after a crash.
 */
async function takeOffStock(
  api: Api,
  { orderId, locationId, mark }: CancellationOfOrder,
  units: readonly ShopUnits[],
): Promise<void> {
  interface Found {
    readonly order: { readonly lineItems: { readonly nodes: readonly StockedLine[] } } | null
  }
  const { order } = await api.run<Found>(INVENTORY_OF_LINES, { id: orderId })
  const items = new Map(
    order?.lineItems.nodes.map((line) => [numberOf(line.id), line.variant?.inventoryItem]),
  )
  const deltas = new Map<string, number>()
  for (const { shopLineId, quantity } of units) {
    const item = items.get(shopLineId)
    if (item?.tracked) deltas.set(item.id, (deltas.get(item.id) ?? 0) - quantity)
  }
  if (deltas.size === 0) return
  const changes = [...deltas].map(([inventoryItemId, delta]) => ({
    inventoryItemId,
    delta,
    locationId,
    changeFromQuantity: null,
  }))
  const input = { name: 'available', reason: 'correction', changes }
  await api.run(ADJUST_QUANTITIES, { input, key: keyOf(`${mark} stock`) })
}

interface StockedLine {
  readonly id: string
  readonly variant: {
    readonly inventoryItem: { readonly id: string; readonly tracked: boolean }
  } | null
}

function openOf({ lineItems }: OrderCourse): ReadonlyMap<string, number> {
  return new Map(lineItems.nodes.map((line) => [numberOf(line.id), line.unfulfilledQuantity]))
}

/** An order without open and shipped units is shown as cancelled. */
async function cancelEmpty(
  api: Api,
  order: OrderCourse | undefined,
  note: string | null,
): Promise<void> {
  if (!order || order.cancelledAt !== null) return
  const isShipped = order.fulfillments.some(({ status }) => status === 'SUCCESS')
  const isOpen = order.lineItems.nodes.some(({ unfulfilledQuantity }) => unfulfilledQuantity > 0)
  if (isShipped || isOpen) return
  // Only how it is shown: its units are cancelled already, so a refusal changes nothing.
  await api.run(CANCEL_ORDER, { id: order.id, reason: 'OTHER', note })
}
