import { sql } from './statement.ts'

/**
 * A condition of SQL that is true if a row, which is found by its key, has not expired. It is not `expires_at > now()`, because
 * PostgreSQL could use the index on `expires_at` for that: if its statistics are from a time when all rows had expired, it
 * expects one row, and reads all live rows. No index fits this condition.
 */
export const isAlive = sql`expires_at - now() > interval '0'`
