/** SQL of what fulfilment reads and writes of orders and lines, all of it under the lock of the order. */
import type { Connection, Transaction } from '@entrepot/database'
import type { OrderStatus } from '../orders/schema.ts'
import type { Units } from './rules.ts'

/** What fulfilment knows of an order. */
export interface OrderState {
  readonly orderId: number
  readonly channelId: number
  readonly channelReference: string
  readonly merchantReference: string | null
  readonly status: OrderStatus
  readonly needsCorrection: boolean
  readonly isClosed: boolean
  readonly combinationId: number | null
  readonly units: Units
  readonly currencyCode: string
  readonly shippingCosts: number
  readonly refundedShipping: number
  readonly maxVatRate: number | null
  readonly canShipPartialOrderLines: boolean
}

/** What fulfilment knows of a line. */
export interface LineState {
  readonly lineId: number
  readonly orderId: number
  readonly merchantReference: string | null
  readonly channelReference: string
  readonly units: Units
  readonly unitPriceInclVat: number
  readonly vatRate: number | null
  readonly refundedInclVat: number
  readonly refundedExclVat: number
}

/** Which orders are meant: by any of their names. */
export interface OrderNames {
  readonly merchantReferences?: readonly string[]
  readonly ofChannels?: readonly { readonly channelId: number; readonly reference: string }[]
  readonly orderIds?: readonly number[]
}

/** Ids of the named orders, and of those that they are combined with: whose status depends on theirs. */
const idsOf = (sql: Connection, customerId: string, names: OrderNames) => sql`
  with named as (
    select order_id, combination_id from marketplace.orders
    where customer_id = ${customerId} and merchant_reference = any(${[...(names.merchantReferences ?? [])]}::text[])
    union all
    select o.order_id, o.combination_id
    from json_to_recordset(${JSON.stringify(names.ofChannels ?? [])}::text::json) as n ("channelId" bigint, reference text)
    join marketplace.orders o on o.customer_id = ${customerId} and o.channel_id = n."channelId"
      and o.channel_reference = n.reference
    union all
    select order_id, combination_id from marketplace.orders
    where customer_id = ${customerId} and order_id = any(${[...(names.orderIds ?? [])]}::bigint[])
  )
  select order_id from named
  union
  select o.order_id from named join marketplace.orders o
    on o.customer_id = ${customerId} and o.combination_id = named.combination_id`

const unitsOf = (sql: Connection, quantity: 'quantity' | 'units') => sql`
  json_build_object('quantity', ${sql(quantity)}, 'shipped', shipped, 'cancelled', cancelled, 'manco', manco,
    'backordered', backordered, 'returned', returned) as units`

/** A combination has changed between the look at its orders and their lock: the transaction is to be run again. */
export class CombinationMovedError extends Error {
  override readonly name = 'CombinationMovedError'
}

/**
 * Locks orders, and those that they are combined with, until the transaction ends: in the order of their ids, so that no two
 * such transactions wait for each other. Then reads them as the last holder of the locks left them.
 *
 * @throws CombinationMovedError
 */
export async function lockOrderStates(
  tx: Transaction,
  customerId: string,
  names: OrderNames,
): Promise<readonly OrderState[]> {
  const locking = tx<{ orderId: number }[]>`
    select order_id::float8 as "orderId" from marketplace.orders
    where customer_id = ${customerId} and order_id = any(array(${idsOf(tx, customerId, names)}))
    order by order_id for no key update`
  // Both are sent at once, the lock first: a statement sees what was committed before it began, and that is when it has the lock.
  locking.execute()
  const [locked, states] = await Promise.all([locking, readOrderStates(tx, customerId, names)])
  const ids = new Set(locked.map((row) => row.orderId))
  if (states.some((state) => !ids.has(state.orderId))) {
    throw new CombinationMovedError('the combination of an order has changed')
  }
  return states
}

async function readOrderStates(
  tx: Transaction,
  customerId: string,
  names: OrderNames,
): Promise<readonly OrderState[]> {
  return await tx<OrderState[]>`
    select o.order_id::float8 as "orderId", o.channel_id::float8 as "channelId",
      o.channel_reference as "channelReference", o.merchant_reference as "merchantReference", o.status,
      jsonb_array_length(o.corrections) > 0 as "needsCorrection", o.closed_at is not null as "isClosed",
      o.combination_id::float8 as "combinationId", ${unitsOf(tx, 'units')}, o.currency_code as "currencyCode",
      o.original_shipping_costs_incl_vat::float8 as "shippingCosts",
      o.refunded_shipping_incl_vat::float8 as "refundedShipping", o.max_vat_rate::float8 as "maxVatRate",
      ch.can_ship_partial_order_lines as "canShipPartialOrderLines"
    from marketplace.orders o
    join marketplace.channels ch on ch.customer_id = o.customer_id and ch.channel_id = o.channel_id
    where o.customer_id = ${customerId} and o.order_id = any(array(${idsOf(tx, customerId, names)}))`
}

