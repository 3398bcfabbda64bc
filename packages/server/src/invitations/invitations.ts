/** Invitations: memberships for people who need not be users yet. */
import { randomBytes } from 'node:crypto'
import type { Connection, Database } from '@entrepot/database'
import type { Actor } from '@entrepot/marketplace'
import type { Role } from '../members/roles.ts'
import { hashToken, isToken } from './rules.ts'
import {
  acceptInvitations,
  type Invitation,
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
 * verified, or by a user who opens its link. It expires after seven days, and once
 * the person who invited is no longer an owner. An earlier invitation of the address that was not accepted is
 * replaced.
 *
 * @returns 'member' if the user with this address is a member
 * @example
 * const issued = await invite(database, { customerId: '1', email: 'bo@shop.example', role: 'viewer', invitedBy })
 */
export async function invite(
  connection: Connection,
  input: {
    readonly customerId: string
    readonly email: string
    readonly role: Role
    readonly invitedBy: Actor
  },
): Promise<IssuedInvitation | 'member'> {
  if (await isMemberAddress(connection, input.customerId, input.email)) return 'member'
  const token = randomBytes(32).toString('base64url')
  const invitation = await putInvitation(connection, { ...input, tokenHash: hashToken(token) })
  return { invitation, token }
}

/** Accepts the open invitations of an address that a provider has verified. Returns the ids of the customers. */
export async function acceptByAddress(
  database: Database,
  userId: string,
  verifiedEmail: string,
): Promise<readonly string[]> {
  return await acceptInvitations(database, userId, { email: verifiedEmail })
}

/** Accepts the invitation of a link for a user. Returns false if the link is void: unknown, used, replaced, revoked or expired. */
export async function acceptByToken(
  database: Database,
  userId: string,
  token: string,
): Promise<boolean> {
  if (!isToken(token)) return false
  const customers = await acceptInvitations(database, userId, { tokenHash: hashToken(token) })
  return customers.length > 0
}

/** The open invitation of a link. */
export async function findByLink(
  database: Database,
  token: string,
): Promise<Invitation | undefined> {
  return isToken(token) ? await selectByToken(database, hashToken(token)) : undefined
}
