/** The agents that act for people: what they may do, and when they last did. */
import type { Output } from '@entrepot/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Moment } from '../parts/moment.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { listQuery } from '../shell/list-query.ts'
import { useSession } from '../shell/session.tsx'
import { RevokeAgent } from './revoke-agent.tsx'

type Agent = Output<'listAgents'>[number]

const columns: readonly Column<Agent>[] = [
  { id: 'name', header: 'Agent', cell: ({ row: { original } }) => original.Name },
  { id: 'person', header: 'Acts for', cell: ({ row: { original } }) => original.Person.Email },
  {
    id: 'connected',
    header: 'Connected',
    cell: ({ row: { original } }) => <Moment at={original.ConnectedAt} />,
  },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ row: { original } }) => <Moment at={original.UsedAt} />,
  },
  { id: 'revoke', header: '', cell: ({ row: { original } }) => <RevokeAgent agent={original} /> },
]

const route = getRouteApi('/agents')

export function AgentsPage() {
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(
    listQuery(useSession(), 'agents', 'listAgents', { ...(cursor && { cursor }) }),
  )
  return (
    <>
      <PageHead title="Agents" />
      <DataTable
        label="Agents"
        list={list}
        columns={columns}
        idOf={({ Id }) => Id}
        isLater={cursor !== undefined}
        onPage={(next) => void navigate({ search: next ? { cursor: next } : {} })}
        empty={
          <EmptyState title="No agents are connected">
            An assistant that speaks MCP connects at {location.origin}/mcp. You sign in, and choose
            what it may do.
          </EmptyState>
        }
      />
    </>
  )
}
