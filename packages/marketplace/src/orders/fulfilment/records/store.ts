/** All SQL of shipments, cancellations, backorders and returns. */

import { type Connection, execute, query, sql, type Transaction } from '@entrepot/database'
import { publishCommit } from '../../../kit/events/notifier.ts'
import { type Actor, toStoredActor } from '../../../kit/principals/actor.ts'
import type { Kind } from '../../../kit/shared/record-kinds.ts'
import { appendingRecordEvents } from '../../history/order-events.ts'
import { OvertakenError } from '../../record/order-transaction.ts'
import type { OrderStatus } from '../../record/schema.ts'
import type { Details } from './draft.ts'

/** A stored line of a record. Values that do not exist for its kind are null. */
export interface FulfilmentLine {
  readonly lineId: number
  readonly merchantReference: string | null
  readonly channelReference: string
  readonly quantity: number
  readonly accepted: number | null
  readonly rejected: number | null
  readonly refundInclVat: number | null
  readonly refundExclVat: number | null
  readonly manualRefundInclVat: number | null
  readonly manualRefundExclVat: number | null
}

/** A stored record. Refunds are null except for returns. */
export interface FulfilmentRow {
  readonly fulfilmentId: number
  readonly kind: Kind
  readonly reference: string
  readonly channelFulfilmentReference: string | null
  readonly orderId: number
  readonly channelId: number
  readonly merchantOrderReference: string | null
  readonly channelOrderReference: string
  readonly currencyCode: string
  readonly details: Details
  /** SHA-256 in hex. */
  readonly contentHash: string
  readonly refundInclVat: number | null
  readonly refundExclVat: number | null
  readonly refundShippingInclVat: number | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly lines: readonly FulfilmentLine[]
}

/** A record to be stored, with the status of its order before and after it. */
export type NewFulfilment = Omit<FulfilmentRow, 'fulfilmentId' | 'createdAt' | 'updatedAt'> & {
  readonly actor: Actor
  readonly statusBefore: OrderStatus
  readonly orderStatus: OrderStatus
}

/**
 * Stores records with their lines and events, and sets their dates. It holds the customer's clock until the transaction ends, so that no
 * later record becomes visible before them.
 *
 * @throws OvertakenError if a reference of the merchant or of the channel is taken
 */
export async function insertFulfilments(
  tx: Transaction,
  customerId: string,
  fulfilments: readonly NewFulfilment[],
): Promise<readonly { readonly fulfilmentId: number; readonly createdAt: Date }[]> {
  const input = fulfilments.map((fulfilment, index) => ({
    ...fulfilment,
    ...toStoredActor(fulfilment.actor),
    number: index + 1,
    lineCount: fulfilment.lines.length,
  }))
  const stored = await query<{ fulfilmentId: number; createdAt: Date }>(
    tx,
    sql`
    with clock as (
      insert into marketplace.fulfilment_clocks as c (customer_id, last_at, last_id)
      values (${customerId}, clock_timestamp(), ${input.length}::bigint)
      on conflict (customer_id) do update set last_at = greatest(c.last_at, clock_timestamp()),
        last_id = c.last_id + excluded.last_id
      returning last_at, last_id - ${input.length}::bigint as ids_before
    ), input as materialized (
      select * from json_to_recordset(${JSON.stringify(input)}::text::json) as i (
        number integer, kind text, reference text, "channelFulfilmentReference" text, "orderId" bigint,
        "channelId" bigint, "contentHash" text, details jsonb, "lineCount" integer, "refundInclVat" numeric,
        "refundExclVat" numeric, "refundShippingInclVat" numeric, "keyId" bigint, actor jsonb,
        "requestId" text, "statusBefore" text, "orderStatus" text, lines json)
    ), stored as (
      insert into marketplace.fulfilments (customer_id, fulfilment_id, kind, reference, channel_fulfilment_reference, order_id,
        channel_id, content_hash, details, line_count, refund_incl_vat, refund_excl_vat,
        refund_shipping_incl_vat, created_at, updated_at)
      select ${customerId}, clock.ids_before + i.number, i.kind, i.reference, i."channelFulfilmentReference", i."orderId", i."channelId",
        decode(i."contentHash", 'hex'), i.details, i."lineCount", i."refundInclVat", i."refundExclVat",
        i."refundShippingInclVat", clock.last_at, clock.last_at
      from clock cross join input i order by i.number
      on conflict do nothing
      returning fulfilment_id, kind, reference, created_at
    ), lines as (
      insert into marketplace.fulfilment_lines (customer_id, fulfilment_id, order_id, line_id, quantity, accepted,
        rejected, refund_incl_vat, refund_excl_vat, manual_refund_incl_vat, manual_refund_excl_vat)
      select ${customerId}, s.fulfilment_id, i."orderId", l."lineId", l.quantity, l.accepted, l.rejected,
        l."refundInclVat", l."refundExclVat", l."manualRefundInclVat", l."manualRefundExclVat"
      from stored s join input i on i.kind = s.kind and i.reference = s.reference
      cross join lateral json_to_recordset(i.lines) as l ("lineId" bigint, quantity integer, accepted integer,
        rejected integer, "refundInclVat" numeric, "refundExclVat" numeric, "manualRefundInclVat" numeric,
        "manualRefundExclVat" numeric)
    ), events as (${appendingRecordEvents(
      customerId,
      sql`
      select i.number, i.kind, i.reference, i."orderId", i."channelId", i."statusBefore", i."orderStatus", i."keyId", i.actor,
        i."requestId", s.created_at as "occurredAt"
      from stored s join input i on i.kind = s.kind and i.reference = s.reference`,
    )})
    select s.fulfilment_id::float8 as "fulfilmentId", s.created_at as "createdAt"
    from stored s join input i on i.kind = s.kind and i.reference = s.reference order by i.number`,
  )
  if (stored.length < fulfilments.length) throw new OvertakenError('a reference is taken')
  publishCommit(tx, customerId)
  return stored
}

