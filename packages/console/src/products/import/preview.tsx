/** How a file is read: what becomes of its columns, and its first rows. */
import type { Output } from '@entrepot/client'
import { Badge, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PlainTable } from '../../components/list/record-table.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { readChange, readFieldLabel } from './columns.ts'
import { previewQuery } from './queries.ts'

type Preview = Output<'previewImport'>

export function ImportPreview({
  id,
  isMapped,
}: {
  readonly id: number
  /** Whether the columns were chosen, so that one without a field is left out. */
  readonly isMapped: boolean
}) {
  const { data, error, refetch } = useQuery(previewQuery(useSession(), id))
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  if (!data || data.Columns.length + data.Rows.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        How the file is read
      </Title>
      {data.Columns.length > 0 && <Columns columns={data.Columns} isMapped={isMapped} />}
      <FirstRows rows={data.Rows} />
    </Stack>
  )
}

function Columns({
  columns,
  isMapped,
}: {
  readonly columns: Preview['Columns']
  readonly isMapped: boolean
}) {
  return (
    <PlainTable
      aria-label="Columns"
      rows={columns}
      columns={[
        {
          header: 'Column of the file',
          width: '50%',
          breaks: true,
          cell: ({ Name }) => Name || 'Without a name',
        },
        {
          header: 'Becomes',
          cell: ({ Fields }) => (
            <Group gap={4}>
              {Fields.map((field) => (
                <Badge
                  key={field}
                  size="sm"
                  variant="default"
                  tt="none"
                  h="auto"
                  styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
                >
                  {readFieldLabel(field)}
                </Badge>
              ))}
              {Fields.length === 0 && (isMapped ? 'Left out' : 'Row type')}
            </Group>
          ),
        },
      ]}
      idOf={({ Name }) => Name}
    />
  )
}

function FirstRows({ rows }: { readonly rows: Preview['Rows'] }) {
  const currency = useQuery(customerQuery(useSession())).data?.BaseCurrency
  return (
    <Table fz="sm" aria-label="First rows">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={60}>Row</Table.Th>
          <Table.Th>Read as</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ Row, Fields, Message }) => (
          <Table.Tr key={Row}>
            <Table.Td style={{ verticalAlign: 'top' }}>{Row}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {Fields.map((field) => (
                <div key={field.Name}>
                  <Text span size="sm" c="dimmed">
                    {readFieldLabel(field.Name)}
                  </Text>{' '}
                  {readChange(field, currency)}
                </div>
              ))}
              {Message !== null && (
                <Text size="sm" c="dimmed">
                  {Message}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
