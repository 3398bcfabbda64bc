/** The people who work for the customer, and the open invitations. */
import type { Output } from '@entrepot/client'
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Moment } from '../parts/moment.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { listQuery } from '../shell/list-query.ts'
import { useSession } from '../shell/session.tsx'

type Member = Output<'listMembers'>[number]
type Invitation = Output<'listInvitations'>[number]

const members: readonly Column<Member>[] = [
  { id: 'email', header: 'Person', cell: ({ row: { original } }) => original.Email },
  { id: 'name', header: 'Name', cell: ({ row: { original } }) => original.Name },
  { id: 'role', header: 'Role', cell: ({ row: { original } }) => original.Role },
  {
    id: 'since',
    header: 'Member since',
    cell: ({ row: { original } }) => <Moment at={original.CreatedAt} />,
  },
  {
    id: 'seen',
    header: 'Last sign-in',
    cell: ({ row: { original } }) => <Moment at={original.LastSignInAt} />,
  },
]

const invitations: readonly Column<Invitation>[] = [
  { id: 'email', header: 'Person', cell: ({ row: { original } }) => original.Email },
  { id: 'role', header: 'Role', cell: ({ row: { original } }) => original.Role },
  { id: 'status', header: 'State', cell: ({ row: { original } }) => original.Status },
  { id: 'by', header: 'Invited by', cell: ({ row: { original } }) => original.InvitedBy.Label },
  {
    id: 'expires',
    header: 'Expires',
    cell: ({ row: { original } }) => <Moment at={original.ExpiresAt} />,
  },
]

const route = getRouteApi('/team')

export function TeamPage() {
  const session = useSession()
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const people = useQuery(
    listQuery(session, 'members', 'listMembers', { ...(cursor && { cursor }) }),
  )
  const invited = useQuery(listQuery(session, 'invitations', 'listInvitations', {}))
  return (
    <>
      <PageHead title="Team" />
      <DataTable
        label="Members"
        list={people}
        columns={members}
        idOf={({ Id }) => String(Id)}
        isLater={cursor !== undefined}
        onPage={(next) => void navigate({ search: next ? { cursor: next } : {} })}
        empty={<EmptyState title="No members" />}
      />
      <Title order={2} size="h4" mt="xl" mb="sm">
        Invitations
      </Title>
      <DataTable
        label="Invitations"
        list={invited}
        columns={invitations}
        idOf={({ Id }) => String(Id)}
        isLater={false}
        onPage={() => {}}
        empty={<EmptyState title="No invitations" />}
      />
    </>
  )
}
