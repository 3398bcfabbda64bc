/** The SQL with which fulfilment reads and writes orders, under their locks. */
import { execute, query, queryOne, sql, type Transaction } from '@entrepot/database'
import { effectiveRate } from './amounts/effective-rate-store.ts'
import { unitsOf } from './line-state-store.ts'
import { OvertakenError } from './order-transaction.ts'
import type { OrderStatus } from './state/statuses.ts'
import type { Units } from './state/units.ts'

/** The state of an order for fulfilment. */
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
  /** What the buyer paid, with VAT and shipping costs, in the currency of the order. */
  readonly total: number
  /** What was paid for shipping. A discount of the order that exceeds its lines lowers it. */
  readonly shippingCosts: number
  /** Shipping costs that returns and refunds have refunded. */
  readonly refundedShipping: number
  /** Without a return, shipping costs included. */
  readonly refundedApart: number
  /** In percent, as that of lines. */
  readonly shippingVatRate: number | null
  readonly canShipPartialOrderLines: boolean
}

/** Names of orders, of any kind. */
export interface OrderNames {
  readonly merchantReferences?: readonly string[]
  /** By the reference of the channel: of one channel, or of all channels of the customer if `channelId` is null. */
  readonly ofChannels?: readonly { readonly channelId: number | null; readonly reference: string }[]
  readonly orderIds?: readonly number[]
}

/**
 * Locks orders until the transaction ends, and reads their latest committed state. The locks are taken in the order of the ids, so that two
 * such transactions cannot deadlock.
 *
 * The status of a combined order depends on the other orders of its combination. They are locked only on request, because few orders are
 * combined, and a search for the others would slow down every order.
 *
 * @param withCombined whether to lock the other orders of combinations; `transactionOnOrders` requests this in the second run
 * @throws OvertakenError if a locked order is combined with one that is not locked
 */
export async function lockOrderStates(
  tx: Transaction,
  customerId: string,
  names: OrderNames,
  withCombined: boolean,
): Promise<readonly OrderState[]> {
  const { merchantReferences = [], ofChannels = [], orderIds = [] } = names
  const ids = [...orderIds]
  if (ofChannels.length > 0) ids.push(...(await findOrderIds(tx, customerId, ofChannels)))
  if (withCombined) ids.push(...(await findCombined(tx, customerId, merchantReferences, ids)))
  const states = await lockStates(tx, customerId, merchantReferences, ids)
  if (withCombined ? !(await hasAllCombined(tx, customerId, states)) : states.some(isCombined)) {
    throw new OvertakenError('an order is combined with orders that are not locked')
  }
  return states
}

function isCombined(state: OrderState): boolean {
  return state.combinationId !== null
}

/**
 * A statement with a lock returns the row as the last holder of the lock committed it (READ COMMITTED). References are looked up one by
 * one, for the same reason as in {@link updateLineStates}.
 */
async function lockStates(
  tx: Transaction,
  customerId: string,
  merchantReferences: readonly string[],
  orderIds: readonly number[],
): Promise<readonly OrderState[]> {
  return await query<OrderState>(
    tx,
    sql`
    select o.order_id::float8 as "orderId", o.channel_id::float8 as "channelId",
      o.channel_reference as "channelReference", o.merchant_reference as "merchantReference", o.status,
      jsonb_array_length(o.corrections) > 0 as "needsCorrection", o.closed_at is not null as "isClosed",
      o.combination_id::float8 as "combinationId", ${unitsOf('units')}, o.currency_code as "currencyCode",
      o.original_total_incl_vat::float8 as total,
      least(o.original_shipping_costs_incl_vat, o.original_total_incl_vat)::float8 as "shippingCosts",
      o.refunded_shipping_incl_vat::float8 as "refundedShipping",
      o.refunded_apart_incl_vat::float8 as "refundedApart",
      ${effectiveRate(
        sql`least(o.original_shipping_costs_incl_vat, o.original_total_incl_vat)`,
        sql`o.shipping_vat_amount`,
        sql`coalesce(o.shipping_vat_rate, o.max_vat_rate)`,
      )} as "shippingVatRate",
      ch.can_ship_partial_order_lines as "canShipPartialOrderLines"
    from marketplace.orders o
    join marketplace.channels ch on ch.customer_id = o.customer_id and ch.channel_id = o.channel_id
    where o.customer_id = ${customerId} and o.order_id = any(array(
      select found.order_id from unnest(${[...merchantReferences]}::text[]) as named (reference)
      cross join lateral (
        select order_id from marketplace.orders
        where customer_id = ${customerId} and merchant_reference = named.reference limit 1
      ) found
      union all select unnest(${[...orderIds]}::bigint[])
    ))
    order by o.order_id for no key update of o`,
  )
}

