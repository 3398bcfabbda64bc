/** One import: how the file was read, how far it is, and what has happened to its rows. */
import { Alert, Group, Progress, Stack, Text } from '@mantine/core'
import { PageButton } from '../../components/page/links.tsx'
import { type Fact, FactsTable } from '../../components/values/facts-table.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { Moment } from '../../components/values/moment.tsx'
import { changedSinceOf } from './changed-since.ts'
import { Reasons, Report } from './import-report.tsx'
import { isRunning, type ProductImport } from './queries.ts'

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
  const format = shown.Format === 'entrepot' ? 'CSV' : shown.Format
  const recognised = [format, shown.Encoding, delimiterOf(shown), decimalOf(shown)]
  const rows: readonly Fact[] = [
    ['File', shown.FileName ?? 'Without a name'],
    ['Read as', recognised.filter(Boolean).join(', ') || 'Not recognised yet'],
    [IsDryRun ? 'Would be created' : 'Created', formatNumber(shown.CreatedCount)],
    [IsDryRun ? 'Would be changed' : 'Changed', formatNumber(shown.UpdatedCount)],
    ['Already the same', formatNumber(shown.UnchangedCount)],
    ['Left out', formatNumber(shown.SkippedCount)],
    ['Refused rows', formatNumber(shown.FailedCount)],
    ...(shown.Mapping === null ? [] : [['Saved mapping', shown.Mapping] as const]),
    ...(shown.IsComplete
      ? [
          [
            IsDryRun ? 'Would be deactivated' : 'Deactivated',
            formatNumber(shown.DeactivatedCount),
          ] as const,
        ]
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
      <FactsTable facts={rows} nameWidth="40%" />
      <ChangedProducts shown={shown} />
      <Reasons shown={shown} />
      {!isRunning(shown) && shown.Reasons.length > 0 && <Report shown={shown} />}
    </Stack>
  )
}

/** The ways to what the import has changed. */
function ChangedProducts({ shown }: { readonly shown: ProductImport }) {
  const changedSince = changedSinceOf(shown)
  if (changedSince === undefined) return null
  return (
    <Group gap="xs">
      <PageButton size="xs" to="/products" search={{ changedSince }}>
        Show the products changed since then
      </PageButton>
      {shown.CreatedCount > 0 && (
        <PageButton
          size="xs"
          variant="default"
          to="/products"
          search={{ changedSince, isNew: true }}
        >
          Only the new ones
        </PageButton>
      )}
    </Group>
  )
}

function delimiterOf({ Delimiter }: ProductImport): string | undefined {
  return Delimiter === null ? undefined : `fields by “${Delimiter === '\t' ? 'tab' : Delimiter}”`
}

function decimalOf({ Decimal }: ProductImport): string | undefined {
  return Decimal === null ? undefined : `decimals by “${Decimal}”`
}
