/** All SQL of memberships. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  sql,
  type Transaction,
} from '@entrepot/database'
import { type Cursor, fromMicros, microsOf } from '@entrepot/marketplace/routes'
import type { Role } from './roles.ts'

/** A membership, with the address of the user. */
export interface Member {
  readonly userId: string
  readonly email: string
  readonly customerId: string
  readonly role: Role
  readonly createdAt: Date
}

const columns = sql`
  members.user_id as "userId", email, customer_id as "customerId", role,
  members.created_at as "createdAt"`

/** Makes a user a member of a customer. A member keeps its role. */
export async function insertMember(
  connection: Connection,
  { userId, customerId, role }: Pick<Member, 'userId' | 'customerId' | 'role'>,
): Promise<boolean> {
  const count = await execute(
    connection,
    sql`
    insert into hub.members (user_id, customer_id, role) values (${userId}, ${customerId}, ${role})
    on conflict do nothing`,
  )
  return count === 1
}

/** Held by whoever changes owners; taken alone by whoever removes a user. */
const OWNERS = sql`hashtextextended('entrepot owners', 0)`

/**
 * Waits until no other transaction changes the owners of a customer, and keeps others waiting until this one ends. To be taken before
 * locks of rows, so that transactions do not deadlock.
 */
export async function lockOwners(connection: Transaction, customerId: string): Promise<void> {
  await execute(
    connection,
    sql`
    select pg_advisory_xact_lock_shared(${OWNERS}),
      pg_advisory_xact_lock(hashtextextended('entrepot owners ' || ${customerId}::text, 0))`,
  )
}

/** {@link lockOwners} of all customers, for the removal of a user. */
export async function lockAllOwners(connection: Transaction): Promise<void> {
  await execute(connection, sql`select pg_advisory_xact_lock(${OWNERS})`)
}

/** The customers that have no owner but the user with this id or address. To be called with their owners locked. */
export async function selectSoleOwned(
  connection: Transaction,
  user: { readonly userId: string } | { readonly emailKey: string },
): Promise<readonly string[]> {
  const rows = await query<{ customerId: string }>(
    connection,
    sql`
    select customer_id as "customerId" from hub.members m join hub.users using (user_id)
    where ${'userId' in user ? sql`user_id = ${user.userId}` : sql`email_key = ${user.emailKey}`} and role = 'owner' and not exists (
      select from hub.members o
      where o.customer_id = m.customer_id and o.role = 'owner' and o.user_id <> m.user_id)
    order by customer_id`,
  )
  return rows.map(({ customerId }) => customerId)
}

/** Changes the role of a member, as people give it: groups can only raise it afterwards. Returns undefined if there is no such member. */
export async function updateRole(
  connection: Connection,
  { userId, customerId, role }: Pick<Member, 'userId' | 'customerId' | 'role'>,
): Promise<Member | undefined> {
  return await queryFirst<Member>(
    connection,
    sql`
    update hub.members set role = ${role}, own_role = case when group_provider is null then null else ${role} end
    from hub.users
    where members.user_id = ${userId} and customer_id = ${customerId} and users.user_id = members.user_id
    returning ${columns}`,
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

/**
 * The memberships of the user with this address, by customer. The user is locked, so that no membership begins before the end of the
 * transaction.
 */
export async function lockMemberships(
  tx: Transaction,
  emailKey: string,
): Promise<readonly Member[]> {
  await execute(tx, sql`select from hub.users where email_key = ${emailKey} for update`)
  return await query<Member>(
    tx,
    sql`
    select ${columns} from hub.members join hub.users using (user_id)
    where email_key = ${emailKey} order by customer_id`,
  )
}

/** Memberships, by address: all, or those of a customer. */
export async function selectMembers(
  connection: Connection,
  customerId?: string,
): Promise<readonly Member[]> {
  return await query<Member>(
    connection,
    sql`
    select ${columns} from hub.members join hub.users using (user_id)
    ${customerId === undefined ? sql`` : sql`where customer_id = ${customerId}`}
    order by email_key, customer_id`,
  )
}

/** A membership with what the hub knows of the person. */
export interface ListedMember extends Member {
  readonly name: string | null
  readonly lastSignInAt: Date | null
  /** When the membership began, in microseconds, for cursors. */
  readonly micros: string
}

const listed = sql`${columns}, name, last_sign_in_at as "lastSignInAt",
  ${microsOf(sql`members.created_at`)} as micros`

/** The members of a customer after a position, oldest first. */
export async function selectMemberPage(
  connection: Connection,
  customerId: string,
  after: Cursor | undefined,
  limit: number,
): Promise<readonly ListedMember[]> {
  const later = after
    ? sql`and (members.created_at, members.user_id) > (${fromMicros(after.micros)}, ${after.id}::bigint)`
    : sql``
  return await query<ListedMember>(
    connection,
    sql`
    select ${listed} from hub.members join hub.users using (user_id)
    where customer_id = ${customerId} ${later}
    order by members.created_at, members.user_id limit ${limit}`,
  )
}

/** The membership of a user in a customer. */
export async function selectMember(
  connection: Connection,
  userId: string,
  customerId: string,
): Promise<ListedMember | undefined> {
  return await queryFirst<ListedMember>(
    connection,
    sql`
    select ${listed} from hub.members join hub.users using (user_id)
    where members.user_id = ${userId} and customer_id = ${customerId}`,
  )
}

/** A person, with the customers and roles of their memberships. */
export interface PersonRow {
  readonly userId: string
  readonly email: string
  readonly memberships: readonly { readonly customerId: string; readonly role: Role }[]
}

/** The users with these ids, and their memberships, by customer. */
export async function selectPeople(
  connection: Connection,
  userIds: readonly string[],
): Promise<readonly PersonRow[]> {
  return await query<PersonRow>(
    connection,
    sql`
    select user_id as "userId", email, coalesce(
      (select json_agg(json_build_object('customerId', customer_id::text, 'role', role) order by customer_id)
       from hub.members where members.user_id = users.user_id), '[]') as memberships
    from hub.users where user_id = any (${userIds as string[]}::bigint[])`,
  )
}
