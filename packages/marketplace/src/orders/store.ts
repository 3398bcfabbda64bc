/** All SQL of orders. */
import {
  type Connection,
  execute,
  query,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { Cursor } from '../paging.ts'
import { fromMicros, microsOf } from '../paging-sql.ts'
import type { PricedOrder } from './rules.ts'
import type {
  AcknowledgementRequest,
  OrderLineResponse,
  OrderResponse,
  OrderStatus,
} from './schema.ts'

/** An order to be stored: what the channel sent, with what it is worth. */
export interface OrderDraft extends Omit<PricedOrder, 'Lines'> {
  readonly customerId: string
  readonly channelId: number
  /** SHA-256 of the content, in hex. */
  readonly contentHash: string
  /** The key that creates it. */
  readonly createdBy: string | null
  readonly Status: OrderStatus
  /** Units of all lines. */
  readonly units: number
  readonly ChannelReference: string
  readonly ChannelCustomerReference: string | null
  readonly Email: string
  readonly Phone: string | null
  readonly CompanyRegistrationNo: string | null
  readonly VatNo: string | null
  readonly PaymentMethod: string | null
  readonly BillingAddress: OrderResponse['BillingAddress']
  readonly ShippingAddress: OrderResponse['ShippingAddress']
  readonly ExtraData: OrderResponse['ExtraData']
  readonly CurrencyCode: string
  readonly OrderDate: string
  readonly OriginalShippingCostsInclVat: number
  readonly Lines: readonly DraftLine[]
}

/** A line to be stored. */
export type DraftLine = Omit<StoredLine, 'Id' | 'MerchantReference' | keyof LineProgress>

/** What has become of the units of a line. */
export type LineProgress = Pick<
  OrderLineResponse,
  | 'ShippedQuantity'
  | 'CancelledQuantity'
  | 'MancoQuantity'
  | 'BackorderQuantity'
  | 'ReturnedQuantity'
>

/** A line as it is stored. */
export type StoredLine = Omit<OrderLineResponse, 'Status'>

/** What the database added to an order that it stored. */
export interface StoredOrder {
  readonly orderId: number
  readonly createdAt: Date
  readonly lineIds: readonly number[]
}

/**
 * Stores orders with their lines, in one statement and so in one transaction. Where the channel has an order of that
 * reference already, nothing is stored and the answer is undefined. References are inserted in order, so that two such
 * statements wait for each other instead of deadlocking.
 */
export async function insertOrders(
  connection: Connection,
  drafts: readonly OrderDraft[],
): Promise<readonly (StoredOrder | undefined)[]> {
  const first = new Map<string, OrderDraft>()
  for (const draft of drafts) {
    const name = nameOf(draft.customerId, draft.channelId, draft.ChannelReference)
    if (!first.has(name)) first.set(name, draft)
  }
  const rows = await query<StoredOrder & StoredName>(
    connection,
    sql`
    with draft as materialized (
      -- Not now(): that is when the transaction began, and it may have waited for a lock since. Who lists by time would
      -- miss what was then stored behind its back.
      select d.*, clock_timestamp() as moment from json_to_recordset(${JSON.stringify([...first.values()])}::text::json) as d (
        "customerId" bigint, "channelId" bigint, "contentHash" text, "ChannelReference" text,
        "ChannelCustomerReference" text, "Email" text, "Phone" text, "CompanyRegistrationNo" text, "VatNo" text,
        "PaymentMethod" text, "BillingAddress" jsonb, "ShippingAddress" jsonb, "ExtraData" jsonb,
        "CurrencyCode" text, "OrderDate" timestamptz, "Status" text, "Corrections" jsonb, "MaxVatRate" numeric,
        "OriginalShippingCostsInclVat" numeric, "OriginalShippingCostsVat" numeric,
        "OriginalTotalInclVat" numeric, "OriginalTotalVat" numeric, "ShippingCostsInclVat" numeric,
        "ShippingCostsVat" numeric, "TotalInclVat" numeric, "TotalVat" numeric, "createdBy" bigint, units bigint,
        "Lines" json)
      order by "customerId", "channelId", "ChannelReference" collate "C"
    ), stored as (
      insert into marketplace.orders (
        customer_id, channel_id, channel_reference, content_hash, channel_customer_reference, email, phone,
        company_registration_no, vat_no, payment_method, billing_address, shipping_address, extra_data,
        currency_code, order_date, status, corrections, max_vat_rate, original_shipping_costs_incl_vat,
        original_shipping_costs_vat, original_total_incl_vat, original_total_vat, shipping_costs_incl_vat,
        shipping_costs_vat, total_incl_vat, total_vat, line_count, units, created_by, first_status, created_at,
        updated_at)
      select "customerId", "channelId", "ChannelReference", decode("contentHash", 'hex'),
        "ChannelCustomerReference", "Email", "Phone", "CompanyRegistrationNo", "VatNo", "PaymentMethod",
        "BillingAddress", "ShippingAddress", "ExtraData", "CurrencyCode", "OrderDate", "Status", "Corrections",
        "MaxVatRate", "OriginalShippingCostsInclVat", "OriginalShippingCostsVat", "OriginalTotalInclVat",
        "OriginalTotalVat", "ShippingCostsInclVat", "ShippingCostsVat", "TotalInclVat", "TotalVat",
        json_array_length("Lines"), units, "createdBy", "Status", moment, moment
      from draft
      on conflict (customer_id, channel_id, channel_reference) do nothing
      returning customer_id, order_id, channel_id, channel_reference, created_at
    ), lines as (
      insert into marketplace.order_lines (
        customer_id, order_id, line_number, channel_reference, merchant_product_reference,
        channel_product_reference, quantity, vat_rate, original_unit_price_incl_vat, original_unit_vat,
        unit_price_incl_vat, unit_vat, fee_fixed, fee_rate, delivery_time_indication)
      select s.customer_id, s.order_id, l.number, "ChannelReference_", "MerchantProductReference",
        "ChannelProductReference", "Quantity", "VatRate", "OriginalUnitPriceInclVat", "OriginalUnitVat",
        "UnitPriceInclVat", "UnitVat", "FeeFixed", "FeeRate", "DeliveryTimeIndication"
      from stored s
      join draft d on d."customerId" = s.customer_id and d."channelId" = s.channel_id
        and d."ChannelReference" = s.channel_reference
      cross join lateral rows from (json_to_recordset(d."Lines") as (
        "ChannelReference" text, "MerchantProductReference" text, "ChannelProductReference" text,
        "Quantity" integer, "VatRate" numeric, "OriginalUnitPriceInclVat" numeric, "OriginalUnitVat" numeric,
        "UnitPriceInclVat" numeric, "UnitVat" numeric, "FeeFixed" numeric, "FeeRate" numeric,
        "DeliveryTimeIndication" text)) with ordinality as l (
        "ChannelReference_", "MerchantProductReference", "ChannelProductReference", "Quantity", "VatRate",
        "OriginalUnitPriceInclVat", "OriginalUnitVat", "UnitPriceInclVat", "UnitVat", "FeeFixed", "FeeRate",
        "DeliveryTimeIndication", number)
      order by s.order_id, l.number
      returning order_id, line_number, line_id
    )
    select s.customer_id::text as "customerId", s.channel_id::float8 as "channelId",
      s.channel_reference as "ChannelReference", s.order_id::float8 as "orderId", s.created_at as "createdAt",
      array_agg(l.line_id::float8 order by l.line_number) as "lineIds"
    from stored s join lines l on l.order_id = s.order_id
    group by s.customer_id, s.channel_id, s.channel_reference, s.order_id, s.created_at`,
  )
  const stored = new Map(
    rows.map((row) => [nameOf(row.customerId, row.channelId, row.ChannelReference), row]),
  )
  return drafts.map((draft) => {
    const name = nameOf(draft.customerId, draft.channelId, draft.ChannelReference)
    return first.get(name) === draft ? stored.get(name) : undefined
  })
}

type StoredName = Pick<OrderDraft, 'customerId' | 'channelId' | 'ChannelReference'>

function nameOf(customerId: string, channelId: number, channelReference: string): string {
  return `${customerId}/${channelId}/${channelReference}`
}

/** An order as it is stored. */
export type OrderRow = Omit<
  OrderResponse,
  'OrderDate' | 'AcknowledgedDate' | 'CreatedAt' | 'UpdatedAt' | 'Lines'
> & {
  readonly Lines: readonly StoredLine[]
  readonly OrderDate: Date
  readonly AcknowledgedDate: Date | null
  readonly CreatedAt: Date
  readonly UpdatedAt: Date
  readonly contentHash: Buffer
}

const lineColumns = sql`
  l.line_id as "Id", l.merchant_reference as "MerchantReference", l.channel_reference as "ChannelReference",
  l.merchant_product_reference as "MerchantProductReference",
  l.channel_product_reference as "ChannelProductReference", l.quantity as "Quantity",
  l.vat_rate::float8 as "VatRate", l.unit_price_incl_vat::float8 as "UnitPriceInclVat",
  l.unit_vat::float8 as "UnitVat", l.original_unit_price_incl_vat::float8 as "OriginalUnitPriceInclVat",
  l.original_unit_vat::float8 as "OriginalUnitVat", l.fee_fixed::float8 as "FeeFixed",
  l.fee_rate::float8 as "FeeRate", l.delivery_time_indication as "DeliveryTimeIndication",
  l.shipped as "ShippedQuantity", l.cancelled as "CancelledQuantity", l.manco as "MancoQuantity",
  l.backordered as "BackorderQuantity", l.returned as "ReturnedQuantity"`

/** An order with its lines, of a table aliased `o`. */
const orderColumns = sql`
  o.order_id::float8 as "Id", o.merchant_reference as "MerchantReference",
  o.channel_reference as "ChannelReference", o.channel_id::float8 as "ChannelId", ch.name as "ChannelName",
  o.channel_customer_reference as "ChannelCustomerReference", o.status as "Status",
  o.corrections as "Corrections", ch.can_ship_partial_order_lines as "CanShipPartialOrderLines",
  o.email as "Email", o.phone as "Phone", o.company_registration_no as "CompanyRegistrationNo",
  o.vat_no as "VatNo", o.payment_method as "PaymentMethod", o.currency_code as "CurrencyCode",
  o.order_date as "OrderDate", o.shipping_costs_incl_vat::float8 as "ShippingCostsInclVat",
  o.shipping_costs_vat::float8 as "ShippingCostsVat", o.total_incl_vat::float8 as "TotalInclVat",
  o.total_vat::float8 as "TotalVat",
  o.original_shipping_costs_incl_vat::float8 as "OriginalShippingCostsInclVat",
  o.original_shipping_costs_vat::float8 as "OriginalShippingCostsVat",
  o.original_total_incl_vat::float8 as "OriginalTotalInclVat",
  o.original_total_vat::float8 as "OriginalTotalVat", o.max_vat_rate::float8 as "MaxVatRate",
  o.billing_address as "BillingAddress", o.shipping_address as "ShippingAddress",
  o.extra_data as "ExtraData", o.acknowledged_at as "AcknowledgedDate", o.created_at as "CreatedAt",
  o.updated_at as "UpdatedAt", o.content_hash as "contentHash",
  (select json_agg(line) from (
    select ${lineColumns} from marketplace.order_lines l
    where l.customer_id = o.customer_id and l.order_id = o.order_id order by l.line_number
  ) line) as "Lines"`

const fromOrders = sql`
  from marketplace.orders o
  join marketplace.channels ch on ch.customer_id = o.customer_id and ch.channel_id = o.channel_id`

/** Reads the order that a channel created under a reference. */
export async function findOrderOfChannel(
  connection: Connection,
  customerId: string,
  channelId: number,
  channelReference: string,
): Promise<OrderRow | undefined> {
  const [row] = await query<OrderRow>(
    connection,
    sql`
    select ${orderColumns} ${fromOrders}
    where o.customer_id = ${customerId} and o.channel_id = ${channelId}
      and o.channel_reference = ${channelReference}`,
  )
  return row
}

/** Reads an acknowledged order by the merchant's reference. */
export async function findOrderByReference(
  connection: Connection,
  customerId: string,
  reference: string,
): Promise<OrderRow | undefined> {
  const [row] = await query<OrderRow>(
    connection,
    sql`
    select ${orderColumns} ${fromOrders}
    where o.customer_id = ${customerId} and o.merchant_reference = ${reference}`,
  )
  return row
}

/** Reads an order by its Id. */
export async function findOrder(
  connection: Connection,
  customerId: string,
  orderId: number,
): Promise<OrderRow | undefined> {
  const [row] = await query<OrderRow>(
    connection,
    sql`
    select ${orderColumns} ${fromOrders}
    where o.customer_id = ${customerId} and o.order_id = ${orderId}`,
  )
  return row
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

/** Reads some orders and locks them until the transaction ends, in the order of their ids. */
export async function lockOrders(
  tx: Transaction,
  customerId: string,
  orderIds: readonly number[],
): Promise<readonly OrderRow[]> {
  // The lock is a statement of its own: what is read after it is what the last holder of the lock left.
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
    select ${orderColumns} ${fromOrders}
    where o.customer_id = ${customerId} and o.order_id = any(${orderIds as number[]}::bigint[])
    order by o.order_id`,
  )
}

/** An order of a page: with its place in the list, and the lines of the orders before it on the page. */
export type PagedOrder = OrderRow & { readonly micros: string; readonly linesBefore: number }

/**
 * Reads the orders that a statement picks, as one page: none beyond the first `maxLines` lines but the one that reaches them,
 * so that a page of long orders is not larger than memory.
 */
const readPage = (connection: Connection, picked: Sql, maxLines: number) =>
  query<PagedOrder>(
    connection,
    sql`
  select ${orderColumns}, o.lines_before::float8 as "linesBefore",
    ${microsOf(sql`o.created_at`)} as micros
  from (
    select *, sum(line_count) over (order by created_at, order_id) - line_count as lines_before
    from (${picked}) picked
  ) o
  join marketplace.channels ch on ch.customer_id = o.customer_id and ch.channel_id = o.channel_id
  where o.lines_before < ${maxLines}
  order by o.created_at, o.order_id`,
  )

/** Reads the oldest new orders: as many as `limit`, whatever the number of old ones. */
export async function findNewOrders(
  connection: Connection,
  customerId: string,
  limit: number,
  maxLines: number,
): Promise<readonly PagedOrder[]> {
  const picked = sql`
    select * from marketplace.orders where customer_id = ${customerId} and status = 'NEW'
    order by created_at, order_id limit ${limit}`
  return await readPage(connection, picked, maxLines)
}

/** Which orders a list holds, and where its page begins. */
export interface OrderFilter {
  readonly status?: OrderStatus
  readonly createdSince?: string
  readonly updatedSince?: string
  readonly channelId?: number
  readonly after?: Cursor
}

/** Reads a page of orders, oldest first, each with its place in the list. */
export async function findOrders(
  connection: Connection,
  customerId: string,
  filter: OrderFilter,
  limit: number,
  maxLines: number,
): Promise<readonly PagedOrder[]> {
  const { status, createdSince, updatedSince, channelId, after } = filter
  const picked = sql`
    select * from marketplace.orders o where o.customer_id = ${customerId}
      ${status ? sql`and o.status = ${status}` : sql``}
      ${createdSince ? sql`and o.created_at >= ${createdSince}` : sql``}
      ${updatedSince ? sql`and o.updated_at >= ${updatedSince}` : sql``}
      ${channelId ? sql`and o.channel_id = ${channelId}` : sql``}
      ${after ? sql`and (o.created_at, o.order_id) > (${fromMicros(after.micros)}, ${after.id})` : sql``}
    order by o.created_at, o.order_id limit ${limit}`
  return await readPage(connection, picked, maxLines)
}

/** Writes the merchant's references. Throws the unique violation when another order or line has one of them. */
export async function acknowledgeOrder(
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
