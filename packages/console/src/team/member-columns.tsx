/** The columns of the list of members. */
import { Text } from '@mantine/core'
import type { Column } from '../components/list/data-table.tsx'
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
    {
      id: 'person',
      header: 'Person',
      cell: ({ row: { original } }) => (
        <>
          {original.Email}
          {String(original.Id) === me && ' (you)'}
          {original.Name && (
            <Text size="xs" c="dimmed">
              {original.Name}
            </Text>
          )}
        </>
      ),
    },
    { id: 'role', header: 'Role', cell: ({ row: { original } }) => ROLES[original.Role][0] },
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
  if (open === undefined) return columns
  return [
    ...columns,
    {
      id: 'actions',
      header: actionsHeader,
      cell: ({ row: { original } }) => (
        <RowMenu
          of={original.Email}
          actions={[
            { label: 'Change the role', onClick: () => open('role', original.Id) },
            { label: 'Sessions', onClick: () => open('sessions', original.Id) },
            { label: 'Remove', isDangerous: true, onClick: () => open('remove', original.Id) },
          ]}
        />
      ),
    },
  ]
}
