/** What the hub refused an agent in the last seven days, with the reason. */
import type { Output } from '@entrepot/client'
import { useQuery } from '@tanstack/react-query'
import { type Column, column, DataTable } from '../../components/list/data-table.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { RefusalReason } from '../../developers/refusals/refusal-reason.tsx'
import { listQuery } from '../../hub/list-query.ts'
import { useSession } from '../../hub/session.tsx'
import type { AgentListProps } from './did.tsx'
import { ownerOf } from './queries.ts'

type Refusal = Output<'listRefusedCalls'>[number]

const columns: readonly Column<Refusal>[] = [
  column('why', { header: 'Why', isWide: true }, (row) => <RefusalReason refusal={row} />),
  column('call', { header: 'Call', isWide: true }, ({ Id, Method, Path, Route }) => (
    <PageLink
      inherit
      to="/developers"
      search={{ tab: 'refusals', id: Id }}
      style={{ display: 'inline-block', minWidth: '13rem', overflowWrap: 'anywhere' }}
    >
      {Method} {Path ?? Route}
    </PageLink>
  )),
  column('tool', 'Tool', ({ Actor }) => Actor.Tool ?? 'The API'),
  column('time', 'Time', ({ OccurredAt }) => <Moment at={OccurredAt} />),
]

/** Refused calls are no events, so the list is read again while it is shown. */
const REFETCH_INTERVAL_MS = 5_000

export function Refused({ of, cursor, onPage }: AgentListProps) {
  const input = { ...ownerOf(of), ...(cursor && { cursor }) }
  const list = useQuery({
    ...listQuery(useSession(), 'refusals', 'listRefusedCalls', input),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  return (
    <DataTable
      label="Refused calls"
      noun="call"
      list={list}
      columns={columns}
      idOf={({ Id }) => String(Id)}
      isLaterPage={cursor !== undefined}
      onPage={onPage}
      empty={
        <EmptyState drawing="done" title="No refused calls">
          Refused calls of the last seven days appear here.
        </EmptyState>
      }
    />
  )
}
