/** The SQL that stores new orders. */
import { type Connection, query, type Sql, sql } from '@entrepot/database'
import { publishCommit } from '../../kit/events/notifier.ts'
import { appendingFirstEvents } from '../../kit/events/store.ts'
import type { StoredActor } from '../../kit/principals/actor.ts'
import type { OrderIds } from './order-ids.ts'
import type { PricedOrder } from './rules.ts'
import type { OrderResponse, OrderStatus } from './schema.ts'
import type { LineProgress, StoredLine } from './store.ts'

/** An order to be stored: the content that the channel sent, with its amounts. */
export interface OrderDraft extends Omit<PricedOrder, 'Lines'> {
  readonly customerId: string
  readonly channelId: number
  /** SHA-256 of the content, in hex. */
  readonly contentHash: string
  /** Who creates the order. */
  readonly createdBy: StoredActor
  readonly Status: OrderStatus
  /** Total number of units in all lines. */
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
  /** Null if the channel sends none. The order then gets the time at which it is stored, by the clock of the database. */
  readonly OrderDate: string | null
  readonly OriginalShippingCostsInclVat: number
  readonly Lines: readonly DraftLine[]
}

/** A line to be stored. */
export type DraftLine = Omit<StoredLine, 'Id' | 'MerchantReference' | keyof LineProgress>

/** The values that the database added to a stored order. */
export interface StoredOrder {
  readonly orderId: number
  readonly createdAt: Date
  readonly lineIds: readonly number[]
}

/**
 * Stores orders with their lines in one statement, and therefore in one transaction. If the channel already has an order with that
 * reference, nothing is stored and the result is undefined. References are inserted in sorted order, so that two such statements wait for
 * each other instead of deadlocking.
 *
 * @param ids of each draft; see `takeOrderIds`
 */
export async function insertOrders(
  connection: Connection,
  drafts: readonly OrderDraft[],
  ids: readonly OrderIds[],
): Promise<readonly (StoredOrder | undefined)[]> {
  const numbered = drafts.map((draft, index) => ({ ...draft, ...(ids[index] as OrderIds) }))
  const first = new Map<string, (typeof numbered)[number]>()
  for (const draft of numbered) {
    const name = nameOf(draft)
    if (!first.has(name)) first.set(name, draft)
  }
  const rows = await query<StoredName & { readonly createdAt: Date }>(
    connection,
    sql`
    with draft as materialized (
      ${readDrafts([...first.values()])}
    ), stored as (
      ${STORING_ORDERS}
    ), events as (
      ${appendingFirstEvents(CREATIONS)}
    ), lines as (
      ${STORING_LINES}
    )
    select customer_id::text as "customerId", channel_id::float8 as "channelId",
      channel_reference as "ChannelReference", created_at as "createdAt"
    from stored`,
  )
  for (const customerId of new Set(rows.map((row) => row.customerId)))
    publishCommit(connection, customerId)
  const createdAt = new Map(rows.map((row) => [nameOf(row), row.createdAt]))
  return numbered.map((draft) => {
    const moment = createdAt.get(nameOf(draft))
    if (moment === undefined || first.get(nameOf(draft)) !== draft) return undefined
    const lineIds = draft.Lines.map((_, index) => draft.firstLineId + index)
    return { orderId: draft.orderId, createdAt: moment, lineIds }
  })
}

/**
 * The drafts as rows, with the moment at which they are stored. Not now(), which is the start of the transaction: it may have waited for a
 * lock since then, and a client that lists orders by time would miss the order.
 */
