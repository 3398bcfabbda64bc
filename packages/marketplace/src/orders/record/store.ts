/** All SQL of single orders. list-store.ts has the SQL of lists. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  sql,
  type Transaction,
} from '@entrepot/database'
import type {
  AcknowledgementRequest,
  OrderLineResponse,
  OrderResponse,
  OrderStatus,
} from './schema.ts'

/** The counts of shipped, cancelled, backordered and returned units of a line. */
export type LineProgress = Pick<
  OrderLineResponse,
  | 'ShippedQuantity'
  | 'CancelledQuantity'
  | 'MancoQuantity'
  | 'BackorderQuantity'
  | 'ReturnedQuantity'
>

/** The counts of a new line. */
export const NO_PROGRESS: LineProgress = Object.freeze({
  ShippedQuantity: 0,
  CancelledQuantity: 0,
  MancoQuantity: 0,
  BackorderQuantity: 0,
  ReturnedQuantity: 0,
})

/** A stored line. */
export type StoredLine = Omit<OrderLineResponse, 'Status'>

/** A stored order. */
export type OrderRow = Omit<
  OrderResponse,
  'OrderDate' | 'ShipBy' | 'AcknowledgedDate' | 'CreatedAt' | 'UpdatedAt' | 'Lines'
> & {
  readonly Lines: readonly StoredLine[]
  readonly OrderDate: Date
  readonly AcknowledgedDate: Date | null
  readonly CreatedAt: Date
  readonly UpdatedAt: Date
  readonly contentHash: Buffer
  /** Of the customer. */
  readonly handlingDays: number
}

const LINE_COLUMNS = sql`
  l.line_id as "Id", l.merchant_reference as "MerchantReference", l.channel_reference as "ChannelReference",
  l.merchant_product_reference as "MerchantProductReference",
  l.channel_product_reference as "ChannelProductReference", l.quantity as "Quantity",
  l.vat_rate::float8 as "VatRate", l.unit_price_incl_vat::float8 as "UnitPriceInclVat",
  l.unit_vat::float8 as "UnitVat", l.original_unit_price_incl_vat::float8 as "OriginalUnitPriceInclVat",
  l.original_unit_vat::float8 as "OriginalUnitVat", l.fee_fixed::float8 as "FeeFixed",
  l.fee_rate::float8 as "FeeRate", l.delivery_time_indication as "DeliveryTimeIndication",
  l.shipped as "ShippedQuantity", l.cancelled as "CancelledQuantity", l.manco as "MancoQuantity",
  l.backordered as "BackorderQuantity", l.returned as "ReturnedQuantity"`

/** The columns of an order with its lines, in a table aliased `o`. */
export const ORDER_COLUMNS = sql`
  o.order_id::float8 as "Id", o.merchant_reference as "MerchantReference",
  o.channel_reference as "ChannelReference", o.channel_id::float8 as "ChannelId", ch.name as "ChannelName",
  o.channel_customer_reference as "ChannelCustomerReference", o.status as "Status",
  o.corrections as "Corrections", ch.can_ship_partial_order_lines as "CanShipPartialOrderLines",
  o.email as "Email", o.phone as "Phone", o.company_registration_no as "CompanyRegistrationNo",
  o.vat_no as "VatNo", o.payment_method as "PaymentMethod", o.currency_code as "CurrencyCode",
  o.rate_to_base_currency::float8 as "RateToBaseCurrency", o.order_date as "OrderDate", o.shipping_costs_incl_vat::float8 as "ShippingCostsInclVat",
  o.shipping_costs_vat::float8 as "ShippingCostsVat", o.total_incl_vat::float8 as "TotalInclVat",
  o.total_vat::float8 as "TotalVat",
  o.original_shipping_costs_incl_vat::float8 as "OriginalShippingCostsInclVat",
  o.original_shipping_costs_vat::float8 as "OriginalShippingCostsVat",
  o.original_total_incl_vat::float8 as "OriginalTotalInclVat",
  o.original_total_vat::float8 as "OriginalTotalVat", o.max_vat_rate::float8 as "MaxVatRate",
  o.billing_address as "BillingAddress", o.shipping_address as "ShippingAddress",
  o.extra_data as "ExtraData", o.acknowledged_at as "AcknowledgedDate", o.created_at as "CreatedAt",
  o.updated_at as "UpdatedAt", o.content_hash as "contentHash",
  (select c.handling_days from marketplace.customers c where c.customer_id = o.customer_id) as "handlingDays",
  (select json_agg(line) from (
    select ${LINE_COLUMNS} from marketplace.order_lines l
    where l.customer_id = o.customer_id and l.order_id = o.order_id order by l.line_number
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
    select ${ORDER_COLUMNS} ${FROM_ORDERS}
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
    select ${ORDER_COLUMNS} ${FROM_ORDERS}
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
    select ${ORDER_COLUMNS} ${FROM_ORDERS}
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
    select ${ORDER_COLUMNS} ${FROM_ORDERS}
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
    select ${ORDER_COLUMNS} ${FROM_ORDERS}
    where o.customer_id = ${customerId} and o.order_id = any(${orderIds as number[]}::bigint[])
    order by o.order_id`,
  )
}

/** Writes the references of an acknowledgement. Throws the unique violation if another order or line has one of them. */
export async function setMerchantReferences(
  tx: Transaction,
  customerId: string,
  request: AcknowledgementRequest,
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
