import type { Connection, Database, Transaction } from './client.ts'
import { DatabaseError, messageOf, sqlState } from './errors.ts'
import { type Migration, type MigrationSet, readMigrations } from './migration-files.ts'
import { transaction } from './transaction.ts'

/** Advisory lock that one migration at a time holds in a database: "entrepot" in ASCII as a bigint. */
const migrationLock = '7308907279945854836'

/**
 * Brings the database up to the newest migration of a set.
 *
 * Each file runs in a transaction of its own that holds an advisory lock and records the file in
 * `entrepot.migrations`; so any number of nodes may start at once, and each file is applied once, entirely or not at
 * all. Migrations run without a statement timeout. Statements that cannot run in a transaction (`create index
 * concurrently`) are not possible, and a file must not contain `commit`.
 *
 * @returns the names of the files that this call applied, in order; another node may have applied others meanwhile
 * @throws {DatabaseError} `DATABASE_MIGRATION_INVALID` (the files), `DATABASE_MIGRATION_CHANGED` (an applied file was
 * edited, renamed or removed), `DATABASE_MIGRATION_UNKNOWN` (the database is newer than the code),
 * `DATABASE_MIGRATION_FAILED` (a statement failed; its transaction was rolled back), `DATABASE_MISSING_RIGHT`
 * @example
 * await migrate(database, { name: 'marketplace', directory: new URL('../migrations/', import.meta.url) })
 * // { applied: ['0001-customers', '0002-products'] }
 */
export async function migrate(
  database: Database,
  set: MigrationSet,
): Promise<{ applied: readonly string[] }> {
  const migrations = await readMigrations(set)
  const applied: string[] = []
  // A look without a lock: the usual start has nothing to do and waits for nobody.
  if (findPending(set, migrations, await readRecords(database, set)) === undefined) {
    return { applied }
  }
  for (;;) {
    const migration = await transaction(database, (tx) => applyNext(tx, set, migrations))
    if (!migration) return { applied }
    applied.push(migration.name)
  }
}

interface Record {
  number: number
  name: string
  checksum: string
}

async function applyNext(
  tx: Transaction,
  set: MigrationSet,
  migrations: readonly Migration[],
): Promise<Migration | undefined> {
  await tx`set local statement_timeout = 0`
  await tx`select pg_advisory_xact_lock(${migrationLock}::bigint)`
  await createRecords(tx)
  const pending = findPending(set, migrations, await readRecords(tx, set))
  if (!pending) return undefined
  const id = await transactionId(tx)
  await runMigration(tx, set, pending)
  // A `set` in a migration would otherwise outlive it on this connection of the pool.
  await tx`reset all`
  if ((await transactionId(tx)) !== id) {
    throw failed(set, pending, 'it ends its transaction; take commit and rollback out of it')
  }
  await tx`
    insert into entrepot.migrations (set_name, number, name, checksum)
    values (${set.name}, ${pending.number}, ${pending.name}, ${pending.checksum})`
  return pending
}

async function createRecords(tx: Transaction): Promise<void> {
  try {
    await tx.savepoint(async (nested) => {
      await nested`create schema if not exists entrepot`
      await nested`
        create table if not exists entrepot.migrations (
          set_name text not null,
          number integer not null,
          name text not null,
          checksum text not null,
          applied_at timestamptz not null default now(),
          primary key (set_name, number)
        )`
    })
  } catch (error) {
    if (sqlState(error) !== '42501') throw error
    throw new DatabaseError(
      'DATABASE_MISSING_RIGHT',
      `The migrations cannot be recorded: the role may not create the schema 'entrepot' (${messageOf(error)}). Let the owner of the database grant CREATE on the database to it.`,
      { cause: error },
    )
  }
}

async function readRecords(connection: Connection, set: MigrationSet): Promise<Record[]> {
  const [table] = await connection<[{ exists: boolean }]>`
    select to_regclass('entrepot.migrations') is not null as exists`
  if (!table.exists) return []
  return await connection<Record[]>`
    select number, name, checksum from entrepot.migrations where set_name = ${set.name} order by number`
}

/** The first migration that the records do not hold; undefined if all are applied. */
function findPending(
  set: MigrationSet,
  migrations: readonly Migration[],
  records: readonly Record[],
): Migration | undefined {
  for (const record of records) {
    const file = migrations[record.number - 1]
    if (!file) throw unknownRecord(set, record, migrations.length)
    if (file.name !== record.name || file.checksum !== record.checksum) {
      throw changed(set, record, file)
    }
  }
  return migrations[records.length]
}

async function runMigration(
  tx: Transaction,
  set: MigrationSet,
  migration: Migration,
): Promise<void> {
  try {
    await tx.unsafe(migration.sql)
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw failed(set, migration, describe(error, migration), error)
  }
}

async function transactionId(tx: Transaction): Promise<string | undefined> {
  const [row] = await tx<[{ id: string }]>`select pg_current_xact_id()::text as id`
  return row.id
}

/** The reason and, where PostgreSQL gives a position in the text, the line. */
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
    `Migration '${migration.name}' of the set '${set.name}' failed: ${reason}. It was rolled back; earlier ones stay.`,
    { cause },
  )
}

function changed(set: MigrationSet, record: Record, file: Migration): DatabaseError {
  const what = file.name === record.name ? 'was edited' : `is now called '${file.name}'`
  return new DatabaseError(
    'DATABASE_MIGRATION_CHANGED',
    `Migration '${record.name}' of the set '${set.name}' ${what} after it was applied to this database. Restore the file and put the change into a new migration.`,
  )
}

function unknownRecord(set: MigrationSet, record: Record, known: number): DatabaseError {
  return new DatabaseError(
    'DATABASE_MIGRATION_UNKNOWN',
    `The database is newer than this program: it holds migration '${record.name}' of the set '${set.name}', and only ${known} are known here. Start the newer version, or restore a backup from before the upgrade.`,
  )
}