const readDrafts = (drafts: readonly object[]): Sql => sql`
  select d.*, clock_timestamp() as moment from json_to_recordset(${JSON.stringify(drafts)}::text::json) as d (
    "customerId" bigint, "channelId" bigint, "contentHash" text, "ChannelReference" text,
    "ChannelCustomerReference" text, "Email" text, "Phone" text, "CompanyRegistrationNo" text, "VatNo" text,
    "PaymentMethod" text, "BillingAddress" jsonb, "ShippingAddress" jsonb, "ExtraData" jsonb,
    "CurrencyCode" text, "OrderDate" timestamptz, "Status" text, "Corrections" jsonb, "MaxVatRate" numeric,
    "RateToBaseCurrency" numeric,
    "OriginalShippingCostsInclVat" numeric, "OriginalShippingCostsVat" numeric,
    "OriginalTotalInclVat" numeric, "OriginalTotalVat" numeric, "ShippingCostsInclVat" numeric,
    "ShippingCostsVat" numeric, "TotalInclVat" numeric, "TotalVat" numeric, "createdBy" json, units bigint,
    "orderId" bigint, "firstLineId" bigint, "Lines" json)
  order by "customerId", "channelId", "ChannelReference" collate "C"`

/** Stores the orders of `draft`. */
const STORING_ORDERS = sql`
  insert into marketplace.orders (
    customer_id, order_id, channel_id, channel_reference, content_hash, channel_customer_reference, email, phone,
    company_registration_no, vat_no, payment_method, billing_address, shipping_address, extra_data,
    currency_code, rate_to_base_currency, order_date, status, corrections, max_vat_rate, original_shipping_costs_incl_vat,
    original_shipping_costs_vat, original_total_incl_vat, original_total_vat, shipping_costs_incl_vat,
    shipping_costs_vat, total_incl_vat, total_vat, line_count, units, created_by, created_by_actor, first_status,
    created_at, updated_at)
  select "customerId", "orderId", "channelId", "ChannelReference", decode("contentHash", 'hex'),
    "ChannelCustomerReference", "Email", "Phone", "CompanyRegistrationNo", "VatNo", "PaymentMethod",
    "BillingAddress", "ShippingAddress", "ExtraData", "CurrencyCode", "RateToBaseCurrency",
    coalesce("OrderDate", moment), "Status", "Corrections",
    "MaxVatRate", "OriginalShippingCostsInclVat", "OriginalShippingCostsVat", "OriginalTotalInclVat",
    "OriginalTotalVat", "ShippingCostsInclVat", "ShippingCostsVat", "TotalInclVat", "TotalVat",
    json_array_length("Lines"), units, ("createdBy"->>'keyId')::bigint,
    ("createdBy"->>'actor')::jsonb, "Status", moment, moment
  from draft
  on conflict (customer_id, channel_id, channel_reference) do nothing
  returning customer_id, order_id, channel_id, channel_reference, created_at, first_status, created_by, created_by_actor`

/** Stores the lines of the orders in `stored`, which were made from `draft`. */
const STORING_LINES = sql`
  insert into marketplace.order_lines (
    customer_id, order_id, line_id, line_number, channel_reference, merchant_product_reference,
    channel_product_reference, quantity, vat_rate, original_unit_price_incl_vat, original_unit_vat,
    unit_price_incl_vat, unit_vat, fee_fixed, fee_rate, delivery_time_indication)
  select s.customer_id, s.order_id, d."firstLineId" + l.number - 1, l.number, "ChannelReference_", "MerchantProductReference",
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
  order by s.order_id, l.number`

/** The events of the orders in `stored`, which were made from `draft`. */
const CREATIONS = sql`
  select s.customer_id as "customerId", 'order.created' as type, 'order' as "subjectKind", s.order_id::text as "subjectId",
    s.channel_id as "channelId", s.created_by as "keyId", s.created_by_actor as actor, d."createdBy"->>'requestId' as "requestId",
    jsonb_build_object('Status', s.first_status) as data, s.created_at as "occurredAt"
  from stored s
  join draft d on d."customerId" = s.customer_id and d."channelId" = s.channel_id
    and d."ChannelReference" = s.channel_reference`

type StoredName = Pick<OrderDraft, 'customerId' | 'channelId' | 'ChannelReference'>

function nameOf({ customerId, channelId, ChannelReference }: StoredName): string {
  return `${customerId}/${channelId}/${ChannelReference}`
}
