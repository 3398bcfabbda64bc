/** All SQL of invitations. */
import { type Connection, query, queryFirst, queryOne, sql } from '@entrepot/database'
import type { Actor } from '@entrepot/marketplace'
import { type Cursor, fromMicros, isStaying, microsOf } from '@entrepot/marketplace/routes'
import { ROLE_NAMES, ROLES, type Role } from '../members/roles.ts'
import { emailKey } from '../users/rules.ts'
import { VALID_DAYS } from './rules.ts'

/** An invitation as it is stored, without its token. */
export interface Invitation {
  readonly invitationId: string
  readonly customerId: string
  readonly email: string
  readonly role: Role
  readonly invitedBy: Actor
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly acceptedAt: Date | null
  /** Whether it can no longer be accepted: its time is over by the clock of the database, or who invited may no longer invite. */
  readonly isOver: boolean
}

/** What somebody invites to. */
export interface NewInvitation {
  readonly customerId: string
  readonly email: string
  readonly role: Role
  readonly tokenHash: Buffer
  readonly invitedBy: Actor
}

const INVITING = ROLE_NAMES.filter((role) => ROLES[role].includes('members:write'))

/** The person who invited, or for whom an agent did; null for a key. */
const INVITER = sql`coalesce(invited_by #>> '{person,id}',
  case invited_by ->> 'kind' when 'person' then invited_by ->> 'id' end)::bigint`

/** Whether it is too late to accept it. Who has left a customer must not return by an invitation to another address. */
const OVER = sql`(expires_at <= now() or ${INVITER} is not null and not exists (
  select from hub.members m
  where m.customer_id = invitations.customer_id and m.user_id = ${INVITER} and m.role = any (${INVITING})))`

const columns = sql`
  invitation_id as "invitationId", customer_id as "customerId", email, role, invited_by as "invitedBy",
  created_at as "createdAt", expires_at as "expiresAt", accepted_at as "acceptedAt",
  ${OVER} as "isOver"`

/** Whether it can still be accepted. */
const OPEN = sql`accepted_at is null and not ${OVER}`

/** Stores an invitation. It replaces an earlier one of the same address that was not accepted: the earlier link is void. */
export async function putInvitation(
  connection: Connection,
  { customerId, email, role, tokenHash, invitedBy }: NewInvitation,
): Promise<Invitation> {
  return await queryOne<Invitation>(
    connection,
    sql`
    insert into hub.invitations (customer_id, email, email_key, role, token_hash, invited_by, expires_at)
    values (${customerId}, ${email}, ${emailKey(email)}, ${role}, ${tokenHash}, ${JSON.stringify(invitedBy)},
      now() + ${VALID_DAYS} * interval '1 day')
    on conflict (customer_id, email_key) where accepted_at is null do update set
      email = excluded.email, role = excluded.role, token_hash = excluded.token_hash,
      invited_by = excluded.invited_by, expires_at = excluded.expires_at
    returning ${columns}`,
  )
}

/** The invitations of a customer after a position, oldest first. */
export async function selectInvitations(
  connection: Connection,
  customerId: string,
  after: Cursor | undefined,
  limit: number,
): Promise<readonly (Invitation & { readonly micros: string })[]> {
  const later = after
    ? sql`and (created_at, invitation_id) > (${fromMicros(after.micros)}, ${after.id}::bigint)`
    : sql``
  return await query(
    connection,
    sql`
    select ${columns}, ${microsOf(sql`created_at`)} as micros from hub.invitations
    where customer_id = ${customerId} ${later}
    order by created_at, invitation_id limit ${limit}`,
  )
}

/** An invitation of a customer. */
export async function selectInvitation(
  connection: Connection,
  customerId: string,
  invitationId: number,
): Promise<Invitation | undefined> {
  return await queryFirst<Invitation>(
    connection,
    sql`
    select ${columns} from hub.invitations
    where customer_id = ${customerId} and invitation_id = ${invitationId}`,
  )
}

/** Deletes an invitation that was not accepted, and returns it. */
export async function deleteInvitation(
  connection: Connection,
  customerId: string,
  invitationId: number,
): Promise<Pick<Invitation, 'customerId' | 'email' | 'role'> | undefined> {
  return await queryFirst<Pick<Invitation, 'customerId' | 'email' | 'role'>>(
    connection,
    sql`
    delete from hub.invitations
    where customer_id = ${customerId} and invitation_id = ${invitationId} and accepted_at is null
    returning customer_id as "customerId", email, role`,
  )
}

/** Whether an address is a member of a customer. */
export async function isMemberAddress(
  connection: Connection,
  customerId: string,
  email: string,
): Promise<boolean> {
  const rows = await query(
    connection,
    sql`
    select from hub.members join hub.users using (user_id)
    where customer_id = ${customerId} and email_key = ${emailKey(email)}`,
  )
  return rows.length > 0
}

/** Whether the invitation of a token was accepted for a user. */
export async function isAcceptedBy(
  connection: Connection,
  tokenHash: Buffer,
  userId: string,
): Promise<boolean> {
  const rows = await query(
    connection,
    sql`
    select from hub.invitations where token_hash = ${tokenHash} and accepted_by = ${userId}`,
  )
  return rows.length > 0
}

/** Whether an address has an open invitation. */
export async function isInvited(connection: Connection, email: string): Promise<boolean> {
  const rows = await query(
    connection,
    sql`
    select from hub.invitations where email_key = ${emailKey(email)} and ${OPEN} limit 1`,
  )
  return rows.length > 0
}

/** An open invitation by the hash of its token. */
export async function selectByToken(
  connection: Connection,
  tokenHash: Buffer,
): Promise<Invitation | undefined> {
  return await queryFirst<Invitation>(
    connection,
    sql`
    select ${columns} from hub.invitations where token_hash = ${tokenHash} and ${OPEN}`,
  )
}

/**
 * Accepts open invitations for a user: those of an address, or that of a token. Each is accepted once, whoever tries at the same time. A
 * member keeps the role. Invitations to customers that move wait for a later sign-in: nothing is written for them.
 */
export async function acceptInvitations(
  connection: Connection,
  userId: string,
  by: { readonly email: string } | { readonly tokenHash: Buffer },
): Promise<readonly Acceptance[]> {
  const wanted =
    'email' in by ? sql`email_key = ${emailKey(by.email)}` : sql`token_hash = ${by.tokenHash}`
  return await query<Acceptance>(
    connection,
    sql`
    with person as (
      -- Waits for whoever removes the user at the same time.
      select user_id from hub.users where user_id = ${userId} for key share
    ), wanted as (
      select invitation_id from hub.invitations where ${wanted} and ${OPEN} and ${isStaying(sql`customer_id`)} and exists (select from person)
      order by invitation_id for update
    ), accepted as (
      update hub.invitations set accepted_at = now(), accepted_by = ${userId} from wanted
      where invitations.invitation_id = wanted.invitation_id
      returning customer_id, role
    ), added as (
      insert into hub.members (user_id, customer_id, role)
      select ${userId}, customer_id, role from accepted
      on conflict do nothing
      returning customer_id
    )
    select a.customer_id as "customerId", a.role, d.customer_id is not null as "isNew",
      (select email from hub.users where user_id = ${userId}) as email
    from accepted a left join added d using (customer_id)`,
  )
}

/** An accepted invitation. `isNew`: the user was not a member before. */
export interface Acceptance {
  readonly customerId: string
  readonly role: Role
  readonly isNew: boolean
  /** Of the user. */
  readonly email: string
}
