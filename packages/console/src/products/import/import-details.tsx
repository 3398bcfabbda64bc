/** One import: how the file was read, how far it is, and what has happened to its rows. */
import { Alert, Button, Group, Progress, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Problem } from '../../components/page/problem.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { Moment } from '../../components/values/moment.tsx'
import { download } from '../../hub/raw-call.ts'
import { useSession } from '../../hub/session.tsx'
import { isRunning, type ProductImport, reportPath, reportQuery } from './queries.ts'

/** The states of an import. */
export const IMPORT_LABELS: Readonly<Record<ProductImport['Status'], string>> = {
  uploading: 'The file is being received',
  queued: 'Queued',
  running: 'Running',
  done: 'Done',
  failed: 'Ended early',
  cancelled: 'Cancelled',
}

export function ImportDetails({ shown }: { readonly shown: ProductImport }) {
  const { Bytes, AppliedBytes, IsDryRun, Status, Problem: problem } = shown
  const percent = Bytes === 0 ? 100 : Math.min(100, (AppliedBytes / Bytes) * 100)
  const recognised = [shown.Format, shown.Encoding, delimiterOf(shown), decimalOf(shown)]
  const rows = [
    ['File', shown.FileName ?? 'Without a name'],
    ['Read as', recognised.filter(Boolean).join(', ') || 'Not recognised yet'],
    [IsDryRun ? 'Would be created' : 'Created', formatNumber(shown.CreatedCount)],
    [IsDryRun ? 'Would be changed' : 'Changed', formatNumber(shown.UpdatedCount)],
    ['Already the same', formatNumber(shown.UnchangedCount)],
    ['Left out', formatNumber(shown.SkippedCount)],
    ['Refused rows', formatNumber(shown.FailedCount)],
    ...(shown.IsComplete
      ? [[IsDryRun ? 'Would be deactivated' : 'Deactivated', formatNumber(shown.DeactivatedCount)]]
      : []),
  ]
  return (
    <Stack>
      <Group justify="space-between">
        <Text fw={600} role="status">
          {IsDryRun ? 'Check' : 'Import'}: {IMPORT_LABELS[Status]}
        </Text>
        <Text size="sm" c="dimmed">
          <Moment at={shown.CreatedAt} />
        </Text>
      </Group>
      {isRunning(shown) && <Progress value={percent} aria-label="Progress" animated />}
      {problem !== null && (
        <Alert color="red" variant="light" title="The import ended early">
          {problem}
        </Alert>
      )}
      {shown.Notes.map((note) => (
        <Alert key={note} color="yellow" variant="light">
          {note}
        </Alert>
      ))}
      <Table fz="sm" variant="vertical" layout="fixed">
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w="40%">{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Reasons shown={shown} />
      {!isRunning(shown) && shown.FailedCount + shown.SkippedCount > 0 && <Report shown={shown} />}
    </Stack>
  )
}

/** How often the rows report what. */
function Reasons({ shown }: { readonly shown: ProductImport }) {
  if (shown.Reasons.length === 0) return null
  return (
    <Table fz="sm" aria-label="Reasons">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="20%">Rows</Table.Th>
          <Table.Th>What they report</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.Reasons.map(({ Kind, Message, Count }) => (
          <Table.Tr key={`${Kind} ${Message}`}>
            <Table.Td>{formatNumber(Count)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {Message}
              <Text size="xs" c="dimmed">
                {Kind}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function delimiterOf({ Delimiter }: ProductImport): string | undefined {
  return Delimiter === null ? undefined : `fields by "${Delimiter === '\t' ? 'tab' : Delimiter}"`
}

function decimalOf({ Decimal }: ProductImport): string | undefined {
  return Decimal === null ? undefined : `decimals by "${Decimal}"`
}

/** The rows that were refused or left out. */
function Report({ shown }: { readonly shown: ProductImport }) {
  const session = useSession()
  const { data, error, refetch } = useQuery(reportQuery(session, shown))
  const file = useMutation({
    mutationFn: async () =>
      await download(session, 'getImportReport', reportPath(shown.Id), `import-${shown.Id}.csv`),
  })
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Table fz="sm" layout="fixed" aria-label="Report">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={60}>Row</Table.Th>
            <Table.Th>Product</Table.Th>
            <Table.Th>What is wrong</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data?.map(({ Row, Kind, Reference, Message }) => (
            <Table.Tr key={`${Row} ${Message}`}>
              <Table.Td>{Row}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{Reference}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {Message}
                <Text size="xs" c="dimmed">
                  {Kind}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {file.error && <Problem error={file.error} />}
      <Group>
        <Button size="xs" variant="default" loading={file.isPending} onClick={() => file.mutate()}>
          Store the whole report
        </Button>
      </Group>
    </>
  )
}
