/** The columns of the lists of the page of provisioning. */
import { Text } from '@mantine/core'
import type { Column } from '../../components/list/data-table.tsx'
import { actionsHeader, RowMenu } from '../../components/list/row-menu.tsx'
import { Dot } from '../../components/values/dot.tsx'
import { Moment } from '../../components/values/moment.tsx'
import type { Role } from '../queries.ts'
import { ROLES } from '../roles.tsx'
import type { ProvisioningCall, Secret } from './queries.ts'
import type { ProvisioningAction } from './search.ts'

const secret: readonly Column<Secret>[] = [
  {
    id: 'label',
    header: 'Secret',
    cell: ({ row: { original } }) => (
      <>
        {original.Label}
        {original.ReplacedBy !== null && (
          <Text size="xs" c="dimmed">
            replaced
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'created',
    header: 'Made',
    cell: ({ row: { original } }) => <Moment at={original.CreatedAt} />,
  },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ row: { original } }) => <Moment at={original.LastUsedAt} />,
  },
  {
    id: 'ends',
    header: 'Ends',
    cell: ({ row: { original } }) => <Moment at={original.ExpiresAt} />,
  },
]

/** The columns of secrets; with a function that opens a panel, also what can be done with one. */
export function secretColumns(
  open: ((action: ProvisioningAction, id: number) => void) | undefined,
): readonly Column<Secret>[] {
  if (open === undefined) return secret
  const actions: Column<Secret> = {
    id: 'actions',
    header: actionsHeader,
    cell: ({ row: { original } }) => (
      <RowMenu
        of={`the secret ${original.Label}`}
        actions={[
          ...(original.ReplacedBy === null
            ? [{ label: 'Rotate', onClick: () => open('rotate', original.Id) }]
            : []),
          { label: 'Revoke', isDangerous: true, onClick: () => open('revoke', original.Id) },
        ]}
      />
    ),
  }
  return [...secret, actions]
}

/** A group with the role that it gives. */
interface GroupRow {
  readonly Name: string
  /** Null for a group that the directory has not sent. */
  readonly MemberCount: number | null
  readonly Role: Role | null
}

export const groupColumns: readonly Column<GroupRow>[] = [
  { id: 'group', header: 'Group', cell: ({ row: { original } }) => original.Name },
  {
    id: 'role',
    header: 'Role',
    cell: ({ row: { original } }) => (original.Role ? ROLES[original.Role][0] : 'None'),
  },
  {
    id: 'people',
    header: 'People',
    isNumber: true,
    cell: ({ row: { original } }) => original.MemberCount ?? 'Not sent yet',
  },
]

export const callColumns: readonly Column<ProvisioningCall>[] = [
  {
    id: 'at',
    header: 'When',
    cell: ({ row: { original } }) => <Moment at={original.CalledAt} />,
  },
  {
    id: 'call',
    header: 'Call',
    isWide: true,
    cell: ({ row: { original } }) => (
      <>
        <Text ff="monospace" size="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
          {original.Method} {original.Path}
        </Text>
        {original.Detail && (
          <Text size="xs" c="dimmed">
            {original.Detail}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'status',
    header: 'Answer',
    cell: ({ row: { original } }) => (
      <Dot color={original.Status < 400 ? 'green' : 'red'}>{String(original.Status)}</Dot>
    ),
  },
  { id: 'secret', header: 'Secret', cell: ({ row: { original } }) => original.Label },
]
