/** The tabs of the list of orders, with the number of their orders. */
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TabCount } from '../../components/page/tab-count.tsx'
import { TabList } from '../../components/page/tab-list.tsx'
import { useSession } from '../../hub/session.tsx'
import { totalOf } from '../bulk/use-selection.ts'
import { countsQuery } from '../queries.ts'
import { ORDER_TABS, type OrderSearch, type OrderTab } from '../search.ts'

/** @param isListed whether the list is read, for which the numbers wait: the hub counts all orders for them */
export function OrderTabs({
  search,
  isListed,
  onShow,
}: {
  readonly search: OrderSearch
  readonly isListed: boolean
  readonly onShow: (search: OrderSearch) => void
}) {
  const counts = useQuery({ ...countsQuery(useSession(), search), enabled: isListed })
  const choose = (tab: OrderTab) => {
    const { status: _, saved: __, ...others } = search
    onShow({ ...others, tab })
  }
  // Chosen statuses are none of the tabs.
  const chosen = search.status === undefined ? (search.tab ?? 'all') : null
  return (
    <Tabs value={chosen} onChange={(tab) => choose((tab ?? 'all') as OrderTab)}>
      <TabList>
        {ORDER_TABS.map(({ value, label, statuses }) => (
          <Tabs.Tab
            key={value}
            value={value}
            rightSection={<TabCount count={counts.data && totalOf(counts.data, statuses)} />}
          >
            {label}
          </Tabs.Tab>
        ))}
      </TabList>
    </Tabs>
  )
}
