import { sql } from './statement.ts'

/**
 * Whether a row that is found by its key has not expired, as a condition of SQL. Not `expires_at > now()`: while its statistics
 * are from when all rows were over, and a clean-up has left dead rows where the index on `expires_at` begins, PostgreSQL takes
 * that index, expecting one row, and reads every live one. No index fits this.
 */
export const isAlive = sql`expires_at - now() > interval '0'`
