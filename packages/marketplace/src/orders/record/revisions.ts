/** The SQL of corrections: finds orders that wait for products, and writes repriced orders. */
import { execute, query, sql, type Transaction } from '@entrepot/database'
import type { PricedOrder } from './rules.ts'
import type { OrderResponse, OrderStatus } from './schema.ts'

/** The new prices, corrections and addresses of an order. */
export interface OrderRevision extends Omit<PricedOrder, 'Lines'> {
  readonly Id: number
  readonly Status: OrderStatus
  readonly Email: string
  readonly Phone: string | null
  readonly BillingAddress: OrderResponse['BillingAddress']
  readonly ShippingAddress: OrderResponse['ShippingAddress']
  readonly Lines: readonly (PricedOrder['Lines'][number] & {
    readonly Id: number
    readonly MerchantProductReference: string
  })[]
}

/** Writes revised orders. The caller has locked them. */
export async function reviseOrders(
  tx: Transaction,
  customerId: string,
  revisions: readonly OrderRevision[],
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.orders o set
      status = r."Status", corrections = r."Corrections", email = r."Email", phone = r."Phone",
      billing_address = r."BillingAddress", shipping_address = r."ShippingAddress",
      rate_to_base_currency = r."RateToBaseCurrency", max_vat_rate = r."MaxVatRate", original_shipping_costs_vat = r."OriginalShippingCostsVat",
      original_total_vat = r."OriginalTotalVat", shipping_costs_incl_vat = r."ShippingCostsInclVat",
      shipping_costs_vat = r."ShippingCostsVat", total_incl_vat = r."TotalInclVat",
      total_vat = r."TotalVat", updated_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(revisions)}::text::json) as r (
      "Id" bigint, "Status" text, "Corrections" jsonb, "Email" text, "Phone" text, "BillingAddress" jsonb,
      "ShippingAddress" jsonb, "RateToBaseCurrency" numeric, "MaxVatRate" numeric, "OriginalShippingCostsVat" numeric,
      "OriginalTotalVat" numeric, "ShippingCostsInclVat" numeric, "ShippingCostsVat" numeric,
      "TotalInclVat" numeric, "TotalVat" numeric)
    where o.customer_id = ${customerId} and o.order_id = r."Id"`,
  )
  const lines = revisions.flatMap((order) =>
    order.Lines.map((line) => ({ ...line, orderId: order.Id })),
  )
  await execute(
    tx,
    sql`
    update marketplace.order_lines l set
      merchant_product_reference = r."MerchantProductReference",
      channel_product_reference = r."ChannelProductReference", vat_rate = r."VatRate",
      original_unit_vat = r."OriginalUnitVat", unit_price_incl_vat = r."UnitPriceInclVat",
      unit_vat = r."UnitVat", delivery_time_indication = r."DeliveryTimeIndication"
    from json_to_recordset(${JSON.stringify(lines)}::text::json) as r (
      "orderId" bigint, "Id" bigint, "MerchantProductReference" text, "ChannelProductReference" text,
      "VatRate" numeric, "OriginalUnitVat" numeric, "UnitPriceInclVat" numeric, "UnitVat" numeric,
      "DeliveryTimeIndication" text)
    where l.customer_id = ${customerId} and l.order_id = r."orderId" and l.line_id = r."Id"`,
  )
}

/** Returns the ids of the orders that wait for one of the given products. */
export async function findWaitingOrders(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
): Promise<readonly number[]> {
  const rows = await query<{ id: number }>(
    tx,
    sql`
    select distinct order_id::float8 as id from marketplace.order_lines
    where customer_id = ${customerId} and vat_rate is null
      and merchant_product_reference = any(${references as string[]})
    order by 1`,
  )
  return rows.map((row) => row.id)
}
