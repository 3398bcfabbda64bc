/** The rules of invitations. Pure. */
import { createHash } from 'node:crypto'

/** Days for which an invitation can be accepted. */
export const VALID_DAYS = 7

/** An open invitation can be accepted, an expired one was not in time, or who invited may no longer invite. */
export const INVITATION_STATUSES = ['OPEN', 'EXPIRED', 'ACCEPTED'] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

/** The status of an invitation. */
export function statusOf({
  acceptedAt,
  isOver,
}: {
  readonly acceptedAt: Date | null
  readonly isOver: boolean
}): InvitationStatus {
  if (acceptedAt !== null) return 'ACCEPTED'
  return isOver ? 'EXPIRED' : 'OPEN'
}

/** The stored form of a token: its SHA-256. The token has 256 random bits, so that no slow hash is needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether a text has the form of a token: 32 bytes as base64url. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** Path of the page that accepts an invitation. The token is in the query, because paths are logged. */
export const INVITATION_PATH = '/invitations'

/** The link to an invitation. */
export function linkOf(publicUrl: string, token: string): string {
  return `${publicUrl}${INVITATION_PATH}?token=${token}`
}
