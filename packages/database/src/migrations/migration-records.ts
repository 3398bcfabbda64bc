/** What the table `entrepot.migrations` says was applied, compared with what a program knows. */
import sql from 'sql-template-tag'
import type { Database } from '../connection/client.ts'
import { DatabaseError, messageOf, sqlState } from '../errors.ts'
import type { Transaction } from '../statements/open-transaction.ts'
import { type Connection, executeScript, query, queryFirst } from '../statements/query.ts'
import type { Migration, MigrationSet } from './migration-files.ts'

/** Advisory lock for migrations of a database: "entrepot" in ASCII as a bigint. */
const MIGRATION_LOCK = '7308907279945854836'

/** A migration that was applied. */
export interface MigrationRecord {
  readonly number: number
  readonly name: string
  readonly checksum: string
  /** See {@link Migration.compatibleFrom}. */
  readonly compatibleFrom: number
}

/** Takes the lock, and creates the table of records if it is missing, or the column that earlier versions did not have. */
export async function lockRecords(tx: Transaction): Promise<void> {
  // The column is added only if it is missing, because running nodes read the table, and `alter table` locks it until the commit.
  const script = `
    set local statement_timeout = 0;
    select pg_advisory_xact_lock(${MIGRATION_LOCK});
    create schema if not exists entrepot;
    create table if not exists entrepot.migrations (
      set_name text not null,
      number integer not null,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now(),
      compatible_from integer,
      primary key (set_name, number)
    );
    do $$ begin
      if not exists (select from pg_attribute
        where attrelid = 'entrepot.migrations'::regclass and attname = 'compatible_from') then
        alter table entrepot.migrations add column compatible_from integer;
      end if;
    end $$;
    savepoint migration`
  try {
    await executeScript(tx, script, { timeout: false })
  } catch (error) {
    if (sqlState(error) !== '42501') throw error
    throw new DatabaseError(
      'DATABASE_MISSING_RIGHT',
      `The migrations cannot be recorded: the role may not create the schema 'entrepot' (${messageOf(error)}). Ask the owner of the database to grant this role CREATE on the database.`,
      { cause: error },
    )
  }
}

/** The records of a set, in order. A record of an earlier version says nothing about programs that do not know it. */
export async function readRecords(
  connection: Connection,
  set: Pick<MigrationSet, 'name'>,
): Promise<readonly MigrationRecord[]> {
  return await query<MigrationRecord>(
    connection,
    sql`
    select number, name, checksum,
      coalesce((to_jsonb(m) ->> 'compatible_from')::integer, number) as "compatibleFrom"
    from entrepot.migrations m where set_name = ${set.name} order by number`,
  )
}

/** {@link readRecords} of a database that may not have the table. */
export async function readExistingRecords(
  database: Database,
  set: Pick<MigrationSet, 'name'>,
): Promise<readonly MigrationRecord[]> {
  try {
    return await readRecords(database, set)
  } catch (error) {
    if (ABSENT.has(sqlState(error) ?? '')) return []
    throw error
  }
}

/** SQLSTATEs of a table or schema that does not exist. */
const ABSENT = new Set(['42P01', '3F000'])

/**
 * The migrations that are not recorded, in order: all of them, the baseline too, if the files are recorded that it has replaced. Pure.
 *
 * @throws {DatabaseError} `DATABASE_MIGRATION_CHANGED`, `DATABASE_MIGRATION_UNKNOWN` for records that this program neither knows nor can
 * work with, `DATABASE_MIGRATION_OLD` if only some of the files are recorded that the baseline has replaced
 */
export function findPending(
  set: MigrationSet,
  migrations: readonly Migration[],
  records: readonly MigrationRecord[],
): readonly Migration[] {
  if (hasReplaced(set, records)) return migrations
  for (const record of records) {
    const file = migrations[record.number - 1]
    if (!file) continue
    if (file.name !== record.name || file.checksum !== record.checksum) {
      throw changed(set, record, file)
    }
  }
  const newer = records.slice(migrations.length)
  const unknown = newer.find(({ compatibleFrom }) => compatibleFrom > migrations.length)
  if (unknown) throw unknownRecord(set, unknown, migrations.length)
  return migrations.slice(records.length)
}

/** Whether exactly the files are recorded that the baseline has replaced. Throws if only some of them are. */
function hasReplaced(set: MigrationSet, records: readonly MigrationRecord[]): boolean {
  const replaced = Object.entries(set.baseline?.replaces ?? {})
  const known = records.filter(({ name, checksum }, index) => {
    const [file, checksums] = replaced[index] ?? []
    return file === name && checksums?.includes(checksum)
  })
  if (known.length === 0 || known.length < records.length) return false
  if (known.length === replaced.length) return true
  throw new DatabaseError(
    'DATABASE_MIGRATION_OLD',
    `The database is older than this program can migrate: it has ${known.length} of the ${replaced.length} migrations of the set '${set.name}' that one file has replaced. Nothing was changed. Start it once with ${set.baseline?.program}, and then with this version.`,
  )
}

/** How many migrations of a set a program knows. */
export interface KnownMigrations {
  /** Name of the set. */
  readonly name: string
  readonly count: number
}

/**
 * Looks whether a newer program has migrated the database so that this one cannot work with it, for programs that run while others are
 * upgraded. One statement, which changes nothing and waits for no migration.
 *
 * @returns the error that a start would throw, `DATABASE_MIGRATION_UNKNOWN`; undefined while this program can work with the tables
 * @example
 * const known = [{ name: 'shop', count: (await listMigrations(set)).length }]
 * const error = await findIncompatible(database, known) // after a newer program has dropped a column: DatabaseError
 */
export async function findIncompatible(
  database: Database,
  known: readonly KnownMigrations[],
): Promise<DatabaseError | undefined> {
  const names = known.map(({ name }) => name)
  const counts = known.map(({ count }) => count)
  const record = await queryFirst<MigrationRecord & { set: string; count: number }>(
    database,
    sql`
    select k.name as set, k.count, m.number, m.name, m.checksum,
      coalesce((to_jsonb(m) ->> 'compatible_from')::integer, m.number) as "compatibleFrom"
    from unnest(${names}::text[], ${counts}::integer[]) k (name, count)
    join entrepot.migrations m on m.set_name = k.name and m.number > k.count
    where coalesce((to_jsonb(m) ->> 'compatible_from')::integer, m.number) > k.count
    order by k.name, m.number limit 1`,
  )
  return record && unknownRecord({ name: record.set }, record, record.count)
}

function changed(set: MigrationSet, record: MigrationRecord, file: Migration): DatabaseError {
  const what = file.name === record.name ? 'was edited' : `is now called '${file.name}'`
  return new DatabaseError(
    'DATABASE_MIGRATION_CHANGED',
    `Migration '${record.name}' of the set '${set.name}' ${what} after it was applied to this database. Restore the file, and make the change in a new migration.`,
  )
}

/** The error for a record of a newer program, with which a program that knows the first `count` migrations cannot work. */
export function unknownRecord(
  set: Pick<MigrationSet, 'name'>,
  record: MigrationRecord,
  count: number,
): DatabaseError {
  return new DatabaseError(
    'DATABASE_MIGRATION_UNKNOWN',
    `The database is newer than this program: it contains migration '${record.name}' of the set '${set.name}', which needs a program with at least ${record.compatibleFrom} migrations, and this one has ${count}. Start the newer version, or restore a backup from before the upgrade.`,
  )
}