/** An id for a new combination of orders. */
export async function nextCombinationId(tx: Transaction): Promise<number> {
  const [row] = await tx<
    { id: number }[]
  >`select nextval('marketplace.combination_ids')::float8 as id`
  return (row as { id: number }).id
}

/** Names a line in a record. */
export function namesOfLine({ lineId, merchantReference, channelReference }: LineState) {
  return { lineId, merchantReference, channelReference }
}

/** Finds orders that are not acknowledged, for a merchant who names them by the channel's references. */
export async function findUnacknowledged(
  tx: Transaction,
  customerId: string,
  channelReferences: readonly string[],
): Promise<ReadonlyMap<string, OrderStatus>> {
  const rows = await tx<{ reference: string; status: OrderStatus }[]>`
    select o.channel_reference as reference, o.status from marketplace.channels ch
    join marketplace.orders o on o.customer_id = ch.customer_id and o.channel_id = ch.channel_id
      and o.channel_reference = any(${[...channelReferences]}::text[])
    where ch.customer_id = ${customerId} and o.merchant_reference is null`
  return new Map(rows.map((row) => [row.reference, row.status]))
}

const lineColumns = (sql: Connection) => sql`
  l.line_id::float8 as "lineId", l.order_id::float8 as "orderId", l.merchant_reference as "merchantReference",
  l.channel_reference as "channelReference", ${unitsOf(sql, 'quantity')},
  l.original_unit_price_incl_vat::float8 as "unitPriceInclVat", l.vat_rate::float8 as "vatRate",
  l.refunded_incl_vat::float8 as "refundedInclVat", l.refunded_excl_vat::float8 as "refundedExclVat"`

/** Reads lines by the merchant's references. */
export async function findLinesByReference(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
): Promise<readonly LineState[]> {
  return await tx<LineState[]>`
    select ${lineColumns(tx)} from marketplace.order_lines l
    where l.customer_id = ${customerId} and l.merchant_reference = any(${[...references]}::text[])`
}

/** Reads all lines of some orders. */
export async function findLinesOfOrders(
  tx: Transaction,
  customerId: string,
  orderIds: readonly number[],
): Promise<readonly LineState[]> {
  return await tx<LineState[]>`
    select ${lineColumns(tx)} from marketplace.order_lines l
    where l.customer_id = ${customerId} and l.order_id = any(${[...orderIds]}::bigint[])`
}

/** Writes lines that have changed. */
export async function updateLineStates(
  tx: Transaction,
  customerId: string,
  lines: readonly LineState[],
): Promise<void> {
  const rows = lines.map(({ units, ...line }) => ({ ...line, ...units }))
  await tx`
    update marketplace.order_lines l set shipped = r.shipped, cancelled = r.cancelled, manco = r.manco,
      backordered = r.backordered, returned = r.returned, refunded_incl_vat = r."refundedInclVat",
      refunded_excl_vat = r."refundedExclVat"
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (
      "orderId" bigint, "lineId" bigint, shipped integer, cancelled integer, manco integer, backordered integer,
      returned integer, "refundedInclVat" numeric, "refundedExclVat" numeric)
    where l.customer_id = ${customerId} and l.order_id = r."orderId" and l.line_id = r."lineId"`
}

/** Writes orders that have changed. */
export async function updateOrderStates(
  tx: Transaction,
  customerId: string,
  orders: readonly OrderState[],
): Promise<void> {
  const rows = orders.map(({ units, ...order }) => ({ ...order, ...units }))
  await tx`
    update marketplace.orders o set status = r.status, shipped = r.shipped, cancelled = r.cancelled, manco = r.manco,
      backordered = r.backordered, returned = r.returned, refunded_shipping_incl_vat = r."refundedShipping",
      closed_at = case when r."isClosed" then coalesce(o.closed_at, clock_timestamp()) end,
      combination_id = r."combinationId", updated_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (
      "orderId" bigint, status text, shipped bigint, cancelled bigint, manco bigint, backordered bigint,
      returned bigint, "refundedShipping" numeric, "isClosed" boolean, "combinationId" bigint)
    where o.customer_id = ${customerId} and o.order_id = r."orderId"`
}
