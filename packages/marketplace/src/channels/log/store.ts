/** All SQL of the log of synchronisation. */
import { type Connection, execute, query, type Sql, sql } from '@entrepot/database'
import type { Cursor } from '../../kit/shared/paging.ts'
import { removalOf } from '../../kit/sql/old-rows-store.ts'
import { fromMicros, microsOf } from '../../kit/sql/paging-store.ts'
import type { ChannelIds } from '../copy/store.ts'

/** What a channel does. */
export const SYNC_KINDS = [
  'POLL_DATA',
  'POLL_OFFERS',
  'ACKNOWLEDGE_DATA',
  'ACKNOWLEDGE_OFFERS',
] as const
export type SyncKind = (typeof SYNC_KINDS)[number]

/** Entries are kept for so many days. */
export const KEPT_DAYS = 7

/** References of rejections that an entry has at most. */
export const MAX_REFERENCES = 20

/** How many items a call had in each list. */
export interface SyncCounts {
  readonly created: number
  readonly updated: number
  readonly removed: number
  readonly failed: number
  readonly offers: number
}

/** Why a reference was rejected. */
export interface LoggedRejection {
  readonly reference: string | null
  readonly code: string
  readonly detail: string
}

/** A call of a channel. */
export interface SyncCall extends ChannelIds, SyncCounts {
  readonly kind: SyncKind
  /** `0` for a caller without a key. */
  readonly keyId: string
  /** Milliseconds, rounded. */
  readonly ms: number
  readonly rejected: number
  /** The first {@link MAX_REFERENCES} references that were rejected. */
  readonly rejectedReferences: readonly string[]
  /** The first {@link MAX_REFERENCES} rejections. */
  readonly rejections: readonly LoggedRejection[]
}

/** The calls of a kind in a minute, with a key. */
export interface SyncEntry extends SyncCounts {
  readonly entryId: string
  readonly kind: SyncKind
  readonly minute: Date
  readonly lastAt: Date
  /** The same in microseconds since 1970. */
  readonly micros: string
  readonly calls: number
  readonly rejected: number
  readonly rejectedReferences: readonly string[]
  readonly rejections: readonly LoggedRejection[]
  readonly totalMs: number
  readonly maxMs: number
  readonly keyId: string
  /** Null if there is no key. */
  readonly keyLabel: string | null
}

/**
 * Adds calls to the entries of this minute. Calls of one entry are added up first, because a statement changes a row once. Rows are written in
 * one order, so that nodes cannot deadlock.
 */
export async function addSyncCalls(
  connection: Connection,
  calls: readonly SyncCall[],
): Promise<void> {
  const rows = calls.map((call, number) => ({ ...call, number }))
  await execute(
    connection,
    sql`
    insert into marketplace.sync_log as l (customer_id, channel_id, minute, kind, key_id, last_at, calls, created, updated, removed,
      failed, offers, rejected, rejected_references, rejections, total_ms, max_ms)
    select "customerId", "channelId", date_trunc('minute', now()), kind, "keyId", now(), count(*), sum(created), sum(updated),
      sum(removed), sum(failed), sum(offers), sum(rejected),
      coalesce((select array_agg(reference) from (
        select reference from unnest(array_agg("rejectedReferences" order by number)) as given (list),
          json_array_elements_text(list) as reference limit ${MAX_REFERENCES}::integer) as first), '{}'),
      coalesce((select array_agg(rejection) from (
        select rejection::jsonb from unnest(array_agg(rejections order by number)) as given (list),
          json_array_elements(list) as rejection limit ${MAX_REFERENCES}::integer) as first), '{}'),
      sum(ms), max(ms)
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as c (number integer, "customerId" bigint, "channelId" bigint, kind text,
      "keyId" bigint, created integer, updated integer, removed integer, failed integer, offers integer, rejected integer,
      "rejectedReferences" json, rejections json, ms integer)
    where exists (select from marketplace.channels ch where ch.customer_id = "customerId" and ch.channel_id = "channelId")
    group by "customerId", "channelId", kind, "keyId" order by "customerId", "channelId", kind, "keyId"
    on conflict (customer_id, channel_id, minute, kind, key_id) do update set
      last_at = excluded.last_at, calls = l.calls + excluded.calls, created = l.created + excluded.created,
      updated = l.updated + excluded.updated, removed = l.removed + excluded.removed, failed = l.failed + excluded.failed,
      offers = l.offers + excluded.offers, rejected = l.rejected + excluded.rejected,
      rejected_references = (l.rejected_references || excluded.rejected_references)[1:${MAX_REFERENCES}::integer],
      rejections = (l.rejections || excluded.rejections)[1:${MAX_REFERENCES}::integer],
      total_ms = l.total_ms + excluded.total_ms, max_ms = greatest(l.max_ms, excluded.max_ms)`,
  )
}

/** Entries are sorted by their last call. It is in their minute, which the primary key has. */
function isBefore({ micros, id }: Cursor): Sql {
  const lastAt = fromMicros(micros)
  return sql`(l.minute, l.last_at, l.entry_id) < (date_trunc('minute', ${lastAt}), ${lastAt}, ${id}::bigint)`
}

/** The entries of a channel in the last days, newest first. */
export async function selectSyncEntries(
  connection: Connection,
  { customerId, channelId }: ChannelIds,
  after: Cursor | undefined,
  limit: number,
): Promise<readonly SyncEntry[]> {
  return await query<SyncEntry>(
    connection,
    sql`
    select l.entry_id::text as "entryId", l.kind, l.minute, l.last_at as "lastAt", ${microsOf(sql`l.last_at`)} as micros, l.calls, l.created, l.updated, l.removed, l.failed,
      l.offers, l.rejected, l.rejected_references as "rejectedReferences", to_json(l.rejections) as rejections, l.total_ms as "totalMs", l.max_ms as "maxMs",
      l.key_id::text as "keyId", k.label as "keyLabel"
    from marketplace.sync_log l
    left join marketplace.api_keys k on k.customer_id = l.customer_id and k.key_id = l.key_id
    where l.customer_id = ${customerId}::bigint and l.channel_id = ${channelId}::bigint
      and l.minute > now() - ${KEPT_DAYS}::float8 * interval '1 day'
      ${after ? sql`and ${isBefore(after)}` : sql``}
    order by l.minute desc, l.last_at desc, l.entry_id desc limit ${limit}`,
  )
}

/** Deletes old entries, up to a number. Returns how many. */
export const removeOldSyncEntries = removalOf('sync_log', 'minute', `${KEPT_DAYS} days`)
