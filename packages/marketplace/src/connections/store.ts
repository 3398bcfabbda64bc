/** The SQL of connections. */
import {
  type Connection as Database,
  execute,
  query,
  queryFirst,
  queryOne,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { Owner } from '../kit/principals/owner.ts'
import { countLocked } from '../kit/sql/count-store.ts'
import type { StateFacts } from './rules.ts'
import type { Role, Settings } from './schema.ts'

/** A connection as stored. */
export interface Connection extends StateFacts {
  readonly connectionId: string
  readonly channelId: number | null
  readonly name: string
  readonly shop: string
  readonly role: Role
  readonly settings: Settings
  readonly version: number
  readonly leaseHolder: string | null
  readonly pending: Readonly<Record<string, number>> | null
  readonly lagSeconds: number | null
  readonly failureMessage: string | null
  readonly failureRemedy: string | null
  readonly lastRunAt: Date | null
  readonly lastSuccessAt: Date | null
  readonly lastChangeAt: Date | null
  readonly cursors: Readonly<Record<string, string>>
  readonly linked: Readonly<Record<string, number>>
  readonly creating: number
  readonly problems: number
  readonly createdAt: Date
  readonly updatedAt: Date
  /** The time of the database at that moment. */
  readonly now: Date
}

const COLUMNS = sql`
  c.connection_id as "connectionId", c.channel_id::float8 as "channelId", c.name, c.shop, c.role, c.settings,
  c.is_paused as "isPaused", c.version, c.lease_number as "leaseNumber", c.lease_holder as "leaseHolder",
  c.lease_expires_at as "leaseExpiresAt", c.pending, c.lag_seconds as "lagSeconds",
  c.failure_message as "failureMessage", c.failure_remedy as "failureRemedy", c.failing_since as "failingSince",
  c.last_run_at as "lastRunAt", c.last_success_at as "lastSuccessAt", c.last_change_at as "lastChangeAt",
  c.cursors, c.linked, c.creating, c.problems, c.created_at as "createdAt", c.updated_at as "updatedAt",
  clock_timestamp() as now`

/** The connections `c` that an owner sees. */
export const ownedBy = ({ customerId, channelId }: Owner): Sql => sql`
  c.customer_id = ${customerId} and c.deleted_at is null
  ${channelId === null ? sql`` : sql`and c.channel_id = ${channelId}`}`

/** The connection `c` with this id, if an owner sees it. */
export const named = (owner: Owner, connectionId: string): Sql =>
  sql`${ownedBy(owner)} and c.connection_id = ${connectionId}::bigint`

/** Reads connections, oldest first. */
export async function findConnections(
  database: Database,
  owner: Owner,
  after: string | undefined,
  limit: number,
): Promise<readonly Connection[]> {
  return await query<Connection>(
    database,
    sql`
    select ${COLUMNS} from marketplace.connections c
    where ${ownedBy(owner)} and c.connection_id > ${after ?? '0'}::bigint
    order by c.connection_id limit ${limit}`,
  )
}

/** Reads a connection. Undefined if it does not exist, or if the owner does not see it. */
export async function findConnection(
  database: Database,
  owner: Owner,
  connectionId: string,
): Promise<Connection | undefined> {
  return await queryFirst<Connection>(
    database,
    sql`select ${COLUMNS} from marketplace.connections c where ${named(owner, connectionId)}`,
  )
}

/** Reads and locks a connection until the transaction ends. */
export async function lockConnection(
  tx: Transaction,
  owner: Owner,
  connectionId: string,
): Promise<Connection | undefined> {
  return await queryFirst<Connection>(
    tx,
    sql`
    select ${COLUMNS} from marketplace.connections c
    where ${named(owner, connectionId)} for no key update of c`,
  )
}

/** The number of connections of a customer, whose row is locked. */
export async function countConnections(tx: Transaction, customerId: string): Promise<number> {
  const all = sql`marketplace.connections where customer_id = ${customerId} and deleted_at is null`
  return await countLocked(tx, customerId, all)
}

/** What is stored of a new connection. */
export type NewConnection = Pick<
  Connection,
  'channelId' | 'name' | 'shop' | 'role' | 'settings'
> & { readonly eventsCursor: string }

/** Stores a connection. Undefined if the customer has no such channel. */
export async function insertConnection(
  tx: Transaction,
  customerId: string,
  { channelId, name, shop, role, settings, eventsCursor }: NewConnection,
): Promise<Connection | undefined> {
  return await queryFirst<Connection>(
    tx,
    sql`
    insert into marketplace.connections as c (customer_id, channel_id, name, shop, role, settings, events_cursor)
    select ${customerId}::bigint, ${channelId}::bigint, ${name}::text, ${shop}::text, ${role}::text,
      ${JSON.stringify(settings)}::text::jsonb, ${eventsCursor}::text
    where ${channelId}::bigint is null or exists (
      select from marketplace.channels ch where ch.customer_id = ${customerId} and ch.channel_id = ${channelId}::bigint)
    returning ${COLUMNS}`,
  )
}

/** The values of a connection that people change. */
export type ConnectionValues = Pick<
  Connection,
  'connectionId' | 'name' | 'settings' | 'isPaused' | 'version'
>

/** Writes the values of a connection. The caller has locked it. */
export async function updateConnection(
  tx: Transaction,
  customerId: string,
  { connectionId, name, settings, isPaused, version }: ConnectionValues,
): Promise<Connection> {
  return await queryOne<Connection>(
    tx,
    sql`
    update marketplace.connections c set name = ${name}, settings = ${JSON.stringify(settings)}::text::jsonb,
      is_paused = ${isPaused}, version = ${version}, updated_at = clock_timestamp()
    where c.customer_id = ${customerId} and c.connection_id = ${connectionId}::bigint
    returning ${COLUMNS}`,
  )
}

/** Deletes a connection for its readers. What belongs to it is removed later: see `removeDeleted`. The caller has locked it. */
export async function markDeleted(
  tx: Transaction,
  customerId: string,
  connectionId: string,
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.connections set deleted_at = clock_timestamp(), settings = '{}', cursors = '{}'
    where customer_id = ${customerId} and connection_id = ${connectionId}::bigint`,
  )
}

/** Writes the cursors of a connection: those that are null end. The caller has locked it. */
export async function updateCursors(
  tx: Transaction,
  customerId: string,
  connectionId: string,
  cursors: Readonly<Record<string, string | null>>,
): Promise<Readonly<Record<string, string>>> {
  const row = await queryOne<{ cursors: Readonly<Record<string, string>> }>(
    tx,
    sql`
    update marketplace.connections c
    set cursors = jsonb_strip_nulls(c.cursors || ${JSON.stringify(cursors)}::text::jsonb), updated_at = clock_timestamp()
    where c.customer_id = ${customerId} and c.connection_id = ${connectionId}::bigint
    returning c.cursors`,
  )
  return row.cursors
}

/** What changes of the counts of a connection. */
export interface CountChange {
  /** By kind. */
  readonly linked?: Readonly<Record<string, number>>
  readonly creating?: number
  readonly problems?: number
}

/** Adds to the counts of a connection. The caller has locked it. */
export async function addCounts(
  tx: Transaction,
  customerId: string,
  connectionId: string,
  { linked = {}, creating = 0, problems = 0 }: CountChange,
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.connections c set creating = c.creating + ${creating}::integer, problems = c.problems + ${problems}::integer,
      linked = (
        select coalesce(jsonb_object_agg(kind, count) filter (where count > 0), '{}') from (
          select kind, sum(count::integer) as count from (
            select * from jsonb_each_text(c.linked)
            union all
            select * from jsonb_each_text(${JSON.stringify(linked)}::text::jsonb)
          ) as added (kind, count) group by kind
        ) summed)
    where c.customer_id = ${customerId} and c.connection_id = ${connectionId}::bigint`,
  )
}

