import type { Sql } from 'postgres'
import type { Store } from '../store.ts'
import { postgresCsrf } from './csrf.ts'
import { postgresLogins } from './logins.ts'
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
    prepare: async () => await migrate(sql),
    clean: async () => await clean(sql),
  }
}

/** Every table with rows that expire, with its key. */
const EXPIRING = [
  ['csrf_tokens', 'token_hash'],
  ['logins', 'login_id'],
] as const

async function clean(sql: Sql): Promise<number> {
  let deleted = 0
  for (const [table, key] of EXPIRING) {
    for (let count = CLEAN_BATCH; count === CLEAN_BATCH; deleted += count) {
      // `skip locked`: several nodes clean at once, and none waits for a sign-in that is being used.
      const result = await sql`
        delete from oauth.${sql(table)} where ${sql(key)} in (
          select ${sql(key)} from oauth.${sql(table)} where expires_at <= now()
          limit ${CLEAN_BATCH} for update skip locked
        )`
      count = result.count
    }
  }
  return deleted
}
