/** Reads the log of events in an order in which nothing is skipped. */
import { type Database, query, queryOne, type Sql, sql } from '@entrepot/database'
import type { StoredActor } from '../principals/actor.ts'
import type { EventType, SubjectKind } from '../shared/names.ts'
import { arrayOf } from '../sql/snapshot.ts'
import {
  advance,
  decodeEventCursor,
  ENDED,
  type EventCursor,
  encodeEventCursor,
  type Moment,
  type ReadEnd,
  START,
  toMoment,
} from './cursor.ts'

/** A stored event, with values of its order and its key as they are now. */
export interface StoredEvent extends Omit<StoredActor, 'requestId'> {
  readonly eventId: string
  readonly type: EventType
  readonly occurredAt: Date
  readonly subjectKind: SubjectKind | null
  readonly subjectId: string | null
  readonly sequence: number | null
  readonly channelId: number | null
  readonly requestId: string | null
  readonly data: Readonly<Record<string, unknown>>
  readonly keyLabel: string | null
  /** The channel whose key it is. */
  readonly keyChannelId: number | null
  readonly merchantOrderReference: string | null
  readonly channelOrderReference: string | null
  /** Whether the actor and the request were removed: see {@link asSeenBy}. */
  readonly isActorHidden?: boolean
}

/** Returns an event as a channel sees it: who acts for the merchant, and what was set before, is not shown to channels. */
export function asSeenBy(channelId: number, event: StoredEvent): StoredEvent {
  if (event.keyChannelId === channelId) return event
  const { Changes: _, ...data } = event.data
  return {
    ...event,
    data,
    keyId: null,
    keyLabel: null,
    keyChannelId: null,
    actor: null,
    requestId: null,
    isActorHidden: true,
  }
}

/** An agent by its client id, of which only what it did for one person can be asked for. */
export interface AgentChoice {
  readonly clientId: string
  readonly personId?: string | undefined
}

/** Which events to read. */
export interface EventRange {
  /** The `next` of an earlier read with the same filters. @default the oldest event */
  readonly cursor?: string | undefined
  /** Those that the reader may see. */
  readonly types: readonly EventType[]
  readonly subject?: { readonly kind: SubjectKind; readonly id: string } | undefined
  readonly agent?: AgentChoice | undefined
  /** Reads for this channel: only the events that concern it. @default for the merchant */
  readonly channelId?: number | undefined
  /** Whether a channel also gets events that concern no channel. They are for the hub itself: no channel may see them. @default false */
  readonly withCommon?: boolean | undefined
  /** Maximum number of events. */
  readonly limit: number
}

/** A part of the log. */
export interface EventPage {
  readonly events: readonly StoredEvent[]
  /** The position after these events. */
  readonly next: string
  /** Whether these were the last events at that moment. Otherwise there may be more, even if `events` is empty. */
  readonly isLast: boolean
}

/** Number of events that one read examines at most if they do not match. */
export const EXAMINED = 5_000

interface Now {
  readonly snapshot: string
  readonly nextXid: string
  /** The last event of an earlier database: see {@link toMomentAt}. 0 if the customer has not moved. */
  readonly bound: string
}

/** A snapshot, and the next transaction id: `age` counts the ids from one to the next. */
const NOW = sql`
  pg_current_snapshot()::text as snapshot, (pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    + age(pg_snapshot_xmax(pg_current_snapshot())::xid))::text as "nextXid"`

/** The bounds of a customer that has moved: up to each of them, transaction ids are those of an earlier database. */
const boundsOf = (customerId: string, condition = sql``) => sql`(
  select coalesce(max(bound), 0) from marketplace.customers c cross join unnest(c.event_bounds) as bound
  where c.customer_id = ${customerId} ${condition})`

/**
 * The moment for a cursor at a position. The events of an earlier database were all committed when they were moved, and open transactions
 * write events behind them.
 */
function toMomentAt(position: bigint, { snapshot, nextXid, bound }: Now): Moment {
  return position <= BigInt(bound) ? ENDED : toMoment(snapshot, nextXid)
}

