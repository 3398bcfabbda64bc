/** Where a member is signed in, and the button that signs them out everywhere. */
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ActionForm } from '../components/form/action-form.tsx'
import { useAction } from '../components/form/use-action.ts'
import { Problem } from '../components/page/problem.tsx'
import { useSession } from '../hub/session.tsx'
import { SessionsTable } from '../settings/sessions-table.tsx'
import type { MemberPanelProps } from './member-panels.tsx'
import { memberSessionsQuery } from './queries.ts'

export function MemberSessions({ member, onClose }: MemberPanelProps) {
  const session = useSession()
  const { data, error, refetch } = useQuery(memberSessionsQuery(session, member.Id))
  const end = useAction({
    run: async () => await session.client.endMemberSessions({ id: member.Id }),
    done: `${member.Email} is signed out everywhere.`,
    onClose,
  })
  return (
    <ActionForm
      action={end}
      submit="Sign out everywhere"
      undo="The person can sign in again. To prevent that, remove the member."
      isDangerous
      isBlocked={!data?.length}
      onClose={onClose}
    >
      {data && <SessionsTable sessions={data} />}
      {!data && error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={100} aria-label="Loading the sessions" />}
      <Text size="sm">Agents keep their access until it is revoked.</Text>
    </ActionForm>
  )
}
