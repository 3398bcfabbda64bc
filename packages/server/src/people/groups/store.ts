/** All SQL of memberships that groups give. */
import { type Connection, execute, query, queryFirst, sql } from '@entrepot/database'
import type { Membership } from './rules.ts'

/** The customers at which the groups of a provider give a user the role now. */
export async function selectCustomersByGroup(
  connection: Connection,
  userId: string,
  provider: string,
): Promise<readonly string[]> {
  const rows = await query<{ customerId: string }>(
    connection,
    sql`
    select customer_id as "customerId" from hub.members
    where user_id = ${userId} and group_provider = ${provider}`,
  )
  return rows.map(({ customerId }) => customerId)
}

/** The membership of a user at a customer. */
export async function selectMembership(
  connection: Connection,
  userId: string,
  customerId: string,
): Promise<Membership | undefined> {
  return await queryFirst<Membership>(
    connection,
    sql`
    select role, group_provider as "groupProvider", own_role as "ownRole" from hub.members
    where user_id = ${userId} and customer_id = ${customerId}`,
  )
}

/** Stores a membership. */
export async function putMembership(
  connection: Connection,
  userId: string,
  customerId: string,
  { role, groupProvider, ownRole }: Membership,
): Promise<void> {
  await execute(
    connection,
    sql`
    insert into hub.members (user_id, customer_id, role, group_provider, own_role)
    values (${userId}, ${customerId}, ${role}, ${groupProvider}, ${ownRole})
    on conflict (user_id, customer_id) do update
    set role = excluded.role, group_provider = excluded.group_provider, own_role = excluded.own_role`,
  )
}
