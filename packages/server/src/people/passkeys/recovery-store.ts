/** The SQL of the links of recoveries. */
import { type Connection, execute, queryFirst, sql, type Transaction } from '@entrepot/database'
import { emailKey } from '../users/rules.ts'

/** Stores the link of a recovery. It replaces those of the user that were not used. Undefined if no user has the address. */
export async function insertRecoveryLink(
  tx: Transaction,
  email: string,
  tokenHash: Buffer,
  validHours: number,
): Promise<{ readonly userId: string; readonly email: string } | undefined> {
  const user = await queryFirst<{ userId: string; email: string }>(
    tx,
    sql`
    select user_id as "userId", email from hub.users where email_key = ${emailKey(email)} for update`,
  )
  if (user === undefined) return undefined
  await execute(
    tx,
    sql`delete from hub.recovery_links where user_id = ${user.userId} and used_at is null`,
  )
  await execute(
    tx,
    sql`
    insert into hub.recovery_links (token_hash, user_id, expires_at)
    values (${tokenHash}, ${user.userId}, now() + ${validHours} * interval '1 hour')`,
  )
  return user
}

/** The user of a link that can be used. */
export async function findRecovery(
  connection: Connection,
  tokenHash: Buffer,
): Promise<{ readonly userId: string; readonly email: string } | undefined> {
  return await queryFirst(
    connection,
    sql`
    select user_id as "userId", email from hub.recovery_links join hub.users using (user_id)
    where token_hash = ${tokenHash} and used_at is null and expires_at > now()`,
  )
}

/** Uses a link: of all who try, one does. Returns the id of its user. */
export async function takeRecovery(
  tx: Transaction,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const row = await queryFirst<{ userId: string }>(
    tx,
    sql`
    update hub.recovery_links set used_at = now()
    where token_hash = ${tokenHash} and used_at is null and expires_at > now()
    returning user_id as "userId"`,
  )
  return row?.userId
}
