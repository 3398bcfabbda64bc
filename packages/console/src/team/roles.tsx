/** What the roles may do. */
import { Radio, Stack, Table, Text, Title } from '@mantine/core'
import type { Role } from './queries.ts'

/** The labels of the roles, as the hub applies them. */
export const ROLES = {
  owner: ['Owner', 'Everything, including keys, webhooks, members, agents and settings.'],
  operator: [
    'Operator',
    'Orders, shipments, returns and products, and approving what agents do with them. Read access to the rest.',
  ],
  viewer: ['Viewer', 'Read access to everything.'],
} as const satisfies Readonly<Record<Role, readonly [string, string]>>

const names = Object.keys(ROLES) as readonly Role[]

/** Chooses a role. */
export function RoleField({
  role,
  error,
  onChange,
}: {
  readonly role: Role
  readonly error?: string | undefined
  readonly onChange: (role: Role) => void
}) {
  return (
    <Radio.Group
      label="Role"
      value={role}
      error={error}
      onChange={(value) => onChange(names.find((name) => name === value) ?? role)}
    >
      <Stack gap="xs" mt="xs">
        {names.map((name) => (
          <Radio key={name} value={name} label={ROLES[name][0]} description={ROLES[name][1]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** A table of the roles. */
export function Roles() {
  return (
    <section aria-labelledby="roles">
      <Title order={2} size="h4" id="roles" mb="sm">
        Roles
      </Title>
      <Table fz="sm" variant="vertical">
        <Table.Tbody>
          {names.map((name) => (
            <Table.Tr key={name}>
              <Table.Th w={110} scope="row">
                {ROLES[name][0]}
              </Table.Th>
              <Table.Td>{ROLES[name][1]}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" mt="xs">
        Agents can do what the member has allowed, but never more than the member's role allows.
        Role changes apply within a second.
      </Text>
    </section>
  )
}
