/** The columns of the lists of the page of provisioning. */
import { Text } from '@mantine/core'
import { type Column, column } from '../../components/list/data-table.tsx'
import { actionsHeader, RowMenu } from '../../components/list/row-menu.tsx'
import { Dot } from '../../components/values/dot.tsx'
import { Moment } from '../../components/values/moment.tsx'
import type { Role } from '../queries.ts'
import { ROLES } from '../roles.tsx'
import type { ProvisioningCall, Secret } from './queries.ts'
import type { ProvisioningAction } from './search.ts'

const secret: readonly Column<Secret>[] = [
  column('label', 'Secret', ({ Label, ReplacedBy }) => (
    <>
      {Label}
      {ReplacedBy !== null && (
        <Text size="xs" c="dimmed">
          replaced
        </Text>
      )}
    </>
  )),
  column('created', 'Created', ({ CreatedAt }) => <Moment at={CreatedAt} />),
  column('used', 'Last used', ({ LastUsedAt }) => <Moment at={LastUsedAt} />),
  column('ends', 'Expires', ({ ExpiresAt }) => <Moment at={ExpiresAt} />),
]

/** The columns of secrets; with a function that opens a panel, also what can be done with one. */
export function secretColumns(
  open: ((action: ProvisioningAction, id: number) => void) | undefined,
): readonly Column<Secret>[] {
  if (open === undefined) return secret
  const actions: Column<Secret> = column('actions', actionsHeader, ({ Label, ReplacedBy, Id }) => (
    <RowMenu
      of={`the secret ${Label}`}
      actions={[
        ...(ReplacedBy === null ? [{ label: 'Rotate', onClick: () => open('rotate', Id) }] : []),
        { label: 'Revoke', isDangerous: true, onClick: () => open('revoke', Id) },
      ]}
    />
  ))
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
  column('group', 'Group', ({ Name }) => Name),
  column('role', 'Role', (row) => (row.Role ? ROLES[row.Role][0] : 'None')),
  column(
    'people',
    { header: 'People', isNumber: true },
    ({ MemberCount }) => MemberCount ?? 'Not sent yet',
  ),
]

export const callColumns: readonly Column<ProvisioningCall>[] = [
  column('at', 'When', ({ CalledAt }) => <Moment at={CalledAt} />),
  column('call', { header: 'Call', isWide: true }, ({ Method, Path, Detail }) => (
    <>
      <Text ff="monospace" size="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
        {Method} {Path}
      </Text>
      {Detail && (
        <Text size="xs" c="dimmed">
          {Detail}
        </Text>
      )}
    </>
  )),
  column('status', 'Answer', ({ Status }) => (
    <Dot color={Status < 400 ? 'green' : 'red'}>{String(Status)}</Dot>
  )),
  column('secret', 'Secret', ({ Label }) => Label),
]
