/** All SQL of the links of first owners. */
import { type Connection, execute, query, sql, type Transaction } from '@entrepot/database'

/** Whether the hub has no owner: neither a person who may do everything, nor one who could make another person an owner. */
const NO_OWNER = sql`not exists (select from hub.members where role = 'owner')`

const OPEN = sql`used_at is null and expires_at > now() and ${NO_OWNER}`

/** Stores a link, and deletes those that have expired. Returns false if the hub has an owner. */
export async function insertLink(
  connection: Connection,
  tokenHash: Buffer,
  validHours: number,
): Promise<boolean> {
  const count = await execute(
    connection,
    sql`
    with expired as (delete from hub.first_owner_links where expires_at <= now() and used_at is null)
    insert into hub.first_owner_links (token_hash, expires_at)
    select ${tokenHash}, now() + ${validHours} * interval '1 hour' where ${NO_OWNER}`,
  )
  return count === 1
}

/** Whether a link can be used. */
export async function isOpenLink(connection: Connection, tokenHash: Buffer): Promise<boolean> {
  const rows = await query(
    connection,
    sql`select from hub.first_owner_links where token_hash = ${tokenHash} and ${OPEN}`,
  )
  return rows.length > 0
}

/** Uses a link for a user. Returns false if it cannot be used, or is being used. The caller holds the lock of all owners. */
export async function useLink(
  tx: Transaction,
  tokenHash: Buffer,
  userId: string,
): Promise<boolean> {
  const count = await execute(
    tx,
    sql`
    update hub.first_owner_links set used_at = now(), used_by = ${userId}
    where token_hash = ${tokenHash} and ${OPEN}`,
  )
  return count === 1
}
