import { escapeLiteral } from 'pg'
import type { Database } from '../connection/client.ts'
import { DatabaseError, isRetryable, messageOf, sqlState } from '../errors.ts'
import type { Transaction } from '../statements/open-transaction.ts'
import { executeScript } from '../statements/query.ts'
import { transaction } from '../statements/transaction.ts'
import { type Migration, type MigrationSet, readMigrations } from './migration-files.ts'
import { findPending, lockRecords, readExistingRecords, readRecords } from './migration-records.ts'

/**
 * Applies the migrations of a set that are missing in the database.
 *
 * A database that has all files that the baseline of the set has replaced is adopted: the record of the baseline takes the place of
 * theirs, and nothing else is changed.
 *
 * A database that a newer program has migrated is accepted if each newer file says that it is compatible with the last file that this
 * program knows, by a line such as `-- compatible-from: 0026`.
 *
 * The missing files run in one transaction, which holds an advisory lock and records them in `entrepot.migrations`. Any number of nodes
 * may start at the same time: each file is applied once, and either all files are applied or none. Migrations have no statement
 * timeout. Statements that cannot run in a transaction (`create index concurrently`) are not possible, and a file must not contain
 * `commit`.
 *
 * A call takes one round trip if nothing is missing, otherwise five plus one for each file.
 *
 * @returns the names of the files that this call applied, in order; another node may have applied others at the same time
 * @throws {DatabaseError} `DATABASE_MIGRATION_INVALID` (the files), `DATABASE_MIGRATION_CHANGED` (an applied file was edited or renamed),
 * `DATABASE_MIGRATION_UNKNOWN` (the database is newer than the code, and the code cannot work with it), `DATABASE_MIGRATION_OLD` (it lacks
 * files that the baseline has replaced), `DATABASE_MIGRATION_FAILED` (a statement failed; the transaction was rolled back),
 * `DATABASE_MISSING_RIGHT`
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
  /** Migrations of this program that were applied to the database. */
  readonly applied: readonly string[]
  /** Migrations that {@link migrate} would apply. */
  readonly pending: readonly string[]
}

/**
 * Reads which migrations of a set were applied to the database. Changes nothing.
 *
 * @throws {DatabaseError} `DATABASE_MIGRATION_INVALID`, `DATABASE_MIGRATION_CHANGED`, `DATABASE_MIGRATION_UNKNOWN`, `DATABASE_MIGRATION_OLD`, as
 * {@link migrate} does
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
 * @param records name and checksum of each migration to apply, as stored in `entrepot.migrations`, in order; the files that a baseline has
 * replaced stand for it
 * @throws {DatabaseError} `DATABASE_MIGRATION_CHANGED` and `DATABASE_MIGRATION_UNKNOWN` if they are not the first ones of the set,
 * `DATABASE_MIGRATION_OLD`
 */
export async function migrateTo(
  tx: Transaction,
  set: MigrationSet,
  records: readonly { readonly name: string; readonly checksum: string }[],
): Promise<void> {
  const migrations = await readMigrations(set)
  const numbered = records.map((record, index) => ({
    ...record,
    number: index + 1,
    compatibleFrom: index + 1,
  }))
  const isReplaced = findPending(set, migrations, numbered)[0]?.number === 1
  await lockRecords(tx)
  const wanted = migrations.slice(0, isReplaced ? 1 : records.length)
  for (const migration of wanted) await apply(tx, set, migration)
}

async function applyPending(
  tx: Transaction,
  set: MigrationSet,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  await lockRecords(tx)
  const records = await readRecords(tx, set)
  const pending = findPending(set, migrations, records)
  for (const migration of pending) {
    if (migration.number === 1 && records.length > 0) await adopt(tx, set, migration)
    else await apply(tx, set, migration)
  }
  return pending
}

/** Records the baseline instead of the files that it has replaced. */
async function adopt(tx: Transaction, set: MigrationSet, baseline: Migration): Promise<void> {
  const script = `delete from entrepot.migrations where set_name = ${escapeLiteral(set.name)};
    ${recordOf(set, baseline)}`
  await executeScript(tx, script, { timeout: false })
}

function recordOf(set: MigrationSet, migration: Migration): string {
  const values = [set.name, migration.name, migration.checksum].map(escapeLiteral)
  const [setName, name, checksum] = values
  return `insert into entrepot.migrations (set_name, number, name, checksum, compatible_from)
    values (${setName}, ${migration.number}, ${name}, ${checksum}, ${migration.compatibleFrom});`
}

/**
 * Runs a file and records it, in one round trip. The release of the savepoint fails if the file has ended the transaction. `reset all`
 * reverts settings of the file, which would otherwise remain on this connection of the pool.
 */
async function apply(tx: Transaction, set: MigrationSet, migration: Migration): Promise<void> {
  const script = `${migration.sql}
    ;release savepoint migration;
    reset all;
    set local statement_timeout = 0;
    ${recordOf(set, migration)}
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
