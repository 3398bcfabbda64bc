/** All SQL of the groups of directories. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  queryOne,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { Lookup } from '../resources/filter.ts'
import type { GroupDraft, StoredGroup } from '../resources/group.ts'
import type { Page } from '../resources/project.ts'
import { conditionOf } from './lookup-store.ts'

type GroupRow = Omit<GroupDraft, 'members'>

const facts = sql`
  g.scim_id as "scimId", g.display_name as "displayName", g.external_id as "externalId", g.version,
  g.created_at as "createdAt", g.updated_at as "updatedAt"`

const members = sql`
  coalesce((select json_agg(json_build_object('id', s.scim_id, 'name', s.user_name) order by s.user_name_key)
    from hub.scim_group_members gm
    join hub.scim_users s on s.customer_id = gm.customer_id and s.scim_id = gm.user_id
    where gm.customer_id = g.customer_id and gm.group_id = g.scim_id), '[]') as members`

/** Adds a group. Throws a unique violation if its name or external id is in use. */
export async function insertGroup(
  tx: Transaction,
  customerId: string,
  { displayName, externalId }: GroupRow,
): Promise<string> {
  const row = await queryOne<{ scimId: string }>(
    tx,
    sql`
    insert into hub.scim_groups (customer_id, display_name, display_name_key, external_id)
    values (${customerId}, ${displayName}, ${displayName.toLowerCase()}, ${externalId})
    returning scim_id as "scimId"`,
  )
  return row.scimId
}

/** Changes a group and its version. Throws as {@link insertGroup} does. */
export async function updateGroup(
  tx: Transaction,
  customerId: string,
  groupId: string,
  { displayName, externalId }: GroupRow,
): Promise<void> {
  await execute(
    tx,
    sql`
    update hub.scim_groups set display_name = ${displayName}, display_name_key = ${displayName.toLowerCase()},
      external_id = ${externalId}, version = version + 1, updated_at = now()
    where customer_id = ${customerId} and scim_id = ${groupId}`,
  )
}

/** Deletes a group. Its members stay users. */
export async function deleteGroup(
  tx: Transaction,
  customerId: string,
  groupId: string,
): Promise<void> {
  await execute(
    tx,
    sql`delete from hub.scim_groups where customer_id = ${customerId} and scim_id = ${groupId}`,
  )
}

/** Adds users to a group. Returns the ids that are users of the customer. */
export async function insertGroupMembers(
  tx: Transaction,
  customerId: string,
  groupId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await query<{ userId: string }>(
    tx,
    sql`
    with known as (
      select scim_id from hub.scim_users
      where customer_id = ${customerId} and scim_id = any (${userIds as string[]}::uuid[])
    ), added as (
      insert into hub.scim_group_members (customer_id, group_id, user_id)
      select ${customerId}, ${groupId}, scim_id from known on conflict do nothing
    )
    select scim_id as "userId" from known`,
  )
  return new Set(rows.map(({ userId }) => userId))
}

/** Removes users from a group. */
export async function deleteGroupMembers(
  tx: Transaction,
  customerId: string,
  groupId: string,
  userIds: readonly string[],
): Promise<void> {
  await execute(
    tx,
    sql`
    delete from hub.scim_group_members where customer_id = ${customerId} and group_id = ${groupId}
      and user_id = any (${userIds as string[]}::uuid[])`,
  )
}

/** A group of a customer. */
export async function selectGroup(
  connection: Connection,
  customerId: string,
  groupId: string,
): Promise<StoredGroup | undefined> {
  return await queryFirst<StoredGroup>(
    connection,
    sql`
    select ${facts}, ${members} from hub.scim_groups g
    where g.customer_id = ${customerId} and g.scim_id = ${groupId}::uuid`,
  )
}

/** What {@link selectGroups} reads. */
export interface GroupRange extends Page {
  readonly lookup: Lookup | undefined
  /** Whether the members are read, of which there may be many. */
  readonly hasMembers: boolean
}

/** How many members are read at once. A group is read with all of its members. */
export const MAX_MEMBERS = 25_000

/** A part of the groups of a customer, oldest first; with members, fewer groups if they have more than {@link MAX_MEMBERS} members. */
export async function selectGroups(
  connection: Connection,
  customerId: string,
  { offset, limit, lookup, hasMembers }: GroupRange,
): Promise<readonly StoredGroup[]> {
  const part = sql`
    select * from hub.scim_groups where customer_id = ${customerId} ${conditionOf(lookup)}
    order by created_at, scim_id offset ${offset} limit ${limit}`
  const counted = sql`
    select r.*, sum(count) over (order by created_at, scim_id) - count as earlier from (${part}) r,
      lateral (select count(*) from hub.scim_group_members gm where gm.customer_id = r.customer_id and gm.group_id = r.scim_id) c`
  return await query<StoredGroup>(
    connection,
    hasMembers
      ? sql`select ${facts}, ${members} from (${counted}) g where earlier < ${MAX_MEMBERS} order by g.created_at, g.scim_id`
      : sql`select ${facts}, '[]'::json as members from (${part}) g order by g.created_at, g.scim_id`,
  )
}

/** The number of groups that {@link selectGroups} has. */
export async function countGroups(
  connection: Connection,
  customerId: string,
  lookup: Lookup | undefined,
): Promise<number> {
  const row = await queryOne<{ count: number }>(
    connection,
    sql`select count(*)::int as count from hub.scim_groups g where g.customer_id = ${customerId} ${conditionOf(lookup)}`,
  )
  return row.count
}

/** A group with the number of its members. */
export interface CountedGroup {
  readonly scimId: string
  readonly displayName: string
  readonly externalId: string | null
  readonly memberCount: number
}

/** The groups of a customer, by name. */
export async function selectCountedGroups(
  connection: Connection,
  customerId: string,
  limit: number,
): Promise<readonly CountedGroup[]> {
  return await query<CountedGroup>(
    connection,
    sql`
    select g.scim_id as "scimId", g.display_name as "displayName", g.external_id as "externalId",
      (select count(*)::int from hub.scim_group_members gm
        where gm.customer_id = g.customer_id and gm.group_id = g.scim_id) as "memberCount"
    from hub.scim_groups g where g.customer_id = ${customerId}
    order by g.display_name_key limit ${limit}`,
  )
}
