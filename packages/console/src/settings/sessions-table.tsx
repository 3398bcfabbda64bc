/** Where a person is signed in. */
import type { Output } from '@entrepot/client'
import { Badge, Button, Group, Text } from '@mantine/core'
import { type PlainColumn, PlainTable } from '../components/list/record-table.tsx'
import { actionsHeader } from '../components/list/row-menu.tsx'
import { Moment } from '../components/values/moment.tsx'
import { formatDayAndTime } from '../components/values/time/relative-time.ts'

export function SessionsTable({
  sessions,
  onEnd,
}: {
  readonly sessions: Output<'listMySessions'>
  /** Ends one session. Without it, they cannot be ended one by one. */
  readonly onEnd?: (id: string) => void
}) {
  if (sessions.length === 0) return <Text size="sm">No sessions</Text>
  const columns: readonly PlainColumn<(typeof sessions)[number]>[] = [
    {
      header: 'Signed in',
      cell: ({ Browser, CreatedAt, IsCurrent }) => (
        <>
          {Browser !== null && <div>{Browser}</div>}
          <Group gap="0 0.5rem">
            <Moment at={CreatedAt} format={formatDayAndTime} />
            {IsCurrent && (
              <Badge size="sm" variant="light" color="gray">
                This session
              </Badge>
            )}
          </Group>
        </>
      ),
    },
    { header: 'Ends if unused', cell: ({ ExpiresAt }) => <Moment at={ExpiresAt} /> },
  ]
  const ends: PlainColumn<(typeof sessions)[number]> = {
    header: actionsHeader(),
    isNumber: true,
    cell: ({ Id, IsCurrent }) =>
      !IsCurrent && (
        <Button size="compact-sm" variant="default" onClick={() => onEnd?.(Id)}>
          End
        </Button>
      ),
  }
  return (
    <PlainTable
      minWidth={300}
      aria-label="Sessions"
      rows={sessions}
      columns={onEnd ? [...columns, ends] : columns}
      idOf={({ Id }) => Id}
    />
  )
}
