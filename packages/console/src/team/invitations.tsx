/** The invitations that are open, and those that were accepted or have expired. */
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Column, column, DataTable } from '../components/list/data-table.tsx'
import { actionsHeader, RowMenu } from '../components/list/row-menu.tsx'
import { State } from '../components/values/dot.tsx'
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
  column('email', 'Person', ({ Email }) => Email),
  column('role', 'Role', ({ Role }) => ROLES[Role][0]),
  column('status', 'State', ({ Status }) => <State of={STATES[Status]} />),
  column('by', { header: 'Invited by', place: 'hidden' }, ({ InvitedBy }) => InvitedBy.Label),
  column('expires', 'Expires', ({ Status, ExpiresAt }) =>
    Status === 'ACCEPTED' ? 'No' : <Moment at={ExpiresAt} />,
  ),
]

export function Invitations({
  open,
}: {
  /** Opens a panel; undefined for those who may not invite. */
  readonly open: ((action: TeamAction, id: number) => void) | undefined
}) {
  const list = useQuery(invitationsQuery(useSession()))
  const actions: Column<Invitation> = column('actions', actionsHeader, ({ Email, Status, Id }) => (
    <RowMenu
      of={`the invitation of ${Email}`}
      actions={
        Status === 'ACCEPTED' || open === undefined
          ? []
          : [
              { label: 'Create a new link', onClick: () => open('invite', Id) },
              { label: 'Revoke', isDangerous: true, onClick: () => open('revoke', Id) },
            ]
      }
    />
  ))
  return (
    <section aria-labelledby="invitations">
      <Title order={2} size="h4" id="invitations" mb="sm">
        Invitations
      </Title>
      <DataTable
        label="Invitations"
        noun="invitation"
        list={list}
        columns={open ? [...columns, actions] : columns}
        idOf={({ Id }) => String(Id)}
        empty={
          <Text size="sm" c="dimmed">
            No invitations.
            {open && ' Invite a colleague with the e-mail address they sign in with.'}
          </Text>
        }
      />
    </section>
  )
}
