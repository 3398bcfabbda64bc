/** What the rows of a file report: errors and warnings, counted and by row. */
import { Button, Group, Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleX, IconMinus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { download } from '../../hub/raw-call.ts'
import { useSession } from '../../hub/session.tsx'
import { type ProductImport, reportPath, reportQuery } from './queries.ts'

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
    <Table fz="sm" aria-label="Reasons" layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={96}>Outcome</Table.Th>
          <Table.Th w={56}>Rows</Table.Th>
          <Table.Th>Why</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {reasons.map(({ Kind: kind, Message, Count }) => (
          <Table.Tr key={`${kind} ${Message}`}>
            <Table.Td>
              <Kind kind={kind} />
            </Table.Td>
            <Table.Td>{formatNumber(Count)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{Message}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The rows that were refused or left out, or of which something was. */
export function Report({ shown }: { readonly shown: ProductImport }) {
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
            <Table.Th w={56}>Row</Table.Th>
            <Table.Th w="30%">Product</Table.Th>
            <Table.Th>What is wrong</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data?.map(({ Row, Kind: kind, Reference, Message }) => (
            <Table.Tr key={`${Row} ${Message}`}>
              <Table.Td>{Row}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {kind === 'note' && !shown.IsDryRun && Reference !== null ? (
                  <PageLink inherit to="/products/$reference" params={{ reference: Reference }}>
                    {Reference}
                  </PageLink>
                ) : (
                  Reference
                )}
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Kind kind={kind} />
                {Message}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {file.error && <Problem error={file.error} />}
      <Group>
        <Button size="xs" variant="default" loading={file.isPending} onClick={() => file.mutate()}>
          Download the whole report
        </Button>
      </Group>
    </>
  )
}
