/** The invitations that are open, and those that were accepted or have expired. */
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '../components/list/data-table.tsx'
import { actionsHeader, RowMenu } from '../components/list/row-menu.tsx'
import { Dot } from '../components/values/dot.tsx'
import { Moment } from '../components/values/moment.tsx'
import { useSession } from '../hub/session.tsx'
import { type Invitation, invitationsQuery } from './queries.ts'
import { ROLES } from './roles.tsx'
import type { TeamAction } from './search.ts'

const STATES = {
  OPEN: ['blue', 'Open'],
  EXPIRED: ['gray', 'Expired'],
  ACCEPTED: ['green', 'Accepted'],
} as const

const columns: readonly Column<Invitation>[] = [
  { id: 'email', header: 'Person', cell: ({ row: { original } }) => original.Email },
  { id: 'role', header: 'Role', cell: ({ row: { original } }) => ROLES[original.Role][0] },
  {
    id: 'status',
    header: 'State',
    cell: ({ row: { original } }) => {
      const [color, label] = STATES[original.Status]
      return <Dot color={color}>{label}</Dot>
    },
  },
  { id: 'by', header: 'Invited by', cell: ({ row: { original } }) => original.InvitedBy.Label },
  {
    id: 'expires',
    header: 'Expires',
    cell: ({ row: { original } }) =>
      original.Status === 'ACCEPTED' ? 'No' : <Moment at={original.ExpiresAt} />,
  },
]

export function Invitations({
  open,
}: {
  /** Opens a panel; undefined for those who may not invite. */
  readonly open: ((action: TeamAction, id: number) => void) | undefined
}) {
  const list = useQuery(invitationsQuery(useSession()))
  const actions: Column<Invitation> = {
    id: 'actions',
    header: actionsHeader,
    cell: ({ row: { original } }) => (
      <RowMenu
        of={`the invitation of ${original.Email}`}
        actions={
          original.Status === 'ACCEPTED' || open === undefined
            ? []
            : [
                { label: 'Make a new link', onClick: () => open('invite', original.Id) },
                { label: 'Revoke', isDangerous: true, onClick: () => open('revoke', original.Id) },
              ]
        }
      />
    ),
  }
  return (
    <section aria-labelledby="invitations">
      <Title order={2} size="h4" id="invitations" mb="sm">
        Invitations
      </Title>
      <DataTable
        label="Invitations"
        list={list}
        columns={open ? [...columns, actions] : columns}
        idOf={({ Id }) => String(Id)}
        isLaterPage={false}
        onPage={() => {}}
        empty={
          <Text size="sm" c="dimmed">
            Nobody is invited.{' '}
            {open && 'Invite a colleague by the address with which they sign in.'}
          </Text>
        }
      />
    </section>
  )
}
