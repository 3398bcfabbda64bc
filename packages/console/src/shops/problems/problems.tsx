/** What a connection did not carry over: each record with the words of the shop, and what to do. */
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Column, column, DataTable } from '../../components/list/data-table.tsx'
import { NothingFound } from '../../components/list/nothing-found.tsx'
import { actionsHeader } from '../../components/list/row-menu.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { formatDuration } from '../../components/values/time/relative-time.ts'
import { ProblemWords } from '../../connected-records/problem-words.tsx'
import type { ConnectionProblem } from '../../connected-records/queries.ts'
import { useSession } from '../../hub/session.tsx'
import { useAsk } from '../asks/use-ask.ts'
import { type Connection, problemsQuery } from '../queries.ts'
import { RecordLink } from '../record-link.tsx'
import { PROBLEM_KINDS, type ProblemKind } from '../search.ts'
import { kindLabel } from '../words.ts'

const route = getRouteApi('/shops/$id')

export function Problems({ connection }: { readonly connection: Connection }) {
  const session = useSession()
  const { kind, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(problemsQuery(session, connection.Id, { kind, cursor }))
  const mayWrite = session.may('connections:write')
  const retryAll = useAsk(connection.Id)
  const show = (next: { readonly kind?: ProblemKind; readonly cursor?: string }) =>
    void navigate({ search: { tab: 'problems', ...next } })
  const some = list.data !== undefined && list.data.rows.length > 0
  return (
    <Stack gap="sm">
      {(some || kind) && (
        <Group justify="space-between">
          <Select
            aria-label="Kind of record"
            placeholder="All records"
            clearable
            size="sm"
            w={220}
            data={PROBLEM_KINDS.map((value) => ({ value, label: kindLabel(value, true) }))}
            value={kind ?? null}
            onChange={(value) => show(value ? { kind: value as ProblemKind } : {})}
          />
          {/* It is asked for all kinds, so it does not stand beside some of them. */}
          {mayWrite && !kind && (
            <Button
              variant="default"
              size="sm"
              loading={retryAll.isPending}
              onClick={() => retryAll.mutate({ Action: 'retry' })}
            >
              Try all again
            </Button>
          )}
        </Group>
      )}
      {retryAll.error !== null && <Problem error={retryAll.error} />}
      <DataTable
        label="Problems"
        noun="problem"
        list={list}
        columns={columnsOf(connection.Id, mayWrite)}
        idOf={({ Id }) => String(Id)}
        isLaterPage={cursor !== undefined}
        onPage={(next) => show({ ...(kind && { kind }), ...(next && { cursor: next }) })}
        empty={
          kind ? (
            <NothingFound rows="problems" isFiltered onClear={() => show({})} />
          ) : (
            <EmptyState drawing="done" title="No problems">
              Records refused by the shop or the hub appear here with the reason. Everything else
              continues.
            </EmptyState>
          )
        }
      />
    </Stack>
  )
}

/** The columns; those who may change connections can try a record again. */
function columnsOf(connectionId: number, mayWrite: boolean): readonly Column<ConnectionProblem>[] {
  const columns: readonly Column<ConnectionProblem>[] = [
    column('record', 'Record', (row) => (
      <>
        <ProblemRecord problem={row} />
        <Text size="xs" c="dimmed">
          For <Moment at={row.Since} format={formatDuration} />
        </Text>
      </>
    )),
    column('problem', { header: 'Problem and remedy', isWide: true }, (row) => (
      <ProblemWords problem={row} />
    )),
  ]
  if (!mayWrite) return columns
  return [
    ...columns,
    column('retry', actionsHeader, (row) => (
      <RetryButton connectionId={connectionId} problem={row} />
    )),
  ]
}

/** Which record has the problem, with the number of its order in the shop, and for parts of an order the way to it. */
function ProblemRecord({ problem }: { readonly problem: ConnectionProblem }) {
  const { Kind, HubId, ShopId, OrderId, Reference } = problem
  const isOrder = Kind === 'order'
  return (
    <>
      <RecordLink kind={Kind} hubId={HubId} shopId={ShopId} />
      {isOrder && Reference && ` (${Reference} in the shop)`}
      {!isOrder && OrderId !== null && (
        <>
          {' of '}
          <RecordLink kind="order" hubId={String(OrderId)} />
          {Reference && ` (${Reference} in the shop)`}
        </>
      )}
    </>
  )
}

function RetryButton({
  connectionId,
  problem,
}: {
  readonly connectionId: number
  readonly problem: ConnectionProblem
}) {
  const retry = useAsk(connectionId)
  return (
    <Stack gap={4} align="end">
      <Button
        size="xs"
        variant="default"
        loading={retry.isPending}
        aria-label={`Try again: ${kindLabel(problem.Kind).toLowerCase()} ${problem.HubId ?? problem.ShopId ?? ''}`}
        onClick={() => retry.mutate({ Action: 'retry', ProblemId: problem.Id })}
      >
        Try again
      </Button>
      {retry.isSuccess && (
        <Text size="xs" c="dimmed" role="status">
          Asked for
        </Text>
      )}
      {retry.error !== null && <Problem error={retry.error} />}
    </Stack>
  )
}
