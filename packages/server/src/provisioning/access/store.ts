/** All SQL of the settings of a directory, and of the access of its people. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  sql,
  type Transaction,
} from '@entrepot/database'
import { isStaying } from '@entrepot/marketplace/routes'
import type { Role } from '../../people/members/roles.ts'
import { emailKey, type Identity } from '../../people/users/rules.ts'
import type { AccessFacts, GroupRole, RoleSettings } from './rules.ts'

/** The provider and the issuer whose subjects are the external ids. */
export interface SubjectSource {
  readonly provider: string
  readonly issuer: string
}

/** The settings of a directory. */
export interface ScimSettings extends RoleSettings {
  readonly subject: SubjectSource | null
}

interface SettingsRow {
  readonly defaultRole: Role | null
  readonly roles: readonly GroupRole[]
  readonly provider: string | null
  readonly issuer: string | null
}

/** The settings of a customer. */
export async function selectSettings(
  connection: Connection,
  customerId: string,
): Promise<ScimSettings> {
  const row = await queryFirst<SettingsRow>(
    connection,
    sql`
    select default_role as "defaultRole", roles, subject_provider as provider, subject_issuer as issuer
    from hub.scim_settings where customer_id = ${customerId}`,
  )
  if (row === undefined) return { defaultRole: null, roles: [], subject: null }
  const { defaultRole, roles, provider, issuer } = row
  const subject = provider === null || issuer === null ? null : { provider, issuer }
  return { defaultRole, roles, subject }
}

/** Stores the settings of a customer. */
export async function putSettings(
  tx: Transaction,
  customerId: string,
  { defaultRole, roles, subject }: ScimSettings,
): Promise<void> {
  await execute(
    tx,
    sql`
    insert into hub.scim_settings (customer_id, default_role, roles, subject_provider, subject_issuer)
    values (${customerId}, ${defaultRole}, ${JSON.stringify(roles)}::jsonb, ${subject?.provider ?? null}, ${subject?.issuer ?? null})
    on conflict (customer_id) do update set default_role = excluded.default_role, roles = excluded.roles,
      subject_provider = excluded.subject_provider, subject_issuer = excluded.subject_issuer`,
  )
}

/** A person of a directory who is a user, with what decides on the access. */
export interface LinkedPerson extends AccessFacts {
  readonly scimId: string
  readonly userId: string
  readonly email: string
}

/** The linked people of a customer: all, or those with some ids. The caller holds the lock of the owners. */
export async function selectLinked(
  tx: Transaction,
  customerId: string,
  scimIds?: readonly string[],
): Promise<readonly LinkedPerson[]> {
  return await query<LinkedPerson>(
    tx,
    sql`
    select s.scim_id as "scimId", s.user_id as "userId", u.email, s.is_active as "isActive", m.role,
      s.given_role as "givenRole", (s.linked_by <> 'member' or not u.is_by_link) as "isProven",
      coalesce((select json_agg(json_build_object('displayName', g.display_name, 'externalId', g.external_id))
        from hub.scim_group_members gm
        join hub.scim_groups g on g.customer_id = gm.customer_id and g.scim_id = gm.group_id
        where gm.customer_id = s.customer_id and gm.user_id = s.scim_id), '[]') as groups
    from hub.scim_users s join hub.users u using (user_id)
    left join hub.members m on m.user_id = s.user_id and m.customer_id = s.customer_id
    where s.customer_id = ${customerId}
      ${scimIds === undefined ? sql`` : sql`and s.scim_id = any (${scimIds as string[]}::uuid[])`}
    order by s.user_id`,
  )
}

/** Stores the role that the directory has given. */
export async function updateGiven(
  tx: Transaction,
  customerId: string,
  scimId: string,
  role: Role | null,
): Promise<void> {
  await execute(
    tx,
    sql`
    update hub.scim_users set given_role = ${role}
    where customer_id = ${customerId} and scim_id = ${scimId}`,
  )
}

/** Links a person to the member of the customer with the same address, if nobody is linked yet. */
export async function linkMember(
  tx: Transaction,
  customerId: string,
  scimId: string,
): Promise<void> {
  await execute(
    tx,
    sql`
    update hub.scim_users s set user_id = u.user_id, linked_by = 'member'
    from hub.users u join hub.members m using (user_id)
    where s.customer_id = ${customerId} and s.scim_id = ${scimId} and s.user_id is null
      and u.email_key = s.email_key and m.customer_id = s.customer_id
      and not exists (select from hub.scim_users o where o.customer_id = s.customer_id and o.user_id = u.user_id)`,
  )
}

