/** The calls of the last seven days that the hub refused. */
import type { Output } from '@entrepot/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Column, DataTable } from '../components/list/data-table.tsx'
import { EmptyState } from '../components/page/empty-state.tsx'
import { actorName } from '../components/values/actor.ts'
import { Moment } from '../components/values/moment.tsx'
import { Reference } from '../components/values/reference.tsx'
import { listQuery } from '../hub/list-query.ts'
import { useSession } from '../hub/session.tsx'

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
