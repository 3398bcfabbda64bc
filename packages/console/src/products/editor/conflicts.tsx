/** What somebody else has changed while a person was editing the same. */
import { Alert, Button, Group, Table, Text } from '@mantine/core'
import type { Conflict } from './merge.ts'

/** Characters of a text that are shown. */
const MAX_SHOWN = 120

export function Conflicts({
  conflicts,
  onDecide,
}: {
  readonly conflicts: readonly Conflict[]
  readonly onDecide: (wins: 'mine' | 'theirs') => void
}) {
  return (
    <Alert
      color="yellow"
      variant="light"
      mb="md"
      role="alert"
      title="Somebody else has changed these fields"
    >
      <Table fz="sm" layout="fixed" mb="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Field</Table.Th>
            <Table.Th scope="col">Now</Table.Th>
            <Table.Th scope="col">Yours</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {conflicts.map(({ label, mine, theirs }) => (
            <Table.Tr key={label}>
              <Table.Td>{label}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{show(theirs)}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{show(mine)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" mb="sm">
        Nothing is saved yet. Your other changes are kept.
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={() => onDecide('mine')}>
          Keep mine
        </Button>
        <Button size="xs" variant="default" onClick={() => onDecide('theirs')}>
          Take theirs
        </Button>
      </Group>
    </Alert>
  )
}

function show(text: string): string {
  if (text === '') return 'Nothing'
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} ...` : text
}
