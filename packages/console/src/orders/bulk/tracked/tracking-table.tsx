/** What becomes of each pasted row, before anything is sent. */
import { Table, Text } from '@mantine/core'
import { type PlainColumn, PlainTable } from '../../../components/list/record-table.tsx'
import { Dot } from '../../../components/values/dot.tsx'
import { sayFate, type TrackingRow } from './tracking.ts'

const columns: readonly PlainColumn<TrackingRow>[] = [
  { header: 'Row', width: 48, cell: ({ number }) => number },
  {
    header: 'Order, number and result',
    breaks: true,
    cell: (row) => (
      <>
        <div>
          {row.name}{' '}
          <Text span inherit ff="monospace">
            {row.tracking}
          </Text>
        </div>
        <Dot color={colorOf(row)}>{sayFate(row)}</Dot>
      </>
    ),
  },
]

export function TrackingTable({ rows }: { readonly rows: readonly TrackingRow[] }) {
  const shipped = rows.filter(({ fate }) => fate === 'ship').length
  return (
    <div>
      <Text size="sm" aria-live="polite" mb="xs">
        {shipped} of {rows.length} rows ship an order.
      </Text>
      <Table.ScrollContainer minWidth={0} mah={320}>
        <PlainTable
          aria-label="Pasted rows"
          rows={rows}
          columns={columns}
          idOf={({ number }) => number}
        />
      </Table.ScrollContainer>
    </div>
  )
}

function colorOf({ fate, sameAs, carrier }: TrackingRow): string {
  if (fate === 'header' || fate === 'sought') return 'gray'
  if (fate !== 'ship') return 'red'
  return sameAs === undefined && carrier !== '' ? 'green' : 'yellow'
}
