import type { Database } from '@entrepot/database'
import { CLEAN_BATCH, type CleanOptions, cleanInTurns, EXPIRING } from '../clean.ts'
import type { Store } from '../store.ts'
import { postgresCsrf } from './csrf.ts'
import { postgresSignIns } from './sign-ins.ts'

export { revokePerson } from './mcp/connections.ts'
export { connectionsOf, type PersonConnection } from './mcp/connections-of.ts'

import { postgresMcp } from './mcp/index.ts'
import { migrate } from './migrate.ts'

export {
  listMigrations,
  type MigrationStatus,
  migrate,
  migrateTo,
  migrationStatus,
} from './migrate.ts'

import { execute, raw, type Sql, sql } from './statement.ts'

/**
 * A store in PostgreSQL, for any number of nodes: the schema `oauth`, which it creates and updates itself at start.
 *
 * Every operation throws `OAUTH_STORE_UNAVAILABLE` while the database cannot be used: requests are then answered with 503. A
 * statement without an answer fails after 5 s, or after the `query_timeout` of the pool. `connectionTimeoutMillis` of the pool
 * limits the time for a new connection; by default there is no limit.
 *
 * @param pool of `openDatabase`, or of `pg`: then listen to its `error`. The application closes it
 * @example
 * import { openDatabase } from '@entrepot/database'
 * import { postgresStore } from '@entrepot/oauth/postgres'
 * const database = await openDatabase({ url: process.env.DATABASE_URL })
 * await app.register(oauth, { store: postgresStore(database), ...options })
 */
export function postgresStore(pool: Database): Store {
  return {
    csrf: postgresCsrf(pool),
    signIns: postgresSignIns(pool),
    mcp: postgresMcp(pool),
    prepare: async () => void (await migrate(pool)),
    clean: async (options = {}) => await clean(pool, options),
  }
}

async function clean(pool: Database, { auditTtl, signal }: CleanOptions): Promise<number> {
  const tables = Object.entries(EXPIRING).map(([table, age]) => () => {
    return deleteBatch(pool, table, sql`expires_at`, age)
  })
  if (auditTtl !== undefined) {
    tables.push(() => deleteBatch(pool, 'mcp_audit', sql`at`, auditTtl))
  }
  return await cleanInTurns(tables, signal)
}

/** Deletes rows whose `time` is at least `age` seconds ago. */
async function deleteBatch(pool: Database, table: string, time: Sql, age: number): Promise<number> {
  const name = raw(`oauth.${table}`)
  // `skip locked`: several nodes can clean up at the same time, and none waits for a row in use. A locked row does not move, so
  // `ctid` finds it.
  return await execute(
    pool,
    sql`
    delete from ${name} where ctid = any (array(
      select ctid from ${name} where ${time} <= now() - make_interval(secs => ${age})
      limit ${CLEAN_BATCH} for update skip locked
    ))`,
  )
}
