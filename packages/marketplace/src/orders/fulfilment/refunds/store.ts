/** All SQL of refunds without a return. */
import {
  type Connection,
  query,
  queryFirst,
  queryOnce,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import { publishCommit } from '../../../kit/events/notifier.ts'
import { type Actor, type StoredActor, toStoredActor } from '../../../kit/principals/actor.ts'
import { microsOf } from '../../../kit/sql/paging-store.ts'
import { OvertakenError } from '../../record/order-transaction.ts'
import { placeIn, type RecordFilter, recordMatches } from '../records/list-store.ts'
import { JOIN_ORDER, takingClock } from '../records/store.ts'
import type { RefundedLine, RefundPlan } from './rules.ts'

/** A stored refund, in the currency of its order. */
export interface RefundRow extends Pick<StoredActor, 'keyId' | 'actor'> {
  readonly refundId: number
  readonly reference: string
  readonly orderId: number
  readonly channelId: number
  readonly merchantOrderReference: string | null
  readonly channelOrderReference: string
  readonly currencyCode: string
  readonly refundInclVat: number
  readonly refundExclVat: number
  readonly refundShippingInclVat: number
  readonly reason: string
  readonly lines: readonly RefundedLine[]
  readonly createdAt: Date
  /** SHA-256 in hex. */
  readonly contentHash: string
  /** The label of the key that created it. */
  readonly keyLabel: string | null
}

/** A refund to be stored. */
export interface NewRefund {
  readonly reference: string
  readonly orderId: number
  readonly channelId: number
  readonly contentHash: string
  readonly reason: string
  readonly actor: Actor
  readonly stored: RefundPlan['stored']
}

/**
 * Stores a refund, and sets its date. It holds the customer's clock until the transaction ends, as records of fulfilment do.
 *
 * @throws OvertakenError if its reference is taken
 */
export async function insertRefund(
  tx: Transaction,
  customerId: string,
  refund: NewRefund,
): Promise<void> {
  const { stored, actor } = refund
  const by = toStoredActor(actor)
  const rows = await query<{ readonly id: number }>(
    tx,
    sql`
    with ${takingClock(customerId, 1)}
    insert into marketplace.refunds (customer_id, refund_id, reference, order_id, channel_id, content_hash, reason,
      refund_incl_vat, refund_excl_vat, refund_shipping_incl_vat, lines, key_id, actor, created_at)
    select ${customerId}, clock.ids_before + 1, ${refund.reference}, ${refund.orderId}, ${refund.channelId},
      decode(${refund.contentHash}, 'hex'), ${refund.reason}, ${stored.refundInclVat}::numeric,
      ${stored.refundExclVat}::numeric, ${stored.refundShippingInclVat}::numeric,
      ${JSON.stringify(stored.lines)}::text::jsonb, ${by.keyId}::bigint,
      ${by.actor === null ? null : JSON.stringify(by.actor)}::text::jsonb, clock.last_at
    from clock
    on conflict do nothing
    returning refund_id::float8 as id`,
  )
  if (rows.length === 0) throw new OvertakenError('a reference is taken')
  publishCommit(tx, customerId)
}

const SELECT_LIST = sql`
  f.refund_id::float8 as "refundId", f.reference, f.order_id::float8 as "orderId", f.channel_id::float8 as "channelId",
  o.merchant_reference as "merchantOrderReference", o.channel_reference as "channelOrderReference",
  o.currency_code as "currencyCode", f.refund_incl_vat::float8 as "refundInclVat",
  f.refund_excl_vat::float8 as "refundExclVat", f.refund_shipping_incl_vat::float8 as "refundShippingInclVat", f.reason,
  f.lines, f.created_at as "createdAt", encode(f.content_hash, 'hex') as "contentHash", f.key_id::text as "keyId", f.actor,
  (select k.label from marketplace.api_keys k where k.customer_id = f.customer_id and k.key_id = f.key_id) as "keyLabel"`

/** Reads refunds by the references of the merchant, in any order. */
export async function findRefunds(
  connection: Connection,
  customerId: string,
  references: readonly string[],
): Promise<readonly RefundRow[]> {
  return await query<RefundRow>(
    connection,
    sql`
    select ${SELECT_LIST} from marketplace.refunds f ${JOIN_ORDER}
    where f.customer_id = ${customerId} and f.reference <> '' and f.reference = any(${[...references]}::text[])`,
  )
}

/** Reads a refund by the reference of the merchant. */
export async function findRefund(
  connection: Connection,
  customerId: string,
  reference: string,
): Promise<RefundRow | undefined> {
  return await queryFirst<RefundRow>(
    connection,
    sql`
    select ${SELECT_LIST} from marketplace.refunds f ${JOIN_ORDER}
    where f.customer_id = ${customerId} and f.reference <> '' and f.reference = ${reference}`,
  )
}

/** A refund on a page, with its position in the list. */
export type PagedRefund = RefundRow & { readonly micros: string }

/** Reads a page of refunds. */
export async function listRefundRows(
  connection: Connection,
  customerId: string,
  filter: RecordFilter,
  limit: number,
): Promise<readonly PagedRefund[]> {
  const { order, isBehind } = placeIn(filter, sql`f.refund_id`)
  return await queryOnce<PagedRefund>(
    connection,
    sql`
    select ${SELECT_LIST}, ${microsOf(sql`f.created_at`)} as micros
    from (
      select * from marketplace.refunds f where ${refundMatches(customerId, filter)}
        ${isBehind}
      order by ${order} limit ${limit}
    ) f
    ${JOIN_ORDER}
    order by ${order}`,
  )
}

/** The condition of a filter, for a table aliased `f`. */
export function refundMatches(customerId: string, filter: RecordFilter): Sql {
  // The index by order contains only refunds of more than 0, which all of them are.
  return recordMatches(customerId, filter, sql`f.refund_incl_vat > 0`)
}
