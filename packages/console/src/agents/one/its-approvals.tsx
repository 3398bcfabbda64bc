/** The calls of an agent that needed a person. */
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../../components/list/data-table.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { useSession } from '../../hub/session.tsx'
import { allColumns } from '../approvals/columns.tsx'
import { approvalsQuery } from '../approvals/queries.ts'
import type { AgentListProps } from './did.tsx'
import { keyOf } from './queries.ts'

export function ItsApprovals({ of, cursor, onPage }: AgentListProps) {
  const filter = { agent: keyOf(of), ...(cursor && { cursor }) }
  const list = useQuery(approvalsQuery(useSession(), filter))
  return (
    <DataTable
      label="Approvals"
      noun="call"
      list={list}
      columns={allColumns(true)}
      idOf={({ Id }) => String(Id)}
      isLaterPage={cursor !== undefined}
      onPage={onPage}
      empty={
        <EmptyState drawing="done" title="No calls needed approval">
          Calls that need approval appear here with their outcome.
        </EmptyState>
      }
    />
  )
}