/** What was examined. `fresh`: only if the page is not full. */
interface Head extends Now {
  readonly lateCount: number
  readonly lateEnd: string | null
  readonly freshCount: number | null
  readonly freshEnd: string | null
}

type Row = Head & { readonly [Column in keyof StoredEvent]: StoredEvent[Column] | null } & {
  readonly isLate: boolean | null
}

/**
 * Reads events in the order in which they were written, each exactly once. No event is skipped, however late its transaction is committed;
 * the events of a subject come in the order of their sequence. Every read is one statement that examines a bounded number of events.
 *
 * After a restore from a dump, some events can come again.
 *
 * @param database not a transaction, which would not read the next transaction id again
 * @throws RangeError if the cursor is malformed
 * @example
 * const { events, next } = await readEvents(database, customerId, { cursor, types: ['order.created'], limit: 100 })
 */
export async function readEvents(
  database: Database,
  customerId: string,
  range: EventRange,
): Promise<EventPage> {
  const cursor = range.cursor === undefined ? START : decodeEventCursor(range.cursor)
  if (cursor === undefined) throw new RangeError('the cursor is malformed')
  const rows = await query<Row>(database, selectEvents(customerId, cursor, range))
  const head = rows[0] as Row
  const found = rows.filter((row) => row.eventId !== null)
  const { events, end, isLast } = cut(found, head, cursor, range.limit)
  const moment = toMomentAt('late' in end ? cursor.after : end.after, head)
  const next = encodeEventCursor(advance(cursor, moment, end))
  const { channelId } = range
  const stored = events as readonly StoredEvent[]
  const seen = channelId === undefined ? stored : stored.map((one) => asSeenBy(channelId, one))
  return { events: seen, next, isLast }
}

/** Decides which rows are the page, and where it ends. Late events come first; others only if no late event is left. */
function cut(
  found: readonly Row[],
  head: Head,
  cursor: EventCursor,
  limit: number,
): { readonly events: readonly Row[]; readonly end: ReadEnd; readonly isLast: boolean } {
  const late = found.filter((row) => row.isLate)
  const isFull = found.length === limit
  const last = isFull ? found.at(-1)?.eventId : undefined
  if (late.length === limit || head.lateCount === EXAMINED) {
    const end = late.length === limit ? last : head.lateEnd
    return { events: late, end: { late: BigInt(end as string) }, isLast: false }
  }
  const after = BigInt(last ?? head.freshEnd ?? cursor.after)
  return { events: found, end: { after }, isLast: !isFull && head.freshCount !== EXAMINED }
}

/** The columns of a {@link StoredEvent}, of the event `e` and what {@link joinsOf} adds. */
export const EVENT_COLUMNS: Sql = sql`
  e.event_id::text as "eventId", e.type, e.occurred_at as "occurredAt", e.subject_kind as "subjectKind",
  e.subject_id as "subjectId", e.sequence, e.channel_id::float8 as "channelId", e.request_id as "requestId", e.data,
  e.key_id::text as "keyId", e.actor, k.label as "keyLabel", k.channel_id::float8 as "keyChannelId",
  o.merchant_reference as "merchantOrderReference", o.channel_reference as "channelOrderReference"`

/** The key and the order of an event `e`, as they are now. */
export function joinsOf(customerId: string): Sql {
  return sql`
    left join marketplace.api_keys k on k.customer_id = ${customerId} and k.key_id = e.key_id
    left join lateral (
      select o.merchant_reference, o.channel_reference from marketplace.orders o
      where o.customer_id = ${customerId} and o.order_id = case when e.subject_kind = 'order' then e.subject_id::bigint end
      offset 0
    ) o on true`
}

