/** What somebody else has changed while a person was editing the same. */
import { Alert, Button, Group, Text } from '@mantine/core'
import { type PlainColumn, PlainTable } from '../../components/list/record-table.tsx'
import type { Conflict } from './merge.ts'

/** Characters of a text that are shown. */
const MAX_SHOWN = 120

const columns: readonly PlainColumn<Conflict>[] = [
  { header: 'Field', cell: ({ label }) => label },
  { header: 'Now', breaks: true, cell: ({ theirs }) => show(theirs) },
  { header: 'Yours', breaks: true, cell: ({ mine }) => show(mine) },
]

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
      <PlainTable
        layout="fixed"
        mb="sm"
        rows={conflicts}
        columns={columns}
        idOf={({ label }) => label}
      />
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
