/** The panel that the address names. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { SidePanel } from '../components/page/side-panel.tsx'
import { listQuery } from '../hub/list-query.ts'
import { useSession } from '../hub/session.tsx'
import { Invite, RevokeInvitation } from './invite.tsx'
import { ChangeRole, RemoveMember } from './member-panels.tsx'
import { MemberSessions } from './member-sessions.tsx'
import type { Member } from './queries.ts'

const memberPanels = {
  role: ['Role', ChangeRole],
  sessions: ['Sessions', MemberSessions],
  remove: ['Remove', RemoveMember],
} as const

const route = getRouteApi('/team')

export function TeamPanel({
  members,
  onClose,
}: {
  readonly members: readonly Member[] | undefined
  readonly onClose: () => void
}) {
  const session = useSession()
  const { action, id } = route.useSearch()
  const { data } = useQuery(listQuery(session, 'invitations', 'listInvitations', {}))
  if (action === undefined || !session.may('members:write')) return null
  const invitation = data?.rows.find(({ Id }) => Id === id)
  if (action === 'invite') {
    const isReady = id === undefined || data !== undefined
    return (
      <SidePanel title={id ? 'Create a new link' : 'Invite a person'} isOpen onClose={onClose}>
        {isReady && <Invite again={invitation} onClose={onClose} />}
      </SidePanel>
    )
  }
  if (action === 'revoke') {
    return (
      <SidePanel title={`Revoke: ${invitation?.Email ?? id}`} isOpen onClose={onClose}>
        {invitation && <RevokeInvitation invitation={invitation} onClose={onClose} />}
        {data && !invitation && <Text>There is no invitation {id}.</Text>}
      </SidePanel>
    )
  }
  const member = members?.find(({ Id }) => Id === id)
  const [label, Panel] = memberPanels[action]
  return (
    <SidePanel title={`${label}: ${member?.Email ?? id}`} isOpen onClose={onClose}>
      {member && <Panel member={member} onClose={onClose} />}
      {members && !member && <Text>This page of the list has no member {id}.</Text>}
    </SidePanel>
  )
}