/** Whether somebody is a member of any customer. */
export async function isMemberSomewhere(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await query(tx, sql`select from hub.members where user_id = ${userId} limit 1`)
  return rows.length > 0
}

/** Deletes the open invitations of an address to a customer, and returns their roles. */
export async function deleteInvitationsOf(
  tx: Transaction,
  customerId: string,
  email: string,
): Promise<readonly { readonly role: Role }[]> {
  return await query<{ role: Role }>(
    tx,
    sql`
    delete from hub.invitations
    where customer_id = ${customerId} and email_key = ${emailKey(email)} and accepted_at is null
    returning role`,
  )
}

/** The agents without a person that somebody has asked for, and nobody else has approved: only that person knows their keys. Returns ids. */
export async function selectOwnAgents(
  tx: Transaction,
  customerId: string,
  userId: string,
): Promise<readonly string[]> {
  const rows = await query<{ agentId: string }>(
    tx,
    sql`
    select agent_id as "agentId" from hub.headless_agents
    where customer_id = ${customerId} and asked_by ->> 'kind' = 'person' and asked_by ->> 'id' = ${userId}
      and (decided_by is null or decided_by ->> 'kind' = 'person' and decided_by ->> 'id' = ${userId})
    order by agent_id`,
  )
  return rows.map(({ agentId }) => agentId)
}

/** A person of a directory whom a sign-in may concern. */
export interface Candidate {
  readonly customerId: string
  readonly scimId: string
  readonly linkedBy: 'address' | 'subject'
}

const ofSubject = ({ provider, issuer, subject }: Identity) => sql`(
  s.external_id = ${subject} and exists (select from hub.scim_settings t
    where t.customer_id = s.customer_id and t.subject_provider = ${provider} and t.subject_issuer = ${issuer}))`

/** The people of all directories with a verified address or with the subject of an account, whom no sign-in has linked yet. */
export async function selectCandidates(
  connection: Connection,
  verifiedEmail: string | undefined,
  identity: Identity,
): Promise<readonly Candidate[]> {
  const key = verifiedEmail === undefined ? null : emailKey(verifiedEmail)
  return await query<Candidate>(
    connection,
    sql`
    select s.customer_id as "customerId", s.scim_id as "scimId",
      case when s.email_key = ${key} then 'address' else 'subject' end as "linkedBy"
    from hub.scim_users s
    where (s.user_id is null or s.linked_by = 'member') and ${isStaying(sql`s.customer_id`)} and (s.email_key = ${key} or ${ofSubject(identity)})
    order by s.customer_id, "linkedBy"`,
  )
}

/** Whether a directory has an active person with a verified address. */
export async function isProvisioned(connection: Connection, email: string): Promise<boolean> {
  const rows = await query(
    connection,
    sql`select from hub.scim_users where email_key = ${emailKey(email)} and is_active limit 1`,
  )
  return rows.length > 0
}

/** The customers whose directory has ended the access of a person: of a user, or of whoever has a verified address. */
export async function selectEndedAt(
  connection: Connection,
  userId: string,
  email: string | undefined,
): Promise<readonly string[]> {
  const key = email === undefined ? null : emailKey(email)
  const rows = await query<{ id: string }>(
    connection,
    sql`
    select distinct customer_id::text as id from hub.scim_users
    where not is_active and (user_id = ${userId} or email_key = ${key})`,
  )
  return rows.map(({ id }) => id)
}

/** The address of the active person whose external id is the subject of an account; undefined if there is none, or several. */
export async function selectAddressOfSubject(
  connection: Connection,
  identity: Identity,
): Promise<string | undefined> {
  const rows = await query<{ email: string }>(
    connection,
    sql`
    select min(s.email) as email from hub.scim_users s where s.is_active and ${ofSubject(identity)}
    group by s.email_key limit 2`,
  )
  return rows.length === 1 ? rows[0]?.email : undefined
}

/** Links a person to a user who has signed in. Returns false if another person of the customer is linked to the user. */
export async function linkUser(
  tx: Transaction,
  { customerId, scimId, linkedBy }: Candidate,
  userId: string,
): Promise<boolean> {
  const count = await execute(
    tx,
    sql`
    update hub.scim_users s set user_id = ${userId}, linked_by = ${linkedBy}
    where s.customer_id = ${customerId} and s.scim_id = ${scimId}
      and (s.user_id is null or s.linked_by = 'member' and s.user_id = ${userId})
      and not exists (select from hub.scim_users o
        where o.customer_id = s.customer_id and o.user_id = ${userId} and o.scim_id <> s.scim_id)`,
  )
  return count === 1
}
