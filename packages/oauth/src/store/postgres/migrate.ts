import type { Pool } from 'pg'
import { OAuthError } from '../../errors.ts'
import { type Migration, pendingMigrations, readMigrations } from '../migrations.ts'
import {
  type Connection,
  execute,
  queryFirst,
  type Statements,
  sql,
  transaction,
} from './statement.ts'

/** Advisory lock that one migrating node at a time holds: "entoauth" in ASCII as a bigint. */
const MIGRATION_LOCK = '7308906235014050920'

/**
 * Creates or updates the schema `oauth`. Any number of nodes may call it at once. One node does the work in one transaction, and
 * the others wait. The role needs CREATE on the database, unless the schema exists and is its own.
 *
 * @throws OAuthError `OAUTH_STORE_RIGHT`, `OAUTH_STORE_VERSION`
 */
export async function migrate(pool: Pool): Promise<void> {
  const migrations = await readMigrations('postgres')
  // This check needs no lock, so a usual start, which has nothing to do, does not wait.
  if (pendingMigrations(migrations, await readVersion(pool)).length === 0) return
  try {
    const apply = async (tx: Statements) => {
      await execute(tx, sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
      await applyPending(tx, migrations)
    }
    // Other nodes wait for as long as a migration takes.
    await transaction(pool, apply, 0)
  } catch (error) {
    throw explain(error)
  }
}

/**
 * Creates the schema `oauth` as of an older version, inside of a transaction of the caller, such as to restore a backup. The schema must
 * not exist.
 *
 * @param newest number of the newest file to apply
 * @throws OAuthError `OAUTH_STORE_VERSION` if this version of the package does not have that file
 */
export async function migrateTo(tx: Statements, newest: number): Promise<void> {
  const migrations = await readMigrations('postgres')
  pendingMigrations(migrations, newest)
  await applyPending(tx, migrations.slice(0, newest))
}

async function applyPending(tx: Statements, migrations: readonly Migration[]): Promise<void> {
  const found = await queryFirst<{ exists: boolean }>(
    tx,
    sql`select to_regnamespace('oauth') is not null as exists`,
  )
  // Not `create schema if not exists`, which requires the right to create even if the schema exists.
  if (found?.exists !== true) await execute(tx, sql`create schema oauth`)
  await execute(
    tx,
    sql`
    create table if not exists oauth.migrations (
      number integer primary key,
      name text not null,
      applied_at timestamptz not null default now()
    )`,
  )
  for (const { number, name, sql: statements } of pendingMigrations(
    migrations,
    await readVersion(tx),
  )) {
    await tx.query({ text: statements })
    await execute(tx, sql`insert into oauth.migrations (number, name) values (${number}, ${name})`)
  }
}

/** The number of the newest file that was applied; 0 for none. */
async function readVersion(connection: Connection): Promise<number> {
  const table = await queryFirst<{ exists: boolean }>(
    connection,
    sql`select to_regclass('oauth.migrations') is not null as exists`,
  )
  if (table?.exists !== true) return 0
  const row = await queryFirst<{ newest: number }>(
    connection,
    sql`select coalesce(max(number), 0)::int as newest from oauth.migrations`,
  )
  return row?.newest ?? 0
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
