/** The calls of the last seven days that the hub refused. */
import type { Output } from '@entrepot/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { actorName } from '../parts/actor.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Moment } from '../parts/moment.tsx'
import { Reference } from '../parts/reference.tsx'
import { listQuery } from '../shell/list-query.ts'
import { useSession } from '../shell/session.tsx'

type Refusal = Output<'listRefusedCalls'>[number]

const columns: readonly Column<Refusal>[] = [
  {
    id: 'time',
    header: 'Time',
    cell: ({ row: { original } }) => <Moment at={original.OccurredAt} />,
  },
  {
    id: 'call',
    header: 'Call',
    cell: ({ row: { original } }) => `${original.Method} ${original.Route}`,
  },
  {
    id: 'status',
    header: 'Status',
    isNumber: true,
    cell: ({ row: { original } }) => original.Status,
  },
  {
    id: 'code',
    header: 'Code',
    cell: ({ row: { original } }) => <Reference value={original.Code} />,
  },
  {
    id: 'actor',
    header: 'By',
    cell: ({ row: { original } }) => actorName(original.Actor),
  },
  {
    id: 'request',
    header: 'Request',
    cell: ({ row: { original } }) => <Reference value={original.RequestId} />,
  },
]

const route = getRouteApi('/developers')

export function Refusals() {
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const input = { ...(cursor && { cursor }) }
  const list = useQuery(listQuery(useSession(), 'refusals', 'listRefusedCalls', input))
  return (
    <DataTable
      label="Refused calls"
      list={list}
      columns={columns}
      idOf={({ RequestId, OccurredAt }) => `${RequestId} ${OccurredAt}`}
      isLaterPage={cursor !== undefined}
      onPage={(next) =>
        void navigate({ search: { tab: 'refusals', ...(next && { cursor: next }) } })
      }
      empty={<EmptyState title="No call was refused in the last seven days" />}
    />
  )
}
