/** How much a channel has to fetch. */
import type { Output } from '@entrepot/client'
import { Table } from '@mantine/core'
import { Moment } from '../parts/moment.tsx'

export function SyncFigures({ sync }: { readonly sync: Output<'getChannelSync'> }) {
  const rows = [
    ['Listed', sync.Listed],
    ['To be created', sync.ToBeCreated],
    ['To be updated', sync.ToBeUpdated],
    ['To be removed', sync.ToBeRemoved],
    ['Prices and stocks', sync.Offers],
  ] as const
  return (
    <Table fz="sm" variant="vertical">
      <Table.Tbody>
        {rows.map(([name, count]) => (
          <Table.Tr key={name}>
            <Table.Th w={180}>{name}</Table.Th>
            <Table.Td ta="right">{count.toLocaleString()}</Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Th>Oldest waits since</Table.Th>
          <Table.Td ta="right">
            {sync.OldestPending ? <Moment at={sync.OldestPending} /> : 'Nothing waits'}
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  )
}
