import type { PendingQuery, Row, Sql } from 'postgres'
import type { Store } from '../store.ts'
import { postgresCsrf } from './csrf.ts'
import { postgresLogins } from './logins.ts'
import { postgresMcp } from './mcp/index.ts'
import { migrate } from './migrate.ts'

/** Rows that one statement of the clean-up deletes: few enough to hold no lock for long. */
const CLEAN_BATCH = 1_000

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
    clean: async (auditTtl) => await clean(sql, auditTtl),
  }
}

/** Every table with rows that expire by themselves. */
const EXPIRING = [
  'csrf_tokens',
  'logins',
  'platform_oauth_mcp_clients',
  'platform_oauth_mcp_keys',
  'mcp_client_documents',
  'mcp_auth_codes',
  'mcp_refresh_families',
  'mcp_assertion_jtis',
  'mcp_connections',
  'mcp_revocations',
  'mcp_limits',
] as const

async function clean(sql: Sql, auditTtl: number | undefined): Promise<number> {
  let deleted = 0
  for (const table of EXPIRING) {
    deleted += await cleanTable(sql, table, sql`expires_at <= now()`)
  }
  if (auditTtl === undefined) return deleted
  const old = sql`at <= now() - make_interval(secs => ${auditTtl})`
  return deleted + (await cleanTable(sql, 'mcp_audit', old))
}

async function cleanTable(sql: Sql, table: string, isOver: PendingQuery<Row[]>): Promise<number> {
  let deleted = 0
  for (let count = CLEAN_BATCH; count === CLEAN_BATCH; deleted += count) {
    // `skip locked`: several nodes clean at once, and none waits for a row that is being used. A row that is locked keeps
    // its place, so that `ctid` finds it.
    const result = await sql`
      delete from oauth.${sql(table)} where ctid = any (array(
        select ctid from oauth.${sql(table)} where ${isOver} limit ${CLEAN_BATCH} for update skip locked
      ))`
    count = result.count
  }
  return deleted
}
