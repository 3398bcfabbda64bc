/** The SQL of backups: which tables and sequences there are, and their state. */
import {
  type Connection,
  execute,
  executeScript,
  query,
  queryOne,
  raw,
  sql,
  type Transaction,
} from '@entrepot/database'
import { JOBS_SCHEMA } from '@entrepot/marketplace'

/**
 * The schemas of the hub. Schemas of other plugins are not part of a backup, and neither is the job queue: a restored hub finds unfinished
 * work in these tables, and sends its jobs again.
 */
export const SCHEMAS = ['entrepot', 'marketplace', 'hub', 'oauth'] as const

/** A table of the hub. */
export interface Table {
  /** Quoted, with its schema. */
  readonly name: string
  /** Quoted, without generated columns. */
  readonly columns: readonly string[]
}

/** Lists each table after the tables that its foreign keys refer to, except itself. */
export async function listTables(connection: Connection): Promise<readonly Table[]> {
  const rows = await query<Table & { needs: readonly string[] }>(
    connection,
    sql`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select distinct format('%I.%I', fn.nspname, fc.relname) from pg_constraint k
        join pg_class fc on fc.oid = k.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${SCHEMAS}) and c.relkind = 'r'
    order by 1`,
  )
  return inOrder(rows)
}

/** Sorts tables by their dependencies. Pure. */
export function inOrder<T extends { readonly name: string; readonly needs: readonly string[] }>(
  tables: readonly T[],
): readonly T[] {
  const sorted: T[] = []
  const done = new Set<string>()
  while (sorted.length < tables.length) {
    const ready = tables.filter(
      ({ name, needs }) => !done.has(name) && needs.every((one) => done.has(one)),
    )
    if (ready.length === 0) throw new Error('The foreign keys of the tables form a cycle.')
    for (const table of ready) done.add(table.name)
    sorted.push(...ready)
  }
  return sorted
}

/** A sequence, and the state that determines its next number. */
export interface Sequence {
  /** Quoted, with its schema. */
  readonly name: string
  readonly last: string
  readonly isCalled: boolean
}

/** Reads the sequences. Sequences are not part of a snapshot, so they may be ahead of the tables, but never behind. */
export async function readSequences(connection: Connection): Promise<readonly Sequence[]> {
  const names = await query<{ name: string }>(
    connection,
    sql`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${SCHEMAS}) and c.relkind = 'S' order by 1`,
  )
  const read = async ({ name }: { name: string }) =>
    await queryOne<Sequence>(
      connection,
      sql`select ${name} as name, last_value::text as last, is_called as "isCalled" from ${raw(name)}`,
    )
  const sequences: Sequence[] = []
  for (const one of names) sequences.push(await read(one))
  return sequences
}

export async function setSequence(
  tx: Transaction,
  { name, last, isCalled }: Sequence,
): Promise<void> {
  await execute(tx, sql`select setval(${name}::text::regclass, ${last}::text::bigint, ${isCalled})`)
}

/** A migration that was applied; see `@entrepot/database`. */
export interface MigrationRecord {
  readonly name: string
  readonly checksum: string
}

export async function readRecords(
  connection: Connection,
  set: string,
): Promise<readonly MigrationRecord[]> {
  return await query<MigrationRecord>(
    connection,
    sql`select name, checksum from entrepot.migrations where set_name = ${set} order by number`,
  )
}

/** The number of the newest migration of `@entrepot/oauth`; 0 if its tables do not exist. */
export async function readOAuthVersion(connection: Connection): Promise<number> {
  const { exists } = await queryOne<{ exists: boolean }>(
    connection,
    sql`select to_regclass('oauth.migrations') is not null as exists`,
  )
  if (!exists) return 0
  const { newest } = await queryOne<{ newest: number }>(
    connection,
    sql`select coalesce(max(number), 0)::int as newest from oauth.migrations`,
  )
  return newest
}

/** Settings that the text form of values depends on. Timeouts are turned off, because tables can be large. */
const SETTINGS = `
  set local statement_timeout = 0; set local lock_timeout = 0;
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8';`

/** Prepares the transaction of a backup or a restore. No snapshot is taken yet. */
export async function prepareCopy(tx: Transaction): Promise<void> {
  await executeScript(tx, SETTINGS)
}

/** Locks tables against migrations, but not against reading and writing rows. */
export async function lockTables(tx: Transaction, tables: readonly Table[]): Promise<void> {
  const names = tables.map(({ name }) => name).join(', ')
  await executeScript(tx, `lock table ${names} in access share mode`, { timeout: false })
}

export async function emptyTables(tx: Transaction, tables: readonly Table[]): Promise<void> {
  await executeScript(tx, `truncate ${tables.map(({ name }) => name).join(', ')}`)
}

/** The schemas of the hub that the database has. */
export async function findSchemas(connection: Connection): Promise<readonly string[]> {
  const rows = await query<{ name: string }>(
    connection,
    sql`select nspname as name from pg_namespace where nspname = any(${SCHEMAS}) order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Drops schemas of the hub, and the job queue, whose jobs are about rows that no longer exist. */
export async function dropSchemas(tx: Transaction, names: readonly string[]): Promise<void> {
  const all = [...names, JOBS_SCHEMA].join(', ')
  await executeScript(tx, `drop schema if exists ${all} cascade`, { timeout: false })
}

/** How many sessions of hubs and commands use the database. Sessions of a restore have another name, and are not counted. */
export async function countUsers(connection: Connection): Promise<number> {
  const { count } = await queryOne<{ count: number }>(
    connection,
    sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and (application_name = 'entrepot' or application_name like 'entrepot hub%')`,
  )
  return count
}
