/** The SQL of metrics. */
import { type Database, queryOne, sql } from '@entrepot/database'

/** Sessions that wait for a lock of another one. */
export interface LockWaits {
  readonly sessions: number
  /** How long the longest of them has waited. */
  readonly longestSeconds: number
}

/** Reads the sessions of this database that wait for a lock. The role of the hub sees its own sessions, also those of other nodes. */
export async function readLockWaits(database: Database): Promise<LockWaits> {
  return await queryOne<LockWaits>(
    database,
    sql`
    select count(distinct a.pid)::int as sessions,
      coalesce(max(extract(epoch from clock_timestamp() - l.waitstart)), 0)::float8 as "longestSeconds"
    from pg_stat_activity a
    left join pg_locks l on l.pid = a.pid and not l.granted
    where a.datname = current_database() and a.wait_event_type = 'Lock'`,
  )
}
