import { type Database, executeScript } from '@entrepot/database'
import { OAuthError } from '../../shared/errors.ts'
import {
  isReplaced,
  type Migration,
  pendingMigrations,
  readMigrations,
  type Version,
} from '../migrations.ts'
import { type Connection, queryFirst, type Session, sql, transaction } from './statement.ts'

/** Advisory lock that one migrating node at a time holds: "entoauth" in ASCII as a bigint. */
const MIGRATION_LOCK = '7308906235014050920'

/**
 * Creates or updates the schema `oauth`, as the plugin does at its start. Any number of nodes may call it at once. One node does the work in
 * one transaction, and the others wait. The role needs CREATE on the database, unless the schema exists and is its own.
 *
 * Tables that a newer version has changed are accepted if each newer file says that it is compatible with the last file that this
 * version knows. Tables of all files that the baseline has replaced are adopted: only the records of the files change.
 *
 * @returns the names of the files that this call has applied, such as `0001-baseline`, in order
 * @throws OAuthError `OAUTH_STORE_RIGHT`, `OAUTH_STORE_VERSION`, `OAUTH_STORE_OLD`, `OAUTH_STORE_UNAVAILABLE`
 * @example
 * await migrate(pool) // ['0001-baseline']
 */
export async function migrate(pool: Database): Promise<readonly string[]> {
  const migrations = await readMigrations('postgres')
  // This check needs no lock, so a usual start, which has nothing to do, does not wait.
  if ((await findPending(pool, migrations)).length === 0) return []
  try {
    return await transaction(pool, async (tx) => {
      // Other nodes wait for as long as a migration takes.
      const lock = `set local statement_timeout = 0; select pg_advisory_xact_lock(${MIGRATION_LOCK})`
      await executeScript(tx, lock, { timeout: false })
      return await applyPending(tx, migrations)
    })
  } catch (error) {
    throw explain(error)
  }
}

/** File names of the migrations, in order. */
export interface MigrationStatus {
  /** Those that this version of the package has. */
  readonly known: readonly string[]
  /** Those of them that {@link migrate} would apply. */
  readonly pending: readonly string[]
}

/**
 * Reads which files a database lacks, and whether this version can work with it. Changes nothing, and waits for no migration, so that a
 * running application can look whether a newer version has changed the tables.
 *
 * @throws OAuthError `OAUTH_STORE_VERSION`, `OAUTH_STORE_OLD`, `OAUTH_STORE_UNAVAILABLE`
 * @example
 * (await migrationStatus(pool)).pending // ['0001-baseline']
 */
export async function migrationStatus(pool: Database): Promise<MigrationStatus> {
  const migrations = await readMigrations('postgres')
  const pending = await findPending(pool, migrations)
  const names = (all: readonly Migration[]) => all.map(({ name }) => name)
  return { known: names(migrations), pending: names(pending) }
}

/** The names of the files that this version of the package has, in order. */
export async function listMigrations(): Promise<readonly string[]> {
  return (await readMigrations('postgres')).map(({ name }) => name)
}

/**
 * Creates the schema `oauth` as of an older version, inside of a transaction of the caller, such as to restore a backup. The schema must
 * not exist.
 *
 * @param version number of the newest file to apply, and name of the first one, by which the files are recognised that the baseline has
 * replaced
 * @throws OAuthError `OAUTH_STORE_VERSION` if this version of the package does not have that file, `OAUTH_STORE_OLD`
 */
export async function migrateTo(
  tx: Session,
  version: Pick<Version, 'newest' | 'first'>,
): Promise<void> {
  const migrations = await readMigrations('postgres')
  pendingMigrations(migrations, version)
  await applyPending(tx, migrations.slice(0, isReplaced(version) ? 1 : version.newest))
}

async function applyPending(
  tx: Session,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const found = await queryFirst<{ exists: boolean; compatibleFrom: boolean }>(
    tx,
    sql`
    select to_regnamespace('oauth') is not null as exists, exists (select from pg_attribute
      where attrelid = to_regclass('oauth.migrations') and attname = 'compatible_from') as "compatibleFrom"`,
  )
  if (found?.compatibleFrom !== true) {
    // Not `create schema if not exists`, which requires the right to create even if the schema exists.
    const text = `
      ${found?.exists ? '' : 'create schema oauth;'}
      create table if not exists oauth.migrations (
        number integer primary key,
        name text not null,
        applied_at timestamptz not null default now()
      );
      alter table oauth.migrations add column compatible_from integer`
    await executeScript(tx, text, { timeout: false })
  }
  const version = await readVersion(tx, migrations.length)
  const pending = pendingMigrations(migrations, version)
  for (const { number, name, sql: statements, compatibleFrom } of pending) {
    const isAdopted = number === 1 && isReplaced(version)
    // In one round trip. The name is that of a file of this package.
    const text = `${isAdopted ? 'delete from oauth.migrations' : statements}
      ;insert into oauth.migrations (number, name, compatible_from) values (${number}, '${name}', ${compatibleFrom})`
    await executeScript(tx, text, { timeout: false })
  }
  return pending.map(({ name }) => name)
}

async function findPending(
  pool: Database,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  return pendingMigrations(migrations, await readExistingVersion(pool, migrations.length))
}

/** {@link readVersion} of a database that may not have the tables. */
async function readExistingVersion(pool: Database, known: number): Promise<Version> {
  try {
    return await readVersion(pool, known)
  } catch (error) {
    if (ABSENT.has((error as { code?: string }).code ?? '')) return { newest: 0 }
    throw error
  }
}

/** SQLSTATEs of a table or schema that does not exist. */
const ABSENT = new Set(['42P01', '3F000'])

/** @param known how many files this version has. A record of an earlier version says nothing about those that do not know it. */
async function readVersion(connection: Connection, known: number): Promise<Version> {
  const row = await queryFirst<Required<Version>>(
    connection,
    sql`
    select coalesce(max(number), 0)::int as newest, max(name) filter (where number = 1) as first,
      coalesce(max(coalesce((to_jsonb(m) ->> 'compatible_from')::int, number)) filter (where number > ${known}::int), 0)::int as needs
    from oauth.migrations m`,
  )
  return row ?? { newest: 0 }
}

/** SQLSTATE 42501: insufficient_privilege. */
function explain(error: unknown): unknown {
  if ((error as { code?: unknown }).code !== '42501') return error
  return new OAuthError(
    'OAUTH_STORE_RIGHT',
    `The tables of @entrepot/oauth cannot be created: ${(error as Error).message}. Grant CREATE on the database to the role, or create the schema 'oauth' and make the role its owner.`,
    { cause: error },
  )
}
