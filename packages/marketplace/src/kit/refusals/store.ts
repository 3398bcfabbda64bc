/** All SQL of refused calls. */
import {
  type Connection,
  execute,
  join,
  query,
  queryFirst,
  type Sql,
  sql,
} from '@entrepot/database'
import type { Actor } from '../principals/actor.ts'
import type { Issue } from '../shared/errors.ts'
import type { Cursor } from '../shared/paging.ts'
import { microsOf } from '../sql/paging-store.ts'
import type { Reason } from './reason.ts'

/** A refused call to be stored. */
export interface NewRefusedCall extends Reason {
  readonly customerId: string
  readonly method: string
  /** The pattern of the path. */
  readonly route: string
  readonly status: number
  readonly code: string
  readonly actor: Actor
}

/** How many refused calls are stored. */
export interface RefusalLimits {
  /** Per customer and minute, on all nodes together. Further ones of the minute are not stored. */
  readonly perMinute: number
  /** Per customer. Older ones are deleted. */
  readonly perCustomer: number
}

/**
 * Stores refused calls of several customers within the limits. Each customer has a row that counts them, and whose lock makes ids ascend
 * in the order of commits. The rows are locked in the order of the customers, so that nodes cannot deadlock.
 */
export async function insertRefusedCalls(
  connection: Connection,
  calls: readonly NewRefusedCall[],
  { perMinute, perCustomer }: RefusalLimits,
): Promise<void> {
  const rows = calls.map((call, number) => ({ ...call, number }))
  await execute(
    connection,
    sql`
    with input as materialized (
      select *, row_number() over (partition by "customerId" order by number) as place
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as i (number integer, "customerId" bigint, method text,
        route text, status smallint, code text, actor jsonb, "requestId" text, path text, detail text, errors jsonb,
        "errorCount" integer)
    ), counted as (
      select "customerId", count(*) as calls from input
      where "customerId" in (select customer_id from marketplace.customers) group by "customerId"
    ), clocks as (
      insert into marketplace.refusal_clocks as c (customer_id, last_id, last_at, in_minute)
      select "customerId", least(calls, ${perMinute}::bigint), clock_timestamp(), calls from counted order by "customerId"
      on conflict (customer_id) do update set
        last_at = greatest(c.last_at, excluded.last_at),
        last_id = c.last_id + least(excluded.in_minute, greatest(0, ${perMinute}::bigint - ${before(sql`c`)})),
        in_minute = ${before(sql`c`)} + excluded.in_minute
      returning customer_id, last_id, last_at, in_minute
    ), stored as (
      select clocks.*, calls, least(calls, greatest(0, ${perMinute}::bigint - (in_minute - calls))) as count
      from clocks join counted on counted."customerId" = clocks.customer_id
    ), trimmed as (
      delete from marketplace.refusals r using stored s
      where r.customer_id = s.customer_id and r.refusal_id <= s.last_id - ${perCustomer}::bigint
    )
    insert into marketplace.refusals (customer_id, refusal_id, occurred_at, method, route, status, code, actor, request_id, path,
      detail, errors, error_count)
    select s.customer_id, s.last_id - s.count + i.place, s.last_at, i.method, i.route, i.status, i.code, i.actor, i."requestId", i.path,
      i.detail, i.errors, i."errorCount"
    from stored s join input i on i."customerId" = s.customer_id and i.place <= s.count`,
  )
}

/** The refusals of a customer in the current minute, before the new ones. */
const before = (c: Sql) => sql`case
  when date_trunc('minute', ${c}.last_at) = date_trunc('minute', greatest(${c}.last_at, excluded.last_at))
  then ${c}.in_minute else 0 end`

/** Rows per statement when old calls are deleted. */
const CHUNK = 5_000

