/** The runs of a connection, the newest first. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Column, column, DataTable } from '../../components/list/data-table.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { State } from '../../components/values/dot.tsx'
import { formatDayAndTime } from '../../components/values/time/relative-time.ts'
import { useNow, useTimeZone } from '../../components/values/time/time-zone.ts'
import { useSession } from '../../hub/session.tsx'
import { type ListedRun, runsQuery } from '../queries.ts'
import { outcomeOf, sumOf, tookOf, triggerOf } from '../words.ts'

const route = getRouteApi('/shops/$id')

/** The columns; the first one opens a run. */
function columnsOf(connectionId: number): readonly Column<ListedRun>[] {
  return [
    column('run', 'Run', (row) => <RunLink connectionId={connectionId} run={row} />),
    column('outcome', 'Outcome', (row) => <State of={outcomeOf(row)} />),
    column('did', { header: 'Changes', isWide: true }, (row) => <WhatItDid run={row} />),
    column('why', 'Why', triggerOf),
    column('took', { header: 'Took', isNumber: true }, ({ StartedAt, FinishedAt }) =>
      tookOf(StartedAt, FinishedAt),
    ),
  ]
}

function RunLink({
  connectionId,
  run,
}: {
  readonly connectionId: number
  readonly run: ListedRun
}) {
  const timeZone = useTimeZone()
  const now = useNow()
  return (
    <PageLink
      inherit
      to="/shops/$id"
      params={{ id: String(connectionId) }}
      search={(before: object) => ({ ...before, run: run.Id })}
      resetScroll={false}
    >
      {formatDayAndTime(new Date(run.StartedAt), now, timeZone)}
    </PageLink>
  )
}

function WhatItDid({ run: { IsDryRun, Steps, Failure } }: { readonly run: ListedRun }) {
  return (
    <>
      {IsDryRun ? 'Dry run, nothing written' : sumOf({ Steps, Failure })}
      {Failure && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {Failure.Message}
        </Text>
      )}
    </>
  )
}

export function Runs({ connectionId }: { readonly connectionId: number }) {
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(runsQuery(useSession(), connectionId, cursor))
  return (
    <DataTable
      label="Runs"
      noun="run"
      list={list}
      columns={columnsOf(connectionId)}
      idOf={({ Id }) => String(Id)}
      isLaterPage={cursor !== undefined}
      onPage={(next) => void navigate({ search: { tab: 'runs', ...(next && { cursor: next }) } })}
      empty={
        <EmptyState drawing="done" title="No runs in the last 30 days">
          Runs without changes are not listed.
        </EmptyState>
      }
    />
  )
}
