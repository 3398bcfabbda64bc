/** Prices that would move too far, and wait for a person. */
import { Button, Group, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { RowSelectionState } from '@tanstack/react-table'
import { useState } from 'react'
import { causeLabel } from '../channels/offers/causes.ts'
import { usePricesToReview } from '../channels/offers/use-prices-to-review.ts'
import { ActionBar } from '../components/list/action-bar.tsx'
import { DataTable } from '../components/list/data-table.tsx'
import { EmptyState } from '../components/page/empty-state.tsx'
import { PageButton, PageLink } from '../components/page/links.tsx'
import { PageHead } from '../components/page/page-head.tsx'
import { Problem } from '../components/page/problem.tsx'
import { SidePanel } from '../components/page/side-panel.tsx'
import { TabCount } from '../components/page/tab-count.tsx'
import { TabList } from '../components/page/tab-list.tsx'
import { counted } from '../components/values/language.ts'
import { listQuery } from '../hub/list-query.ts'
import { overviewQuery } from '../hub/overview-query.ts'
import { useSession } from '../hub/session.tsx'
import { priceColumns } from './columns.tsx'
import { decisionOn, type GuardedPrice, idOf, useDecision } from './decisions.ts'
import { DecideAll, useChannelName, WaitingGroups } from './groups.tsx'
import type { PricesSearch } from './search.ts'

const route = getRouteApi('/prices')

export function PricesPage() {
  const session = useSession()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const overview = useQuery(overviewQuery(session))
  const groups = overview.data?.Offers?.ToReview ?? []
  return (
    <>
      <PageLink fz="sm" to="/channels">
        Channels
      </PageLink>
      <PageHead title={search.refused ? 'Rejected prices' : 'Prices to review'} />
      <Text size="sm" mb="md">
        {search.refused
          ? 'Channels keep their current price. You can still accept a rejected price.'
          : 'Price changes above the limit of a channel. Channels keep their current price until you decide.'}
      </Text>
      <Tabs
        mb="md"
        value={search.refused ? 'refused' : 'open'}
        onChange={(tab) => void navigate({ search: tab === 'refused' ? { refused: true } : {} })}
      >
        <TabList>
          <Tabs.Tab value="open" rightSection={<TabCount count={usePricesToReview()} />}>
            To review
          </Tabs.Tab>
          <Tabs.Tab value="refused">Rejected</Tabs.Tab>
        </TabList>
      </Tabs>
      {overview.error && !overview.data && (
        <Problem error={overview.error} onRetry={() => void overview.refetch()} />
      )}
      {!search.refused && groups.length > 0 && <WaitingGroups groups={groups} />}
      <Filter search={search} />
      {/* Another list, with a selection of its own. */}
      <PriceList key={JSON.stringify([search.channel, search.cause, search.refused])} />
      <AllPanel />
    </>
  )
}

/** The filter without the position and the panel. */
function filterOf({ channel, cause, refused }: PricesSearch): PricesSearch {
  return { ...(channel && { channel }), ...(cause && { cause }), ...(refused && { refused }) }
}

function Filter({ search }: { readonly search: PricesSearch }) {
  const nameOf = useChannelName()
  const { channel, cause, refused } = search
  if (channel === undefined && cause === undefined) return null
  const parts = [channel && nameOf(channel), cause && causeLabel(cause)].filter(Boolean)
  return (
    <Group gap="xs" mb="md">
      <Text size="sm">Only {parts.join(', ')}.</Text>
      <PageButton
        size="compact-sm"
        variant="default"
        to="/prices"
        search={refused ? { refused } : {}}
      >
        Show all
      </PageButton>
    </Group>
  )
}

function PriceList() {
  const session = useSession()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [selected, setSelected] = useState<RowSelectionState>({})
  const { cursor, refused } = search
  const canDecide = session.may('products:write')
  const { refused: _, ...filter } = filterOf(search)
  const input = {
    ...filter,
    ...(refused && { decision: 'refused' as const }),
    ...(cursor && { cursor }),
  }
  const list = useQuery(listQuery(session, 'offers', 'listGuardedPrices', input))
  const chosen = (list.data?.rows ?? []).filter((price) => selected[idOf(price)])
  return (
    <>
      {chosen.length > 0 && <Chosen prices={chosen} onDone={() => setSelected({})} />}
      <DataTable
        label={refused ? 'Rejected prices' : 'Prices to review'}
        noun="price"
        list={list}
        columns={priceColumns(canDecide)}
        idOf={idOf}
        isLaterPage={cursor !== undefined}
        onPage={(next) => {
          setSelected({})
          void navigate({ search: { ...filterOf(search), ...(next && { cursor: next }) } })
        }}
        {...(canDecide && { selection: { selected, onChange: setSelected } })}
        empty={
          <EmptyState drawing="done" title={refused ? 'No rejected prices' : 'No prices to review'}>
            {refused
              ? 'Rejected prices stay here until a new price is calculated.'
              : 'Price changes above the limit of the channel appear here (40% by default), and changes to 0.'}
          </EmptyState>
        }
      />
    </>
  )
}

function Chosen({
  prices,
  onDone,
}: {
  readonly prices: readonly GuardedPrice[]
  readonly onDone: () => void
}) {
  const decide = useDecision(onDone)
  const canRefuse = prices.some(({ Decision }) => Decision === null)
  return (
    <ActionBar label="Selected prices">
      <Text size="sm">{counted(prices.length, 'price')} selected</Text>
      <Button
        size="xs"
        loading={decide.isPending}
        onClick={() => decide.mutate(decisionOn('accept', prices))}
      >
        Accept
      </Button>
      {canRefuse && (
        <Button
          size="xs"
          variant="default"
          disabled={decide.isPending}
          onClick={() => decide.mutate(decisionOn('refuse', prices))}
        >
          Reject
        </Button>
      )}
      {decide.error && <Problem error={decide.error} />}
    </ActionBar>
  )
}

/** The panel of the decision on all prices of a cause, which the address names. */
function AllPanel() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data } = useQuery(overviewQuery(useSession()))
  const { all, channel, cause } = search
  const group = data?.Offers?.ToReview.find(
    ({ ChannelId, Cause }) => ChannelId === channel && Cause === cause,
  )
  const isOpen = all !== undefined && group !== undefined
  return (
    <SidePanel
      title={all === 'accept' ? 'Accept all' : 'Reject all'}
      isOpen={isOpen}
      onClose={() => void navigate({ search: {} })}
    >
      {isOpen && (
        <DecideAll decision={all} group={group} onClose={() => void navigate({ search: {} })} />
      )}
    </SidePanel>
  )
}
