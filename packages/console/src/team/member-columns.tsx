/** The columns of the list of members. */
import { Text } from '@mantine/core'
import { type Column, column } from '../components/list/data-table.tsx'
import { actionsHeader, RowMenu } from '../components/list/row-menu.tsx'
import { Moment } from '../components/values/moment.tsx'
import type { Member } from './queries.ts'
import { ROLES } from './roles.tsx'
import type { TeamAction } from './search.ts'

/** The columns; with a function that opens a panel, also what can be done with a member. */
export function memberColumns(
  me: string,
  open: ((action: TeamAction, id: number) => void) | undefined,
): readonly Column<Member>[] {
  const columns: readonly Column<Member>[] = [
    column('person', 'Person', ({ Email, Id, Name }) => (
      <>
        {Email}
        {String(Id) === me && ' (you)'}
        {Name && (
          <Text size="xs" c="dimmed">
            {Name}
          </Text>
        )}
      </>
    )),
    column('role', 'Role', ({ Role }) => ROLES[Role][0]),
    column('since', 'Member since', ({ CreatedAt }) => <Moment at={CreatedAt} />),
    column('seen', 'Last sign-in', ({ LastSignInAt }) => <Moment at={LastSignInAt} />),
  ]
  if (open === undefined) return columns
  return [
    ...columns,
    column('actions', actionsHeader, ({ Email, Id }) => (
      <RowMenu
        of={Email}
        actions={[
          { label: 'Change the role', onClick: () => open('role', Id) },
          { label: 'Sessions', onClick: () => open('sessions', Id) },
          { label: 'Remove', isDangerous: true, onClick: () => open('remove', Id) },
        ]}
      />
    )),
  ]
}
