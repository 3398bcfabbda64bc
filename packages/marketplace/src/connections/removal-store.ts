/** The SQL that removes what is left of deleted connections. */
import { type Connection as Database, execute, join, type Sql, sql } from '@entrepot/database'

const CHILDREN = [
  sql`marketplace.connection_pairs`,
  sql`marketplace.connection_problems`,
  sql`marketplace.connection_requests`,
  sql`marketplace.connection_runs`,
]

/**
 * Removes up to `limit` rows of each kind that belong to deleted connections, and the connections that have none. Returns whether there may
 * be more: `limit`, or less. A connection stays while another node removes its rows.
 */
export async function removeDeleted(database: Database, limit: number): Promise<number> {
  const ofDeleted = (table: Sql) => sql`
    delete from ${table} where ctid = any(array(
      select r.ctid from (
        select customer_id, connection_id from marketplace.connections
        where deleted_at is not null order by deleted_at limit 10
      ) c cross join lateral (
        select ctid from ${table} r
        where r.customer_id = c.customer_id and r.connection_id = c.connection_id limit ${limit} for update skip locked
      ) r limit ${limit}))`
  let count = 0
  for (const table of CHILDREN) count += await execute(database, ofDeleted(table))
  const isEmpty = CHILDREN.map(
    (table) => sql`not exists (
      select from ${table} r where r.customer_id = c.customer_id and r.connection_id = c.connection_id)`,
  )
  count += await execute(
    database,
    sql`
    delete from marketplace.connections where ctid = any(array(
      select c.ctid from marketplace.connections c
      where c.deleted_at < now() - interval '1 minute' and ${join(isEmpty, ' and ')}
      order by c.deleted_at limit ${limit} for update skip locked))`,
  )
  return Math.min(count, limit)
}
