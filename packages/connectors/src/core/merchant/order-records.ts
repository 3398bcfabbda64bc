/** Orders of the hub and of a merchant's shop: how they are found, named and paired. */
import type { Schemas } from '@entrepot/client'
import type { MerchantShop, OrderToWrite, ShopOrder } from '../../adapter/merchant.ts'
import type { Outcome } from '../../adapter/outcomes.ts'
import { isRecordRefusal, recordsOfOrder } from '../records/hub.ts'
import { type Pair, pairsByHubId, storeReleased } from '../records/pairs.ts'
import { mark, type StepRun } from '../records/step-run.ts'
import { baseCurrencyOf } from './currency.ts'

export type Order = Schemas['OrderResponse']

/** A shop that takes orders. */
export type OrderShop = MerchantShop & Required<Pick<MerchantShop, 'writeOrder' | 'findOrder'>>

/** What identifies an order in the shop, also after the hub was restored from a backup: its channel and the reference there. */
export function markOfOrder(run: StepRun, { ChannelId, ChannelReference }: Order): string {
  return mark(run, 'order', ChannelId, ChannelReference)
}

/** By how much an order can be older in the shop than in the hub: a channel sends it again to a hub that was restored. */
const OLDER_MS = 30 * 24 * 60 * 60 * 1000

/** The order of the shop, by its mark. `shopId` is the id that it had, if that is known. */
export async function findOrder(
  run: StepRun,
  shop: OrderShop,
  order: Order,
  shopId?: string | null,
): Promise<ShopOrder | undefined> {
  const oldest = Math.min(Date.parse(order.OrderDate), Date.parse(order.CreatedAt))
  return await shop.findOrder(markOfOrder(run, order), {
    ...(shopId && { shopId }),
    since: new Date(oldest - OLDER_MS).toISOString(),
  })
}

/** The shop's ids of the products of orders. */
export async function productIdsOf(
  run: StepRun,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, string>> {
  const references = orders.flatMap(({ Lines }) =>
    Lines.map(({ MerchantProductReference }) => MerchantProductReference),
  )
  const pairs = await pairsByHubId(run, 'product', references)
  return new Map(
    [...pairs.values()].flatMap(({ HubId, ShopId }) => (ShopId === null ? [] : [[HubId, ShopId]])),
  )
}

/** The order as the buyer has placed it: what happened to it since is carried over after it, record by record. */
function asBought(order: Order): Order {
  const Lines = order.Lines.map((line) => ({
    ...line,
    ...{ CancelledQuantity: 0, MancoQuantity: 0, ShippedQuantity: 0, ReturnedQuantity: 0 },
    OpenQuantity: line.Quantity,
  }))
  return { ...order, Lines }
}

/**
 * Writes the order with all its units. A shop that refuses it, such as because it does not have them, and that can, gets it without the
 * units that are cancelled. Their cancellations are carried over as those of any order, and the shop knows them.
 */
export async function writeOrder(
  run: StepRun,
  shop: OrderShop,
  order: Order,
  productIds: ReadonlyMap<string, string>,
): Promise<Outcome<ShopOrder>> {
  const baseCurrency = await baseCurrencyOf(run)
  const common = {
    ...{ mark: markOfOrder(run, order), productIds },
    ...(baseCurrency !== undefined && { baseCurrency }),
  }
  const outcome = await shop.writeOrder({ ...common, order: asBought(order) })
  const isRefused = 'problem' in outcome && shop.canLeaveOut === true
  if (!isRefused || order.Lines.every((line) => line.CancelledQuantity === 0)) return outcome
  const open = await withoutCancelled(run, order)
  return open === undefined ? outcome : await shop.writeOrder({ ...common, ...open })
}

/** The units that are left, as the cancellations say that are read here: one that comes meanwhile is carried over later. */
async function withoutCancelled(
  run: StepRun,
  order: Order,
): Promise<Required<Pick<OrderToWrite, 'order' | 'leftOut'>> | undefined> {
  const leftOut: string[] = []
  const cancelled = new Map<string, number>()
  const cancellations = await recordsOfOrder(run.hub, 'cancellation', order.Id)
  for (const { MerchantReference, Lines } of cancellations) {
    leftOut.push(mark(run, 'cancellation', MerchantReference))
    for (const { ChannelOrderLineReference: line, Quantity } of Lines) {
      cancelled.set(line, (cancelled.get(line) ?? 0) + Quantity)
    }
  }
  const Lines = asBought(order).Lines.map((line) => {
    const CancelledQuantity = cancelled.get(line.ChannelReference) ?? 0
    return { ...line, CancelledQuantity, OpenQuantity: line.Quantity - CancelledQuantity }
  })
  const isEmpty = leftOut.length === 0 || Lines.every(({ OpenQuantity }) => OpenQuantity === 0)
  return isEmpty ? undefined : { order: { ...order, Lines }, leftOut }
}

/** The part of the pair of an order that names the order and its lines in the shop. */
export type LinkedOrder = Pick<Pair, 'HubId' | 'ShopId' | 'Data'>

/** The order of the hub, as an order of the shop. */
export function linkedOrder(order: Order, found: ShopOrder): LinkedOrder {
  return {
    HubId: String(order.Id),
    ShopId: found.shopId,
    Data: { reference: found.reference, lines: linesOf(order, found) },
  }
}

/** Stores which order of the shop it is. */
export async function linkOrder(
  run: StepRun,
  order: Order,
  found: ShopOrder,
): Promise<LinkedOrder> {
  const linked = linkedOrder(order, found)
  const state = { Kind: 'order', State: 'linked', Url: found.url ?? null } as const
  await storeReleased(run, { ...linked, ...state })
  return linked
}

/**
 * The shop's id of each line. An order that was found can name lines by ids that they had in a hub from before it was restored: they are
 * then taken in their order, which is the same.
 */
export function linesOf(
  { Lines }: Pick<Order, 'Lines'>,
  { lines }: Pick<ShopOrder, 'lines'>,
): Record<string, string> {
  const ids = new Set(Lines.map(({ Id }) => Id))
  const isCurrent = lines.every(({ lineId }) => ids.has(lineId))
  if (isCurrent) return Object.fromEntries(lines.map((one) => [one.lineId, one.shopLineId]))
  const sorted = lines.toSorted((one, other) => one.lineId - other.lineId)
  const own = Lines.toSorted((one, other) => one.Id - other.Id)
  // Lines that were left out cannot be told from the others.
  if (sorted.length !== own.length) return {}
  return Object.fromEntries(
    own.flatMap(({ Id }, index) => {
      const line = sorted[index]
      return line === undefined ? [] : [[Id, line.shopLineId]]
    }),
  )
}

/** An order of the hub. Undefined if it does not have it, such as after it was restored from a backup. */
export async function readOrder(run: StepRun, hubId: string): Promise<Order | undefined> {
  try {
    return (await run.hub.call('getOrderById', { id: hubId } as never)) as Order
  } catch (error) {
    if (isRecordRefusal(error)) return undefined
    throw error
  }
}
