/** Everything that is known of a run. */
import { Alert, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type RecordColumn, RecordTable } from '../../components/list/record-table.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { State } from '../../components/values/dot.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { Moment } from '../../components/values/moment.tsx'
import { useSession } from '../../hub/session.tsx'
import { type Run, runQuery } from '../queries.ts'
import { outcomeOf, spanOf, stepLabel, tookOf, triggerOf } from '../words.ts'
import { Changes } from './changes.tsx'
import { Findings } from './findings.tsx'

export function RunDetails({
  connectionId,
  runId,
  children,
}: {
  readonly connectionId: number
  readonly runId: number
  /** What can be done next. */
  readonly children?: ((run: Run) => ReactNode) | undefined
}) {
  const { data, error, refetch } = useQuery(runQuery(useSession(), connectionId, runId))
  if (data) {
    return (
      <Stack>
        <Details run={data} connectionId={connectionId} />
        {children?.(data)}
      </Stack>
    )
  }
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  return <Skeleton height={200} aria-label="Loading the run" />
}

function Details({ run, connectionId }: { readonly run: Run; readonly connectionId: number }) {
  const isTest = run.Findings.length > 0
  return (
    <Stack>
      <Group gap="sm">
        <State of={outcomeOf(run)} />
        <Text size="sm" c="dimmed">
          {triggerOf(run)}, <Moment at={run.StartedAt} />, took{' '}
          {tookOf(run.StartedAt, run.FinishedAt)}
        </Text>
      </Group>
      {run.Failure && (
        <Alert color="red" variant="light" title="Error">
          <Text size="sm" style={BREAKS}>
            {run.Failure.Message}
          </Text>
          {run.Failure.Remedy && (
            <Text size="sm" mt={4} style={BREAKS}>
              {run.Failure.Remedy}
            </Text>
          )}
        </Alert>
      )}
      {isTest && <Findings findings={run.Findings} />}
      {run.IsDryRun && !isTest && <Changes run={run} />}
      {run.Steps.length > 0 && (
        <RecordTable rows={run.Steps} columns={stepColumns} idOf={({ Step }) => Step} />
      )}
      {run.Steps.some(({ Failed }) => Failed > 0) && (
        <PageLink
          size="sm"
          to="/shops/$id"
          params={{ id: String(connectionId) }}
          search={{ tab: 'problems' }}
        >
          Show the problems of the connection
        </PageLink>
      )}
    </Stack>
  )
}

type Step = Run['Steps'][number]

const count = (header: string, of: (step: Step) => number): RecordColumn<Step> => ({
  header,
  isNumber: true,
  cell: (step) => formatNumber(of(step)),
})

const stepColumns: readonly RecordColumn<Step>[] = [
  { header: 'Step', cell: ({ Step: step }) => stepLabel(step) },
  count('Read', ({ Read }) => Read),
  count('Written', ({ Written }) => Written),
  count('Unchanged', ({ Unchanged }) => Unchanged),
  count('Failed', ({ Failed }) => Failed),
  {
    header: 'Took',
    isNumber: true,
    cell: ({ Milliseconds }) => spanOf(Milliseconds),
  },
]

/** What shops say may have no spaces. */
const BREAKS = { overflowWrap: 'anywhere' } as const
