/** The ids of orders and their lines, counted per customer. */
import { type Connection, query, sql } from '@entrepot/database'

/** The ids of one order: its own id, and that of its first line. The other lines get the following ids. */
export interface OrderIds {
  readonly orderId: number
  readonly firstLineId: number
}

/** An order that needs ids. */
export interface IdRequest {
  readonly customerId: string
  readonly Lines: readonly unknown[]
}

interface Taken {
  readonly customerId: string
  readonly lastOrderId: number
  readonly lastLineId: number
}

/**
 * Takes unique ids for new orders. Unused ids are never used again, so ids have gaps.
 *
 * Pass the pool, not a transaction. The counter of a customer is then locked for this statement only, and not while its orders are written
 * to disk. The commit does not wait for the disk. This is safe: an order is written to the log after its ids, so it cannot survive a crash
 * in which its ids are lost.
 *
 * @returns the ids of each order, in order
 */
export async function takeOrderIds(
  connection: Connection,
  orders: readonly IdRequest[],
): Promise<readonly OrderIds[]> {
  const counts = new Map<string, { orders: number; lines: number }>()
  for (const { customerId, Lines } of orders) {
    const count = counts.get(customerId) ?? { orders: 0, lines: 0 }
    counts.set(customerId, { orders: count.orders + 1, lines: count.lines + Lines.length })
  }
  const counted = [...counts.values()]
  // Sorted by customer, so that two such statements cannot deadlock.
  const taken = await query<Taken>(
    connection,
    sql`
    with taken as (
      insert into marketplace.order_counters as c (customer_id, last_order_id, last_line_id)
      select * from unnest(${[...counts.keys()]}::bigint[], ${counted.map(({ orders }) => orders)}::bigint[],
        ${counted.map(({ lines }) => lines)}::bigint[]) as n (customer_id, orders, lines)
      order by customer_id
      on conflict (customer_id) do update set last_order_id = c.last_order_id + excluded.last_order_id,
        last_line_id = c.last_line_id + excluded.last_line_id
      returning customer_id, last_order_id, last_line_id
    )
    select customer_id::text as "customerId", last_order_id::float8 as "lastOrderId",
      last_line_id::float8 as "lastLineId", set_config('synchronous_commit', 'off', true)
    from taken`,
  )
  const next = new Map(
    taken.map(({ customerId, lastOrderId, lastLineId }) => {
      const count = counts.get(customerId) ?? { orders: 0, lines: 0 }
      const ids = { orderId: lastOrderId - count.orders, lineId: lastLineId - count.lines }
      return [customerId, ids]
    }),
  )
  return orders.map(({ customerId, Lines }) => {
    const ids = next.get(customerId)
    if (ids === undefined) throw new Error(`the ids of customer ${customerId} were not counted`)
    const own = { orderId: ids.orderId + 1, firstLineId: ids.lineId + 1 }
    next.set(customerId, { orderId: own.orderId, lineId: ids.lineId + Lines.length })
    return own
  })
}
