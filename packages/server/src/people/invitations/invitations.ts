/** Invitations: memberships for people who need not be users yet. */
import { randomBytes } from 'node:crypto'
import { type Connection, type Database, transaction } from '@entrepot/database'
import type { Actor } from '@entrepot/marketplace'
import { type Refusal, refuse, takeEffect } from '@entrepot/marketplace/routes'
import { recordAgentsIn } from '../agent-events/record-agents.ts'
import { hashToken } from '../link-token.ts'
import { recordMember } from '../members/member-events.ts'
import type { Role } from '../members/roles.ts'
import { storedActor } from '../stored-actor.ts'
import { emailKey } from '../users/rules.ts'
import {
  acceptInvitations,
  type Invitation,
  isAcceptedBy,
  isMemberAddress,
  putInvitation,
  selectByToken,
} from './store.ts'

/** An invitation with its token, which is not stored and cannot be shown again. */
export interface IssuedInvitation {
  readonly invitation: Invitation
  readonly token: string
}

/**
 * Invites an address to a customer. The invitation is accepted when a person signs in with this address, which the provider must have
 * verified, by a user who opens its link, or by a person who signs in after opening it with an account of this address that nobody has
 * verified. It expires after seven days, and once the person who invited is no longer an owner. An earlier invitation of the address that
 * was not accepted is replaced.
 *
 * Refusals: `MARKET_MEMBER_EXISTS`.
 *
 * @example
 * const issued = await invite(database, { customerId: '1', email: 'bo@shop.example', role: 'viewer', invitedBy })
 */
export async function invite(
  database: Database,
  input: {
    readonly customerId: string
    readonly email: string
    readonly role: Role
    readonly invitedBy: Actor
  },
): Promise<IssuedInvitation | Refusal> {
  const invitedBy = storedActor(input.invitedBy)
  return await takeEffect(database, async (tx) => {
    if (await isMemberAddress(tx, input.customerId, input.email)) return memberExists(input.email)
    const token = randomBytes(32).toString('base64url')
    await recordMember(tx, 'member.invited', input, input.invitedBy)
    const invitation = await putInvitation(tx, { ...input, invitedBy, tokenHash: hashToken(token) })
    return { invitation, token }
  })
}

function memberExists(email: string): Refusal {
  const detail = `${email} is a member of the customer. Change the role with PATCH /v2/members/<id>.`
  return refuse('MARKET_MEMBER_EXISTS', detail)
}

/** Accepts the open invitations of an address that a provider has verified. Returns the ids of the customers. */
export async function acceptByAddress(
  database: Database,
  userId: string,
  verifiedEmail: string,
): Promise<readonly string[]> {
  return await accept(database, userId, { email: verifiedEmail })
}

/** Whether the invitation of a kept link was accepted for a user before, such as by the address at the sign-in. */
export async function isAccepted(
  connection: Connection,
  userId: string,
  kept: string | undefined,
): Promise<boolean> {
  return (
    kept !== undefined && (await isAcceptedBy(connection, Buffer.from(kept, 'base64url'), userId))
  )
}

/** Accepts the invitation of a kept link for a user. Returns false if the link is void: unknown, used, replaced, revoked or expired. */
export async function acceptByLink(
  database: Database,
  userId: string,
  kept: string | undefined,
): Promise<boolean> {
  if (kept === undefined) return false
  const customers = await accept(database, userId, { tokenHash: Buffer.from(kept, 'base64url') })
  return customers.length > 0
}

/** Whether a kept link is that of an open invitation of an address. */
export async function isInvitedByLink(
  connection: Connection,
  email: string,
  kept: string | undefined,
): Promise<boolean> {
  const invitation = await findByLink(connection, kept)
  return invitation !== undefined && emailKey(invitation.email) === emailKey(email)
}

/** Accepts invitations, with the events of new members. Returns the ids of the customers. */
async function accept(
  database: Database,
  userId: string,
  by: Parameters<typeof acceptInvitations>[2],
): Promise<readonly string[]> {
  return await transaction(database, async (tx) => {
    const accepted = await acceptInvitations(tx, userId, by)
    for (const { customerId, role, isNew, email } of accepted) {
      const actor = { kind: 'person', id: userId, label: email } as const
      if (isNew) await recordMember(tx, 'member.joined', { customerId, userId, email, role }, actor)
    }
    if (accepted.some(({ isNew }) => isNew)) await recordAgentsIn(tx, userId)
    return accepted.map(({ customerId }) => customerId)
  })
}

/** The open invitation of a kept link. */
export async function findByLink(
  connection: Connection,
  kept: string | undefined,
): Promise<Invitation | undefined> {
  return kept === undefined
    ? undefined
    : await selectByToken(connection, Buffer.from(kept, 'base64url'))
}
