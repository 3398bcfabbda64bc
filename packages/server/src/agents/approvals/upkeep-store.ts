/** All SQL that looks after the approvals of all customers. */
import { type Connection, execute, queryFirst, sql } from '@entrepot/database'
import { isStaying } from '@entrepot/marketplace/routes'

/** Removes approvals that ended long ago. */
export async function removeOld(connection: Connection, limit: number): Promise<number> {
  return await execute(
    connection,
    sql`
    delete from hub.agent_approvals where approval_id = any(array(
      select approval_id from hub.agent_approvals where ended_at < now() - interval '90 days' and ${isStaying(sql`customer_id`)} limit ${limit}))`,
  )
}

/** How many approvals wait. */
export async function countPending(connection: Connection): Promise<number> {
  const row = await queryFirst<{ count: number }>(
    connection,
    sql`select count(*)::integer as count from hub.agent_approvals where status = 'PENDING' and expires_at > now()`,
  )
  return row?.count ?? 0
}
