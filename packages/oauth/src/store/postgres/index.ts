import type { PendingQuery, Row, Sql } from 'postgres'
import { CLEAN_BATCH, type CleanOptions, cleanInTurns, EXPIRING } from '../clean.ts'
import type { Store } from '../store.ts'
import { postgresCsrf } from './csrf.ts'
import { postgresLogins } from './logins.ts'

export { revokePerson } from './mcp/connections.ts'

import { postgresMcp } from './mcp/index.ts'
import { migrate } from './migrate.ts'

/**
 * A store in PostgreSQL, for any number of nodes: the schema `oauth`, which it creates and updates itself at start.
 *
 * @param sql a client of postgres.js (`postgres` on npm) that the application keeps and closes
 * @example
 * import postgres from 'postgres'
 * import { postgresStore } from '@entrepot/oauth/postgres'
 * await app.register(oauth, { store: postgresStore(postgres(process.env.DATABASE_URL)), ...options })
 */
export function postgresStore(sql: Sql): Store {
  return {
    csrf: postgresCsrf(sql),
    logins: postgresLogins(sql),
    mcp: postgresMcp(sql),
    prepare: async () => await migrate(sql),
    clean: async (options = {}) => await clean(sql, options),
  }
}

async function clean(sql: Sql, { auditTtl, signal }: CleanOptions): Promise<number> {
  const tables = EXPIRING.map((table) => () => deleteBatch(sql, table, sql`expires_at <= now()`))
  if (auditTtl !== undefined) {
    tables.push(() =>
      deleteBatch(sql, 'mcp_audit', sql`at <= now() - make_interval(secs => ${auditTtl})`),
    )
  }
  return await cleanInTurns(tables, signal)
}

async function deleteBatch(sql: Sql, table: string, isOver: PendingQuery<Row[]>): Promise<number> {
  // `skip locked`: several nodes clean at once, and none waits for a row that is being used. A row that is locked keeps
  // its place, so that `ctid` finds it.
  const { count } = await sql`
    delete from oauth.${sql(table)} where ctid = any (array(
      select ctid from oauth.${sql(table)} where ${isOver} limit ${CLEAN_BATCH} for update skip locked
    ))`
  return count
}
