/** The SQL with which fulfilment reads and writes lines, under the lock of their order. */
import { execute, query, raw, sql, type Transaction } from '@entrepot/database'
import { IS_OPEN } from '../stock/held-store.ts'
import { markingStock } from '../stock/mark-store.ts'
import { effectiveRate } from './amounts/effective-rate-store.ts'
import type { Units } from './state/units.ts'

/** The state of a line for fulfilment. */
export interface LineState {
  readonly lineId: number
  readonly orderId: number
  readonly merchantReference: string | null
  readonly channelReference: string
  readonly merchantProductReference: string
  readonly units: Units
  readonly unitPriceInclVat: number
  /** Taken off the price of all units of the line together. */
  readonly discountInclVat: number
  /** In percent. Of a given amount: what it amounts to, not rounded. */
  readonly vatRate: number | null
  /** By returns. */
  readonly refundedInclVat: number
  readonly refundedExclVat: number
  /** Without a return. */
  readonly refundedApart: number
}

/** The unit columns of a table, as JSON. */
export const unitsOf = (quantity: 'quantity' | 'units') => sql`
  json_build_object('quantity', ${raw(quantity)}, 'shipped', shipped, 'cancelled', cancelled, 'manco', manco,
    'backordered', backordered, 'returned', returned) as units`

/** What records tell of a line of their order: its id, references and product, and its units that are shipped and returned. */
export function factsOfLine({ units, ...line }: LineState) {
  const { lineId, merchantReference, channelReference, merchantProductReference } = line
  const { shipped, returned } = units
  return {
    ...{ lineId, merchantReference, channelReference, merchantProductReference },
    ...{ shipped, returned },
  }
}

const LINE_COLUMNS = sql`
  l.line_id::float8 as "lineId", l.order_id::float8 as "orderId", l.merchant_reference as "merchantReference",
  l.channel_reference as "channelReference", l.merchant_product_reference as "merchantProductReference", ${unitsOf('quantity')},
  l.original_unit_price_incl_vat::float8 as "unitPriceInclVat", 
  ${effectiveRate(
    sql`(l.original_unit_price_incl_vat * l.quantity - l.original_discount_incl_vat - l.original_order_discount_incl_vat)`,
    sql`l.vat_amount`,
    sql`l.vat_rate`,
  )} as "vatRate",
  (l.original_discount_incl_vat + l.original_order_discount_incl_vat)::float8 as "discountInclVat",
  l.refunded_incl_vat::float8 as "refundedInclVat", l.refunded_excl_vat::float8 as "refundedExclVat",
  l.refunded_apart_incl_vat::float8 as "refundedApart"`

/** Reads lines by the merchant's references. */
export async function findLinesByReference(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
): Promise<readonly LineState[]> {
  return await query<LineState>(
    tx,
    sql`
    select ${LINE_COLUMNS} from marketplace.order_lines l
    where l.customer_id = ${customerId} and l.merchant_reference = any(${[...references]}::text[])`,
  )
}

/** Reads the given lines of an order. */
export async function findLines(
  tx: Transaction,
  customerId: string,
  orderId: number,
  lineIds: readonly number[],
): Promise<readonly LineState[]> {
  return await query<LineState>(
    tx,
    sql`
    select ${LINE_COLUMNS} from marketplace.order_lines l
    where l.customer_id = ${customerId} and l.order_id = ${orderId}
      and l.line_id = any(${[...lineIds]}::bigint[])`,
  )
}

/** Writes whether the order of lines is closed, and marks their products. */
export async function closeLines(
  tx: Transaction,
  customerId: string,
  orderIds: readonly number[],
  isClosed: boolean,
): Promise<void> {
  await execute(
    tx,
    sql`
    with changed as (
      update marketplace.order_lines set is_closed = ${isClosed}
      where customer_id = ${customerId} and order_id = any(${[...orderIds]}::bigint[])
      returning customer_id, merchant_product_reference as reference
    )
    ${markingStock(sql`from changed`)}`,
  )
}

/** Writes that the lines of closed orders are closed, where nodes of 0.1.0 closed the order. */
export async function closeLinesOfClosedOrders(tx: Transaction, customerId: string): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.order_lines l set is_closed = true from marketplace.orders o
    where l.customer_id = ${customerId} and ${IS_OPEN}
      and o.customer_id = l.customer_id and o.order_id = l.order_id and o.closed_at is not null`,
  )
}

/** Reads all lines of the given orders. */
export async function findLinesOfOrders(
  tx: Transaction,
  customerId: string,
  orderIds: readonly number[],
): Promise<readonly LineState[]> {
  return await query<LineState>(
    tx,
    sql`
    select ${LINE_COLUMNS} from marketplace.order_lines l
    where l.customer_id = ${customerId} and l.order_id = any(${[...orderIds]}::bigint[])`,
  )
}

/**
 * Writes changed lines, and marks the products whose open units change. A shipment does not change what is available, only how many units are
 * short.
 *
 * Each row is found by its own index lookup, and updated by its `ctid`, which cannot change while its order is locked. For a plain join,
 * the planner assumes 100 rows of JSON, whatever their number is. On small tables, and on tables without statistics, the join would
 * therefore read all lines of the customer.
 */
export async function updateLineStates(
  tx: Transaction,
  customerId: string,
  lines: readonly LineState[],
): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map(({ units, ...line }) => ({ ...line, ...units }))
  await execute(
    tx,
    sql`
    with changed as (
    update marketplace.order_lines l set shipped = r.shipped, cancelled = r.cancelled, manco = r.manco,
      backordered = r.backordered, returned = r.returned, refunded_incl_vat = r."refundedInclVat",
      refunded_excl_vat = r."refundedExclVat", refunded_apart_incl_vat = r."refundedApart"
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (
      "orderId" bigint, "lineId" bigint, shipped integer, cancelled integer, manco integer, backordered integer,
      returned integer, "refundedInclVat" numeric, "refundedExclVat" numeric, "refundedApart" numeric)
    cross join lateral (
      select ctid, shipped, cancelled from marketplace.order_lines
      where customer_id = ${customerId} and order_id = r."orderId" and line_id = r."lineId" limit 1
    ) found
    where l.ctid = found.ctid
    returning l.customer_id, l.merchant_product_reference as reference,
      l.cancelled <> found.cancelled or l.shipped < found.shipped or exists (
        select from marketplace.stock_shortfalls s
        where s.customer_id = l.customer_id and s.merchant_product_reference = l.merchant_product_reference) as is_marked
    )
    ${markingStock(sql`from changed where is_marked`)}`,
  )
}
