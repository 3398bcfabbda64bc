/** What becomes of each pasted row, before anything is sent. */
import { Table, Text } from '@mantine/core'
import { Dot } from '../../components/values/dot.tsx'
import { sayFate, type TrackingRow } from './tracking.ts'

export function TrackingTable({ rows }: { readonly rows: readonly TrackingRow[] }) {
  const shipped = rows.filter(({ fate }) => fate === 'ship').length
  return (
    <div>
      <Text size="sm" aria-live="polite" mb="xs">
        {shipped} of {rows.length} rows ship an order.
      </Text>
      <Table.ScrollContainer minWidth={0} mah={320}>
        <Table fz="sm" aria-label="Pasted rows">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" w={48}>
                Row
              </Table.Th>
              <Table.Th scope="col">Order, number and result</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.number}>
                <Table.Td>{row.number}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <div>
                    {row.order}{' '}
                    <Text span inherit ff="monospace">
                      {row.tracking}
                    </Text>
                  </div>
                  <Dot color={colorOf(row)}>{sayFate(row)}</Dot>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  )
}

function colorOf({ fate, sameAs, carrier }: TrackingRow): string {
  if (fate === 'header') return 'gray'
  if (fate !== 'ship') return 'red'
  return sameAs === undefined && carrier !== '' ? 'green' : 'yellow'
}
