/** The list of returns, and the decision on each. */
import { Group, Tabs, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DataTable } from '../components/list/data-table.tsx'
import { EmptyState } from '../components/page/empty-state.tsx'
import { PageButton } from '../components/page/links.tsx'
import { PageHead } from '../components/page/page-head.tsx'
import { SidePanel } from '../components/page/side-panel.tsx'
import { TabCount } from '../components/page/tab-count.tsx'
import { TabList } from '../components/page/tab-list.tsx'
import { formatDay } from '../components/values/days.ts'
import { listQuery } from '../hub/list-query.ts'
import { overviewQuery } from '../hub/overview-query.ts'
import { useSession } from '../hub/session.tsx'
import { lineProductsQuery } from '../orders/queries.ts'
import { DecideReturn } from '../orders/returns/decide-return.tsx'
import { columnsWith } from './columns.tsx'

const route = getRouteApi('/returns')

export function ReturnsPage() {
  const { cursor, decide, all, since } = route.useSearch()
  const navigate = route.useNavigate()
  const filter = {
    ...(!all && { status: ['ON_THE_WAY' as const] }),
    ...(since && { createdSince: since }),
  }
  // Who waits longest comes first.
  const sort = all ? ('newest' as const) : ('oldest' as const)
  const input = { ...filter, sort, ...(cursor && { cursor }) }
  const session = useSession()
  const list = useQuery(listQuery(session, 'returns', 'listReturns', input))
  const references = (list.data?.rows ?? []).flatMap(({ Lines }) =>
    Lines.map((line) => line.MerchantProductReference),
  )
  const { data: products } = useQuery({
    ...lineProductsQuery(session, references),
    enabled: references.length > 0,
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsWith(products), [products])
  const own = { ...(all && { all }), ...(since && { since }) }
  const close = () => void navigate({ search: { ...own, ...(cursor && { cursor }) } })
  return (
    <>
      <PageHead title="Returns" />
      <Tabs
        mb="md"
        value={all ? 'all' : 'open'}
        onChange={(tab) =>
          void navigate({
            search: { ...(tab === 'all' && { all: true }), ...(since && { since }) },
          })
        }
      >
        <TabList>
          <Tabs.Tab value="open" rightSection={<OpenReturns />}>
            Open
          </Tabs.Tab>
          <Tabs.Tab value="all">All</Tabs.Tab>
        </TabList>
      </Tabs>
      {since && (
        <Group mb="md" gap="xs">
          <Text size="sm">Registered since {formatDay(since)}.</Text>
          <PageButton size="compact-sm" variant="default" to="/returns" search={all ? { all } : {}}>
            Show earlier returns
          </PageButton>
        </Group>
      )}
      <SidePanel
        title={decide === undefined ? '' : `Decide on ${decide}`}
        isOpen={decide !== undefined}
        onClose={close}
      >
        {decide !== undefined && <DecideReturn reference={decide} onClose={close} />}
      </SidePanel>
      <DataTable
        label="Returns"
        noun="return"
        list={list}
        columns={columns}
        idOf={({ MerchantReturnReference }) => MerchantReturnReference}
        isLaterPage={cursor !== undefined}
        onPage={(next) => void navigate({ search: { ...own, ...(next && { cursor: next }) } })}
        empty={
          <EmptyState
            drawing={all ? 'shelf' : 'done'}
            title={all ? 'No returns yet' : 'No open returns'}
          >
            Returns are registered by you or a channel for shipped units. Decide on them here, line
            by line.
          </EmptyState>
        }
      />
    </>
  )
}

/** How many returns have units that are not decided. */
function OpenReturns() {
  const count = useQuery(overviewQuery(useSession())).data?.ReturnsToDecide
  return <TabCount count={count} />
}
