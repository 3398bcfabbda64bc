/** All SQL of memberships. */
import { type Connection, execute, query, sql } from '@entrepot/database'

/** A membership, with the address of the user. */
export interface Member {
  readonly userId: string
  readonly email: string
  readonly customerId: string
  readonly createdAt: Date
}

/** Makes a user a member of a customer. Does nothing if the user is a member. */
export async function insertMember(
  connection: Connection,
  userId: string,
  customerId: string,
): Promise<void> {
  await execute(
    connection,
    sql`
    insert into hub.members (user_id, customer_id) values (${userId}, ${customerId})
    on conflict do nothing`,
  )
}

/** Ends a membership. Returns false if there is none. */
export async function deleteMember(
  connection: Connection,
  userId: string,
  customerId: string,
): Promise<boolean> {
  const count = await execute(
    connection,
    sql`
    delete from hub.members where user_id = ${userId} and customer_id = ${customerId}`,
  )
  return count === 1
}

/** Memberships, by address: all, or those of a customer. */
export async function selectMembers(
  connection: Connection,
  customerId?: string,
): Promise<readonly Member[]> {
  return await query<Member>(
    connection,
    sql`
    select members.user_id as "userId", email, customer_id as "customerId",
      members.created_at as "createdAt"
    from hub.members join hub.users using (user_id)
    ${customerId === undefined ? sql`` : sql`where customer_id = ${customerId}`}
    order by email_key, customer_id`,
  )
}

/** The customers of which a user is a member. */
export async function selectCustomerIds(
  connection: Connection,
  userId: string,
): Promise<readonly string[]> {
  const rows = await query<{ customerId: string }>(
    connection,
    sql`
    select customer_id as "customerId" from hub.members where user_id = ${userId}`,
  )
  return rows.map((row) => row.customerId)
}