/** The columns of a record with its lines, in a table aliased `f`. */
export const FULFILMENT_COLUMNS = sql`
  f.fulfilment_id::float8 as "fulfilmentId", f.kind, f.reference,
  f.channel_fulfilment_reference as "channelFulfilmentReference", f.order_id::float8 as "orderId",
  f.channel_id::float8 as "channelId", o.merchant_reference as "merchantOrderReference",
  o.channel_reference as "channelOrderReference", o.currency_code as "currencyCode", f.details,
  encode(f.content_hash, 'hex') as "contentHash", f.refund_incl_vat::float8 as "refundInclVat",
  f.refund_excl_vat::float8 as "refundExclVat", f.refund_shipping_incl_vat::float8 as "refundShippingInclVat",
  f.created_at as "createdAt", f.updated_at as "updatedAt",
  (select json_agg(line) from (
    select fl.line_id as "lineId", l.merchant_reference as "merchantReference",
      l.channel_reference as "channelReference", fl.quantity, fl.accepted, fl.rejected,
      fl.refund_incl_vat::float8 as "refundInclVat", fl.refund_excl_vat::float8 as "refundExclVat",
      fl.manual_refund_incl_vat::float8 as "manualRefundInclVat",
      fl.manual_refund_excl_vat::float8 as "manualRefundExclVat"
    from marketplace.fulfilment_lines fl
    join marketplace.order_lines l on l.customer_id = fl.customer_id and l.order_id = fl.order_id
      and l.line_id = fl.line_id
    where fl.customer_id = f.customer_id and fl.fulfilment_id = f.fulfilment_id order by fl.line_id
  ) line) as lines`

/** Joins the order of a record. */
export const JOIN_ORDER = sql`
  join marketplace.orders o on o.customer_id = f.customer_id and o.order_id = f.order_id`

/** Reads the records of the given kinds that have one of the given references. */
export async function findFulfilments(
  connection: Connection,
  customerId: string,
  names: readonly { readonly kind: Kind; readonly reference: string }[],
): Promise<readonly FulfilmentRow[]> {
  const kinds = [...new Set(names.map(({ kind }) => kind))]
  const references = names.map(({ reference }) => reference)
  return await query<FulfilmentRow>(
    connection,
    sql`
    select ${FULFILMENT_COLUMNS} from marketplace.fulfilments f ${JOIN_ORDER}
    where f.customer_id = ${customerId} and f.kind = any(${kinds}::text[])
      and f.reference = any(${references}::text[])`,
  )
}

/** Reads the records of the given channels that have one of the given references of channels. */
export async function findByChannelReference(
  connection: Connection,
  customerId: string,
  channelIds: readonly number[],
  names: readonly { readonly kind: Kind; readonly channelFulfilmentReference: string | null }[],
): Promise<readonly FulfilmentRow[]> {
  const named = names.filter(
    ({ channelFulfilmentReference }) => channelFulfilmentReference !== null,
  )
  if (named.length === 0) return []
  const kinds = [...new Set(named.map(({ kind }) => kind))]
  const references = named.map(({ channelFulfilmentReference }) => channelFulfilmentReference)
  return await query<FulfilmentRow>(
    connection,
    sql`
    select ${FULFILMENT_COLUMNS} from marketplace.fulfilments f ${JOIN_ORDER}
    where f.customer_id = ${customerId} and f.kind = any(${kinds}::text[])
      and f.channel_fulfilment_reference = any(${references}::text[])
      and f.channel_id = any(${[...channelIds]}::bigint[]) and not f.repeats_channel_reference`,
  )
}

/** Writes a changed record and its changed lines. */
export async function updateFulfilment(
  tx: Transaction,
  customerId: string,
  row: FulfilmentRow,
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.fulfilments set details = ${JSON.stringify(row.details)}::text::jsonb,
      refund_incl_vat = ${row.refundInclVat}, refund_excl_vat = ${row.refundExclVat},
      refund_shipping_incl_vat = ${row.refundShippingInclVat}, updated_at = clock_timestamp()
    where customer_id = ${customerId} and fulfilment_id = ${row.fulfilmentId}`,
  )
  if (row.kind !== 'return') return
  await execute(
    tx,
    sql`
    update marketplace.fulfilment_lines l set accepted = r.accepted, rejected = r.rejected,
      refund_incl_vat = r."refundInclVat", refund_excl_vat = r."refundExclVat",
      manual_refund_incl_vat = r."manualRefundInclVat", manual_refund_excl_vat = r."manualRefundExclVat"
    from json_to_recordset(${JSON.stringify(row.lines)}::text::json) as r ("lineId" bigint, accepted integer,
      rejected integer, "refundInclVat" numeric, "refundExclVat" numeric, "manualRefundInclVat" numeric,
      "manualRefundExclVat" numeric)
    where l.customer_id = ${customerId} and l.fulfilment_id = ${row.fulfilmentId} and l.line_id = r."lineId"`,
  )
}
