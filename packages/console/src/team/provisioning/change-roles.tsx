/** Changes which groups of the directory give which roles. */
import { Autocomplete, Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { issueOf } from '../../components/form/issue-of.ts'
import { IconButton } from '../../components/form/rows/icon-button.tsx'
import { nextKey } from '../../components/form/rows/rows.ts'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import type { Role } from '../queries.ts'
import { ROLES } from '../roles.tsx'
import type { Provisioning } from './queries.ts'

interface Row {
  readonly key: number
  readonly group: string
  readonly role: Role
}

const roleOptions = Object.entries(ROLES).map(([value, [label]]) => ({ value, label }))
const NO_ACCESS = 'none'

export function ChangeGroupRoles({
  given,
  onClose,
}: {
  readonly given: Provisioning
  readonly onClose: () => void
}) {
  const { client } = useSession()
  const [rows, setRows] = useState<readonly Row[]>(() =>
    given.Roles.map(({ Group: group, Role: role }) => ({ key: nextKey(), group, role })),
  )
  const [defaultRole, setDefaultRole] = useState<string>(given.DefaultRole ?? NO_ACCESS)
  const change = useAction({
    run: async () =>
      await client.changeProvisioning({
        body: {
          DefaultRole: defaultRole === NO_ACCESS ? null : (defaultRole as Role),
          Roles: rows.map(({ group, role }) => ({ Group: group.trim(), Role: role })),
        },
      }),
    done: 'The roles are changed.',
    onClose,
  })
  const add = () => setRows([...rows, { key: nextKey(), group: '', role: 'viewer' }])
  return (
    <ActionForm
      action={change}
      submit="Change the roles"
      isBlocked={rows.some(({ group }) => group.trim() === '')}
      onClose={onClose}
    >
      <Text size="sm">
        A person in several groups gets the highest role. Changes apply within a second to people
        sent by the directory.
      </Text>
      <Stack gap="sm" role="group" aria-label="Groups">
        {rows.map((row, index) => (
          <GroupRoleFields
            key={row.key}
            row={row}
            names={given.Groups.map(({ DisplayName }) => DisplayName)}
            error={issueOf(change.error, `/Roles/${index}/Group`)}
            onChange={(next) => setRows(rows.map((one) => (one === row ? next : one)))}
            onRemove={() => setRows(rows.filter((one) => one !== row))}
          />
        ))}
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
        >
          Add a group
        </Button>
      </Stack>
      <Select
        label="People without a group role"
        data={[{ value: NO_ACCESS, label: 'No access' }, ...roleOptions]}
        allowDeselect={false}
        value={defaultRole}
        error={issueOf(change.error, '/DefaultRole')}
        onChange={(value) => setDefaultRole(value ?? NO_ACCESS)}
      />
    </ActionForm>
  )
}

function GroupRoleFields({
  row,
  names,
  error,
  onChange,
  onRemove,
}: {
  readonly row: Row
  readonly names: readonly string[]
  readonly error: string | undefined
  readonly onChange: (row: Row) => void
  readonly onRemove: () => void
}) {
  return (
    <Group gap="xs" align="end" wrap="nowrap">
      <Autocomplete
        label="Group"
        placeholder="Name or id"
        flex={1}
        data={[...new Set(names)]}
        value={row.group}
        error={error}
        onChange={(group) => onChange({ ...row, group })}
      />
      <Select
        label="Role"
        w={130}
        data={roleOptions}
        allowDeselect={false}
        value={row.role}
        onChange={(role) => onChange({ ...row, role: (role ?? row.role) as Role })}
      />
      <IconButton
        icon={IconTrash}
        variant="default"
        size={36}
        label={`Remove the group ${row.group}`}
        onClick={onRemove}
      />
    </Group>
  )
}
