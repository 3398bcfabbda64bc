/** The SQL of what the overview shows of connections. */
import { type Connection as Database, queryOne, sql } from '@entrepot/database'
import { OFFLINE_MS } from './rules.ts'

/** Counts the connections that need a person, and the records with a problem. */
export async function countConnectionFigures(
  database: Database,
  customerId: string,
): Promise<{ readonly Failing: number; readonly Offline: number; readonly Problems: number }> {
  const isOffline = sql`lease_expires_at < clock_timestamp() - ${OFFLINE_MS}::integer * interval '1 ms'`
  return await queryOne(
    database,
    sql`
    select count(*) filter (where not is_paused and failing_since is not null and not ${isOffline})::integer as "Failing",
      count(*) filter (where not is_paused and ${isOffline})::integer as "Offline",
      coalesce(sum(problems), 0)::integer as "Problems"
    from marketplace.connections where customer_id = ${customerId} and deleted_at is null`,
  )
}
