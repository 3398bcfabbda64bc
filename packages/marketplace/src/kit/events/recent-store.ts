/** Reads the log of events backwards, for people who look at what happened last. */
import { type Database, query, type Sql, sql } from '@entrepot/database'
import type { SubjectKind } from '../shared/names.ts'
import {
  type AgentChoice,
  EVENT_COLUMNS,
  EXAMINED,
  joinsOf,
  logOf,
  type StoredEvent,
} from './read-store.ts'

/** Which events to read, newest first. */
export interface RecentRange {
  /** The id of an event: only those before it. @default from the newest */
  readonly before?: string | undefined
  readonly types: readonly string[]
  readonly subject?: { readonly kind: SubjectKind; readonly id: string } | undefined
  readonly agent?: AgentChoice | undefined
  /** Only events with this text: see {@link contains}. */
  readonly text?: string | undefined
  /** Maximum number of events. */
  readonly limit: number
}

/** A part of the log. */
export interface RecentEvents {
  readonly events: readonly StoredEvent[]
  /** The `before` of the next read. Undefined at the oldest event. There may be more even if `events` is empty. */
  readonly next: string | undefined
}

interface Row extends StoredEvent {
  /** Only if the page is not full: how many events were examined, and the oldest of them. */
  readonly examined: number | null
  readonly oldest: string | null
}

/**
 * Reads the newest events before a position. An event whose transaction is committed late can be missing until the next read: use
 * `readEvents` to get each event once.
 */
export async function readRecentEvents(
  database: Database,
  customerId: string,
  range: RecentRange,
): Promise<RecentEvents> {
  const rows = await query<Row>(database, selectRecent(customerId, range))
  const [first] = rows
  const events = rows.filter(({ eventId }) => eventId !== null)
  if (events.length === range.limit) return { events, next: events.at(-1)?.eventId }
  const isLast = first === undefined || first.examined !== EXAMINED
  return { events, next: isLast ? undefined : (first.oldest ?? undefined) }
}

function selectRecent(customerId: string, range: RecentRange): Sql {
  const { before, types, text, limit } = range
  const ofCustomer = sql`e.customer_id = ${customerId}`
  const log = logOf(ofCustomer, range)
  const examined = (columns: Sql) => sql`
    select ${columns} from ${log} e
    where ${ofCustomer} ${before === undefined ? sql`` : sql`and e.event_id < ${before}::bigint`}
    order by e.customer_id desc, e.event_id desc limit ${EXAMINED}`
  return sql`
    with page as materialized (
      select * from (${examined(sql`*`)}) e
      where e.type = any(${types}::text[]) ${text === undefined ? sql`` : sql`and ${contains(customerId, text)}`}
      order by e.event_id desc limit ${limit}
    )
    select f.count::integer as examined, f.min::text as oldest, ${EVENT_COLUMNS}
    from (select) one
    left join lateral (
      select count(*), min(event_id) from (${examined(sql`e.event_id`)}) e having (select count(*) from page) < ${limit}
    ) f on true
    left join page e on true
    ${joinsOf(customerId)}
    order by e.event_id desc`
}

/** Whether an event `e` has a text as its id, request, subject or reference of its order, or contains it in its data or type. */
function contains(customerId: string, text: string): Sql {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`(
    'evt_' || e.event_id = ${text} or e.request_id = ${text} or e.subject_id = ${text}
    or e.type ilike ${pattern} or e.data::text ilike ${pattern}
    or e.subject_kind = 'order' and e.subject_id = any(array(
      select o.order_id::text from marketplace.orders o
      where o.customer_id = ${customerId} and (o.merchant_reference = ${text} or o.channel_reference = ${text}))))`
}
