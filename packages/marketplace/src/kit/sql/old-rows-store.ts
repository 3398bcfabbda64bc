/** The SQL that removes rows when they are old. */
import { type Connection, execute, raw, sql } from '@entrepot/database'

/**
 * Returns the function that removes up to `limit` rows of a table, oldest first, and returns their number. Several nodes share the work: each
 * skips the rows that others are removing.
 *
 * @param time the column with the time from which on a row is kept; rows without it stay
 * @param kept how long it is kept
 * @example export const removeOldRuns = removalOf('connection_runs', 'created_at', '30 days')
 */
export function removalOf(
  table: string,
  time: string,
  kept: string,
): (connection: Connection, limit: number) => Promise<number> {
  const rows = raw(`marketplace.${table}`)
  // `now` and not `clock_timestamp`, for which PostgreSQL uses no index.
  const isOld = raw(`${time} < now() - interval '${kept}'`)
  return async (connection, limit) =>
    await execute(
      connection,
      sql`
      delete from ${rows} where ctid = any(array(
        select ctid from ${rows} where ${isOld} order by ${raw(time)} limit ${limit} for update skip locked))`,
    )
}
