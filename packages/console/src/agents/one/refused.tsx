/** What the hub refused an agent in the last seven days, with the reason. */
import type { Output } from '@entrepot/client'
import { useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { RefusalReason } from '../../developers/refusals/refusal-reason.tsx'
import { listQuery } from '../../hub/list-query.ts'
import { useSession } from '../../hub/session.tsx'
import { type AnyAgent, ownerOf } from './queries.ts'

type Refusal = Output<'listRefusedCalls'>[number]

const columns: readonly Column<Refusal>[] = [
  {
    id: 'why',
    header: 'Why',
    isWide: true,
    cell: ({ row: { original } }) => <RefusalReason refusal={original} />,
  },
  {
    id: 'call',
    header: 'Call',
    cell: ({ row: { original } }) => (
      <PageLink
        inherit
        to="/developers"
        search={{ tab: 'refusals', id: original.Id }}
        style={{ overflowWrap: 'anywhere' }}
      >
        {original.Method} {original.Path ?? original.Route}
      </PageLink>
    ),
  },
  {
    id: 'tool',
    header: 'With',
    cell: ({ row: { original } }) => original.Actor.Tool ?? 'The API',
  },
  {
    id: 'time',
    header: 'Time',
    cell: ({ row: { original } }) => <Moment at={original.OccurredAt} />,
  },
]

/** Refused calls are no events, so the list is read again while it is shown. */
const REFETCH_INTERVAL_MS = 5_000

interface Props {
  readonly of: AnyAgent
  readonly cursor: string | undefined
  readonly onPage: (cursor: string | undefined) => void
}

export function Refused({ of, cursor, onPage }: Props) {
  const input = { ...ownerOf(of), ...(cursor && { cursor }) }
  const list = useQuery({
    ...listQuery(useSession(), 'refusals', 'listRefusedCalls', input),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  return (
    <DataTable
      label="What was refused"
      list={list}
      columns={columns}
      idOf={({ Id }) => String(Id)}
      isLaterPage={cursor !== undefined}
      onPage={onPage}
      empty={
        <EmptyState drawing="done" title="Nothing was refused">
          Refused calls of the last seven days are listed here.
        </EmptyState>
      }
    />
  )
}
