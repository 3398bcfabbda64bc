import { escapeLiteral } from 'pg'
import sql from 'sql-template-tag'
import type { Database } from './client.ts'
import { DatabaseError, isRetryable, messageOf, sqlState } from './errors.ts'
import { type Migration, type MigrationSet, readMigrations } from './migration-files.ts'
import { type Connection, executeScript, query } from './query.ts'
import { type Transaction, transaction } from './transaction.ts'

/** Advisory lock for migrations of a database: "entrepot" in ASCII as a bigint. */
const MIGRATION_LOCK = '7308907279945854836'

/**
 * Applies the migrations of a set that are missing in the database.
 *
 * The missing files run in one transaction, which holds an advisory lock and records them in `entrepot.migrations`. Any number of nodes
 * may start at the same time: each file is applied once, and either all files are applied or none. Migrations have no statement
 * timeout. Statements that cannot run in a transaction (`create index concurrently`) are not possible, and a file must not contain
 * `commit`.
 *
 * A call takes one round trip if nothing is missing, otherwise five plus one for each file.
 *
 * @returns the names of the files that this call applied, in order; another node may have applied others at the same time
 * @throws {DatabaseError} `DATABASE_MIGRATION_INVALID` (the files), `DATABASE_MIGRATION_CHANGED` (an applied file was
 * edited, renamed or removed, and its earlier text is not listed as mended), `DATABASE_MIGRATION_UNKNOWN` (the database is newer than the code),
 * `DATABASE_MIGRATION_FAILED` (a statement failed; the transaction was rolled back), `DATABASE_MISSING_RIGHT`
 * @example
 * await migrate(database, { name: 'marketplace', directory: new URL('../migrations/', import.meta.url) })
 * // { applied: ['0001-customers', '0002-products'] }
 */
export async function migrate(
  database: Database,
  set: MigrationSet,
): Promise<{ applied: readonly string[] }> {
  const migrations = await readMigrations(set)
  // The first check takes no lock: usually nothing is missing, and the start does not have to wait.
  if (findPending(set, migrations, await readExistingRecords(database, set)).length === 0) {
    return { applied: [] }
  }
  const applied = await transaction(database, (tx) => applyPending(tx, set, migrations))
  return { applied: applied.map((migration) => migration.name) }
}

/** File names of the migrations of a set, in order. */
export interface MigrationStatus {
  /** Migrations that were applied to the database. */
  readonly applied: readonly string[]
  /** Migrations that {@link migrate} would apply. */
  readonly pending: readonly string[]
}

/**
 * Reads which migrations of a set were applied to the database. Changes nothing.
 *
 * @throws {DatabaseError} `DATABASE_MIGRATION_INVALID`, `DATABASE_MIGRATION_CHANGED`, `DATABASE_MIGRATION_UNKNOWN`, as {@link migrate} does
 * @example
 * (await migrationStatus(database, migrations)).pending // ['0011-listings']
 */
export async function migrationStatus(
  database: Database,
  set: MigrationSet,
): Promise<MigrationStatus> {
  const migrations = await readMigrations(set)
  const pending = findPending(set, migrations, await readExistingRecords(database, set))
  const names = migrations.map((migration) => migration.name)
  const count = names.length - pending.length
  return { applied: names.slice(0, count), pending: names.slice(count) }
}

/**
 * The names of the migrations that this version of the program has, in order.
 *
 * @throws {DatabaseError} `DATABASE_MIGRATION_INVALID`
 */
export async function listMigrations(set: MigrationSet): Promise<readonly string[]> {
  return (await readMigrations(set)).map((migration) => migration.name)
}

/**
 * Applies the first migrations of a set in a transaction of the caller, for example to restore a backup of an older version. The set must
 * not have been applied to the database.
 *
 * @param records name and checksum of each migration to apply, as stored in `entrepot.migrations`, in order
 * @throws {DatabaseError} `DATABASE_MIGRATION_CHANGED` and `DATABASE_MIGRATION_UNKNOWN` if they are not the first ones of the set
 */
export async function migrateTo(
  tx: Transaction,
  set: MigrationSet,
  records: readonly { readonly name: string; readonly checksum: string }[],
): Promise<void> {
  const migrations = await readMigrations(set)
  const numbered = records.map((record, index) => ({ ...record, number: index + 1 }))
  findPending(set, migrations, numbered)
  await lockRecords(tx)
  for (const migration of migrations.slice(0, records.length)) await apply(tx, set, migration)
}