/** The events of which a range is read, by their own index if they are those of a subject or of an agent. */
export function logOf(
  ofCustomer: Sql,
  { subject, agent }: Pick<EventRange, 'subject' | 'agent'>,
): Sql {
  if (subject === undefined && agent === undefined) return sql`marketplace.events`
  const ofAgent = agent ? sql`and ${isOfAgent(sql`e.actor`, agent)}` : sql``
  if (subject === undefined) {
    return sql`(select * from marketplace.events e where ${ofCustomer} ${ofAgent})`
  }
  // 'offset 0', because a subject has few events.
  return sql`(select * from marketplace.events e where ${ofCustomer} and e.subject_kind = ${subject.kind}
    and e.subject_id = ${subject.id} ${ofAgent} offset 0)`
}

/** Whether a stored actor is an agent. */
export function isOfAgent(actor: Sql, { clientId, personId }: AgentChoice): Sql {
  const forPerson = personId ? sql`and ${actor} -> 'person' ->> 'id' = ${personId}` : sql``
  return sql`${actor} ->> 'kind' = 'agent' and ${actor} ->> 'id' = ${clientId} ${forPerson}`
}

/** One statement, so that its snapshot is that of the events. A row without an event if there is none. */
function selectEvents(
  customerId: string,
  { after, late }: EventCursor,
  { types, subject, agent, channelId, withCommon = false, limit }: EventRange,
): Sql {
  const ofCustomer = sql`e.customer_id = ${customerId}`
  const log = logOf(ofCustomer, { subject, agent })
  const common = withCommon ? sql`or e.channel_id is null` : sql``
  const isWanted = sql`e.type = any(${[...types]}::text[])
    ${channelId === undefined ? sql`` : sql`and (e.channel_id = ${channelId} ${common})`}`
  const fresh = (columns: Sql) => sql`
    select ${columns} from ${log} e where ${ofCustomer} and e.event_id > ${after}::bigint
    order by e.customer_id, e.event_id limit ${EXAMINED}`
  return sql`
    with late as materialized (
      -- '+ 0' keeps the planner from the primary key: these transactions have few events.
      select e.* from unnest(${arrayOf(late.map(({ from }) => from))}::xid8[],
        ${arrayOf(late.map(({ to }) => to))}::xid8[], ${arrayOf(late.map((one) => one.after))}::bigint[]) as l (first, last, seen)
      cross join lateral (
        select * from ${log} e
        where ${ofCustomer} and e.changed >= l.first and e.changed < l.last
          and e.event_id + 0 > l.seen and e.event_id + 0 <= ${after}::bigint
          and e.event_id + 0 > ${boundsOf(customerId, sql`and bound < ${after}::bigint`)}
        order by e.event_id limit ${EXAMINED}
      ) e order by e.event_id limit ${EXAMINED}
    ), page as materialized (
      (select true as is_late, e.* from late e where ${isWanted} order by e.event_id limit ${limit})
      union all
      (select false, e.* from (${fresh(sql`*`)}) e where ${isWanted} order by e.event_id limit ${limit})
      order by is_late desc, event_id limit ${limit}
    ), head as (
      -- The first page that is not full is read again, as far as its ids.
      select ${NOW}, ${boundsOf(customerId)}::text as bound, (select count(*)::integer from late) as "lateCount",
        (select max(event_id)::text from late) as "lateEnd", f.count::integer as "freshCount", f.max::text as "freshEnd"
      from (select) one left join lateral (
        select count(*), max(event_id) from (${fresh(sql`e.event_id`)}) e having (select count(*) from page) < ${limit}
      ) f on true
    )
    select head.*, e.is_late as "isLate", ${EVENT_COLUMNS}
    from head
    left join page e on true
    ${joinsOf(customerId)}
    order by e.is_late desc, e.event_id`
}

/**
 * Returns the cursor after all events that are committed, for readers that want only what happens from now on.
 */
export async function latestCursor(database: Database, customerId: string): Promise<string> {
  const { last, ...now } = await queryOne<Now & { readonly last: string }>(
    database,
    sql`
    select ${NOW}, ${boundsOf(customerId)}::text as bound, coalesce((
      select max(event_id) from marketplace.events where customer_id = ${customerId}), 0)::text as last`,
  )
  const after = BigInt(last)
  return encodeEventCursor(advance(START, toMomentAt(after, now), { after }))
}
