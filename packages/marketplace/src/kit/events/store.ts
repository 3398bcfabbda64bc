/** The SQL that writes events, and removes old ones. */
import { type Connection, execute, type Sql, sql, type Transaction } from '@entrepot/database'
import { type Actor, toStoredActor } from '../principals/actor.ts'
import type { EventType, SubjectKind } from '../shared/names.ts'
import { publishCommit } from './notifier.ts'

/** An event to be stored. */
export interface NewEvent {
  readonly type: EventType
  /** Undefined for an event about several records. The caller must hold the lock of the subject. */
  readonly subject?: { readonly kind: SubjectKind; readonly id: string | number }
  /** The channel that the event concerns. */
  readonly channelId?: number | null
  readonly actor: Actor
  /** What changed, in the property names of /v2. Small: readers can read the record itself. */
  readonly data?: Readonly<Record<string, unknown>>
  /** @default now */
  readonly occurredAt?: Date
}

/**
 * Returns the statement that stores events. It can run alone, or in a `with` of the statement that stores their subjects. The caller must
 * hold the locks of the subjects, because their events are numbered. It calls `publishCommit` after the statement.
 *
 * @param rows a query with the columns number (the position among the new events), type, "subjectKind" and "subjectId" (text; null without a
 * subject), "channelId", "keyId", actor, "requestId", data and "occurredAt" (null: now)
 */
export function appendingEvents(customerId: string, rows: Sql): Sql {
  return sql`
    insert into marketplace.events (customer_id, type, subject_kind, subject_id, sequence, channel_id, key_id, actor, request_id,
      data, occurred_at)
    select ${customerId}, e.type, e."subjectKind", e."subjectId", case when e."subjectKind" is not null then coalesce((
        select max(sequence) from marketplace.events
        where customer_id = ${customerId} and subject_kind = e."subjectKind" and subject_id = e."subjectId"
      ), 0) + row_number() over (partition by e."subjectKind", e."subjectId" order by e.number) end,
      e."channelId", e."keyId", e.actor, e."requestId", e.data, coalesce(e."occurredAt", clock_timestamp())
    from (${rows}) e
    order by e.number`
}

/**
 * Returns the statement that stores the first event of new subjects, for a `with` of the statement that stores these. Nobody else knows the
 * subjects yet, so no lock is needed, and the subjects may belong to several customers. The caller calls `publishCommit` after the statement.
 *
 * @param rows a query with the columns "customerId", type, "subjectKind", "subjectId" (text), "channelId", "keyId", actor, "requestId", data
 * and "occurredAt"
 */
export function appendingFirstEvents(rows: Sql): Sql {
  return sql`
    insert into marketplace.events (customer_id, type, subject_kind, subject_id, sequence, channel_id, key_id, actor, request_id,
      data, occurred_at)
    select e."customerId", e.type, e."subjectKind", e."subjectId", 1, e."channelId", e."keyId", e.actor, e."requestId",
      e.data, e."occurredAt"
    from (${rows}) e`
}

/**
 * Stores events in the transaction of the changes that they describe. The caller has locked the subjects. After the commit, the readers of the log
 * in this process are notified.
 *
 * @example
 * await appendEvents(tx, customerId, [{ type: 'key.revoked', subject: { kind: 'key', id: keyId }, actor }])
 */
export async function appendEvents(
  tx: Transaction,
  customerId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ subject, actor, type, channelId, data = {}, occurredAt }, number) => ({
    number,
    type,
    subjectKind: subject?.kind,
    subjectId: subject && String(subject.id),
    channelId,
    data,
    occurredAt,
    ...toStoredActor(actor),
  }))
  await execute(
    tx,
    appendingEvents(
      customerId,
      sql`
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (
        number integer, type text, "subjectKind" text, "subjectId" text, "channelId" bigint, "keyId" bigint, actor jsonb,
        "requestId" text, data jsonb, "occurredAt" timestamptz)`,
    ),
  )
  publishCommit(tx, customerId)
}

/** Events are kept for 90 days; those of orders for good. */
const KEPT = sql`interval '90 days'`

/**
 * Removes up to `limit` old events, and returns their number. The last event of a subject is kept, because its number is the start of the
 * next one.
 */
export async function removeOldEvents(connection: Connection, limit: number): Promise<number> {
  return await execute(
    connection,
    sql`
    delete from marketplace.events where ctid = any(array(
      select e.ctid from marketplace.events e
      where e.subject_kind is distinct from 'order' and e.occurred_at < now() - ${KEPT} and (
        e.subject_kind is null or exists (
          select from marketplace.events later
          where later.customer_id = e.customer_id and later.subject_kind = e.subject_kind
            and later.subject_id = e.subject_id and later.sequence > e.sequence))
      order by e.occurred_at limit ${limit} for update skip locked))`,
  )
}
