/** The SQL of the orders beside one in a list. */
import { type Connection, queryFirst, sql } from '@entrepot/database'
import type { Cursor } from '../../kit/shared/paging.ts'
import { microsOf } from '../../kit/sql/paging-store.ts'
import { findOrders, type OrderPlace, type PagedOrder, SORTS } from './list-store.ts'
import type { OrderSort } from './query-schema.ts'

/** The orders beside a place in a list: the last one before it, and the first one behind it. */
export interface Neighbours {
  readonly previous: PagedOrder | undefined
  readonly next: PagedOrder | undefined
}

/** Reads the orders beside one in a list, which need not contain it. Undefined if there is no such order. */
export async function findNeighbours(
  connection: Connection,
  customerId: string,
  orderId: number,
  { sort = 'oldest', ...filter }: OrderPlace,
): Promise<Neighbours | undefined> {
  const { time, reverse } = SORTS[sort]
  const { ownChannelId: own } = filter
  const place = await queryFirst<Cursor>(
    connection,
    sql`
    select ${microsOf(time)} as micros, o.order_id as id from marketplace.orders o
    where o.customer_id = ${customerId} and o.order_id = ${orderId} ${own === undefined ? sql`` : sql`and o.channel_id = ${own}`}`,
  )
  if (place === undefined) return undefined
  const first = async (direction: OrderSort) =>
    (
      await findOrders(connection, customerId, { ...filter, sort: direction, after: place }, 1, 1)
    )[0]
  return { previous: await first(reverse), next: await first(sort) }
}
