/** Where a person is signed in. */
import type { Output } from '@entrepot/client'
import { Button, Table, Text } from '@mantine/core'
import { Moment } from '../values/moment.tsx'
import { actionsHeader } from './row-menu.tsx'

export function SessionsTable({
  sessions,
  onEnd,
}: {
  readonly sessions: Output<'listMySessions'>
  /** Ends one session. Without it, they cannot be ended one by one. */
  readonly onEnd?: (id: string) => void
}) {
  if (sessions.length === 0) return <Text size="sm">No sessions</Text>
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table fz="sm" aria-label="Sessions">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Signed in</Table.Th>
            <Table.Th>Ends if unused</Table.Th>
            {onEnd && <Table.Th>{actionsHeader()}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map(({ Id, CreatedAt, ExpiresAt, IsCurrent }) => (
            <Table.Tr key={Id}>
              <Table.Td>
                <Moment at={CreatedAt} />
                {IsCurrent && ', this one'}
              </Table.Td>
              <Table.Td>
                <Moment at={ExpiresAt} />
              </Table.Td>
              {onEnd && (
                <Table.Td ta="right">
                  {!IsCurrent && (
                    <Button size="compact-xs" variant="default" onClick={() => onEnd(Id)}>
                      End
                    </Button>
                  )}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
