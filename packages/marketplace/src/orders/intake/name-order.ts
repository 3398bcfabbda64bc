/** Gives an order a reference if it has none. */
import type { Database } from '@entrepot/database'
import { takeEffect } from '../../kit/sql/take-effect.ts'
import { takeOrderIds } from '../record/order-id-store.ts'
import type { NamedOrderRequest, OrderRequest } from '../record/schema.ts'
import { findOrderOfChannel } from '../record/store.ts'
import type { OrderOrigin } from './origin.ts'

/**
 * Returns a request with its reference. A missing one is made of a number that the counter of orders gives away once, so it is unique under
 * concurrency, and numbers that somebody has used by hand are left out. The channel's own numbers do not begin with HUB, so that none of its
 * orders meets a reference that is taken. A repeat with the same Idempotency-Key gets the same reference, and by it the same order.
 *
 * @example
 * await nameOrder(database, origin, { ...request, ChannelReference: null }) // { ..., ChannelReference: 'HUB-1042' }
 */
export async function nameOrder(
  database: Database,
  { customer: { customerId }, channel: { channelId } }: OrderOrigin,
  request: OrderRequest,
): Promise<NamedOrderRequest> {
  const { ChannelReference: given } = request
  if (given) return { ...request, ChannelReference: given }
  // The number is taken before the transaction, which would hold the counter of all orders of the customer. A repeat leaves its number out.
  const free = await takeFree(database, customerId, channelId)
  const ChannelReference = await takeEffect(database, async () => free)
  return { ...request, ChannelReference }
}

async function takeFree(database: Database, customerId: string, channelId: number) {
  for (;;) {
    const [ids] = await takeOrderIds(database, [{ customerId, Lines: [] }])
    const reference = `HUB-${ids?.orderId}`
    const used = await findOrderOfChannel(database, customerId, channelId, reference)
    if (used === undefined) return reference
  }
}
