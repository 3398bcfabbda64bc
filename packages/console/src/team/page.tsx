/** The people who work for the customer, their roles and sessions, and the invitations. */
import { Button, Stack } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../components/list/data-table.tsx'
import { EmptyState } from '../components/page/empty-state.tsx'
import { PageButton } from '../components/page/links.tsx'
import { LoadingGroup } from '../components/page/loading-group.tsx'
import { PageHead } from '../components/page/page-head.tsx'
import { listQuery } from '../hub/list-query.ts'
import { useSession } from '../hub/session.tsx'
import { Invitations } from './invitations.tsx'
import { memberColumns } from './member-columns.tsx'
import { invitationsQuery } from './queries.ts'
import { Roles } from './roles.tsx'
import type { TeamAction } from './search.ts'
import { TeamPanel } from './team-panel.tsx'

const route = getRouteApi('/team')

export function TeamPage() {
  const session = useSession()
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const place = cursor ? { cursor } : {}
  const members = useQuery(listQuery(session, 'members', 'listMembers', place))
  const invitations = useQuery(invitationsQuery(session))
  const open = (action: TeamAction, id?: number) =>
    void navigate({ search: { ...place, action, ...(id && { id }) } })
  const mayWrite = session.may('members:write')
  return (
    <>
      <PageHead title="Team">
        <PageButton variant="default" to="/team/provisioning">
          Provisioning
        </PageButton>
        {mayWrite && (
          <Button
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => open('invite')}
          >
            Invite a person
          </Button>
        )}
      </PageHead>
      <LoadingGroup of={[members, invitations]}>
        <Stack gap="xl">
          <section aria-label="Members">
            <DataTable
              label="Members"
              noun="member"
              list={members}
              columns={memberColumns(session.me.Actor.Id, mayWrite ? open : undefined)}
              idOf={({ Id }) => String(Id)}
              isLaterPage={cursor !== undefined}
              onPage={(next) => void navigate({ search: next ? { cursor: next } : {} })}
              empty={<EmptyState drawing={null} title="No members" />}
            />
          </section>
          <Invitations open={mayWrite ? open : undefined} />
          <Roles />
        </Stack>
      </LoadingGroup>
      <TeamPanel members={members.data?.rows} onClose={() => void navigate({ search: place })} />
    </>
  )
}