async function findOrderIds(
  tx: Transaction,
  customerId: string,
  names: NonNullable<OrderNames['ofChannels']>,
): Promise<readonly number[]> {
  const rows = await query<{ id: number }>(
    tx,
    sql`
    select o.order_id::float8 as id
    from json_to_recordset(${JSON.stringify(names)}::text::json) as n ("channelId" bigint, reference text)
    cross join lateral (
      select channel_id from marketplace.channels
      where customer_id = ${customerId} and (n."channelId" is null or channel_id = n."channelId") offset 0
    ) ch
    join marketplace.orders o on o.customer_id = ${customerId} and o.channel_id = ch.channel_id
      and o.channel_reference = n.reference`,
  )
  return rows.map((row) => row.id)
}

async function findCombined(
  tx: Transaction,
  customerId: string,
  merchantReferences: readonly string[],
  orderIds: readonly number[],
): Promise<readonly number[]> {
  const rows = await query<{ id: number }>(
    tx,
    sql`
    select order_id::float8 as id from marketplace.orders
    where customer_id = ${customerId} and combination_id = any(array(
      select combination_id from marketplace.orders
      where customer_id = ${customerId} and (merchant_reference = any(${[...merchantReferences]}::text[])
        or order_id = any(${[...orderIds]}::bigint[]))))`,
  )
  return rows.map((row) => row.id)
}

/** A combination cannot change while one of its orders is locked. */
async function hasAllCombined(
  tx: Transaction,
  customerId: string,
  states: readonly OrderState[],
): Promise<boolean> {
  const locked = new Set(states.map((state) => state.orderId))
  const combinations = states.map((state) => state.combinationId).filter((id) => id !== null)
  const rows = await query<{ id: number }>(
    tx,
    sql`
    select order_id::float8 as id from marketplace.orders
    where customer_id = ${customerId} and combination_id = any(${combinations}::bigint[])`,
  )
  return rows.every((row) => locked.has(row.id))
}

/** Returns an id for a new combination of orders. */
export async function nextCombinationId(tx: Transaction): Promise<number> {
  const row = await queryOne<{ id: number }>(
    tx,
    sql`select nextval('marketplace.combination_ids')::float8 as id`,
  )
  return row.id
}

/** Statuses of orders that are not acknowledged, by the reference of the channel. */
export type Unacknowledged = ReadonlyMap<string, OrderStatus>

/** Finds orders that are not acknowledged, for a merchant who names them by the references of the channel. */
export async function findUnacknowledged(
  tx: Transaction,
  customerId: string,
  channelReferences: readonly string[],
): Promise<Unacknowledged> {
  const rows = await query<{ reference: string; status: OrderStatus }>(
    tx,
    sql`
    select o.channel_reference as reference, o.status from marketplace.channels ch
    join marketplace.orders o on o.customer_id = ch.customer_id and o.channel_id = ch.channel_id
      and o.channel_reference = any(${[...channelReferences]}::text[])
    where ch.customer_id = ${customerId} and o.merchant_reference is null`,
  )
  return new Map(rows.map((row) => [row.reference, row.status]))
}

/** Writes changed orders, in the same way as {@link updateLineStates}. */
export async function updateOrderStates(
  tx: Transaction,
  customerId: string,
  orders: readonly OrderState[],
): Promise<void> {
  if (orders.length === 0) return
  const rows = orders.map(({ units, ...order }) => ({ ...order, ...units }))
  await execute(
    tx,
    sql`
    update marketplace.orders o set status = r.status, shipped = r.shipped, cancelled = r.cancelled, manco = r.manco,
      backordered = r.backordered, returned = r.returned, refunded_shipping_incl_vat = r."refundedShipping",
      refunded_apart_incl_vat = r."refundedApart",
      closed_at = case when r."isClosed" then coalesce(o.closed_at, clock_timestamp()) end,
      combination_id = r."combinationId", updated_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (
      "orderId" bigint, status text, shipped bigint, cancelled bigint, manco bigint, backordered bigint,
      returned bigint, "refundedShipping" numeric, "refundedApart" numeric, "isClosed" boolean, "combinationId" bigint)
    cross join lateral (
      select ctid from marketplace.orders where customer_id = ${customerId} and order_id = r."orderId" limit 1
    ) found
    where o.ctid = found.ctid`,
  )
}
