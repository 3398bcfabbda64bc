/** All SQL of the people of directories. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  queryOne,
  sql,
  type Transaction,
} from '@entrepot/database'
import { emailKey } from '../../people/users/rules.ts'
import type { Lookup } from '../resources/filter.ts'
import type { Page } from '../resources/project.ts'
import type { StoredUser, UserDraft } from '../resources/user.ts'
import { conditionOf } from './lookup-store.ts'

/** A user to be stored. */
export type UserRow = UserDraft & { readonly isActive: boolean }

const columns = sql`
  s.scim_id as "scimId", s.user_name as "userName", s.external_id as "externalId", s.email, s.is_active as "isActive",
  s.resource, s.version, s.created_at as "createdAt", s.updated_at as "updatedAt",
  coalesce((select json_agg(json_build_object('id', g.scim_id, 'name', g.display_name) order by g.display_name_key)
    from hub.scim_group_members gm
    join hub.scim_groups g on g.customer_id = gm.customer_id and g.scim_id = gm.group_id
    where gm.customer_id = s.customer_id and gm.user_id = s.scim_id), '[]') as groups`

/** Adds a user. Throws a unique violation if the name, the external id or the address is in use. */
export async function insertScimUser(
  tx: Transaction,
  customerId: string,
  { userName, externalId, email, isActive, resource }: UserRow,
): Promise<string> {
  const row = await queryOne<{ scimId: string }>(
    tx,
    sql`
    insert into hub.scim_users
      (customer_id, user_name, user_name_key, external_id, email, email_key, is_active, resource)
    values (${customerId}, ${userName}, ${userName.toLowerCase()}, ${externalId}, ${email}, ${emailKey(email)},
      ${isActive}, ${JSON.stringify(resource)}::jsonb)
    returning scim_id as "scimId"`,
  )
  return row.scimId
}

/** Changes a user, and the version if something is different. Throws as {@link insertScimUser} does. */
export async function updateScimUser(
  tx: Transaction,
  customerId: string,
  scimId: string,
  { userName, externalId, email, isActive, resource }: UserRow,
): Promise<void> {
  await execute(
    tx,
    sql`
    update hub.scim_users set user_name = ${userName}, user_name_key = ${userName.toLowerCase()},
      external_id = ${externalId}, email = ${email}, email_key = ${emailKey(email)}, is_active = ${isActive},
      resource = ${JSON.stringify(resource)}::jsonb, version = version + 1, updated_at = now()
    where customer_id = ${customerId} and scim_id = ${scimId}
      and (user_name, external_id, email, is_active, resource)
        is distinct from (${userName}, ${externalId}::text, ${email}, ${isActive}::boolean, ${JSON.stringify(resource)}::jsonb)`,
  )
}

/** Deletes a user. */
export async function deleteScimUser(
  tx: Transaction,
  customerId: string,
  scimId: string,
): Promise<void> {
  await execute(
    tx,
    sql`delete from hub.scim_users where customer_id = ${customerId} and scim_id = ${scimId}`,
  )
}

/** A user of a customer. */
export async function selectScimUser(
  connection: Connection,
  customerId: string,
  scimId: string,
): Promise<StoredUser | undefined> {
  return await queryFirst<StoredUser>(
    connection,
    sql`select ${columns} from hub.scim_users s where s.customer_id = ${customerId} and s.scim_id = ${scimId}::uuid`,
  )
}

/** A part of the users of a customer, oldest first: all, or those with a value. */
export async function selectScimUsers(
  connection: Connection,
  customerId: string,
  { offset, limit }: Page,
  lookup: Lookup | undefined,
): Promise<readonly StoredUser[]> {
  return await query<StoredUser>(
    connection,
    sql`
    select ${columns} from hub.scim_users s where s.customer_id = ${customerId} ${conditionOf(lookup)}
    order by s.created_at, s.scim_id offset ${offset} limit ${limit}`,
  )
}

/** The number of users that {@link selectScimUsers} has. */
export async function countScimUsers(
  connection: Connection,
  customerId: string,
  lookup: Lookup | undefined,
): Promise<number> {
  const row = await queryOne<{ count: number }>(
    connection,
    sql`select count(*)::int as count from hub.scim_users s where s.customer_id = ${customerId} ${conditionOf(lookup)}`,
  )
  return row.count
}
