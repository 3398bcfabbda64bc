/** Whether there may be something new to carry to a shop. */
import type { Database } from '@entrepot/database'
import { decodeEventCursor } from '../../kit/events/cursor.ts'
import { latestCursor, readEvents } from '../../kit/events/read-store.ts'
import type { Owner } from '../../kit/principals/owner.ts'
import type { EventType } from '../../kit/shared/names.ts'
import { advanceWork, type Lease } from '../lease-store.ts'

/** The events after which a shop may lack something of an order. */
const OF_ORDERS = [
  'order.created',
  'order.corrected',
  'order.acknowledged',
  'order.status_changed',
  'order.closed',
  'order.reopened',
  'shipment.created',
  'shipment.updated',
  'shipment.voided',
  'cancellation.created',
  'backorder.created',
  'return.created',
  'return.updated',
  'refund.created',
] as const satisfies readonly EventType[]

/** Those after which a channel may be offered something else without a change of a product. The last ones concern all channels. */
const OF_OFFERS = [
  'channel.updated',
  'offer_rules.changed',
  'offer_overrides.changed',
  'offer.decided',
  'customer.updated',
  'vat_rates.changed',
] as const satisfies readonly EventType[]

/**
 * Returns a text that is another one whenever something that concerns a connection was committed since it was last called, however late: the
 * events of its orders are followed by a cursor that is stored with the connection; for products there is the state of the channel. It may
 * change without a reason, such as after very many events of others.
 */
export async function readWork(
  database: Database,
  { customerId }: Owner,
  connectionId: string,
  lease: Lease,
): Promise<string> {
  const { channelId, eventsCursor, work, productMark } = lease
  const range =
    channelId === null
      ? { types: OF_ORDERS }
      : { types: [...OF_ORDERS, ...OF_OFFERS], channelId, withCommon: true }
  const page = await readEvents(database, customerId, { ...range, cursor: eventsCursor, limit: 1 })
  const isFound = page.events.length > 0 || !page.isLast
  const cursor = isFound ? await latestCursor(database, customerId) : page.next
  // Where nothing was written to the log, the stored position is as good, and the call writes nothing more.
  const isSame = !isFound && positionOf(cursor) === positionOf(eventsCursor)
  const number = isSame
    ? work
    : await advanceWork(database, customerId, connectionId, {
        before: eventsCursor,
        after: cursor,
        isFound,
      })
  return productMark === null ? number : `${number}.${productMark}`
}

function positionOf(cursor: string): bigint | undefined {
  return decodeEventCursor(cursor)?.after
}
