/** The reads of the page of the team. */
import type { Output } from '@entrepot/client'
import { callQuery } from '../hub/call-query.ts'
import { listQuery } from '../hub/list-query.ts'
import type { Session } from '../hub/session.tsx'

export type Member = Output<'listMembers'>[number]
export type Invitation = Output<'listInvitations'>[number]
export type Role = Member['Role']

/** The first invitations. */
export function invitationsQuery(session: Session) {
  return listQuery(session, 'invitations', 'listInvitations', {})
}

/** Where a member is signed in. */
export function memberSessionsQuery(session: Session, id: number) {
  return callQuery(session, ['members', 'sessions', id], 'listMemberSessions', { id })
}
