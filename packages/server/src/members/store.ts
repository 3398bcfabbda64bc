/** All SQL of memberships. */
import type { Connection } from '@entrepot/database'

/** A membership, with the address of the user. */
export interface Member {
  readonly userId: string
  readonly email: string
  readonly customerId: string
  readonly createdAt: Date
}

/** Makes a user a member of a customer; nothing changes for one who is. */
export async function insertMember(
  sql: Connection,
  userId: string,
  customerId: string,
): Promise<void> {
  await sql`
    insert into hub.members (user_id, customer_id) values (${userId}, ${customerId})
    on conflict do nothing`
}

/** Ends a membership; false if there is none. */
export async function deleteMember(
  sql: Connection,
  userId: string,
  customerId: string,
): Promise<boolean> {
  const { count } = await sql`
    delete from hub.members where user_id = ${userId} and customer_id = ${customerId}`
  return count === 1
}

/** Memberships, by address: all, or those of a customer. */
export async function selectMembers(
  sql: Connection,
  customerId?: string,
): Promise<readonly Member[]> {
  return await sql<Member[]>`
    select members.user_id as "userId", email, customer_id as "customerId",
      members.created_at as "createdAt"
    from hub.members join hub.users using (user_id)
    ${customerId === undefined ? sql`` : sql`where customer_id = ${customerId}`}
    order by email_key, customer_id`
}

/** The customers of which a user is a member. */
export async function selectCustomerIds(
  sql: Connection,
  userId: string,
): Promise<readonly string[]> {
  const rows = await sql<{ customerId: string }[]>`
    select customer_id as "customerId" from hub.members where user_id = ${userId}`
  return rows.map((row) => row.customerId)
}