interface Record {
  number: number
  name: string
  checksum: string
}

async function applyPending(
  tx: Transaction,
  set: MigrationSet,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  await lockRecords(tx)
  const pending = findPending(set, migrations, await readRecords(tx, set))
  for (const migration of pending) await apply(tx, set, migration)
  return pending
}

/** Takes the lock, and creates the table of records if it is missing. */
async function lockRecords(tx: Transaction): Promise<void> {
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
      primary key (set_name, number)
    );
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

async function readExistingRecords(database: Database, set: MigrationSet): Promise<Record[]> {
  try {
    return await readRecords(database, set)
  } catch (error) {
    if (ABSENT.has(sqlState(error) ?? '')) return []
    throw error
  }
}

/** SQLSTATEs of a table or schema that does not exist. */
const ABSENT = new Set(['42P01', '3F000'])

async function readRecords(connection: Connection, set: MigrationSet): Promise<Record[]> {
  return await query<Record>(
    connection,
    sql`select number, name, checksum from entrepot.migrations where set_name = ${set.name} order by number`,
  )
}

/** The migrations that are not recorded, in order. */
function findPending(
  set: MigrationSet,
  migrations: readonly Migration[],
  records: readonly Record[],
): readonly Migration[] {
  for (const record of records) {
    const file = migrations[record.number - 1]
    if (!file) throw unknownRecord(set, record, migrations.length)
    const checksums = [file.checksum, ...(set.mended?.[file.name] ?? [])]
    if (file.name !== record.name || !checksums.includes(record.checksum)) {
      throw changed(set, record, file)
    }
  }
  return migrations.slice(records.length)
}

/**
 * Runs a file and records it, in one round trip. The release of the savepoint fails if the file has ended the transaction. `reset all`
 * reverts settings of the file, which would otherwise remain on this connection of the pool.
 */
async function apply(tx: Transaction, set: MigrationSet, migration: Migration): Promise<void> {
  const values = [set.name, migration.name, migration.checksum].map(escapeLiteral)
  const [setName, name, checksum] = values
  const script = `${migration.sql}
    ;release savepoint migration;
    reset all;
    set local statement_timeout = 0;
    insert into entrepot.migrations (set_name, number, name, checksum)
    values (${setName}, ${migration.number}, ${name}, ${checksum});
    savepoint migration`
  try {
    await executeScript(tx, script, { timeout: false })
  } catch (error) {
    if (DatabaseError.is(error) || isRetryable(error)) throw error
    if (TRANSACTION_ENDED.has(sqlState(error) ?? '')) {
      throw failed(
        set,
        migration,
        'it ends the transaction; remove commit and rollback from the file',
      )
    }
    throw failed(set, migration, describe(error, migration), error)
  }
}

/** SQLSTATEs of `release savepoint` without such a savepoint, or without a transaction. */
const TRANSACTION_ENDED = new Set(['3B001', '25P01'])

/** The reason, and the line if PostgreSQL gives a position. */
function describe(error: unknown, migration: Migration): string {
  const position = Number((error as { position?: unknown }).position)
  const line = migration.sql.slice(0, position - 1).split('\n').length
  return position > 0 ? `${messageOf(error)}, line ${line}` : messageOf(error)
}

function failed(
  set: MigrationSet,
  migration: Migration,
  reason: string,
  cause?: unknown,
): DatabaseError {
  const code = sqlState(cause) === '42501' ? 'DATABASE_MISSING_RIGHT' : 'DATABASE_MIGRATION_FAILED'
  return new DatabaseError(
    code,
    `Migration '${migration.name}' of the set '${set.name}' failed: ${reason}. Nothing was changed.`,
    { cause },
  )
}

function changed(set: MigrationSet, record: Record, file: Migration): DatabaseError {
  const what = file.name === record.name ? 'was edited' : `is now called '${file.name}'`
  return new DatabaseError(
    'DATABASE_MIGRATION_CHANGED',
    `Migration '${record.name}' of the set '${set.name}' ${what} after it was applied to this database. Restore the file, and make the change in a new migration.`,
  )
}

function unknownRecord(set: MigrationSet, record: Record, known: number): DatabaseError {
  return new DatabaseError(
    'DATABASE_MIGRATION_UNKNOWN',
    `The database is newer than this program: it contains migration '${record.name}' of the set '${set.name}', but this program has only ${known} migrations. Start the newer version, or restore a backup from before the upgrade.`,
  )
}
