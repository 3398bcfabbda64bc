/** Calls of agents that wait for a person, and what became of others. */
import { Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/list/data-table.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageButton, PageLink } from '../../components/page/links.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { TabList } from '../../components/page/tab-list.tsx'
import { useSession } from '../../hub/session.tsx'
import { allColumns, waitingColumns } from './columns.tsx'
import { DecidePanel } from './decide.tsx'
import { approvalsQuery } from './queries.ts'
import type { Decision } from './search.ts'
import { WaitingCount } from './waiting-count.tsx'

const route = getRouteApi('/agents/approvals')

export function ApprovalsPage() {
  const session = useSession()
  const navigate = route.useNavigate()
  const { cursor, show, action, id } = route.useSearch()
  const isAll = show === 'all'
  const list = useQuery(
    approvalsQuery(session, { ...(!isAll && { status: 'PENDING' }), ...(cursor && { cursor }) }),
  )
  const place = { ...(show && { show }), ...(cursor && { cursor }) }
  const decide = (decision: Decision, approval: number) =>
    void navigate({ search: { ...place, action: decision, id: approval } })
  return (
    <>
      <PageLink fz="sm" to="/agents">
        Agents
      </PageLink>
      <PageHead title="Approvals">
        <PageButton variant="default" to="/agents/rules">
          Rules and limits
        </PageButton>
      </PageHead>
      <Text size="sm" mb="md" maw={720}>
        Some agent calls need your approval first. Once approved, the hub makes the call for the
        agent.
      </Text>
      <Tabs
        mb="md"
        value={show ?? 'waiting'}
        onChange={(tab) => void navigate({ search: tab === 'all' ? { show: 'all' } : {} })}
      >
        <TabList>
          <Tabs.Tab value="waiting" rightSection={<WaitingCount />}>
            Waiting
          </Tabs.Tab>
          <Tabs.Tab value="all">All</Tabs.Tab>
        </TabList>
      </Tabs>
      <DataTable
        label={isAll ? 'All approvals' : 'Waiting calls'}
        noun="call"
        list={list}
        columns={isAll ? allColumns() : waitingColumns(decide)}
        idOf={({ Id }) => String(Id)}
        isLaterPage={cursor !== undefined}
        onPage={(next) =>
          void navigate({ search: { ...(show && { show }), ...(next && { cursor: next }) } })
        }
        empty={
          <EmptyState drawing="done" title={isAll ? 'No approvals yet' : 'Nothing is waiting'}>
            {isAll
              ? 'No agent has made a call that needs approval.'
              : 'Agent calls that need approval appear here.'}
          </EmptyState>
        }
      />
      <DecidePanel id={id} action={action} onClose={() => void navigate({ search: place })} />
    </>
  )
}
