/** All SQL of single orders. list-store.ts has the SQL of lists. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  sql,
  type Transaction,
} from '@entrepot/database'
import { type RowOf, selectList } from '../../kit/sql/columns.ts'
import { SHORT_UNITS } from '../stock/held-store.ts'
import { ORDER_COLUMNS, ORDER_LINE_COLUMNS } from './columns.ts'
import { DUE_AT } from './due-store.ts'
import type { GivenReferences } from './merchant-schema.ts'
import type { OrderLineResponse, OrderRecord } from './schema.ts'
import type { OrderStatus } from './state/statuses.ts'

/** A stored line. */
export interface OrderLineRow extends RowOf<typeof ORDER_LINE_COLUMNS, OrderLineResponse> {
  readonly ShortUnits: number
  /** By returns and refunds. */
  readonly RefundedInclVat: number
}

/** A stored order. */
export interface OrderRow extends RowOf<typeof ORDER_COLUMNS, OrderRecord> {
  readonly Lines: readonly OrderLineRow[]
  readonly contentHash: Buffer
  /** Whether the merchant has closed the order. */
  readonly isClosed: boolean
  /** By returns and refunds, with VAT, in the currency of the order. */
  readonly RefundedInclVat: number
  /** Until when it is to be shipped, if it is open. */
  readonly dueAt: Date
}

/** What returns and refunds of an order `o` refund, with VAT and shipping costs, in its currency. */
export const REFUNDED = sql`(o.refunded_apart_incl_vat + case when o.returned > 0 or o.refunded_shipping_incl_vat > 0 then (
  select coalesce(sum(f.refund_incl_vat), 0) from marketplace.fulfilments f
  where f.customer_id = o.customer_id and f.order_id = o.order_id and f.kind = 'return' and f.line_count > 0
) else 0 end)`

/** What is read of an order with its lines, in a table aliased `o`. */
export const ORDER_SELECT_LIST = sql`
  ${selectList(ORDER_COLUMNS, 'o')}, o.content_hash as "contentHash", o.closed_at is not null as "isClosed",
  ${REFUNDED}::float8 as "RefundedInclVat",
  ${DUE_AT} as "dueAt",
  (select json_agg(line) from (
    select ${selectList(ORDER_LINE_COLUMNS, 'own')}, ${SHORT_UNITS} as "ShortUnits",
      (own.refunded_incl_vat + own.refunded_apart_incl_vat)::float8 as "RefundedInclVat"
    from marketplace.order_lines own
    where own.customer_id = o.customer_id and own.order_id = o.order_id order by own.line_number
  ) line) as "Lines"`

const FROM_ORDERS = sql`
  from marketplace.orders o
  join marketplace.channels ch on ch.customer_id = o.customer_id and ch.channel_id = o.channel_id`

/** Reads the order that a channel created under a reference. */
export async function findOrderOfChannel(
  connection: Connection,
  customerId: string,
  channelId: number,
  channelReference: string,
): Promise<OrderRow | undefined> {
  return await queryFirst<OrderRow>(
    connection,
    sql`
    select ${ORDER_SELECT_LIST} ${FROM_ORDERS}
    where o.customer_id = ${customerId} and o.channel_id = ${channelId}
      and o.channel_reference = ${channelReference}`,
  )
}

/** Reads an acknowledged order by the merchant's reference. */
export async function findOrderByReference(
  connection: Connection,
  customerId: string,
  reference: string,
): Promise<OrderRow | undefined> {
  return await queryFirst<OrderRow>(
    connection,
    sql`
    select ${ORDER_SELECT_LIST} ${FROM_ORDERS}
    where o.customer_id = ${customerId} and o.merchant_reference = ${reference}`,
  )
}

/** Reads an order by its Id. */
export async function findOrder(
  connection: Connection,
  customerId: string,
  orderId: number,
): Promise<OrderRow | undefined> {
  return await queryFirst<OrderRow>(
    connection,
    sql`
    select ${ORDER_SELECT_LIST} ${FROM_ORDERS}
    where o.customer_id = ${customerId} and o.order_id = ${orderId}`,
  )
}

/** Reads orders by their Ids, in any order. */
export async function findOrdersById(
  connection: Connection,
  customerId: string,
  orderIds: readonly number[],
): Promise<readonly OrderRow[]> {
  return await query<OrderRow>(
    connection,
    sql`
    select ${ORDER_SELECT_LIST} ${FROM_ORDERS}
    where o.customer_id = ${customerId} and o.order_id = any(${orderIds as number[]}::bigint[])`,
  )
}

/** Reads an order and locks it until the transaction ends. */
export async function lockOrder(
  tx: Transaction,
  customerId: string,
  orderId: number,
): Promise<OrderRow | undefined> {
  const [row] = await lockOrders(tx, customerId, [orderId])
  return row
}

/** Reads the given orders and locks them until the transaction ends, in the order of their ids. */
export async function lockOrders(
  tx: Transaction,
  customerId: string,
  orderIds: readonly number[],
): Promise<readonly OrderRow[]> {
  // The lock is a separate statement, so that the following read sees what the last holder of the lock committed.
  await execute(
    tx,
    sql`
    select from marketplace.orders
    where customer_id = ${customerId} and order_id = any(${orderIds as number[]}::bigint[])
    order by order_id for no key update`,
  )
  return await query<OrderRow>(
    tx,
    sql`
    select ${ORDER_SELECT_LIST} ${FROM_ORDERS}
    where o.customer_id = ${customerId} and o.order_id = any(${orderIds as number[]}::bigint[])
    order by o.order_id`,
  )
}

/** Writes the references of an acknowledgement. Throws the unique violation if another order or line has one of them. */
export async function setMerchantReferences(
  tx: Transaction,
  customerId: string,
  request: GivenReferences,
  status: OrderStatus,
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.orders
    set merchant_reference = ${request.MerchantOrderReference}, status = ${status},
      acknowledged_at = clock_timestamp(), updated_at = clock_timestamp()
    where customer_id = ${customerId} and order_id = ${request.OrderId}`,
  )
  await execute(
    tx,
    sql`
    update marketplace.order_lines l set merchant_reference = r."MerchantOrderLineReference"
    from json_to_recordset(${JSON.stringify(request.Lines)}::text::json) as r (
      "OrderLineId" bigint, "MerchantOrderLineReference" text)
    where l.customer_id = ${customerId} and l.order_id = ${request.OrderId} and l.line_id = r."OrderLineId"`,
  )
}

/**
 * Takes the advisory lock for new products and waiting orders of a customer, until the transaction ends. A transaction that stores products
 * and then searches for waiting orders takes it shared. A transaction that stores an order with an unknown product takes it exclusively,
 * and searches for the product again first. One of the two therefore always sees the other.
 */
export async function lockArrivals(
  tx: Transaction,
  customerId: string,
  side: 'product' | 'order',
): Promise<void> {
  const key = `marketplace arrivals ${customerId}`
  if (side === 'product')
    await execute(tx, sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`)
  else await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}
