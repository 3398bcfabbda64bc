/** The rules of invitations. Pure. */
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

/** Path of the page that accepts an invitation. The token is in the query, because paths are logged. */
export const INVITATION_PATH = '/invitations'

/** The link to an invitation. */
export function linkOf(publicUrl: string, token: string): string {
  return `${publicUrl}${INVITATION_PATH}?token=${token}`
}
