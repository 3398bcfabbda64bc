/** All SQL of shipments, cancellations, backorders and returns. */

import { type Connection, execute, query, sql, type Transaction } from '@entrepot/database'
import { publishCommit } from '../../../kit/events/notifier.ts'
import { type Actor, toStoredActor } from '../../../kit/principals/actor.ts'
import { insertOf, type RowOf, selectList, updateOf } from '../../../kit/sql/columns.ts'
import { appendingRecordEvents } from '../../history/order-event-store.ts'
import { OvertakenError } from '../../record/order-transaction.ts'
import type { Kind } from '../../record/state/record-kinds.ts'
import type { OrderStatus } from '../../record/state/statuses.ts'
import { FULFILMENT_COLUMNS, FULFILMENT_LINE_COLUMNS } from './columns.ts'
import type { Details } from './draft.ts'

/** A stored line of a record. Values that do not exist for its kind are null. */
export interface FulfilmentLine extends RowOf<typeof FULFILMENT_LINE_COLUMNS> {}

/** A stored record. Refunds are null except for returns. */
export interface FulfilmentRow
  extends RowOf<typeof FULFILMENT_COLUMNS, { readonly kind: Kind; readonly details: Details }> {
  /** SHA-256 in hex. */
  readonly contentHash: string
  readonly lines: readonly FulfilmentLine[]
}

const INSERT = insertOf(FULFILMENT_COLUMNS, 'i')
const INSERT_LINE = insertOf(FULFILMENT_LINE_COLUMNS, 'l')

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
        number integer, "contentHash" text, "lineCount" integer, "keyId" bigint, actor jsonb, "requestId" text,
        "statusBefore" text, "orderStatus" text, lines json, ${INSERT.fields})
    ), stored as (
      insert into marketplace.fulfilments (customer_id, fulfilment_id, content_hash, line_count, created_at, updated_at,
        ${INSERT.columns})
      select ${customerId}, clock.ids_before + i.number, decode(i."contentHash", 'hex'), i."lineCount", clock.last_at,
        clock.last_at, ${INSERT.values}
      from clock cross join input i order by i.number
      on conflict do nothing
      returning fulfilment_id, kind, reference, created_at
    ), lines as (
      insert into marketplace.fulfilment_lines (customer_id, fulfilment_id, order_id, ${INSERT_LINE.columns})
      select ${customerId}, s.fulfilment_id, i."orderId", ${INSERT_LINE.values}
      from stored s join input i on i.kind = s.kind and i.reference = s.reference
      cross join lateral json_to_recordset(i.lines) as l (${INSERT_LINE.fields})
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

/** What is read of a record with its lines, in a table aliased `f`. */
export const FULFILMENT_SELECT_LIST = sql`
  ${selectList(FULFILMENT_COLUMNS, 'f')}, encode(f.content_hash, 'hex') as "contentHash",
  (select json_agg(line) from (
    select ${selectList(FULFILMENT_LINE_COLUMNS, 'fl')}
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
    select ${FULFILMENT_SELECT_LIST} from marketplace.fulfilments f ${JOIN_ORDER}
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
    select ${FULFILMENT_SELECT_LIST} from marketplace.fulfilments f ${JOIN_ORDER}
    where f.customer_id = ${customerId} and f.kind = any(${kinds}::text[])
      and f.channel_fulfilment_reference = any(${references}::text[])
      and f.channel_id = any(${[...channelIds]}::bigint[]) and not f.repeats_channel_reference`,
  )
}

const UPDATE = updateOf(FULFILMENT_COLUMNS, 'r')
const UPDATE_LINE = updateOf(FULFILMENT_LINE_COLUMNS, 'r')

/** Writes a changed record and its changed lines. */
export async function updateFulfilment(
  tx: Transaction,
  customerId: string,
  row: FulfilmentRow,
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.fulfilments f set ${UPDATE.set}, updated_at = clock_timestamp()
    from json_to_record(${JSON.stringify(row)}::text::json) as r (${UPDATE.fields})
    where f.customer_id = ${customerId} and f.fulfilment_id = ${row.fulfilmentId}`,
  )
  if (row.kind !== 'return') return
  await execute(
    tx,
    sql`
    update marketplace.fulfilment_lines l set ${UPDATE_LINE.set}
    from json_to_recordset(${JSON.stringify(row.lines)}::text::json) as r ("lineId" bigint, ${UPDATE_LINE.fields})
    where l.customer_id = ${customerId} and l.fulfilment_id = ${row.fulfilmentId} and l.line_id = r."lineId"`,
  )
}
