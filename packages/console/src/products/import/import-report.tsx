/** What the rows of a file report: errors and warnings, counted and by row. */
import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleX, IconMinus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type PlainColumn, PlainTable } from '../../components/list/record-table.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { download } from '../../hub/raw-call.ts'
import { useSession } from '../../hub/session.tsx'
import { type ProductImport, reportPath, reportQuery } from './queries.ts'
import type { ReportRow } from './report.ts'

/** What happens to a row, in words and with a sign. */
const KINDS = {
  error: { label: 'Refused', color: 'red', Icon: IconCircleX },
  note: { label: 'Warning', color: 'yellow', Icon: IconAlertTriangle },
  skipped: { label: 'Left out', color: 'gray', Icon: IconMinus },
} as const

function Kind({ kind }: { readonly kind: string }) {
  const { label, color, Icon } = KINDS[kind as keyof typeof KINDS] ?? KINDS.skipped
  return (
    <Group gap={4} wrap="nowrap">
      <Icon size={16} color={`var(--mantine-color-${color}-6)`} aria-hidden />
      <Text size="sm">{label}</Text>
    </Group>
  )
}

const ORDER = Object.keys(KINDS)

/** How often the rows report what: errors first, then warnings. */
export function Reasons({ shown }: { readonly shown: ProductImport }) {
  if (shown.Reasons.length === 0) return null
  const reasons = shown.Reasons.toSorted(
    (one, other) => ORDER.indexOf(one.Kind) - ORDER.indexOf(other.Kind),
  )
  return (
    <PlainTable
      aria-label="Reasons"
      layout="fixed"
      rows={reasons}
      columns={reasonColumns}
      idOf={({ Kind: kind, Message }) => `${kind} ${Message}`}
    />
  )
}

const reasonColumns: readonly PlainColumn<ProductImport['Reasons'][number]>[] = [
  { header: 'Outcome', width: 96, cell: ({ Kind: kind }) => <Kind kind={kind} /> },
  { header: 'Rows', width: 56, cell: ({ Count }) => formatNumber(Count) },
  { header: 'Why', breaks: true, cell: ({ Message }) => Message },
]

/** The rows that were refused or left out, or of which something was. */
export function Report({ shown }: { readonly shown: ProductImport }) {
  const session = useSession()
  const { data, error, refetch } = useQuery(reportQuery(session, shown))
  const file = useMutation({
    mutationFn: async () =>
      await download(session, 'getImportReport', reportPath(shown.Id), `import-${shown.Id}.csv`),
  })
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  const columns: readonly PlainColumn<ReportRow>[] = [
    { header: 'Row', width: 56, cell: ({ Row }) => Row },
    {
      header: 'Product',
      width: '30%',
      breaks: true,
      cell: ({ Kind: kind, Reference: reference }) =>
        kind === 'note' && !shown.IsDryRun && reference !== null ? (
          <PageLink inherit to="/products/$reference" params={{ reference }}>
            {reference}
          </PageLink>
        ) : (
          reference
        ),
    },
    {
      header: 'What is wrong',
      breaks: true,
      cell: ({ Kind: kind, Message }) => (
        <>
          <Kind kind={kind} />
          {Message}
        </>
      ),
    },
  ]
  return (
    <>
      <PlainTable
        layout="fixed"
        aria-label="Report"
        rows={data ?? []}
        columns={columns}
        idOf={({ Row, Message }) => `${Row} ${Message}`}
      />
      {file.error && <Problem error={file.error} />}
      <Group>
        <Button size="xs" variant="default" loading={file.isPending} onClick={() => file.mutate()}>
          Download the whole report
        </Button>
      </Group>
    </>
  )
}