/** Deletes calls older than a number of days. Nodes that do so at once do not wait for each other. */
export async function deleteRefusedCalls(connection: Connection, days: number): Promise<void> {
  for (let deleted = CHUNK; deleted === CHUNK; ) {
    deleted = await execute(
      connection,
      sql`
      delete from marketplace.refusals where (customer_id, refusal_id) in (
        select customer_id, refusal_id from marketplace.refusals
        where occurred_at < now() - ${days}::float8 * interval '1 day'
        order by occurred_at limit ${CHUNK} for update skip locked)`,
    )
  }
}

/** A stored call. The reason is null if an earlier version has stored it. */
export interface RefusedCallRow {
  readonly refusalId: string
  readonly micros: string
  readonly occurredAt: Date
  readonly method: string
  readonly route: string
  readonly path: string | null
  readonly status: number
  readonly code: string
  readonly detail: string | null
  readonly errors: readonly Issue[] | null
  readonly errorCount: number
  readonly actor: Actor
  readonly requestId: string
}

/** Which calls are listed. */
export interface RefusalFilter {
  readonly keyId?: number | undefined
  /** The client id of an agent. */
  readonly actor?: string | undefined
  /** Of an agent: for whom it acted. */
  readonly person?: string | undefined
  readonly status?: number | undefined
  readonly code?: string | undefined
  /** A part of the path or of its pattern. */
  readonly path?: string | undefined
  readonly requestId?: string | undefined
}

/** The calls of a customer in the last days. */
const selectCalls = (customerId: string, days: number) => sql`
  select refusal_id::text as "refusalId", ${microsOf(sql`occurred_at`)} as micros, occurred_at as "occurredAt",
    method, route, path, status, code, detail, errors, error_count as "errorCount", actor, request_id as "requestId"
  from marketplace.refusals
  where customer_id = ${customerId} and occurred_at >= clock_timestamp() - ${days}::float8 * interval '1 day'`

/** Reads the calls of a customer in the last days, newest first. */
export async function findRefusedCalls(
  connection: Connection,
  customerId: string,
  days: number,
  filter: RefusalFilter,
  after: Cursor | undefined,
  limit: number,
): Promise<readonly RefusedCallRow[]> {
  const conditions = [sql`true`, ...conditionsOf(filter)]
  if (after) conditions.push(sql`refusal_id < ${after.id}::bigint`)
  return await query<RefusedCallRow>(
    connection,
    sql`${selectCalls(customerId, days)} and ${join(conditions, ' and ')} order by refusal_id desc limit ${limit}`,
  )
}

/** A customer has at most so many calls as {@link RefusalLimits} says, so a search of a part of the path reads few. */
function conditionsOf({
  keyId,
  actor,
  person,
  status,
  code,
  path,
  requestId,
}: RefusalFilter): readonly Sql[] {
  const holds = (column: Sql) => sql`strpos(lower(${column}), lower(${path}::text)) > 0`
  return [
    ...(keyId ? [sql`actor ->> 'kind' = 'key' and actor ->> 'id' = ${String(keyId)}`] : []),
    ...(actor ? [sql`actor ->> 'kind' = 'agent' and actor ->> 'id' = ${actor}`] : []),
    ...(person ? [sql`actor -> 'person' ->> 'id' = ${person}`] : []),
    ...(status ? [sql`status = ${status}::smallint`] : []),
    ...(code ? [sql`code = ${code}`] : []),
    ...(requestId ? [sql`request_id = ${requestId}`] : []),
    ...(path ? [sql`(${holds(sql`path`)} or ${holds(sql`route`)})`] : []),
  ]
}

/** Reads one call. Undefined if there is none, or it is older. */
export async function findRefusedCall(
  connection: Connection,
  customerId: string,
  days: number,
  refusalId: string,
): Promise<RefusedCallRow | undefined> {
  return await queryFirst<RefusedCallRow>(
    connection,
    sql`${selectCalls(customerId, days)} and refusal_id = ${refusalId}::bigint`,
  )
}