/** Stores or ends the failure of a connection. `failing_since` stays while it fails. The caller has locked it. */
export async function updateFailure(
  tx: Transaction,
  customerId: string,
  connectionId: string,
  failure: { readonly message: string; readonly remedy: string } | null,
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.connections set failure_message = ${failure?.message ?? null}, failure_remedy = ${failure?.remedy ?? null},
      failing_since = case when ${failure === null} then null else coalesce(failing_since, clock_timestamp()) end
    where customer_id = ${customerId} and connection_id = ${connectionId}::bigint`,
  )
}

/** What a run says of its connection. */
export interface RunNote {
  readonly finishedAt: string
  readonly isSuccess: boolean
  readonly isChange: boolean
}

/** Stores when a connection ran last. The caller has locked it. */
export async function noteRun(
  tx: Transaction,
  customerId: string,
  connectionId: string,
  { finishedAt, isSuccess, isChange }: RunNote,
): Promise<void> {
  const at = sql`least(${finishedAt}::text::timestamptz, clock_timestamp())`
  await execute(
    tx,
    sql`
    update marketplace.connections set last_run_at = ${at},
      last_success_at = case when ${isSuccess} then ${at} else last_success_at end,
      last_change_at = case when ${isChange} then ${at} else last_change_at end
    where customer_id = ${customerId} and connection_id = ${connectionId}::bigint`,
  )
}
