/** The list of orders. */
import { Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { DataTable } from '../../components/list/data-table.tsx'
import { NothingFound } from '../../components/list/nothing-found.tsx'
import { SearchField } from '../../components/list/search-field.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageButton } from '../../components/page/links.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { ExportButton } from '../../hub/export-button.tsx'
import { useSession } from '../../hub/session.tsx'
import { type BegunAction, BulkPanel } from '../bulk/bulk-actions.tsx'
import { type BulkAction, offeredActions, takersOf } from '../bulk/offered-actions.ts'
import { SelectionBar } from '../bulk/selection-bar.tsx'
import { useSelection } from '../bulk/use-selection.ts'
import type { OrderSort } from '../column-names.ts'
import { orderNames } from '../names.ts'
import type { Order } from '../order.ts'
import { ordersQuery } from '../queries.ts'
import {
  columnsOf,
  filterOf,
  filtersOf,
  isNarrowed,
  type OrderSearch,
  sortOf,
  withList,
  withoutFilters,
} from '../search.ts'
import { SavedViews } from '../views/saved-views.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { orderColumns } from './columns.tsx'
import classes from './filters.module.css'
import { OrderFilters } from './filters.tsx'
import { ListOptions } from './list-options.tsx'
import { NoOrders } from './no-orders.tsx'
import { OrderTabs } from './tabs.tsx'

const route = getRouteApi('/orders')

export function OrdersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const session = useSession()
  const list = useQuery(ordersQuery(session, search))
  const columns = useMemo(() => orderColumns(columnsOf(search), withList(search)), [search])
  const selection = useSelection(search, list.data)
  const [begun, setBegun] = useState<BegunAction>()
  // Each change begins at the first page again.
  const show = ({ cursor: _, ...next }: OrderSearch) => void navigate({ search: next as never })
  const begin = (action: BulkAction, orders: readonly Order[], target = selection.target) =>
    setBegun({ action, orders, target: takersOf(action, target, orders) })
  const canShipList = search.tab === 'to-ship' && session.may('fulfilment:write')
  return (
    <>
      <PageHead title="Orders">
        <SavedViews search={search} onShow={show} />
        <ListOptions search={search} onShow={show} />
        <ExportButton name="orders" operation="exportOrders" filter={filterOf(search)} />
        {session.may('orders:create') && (
          <PageButton leftSection={<IconPlus size={16} aria-hidden />} to="/orders/new">
            New order
          </PageButton>
        )}
      </PageHead>
      <OrderTabs search={search} isListed={!list.isPending} onShow={show} />
      <Group mt="md" mb="xs" gap={8} wrap="nowrap" className={classes.bar}>
        <SearchField
          label="Search orders"
          placeholder="Order, buyer, product, city, tracking"
          text={search.q ?? ''}
          onSearch={(typed) => {
            const { q: _, ...others } = search
            show({ ...others, ...(typed && { q: typed }) })
          }}
        />
        <OrderFilters search={search} onChange={(filters) => show(withFilters(search, filters))} />
      </Group>
      <ActiveFilters search={search} onChange={(filters) => show(withFilters(search, filters))} />
      {list.data?.rows.length !== 0 && (
        <SelectionBar
          target={selection.target}
          search={search}
          orders={selection.orders}
          all={selection.all}
          onBegin={(action) => begin(action, selection.orders)}
          onShipList={canShipList ? () => begin('ship', [], { ids: [] }) : undefined}
          onClear={selection.clear}
          onSelectAll={selection.selectAll}
        />
      )}
      <DataTable<Order>
        label="Orders"
        noun="order"
        list={list}
        total={selection.total}
        columns={columns}
        selection={{
          selected: selection.selected,
          onChange: selection.onChange,
          nameOf: (order) => orderNames(order).main,
        }}
        idOf={({ Id }) => String(Id)}
        isLaterPage={search.cursor !== undefined}
        onPage={(cursor) => {
          const { cursor: _, ...others } = search
          void navigate({ search: { ...others, ...(cursor && { cursor }) } as never })
        }}
        sort={{
          current: sortOf(search),
          onSort: (sort) => show({ ...search, sort: sort as OrderSort }),
        }}
        keys={KEYS.map(({ key, label, action }) => ({
          key,
          label,
          run: (orders) => {
            if (!offeredActions(orders).includes(action)) return
            const ids = orders.map(({ Id }) => Id)
            begin(action, orders, selection.isAll ? selection.target : { ids })
          },
        }))}
        empty={<Empty search={search} onShow={show} />}
      />
      <BulkPanel
        begun={begun}
        onClose={(hasRun) => {
          setBegun(undefined)
          if (hasRun) selection.clear()
        }}
      />
    </>
  )
}

/** The keys of the list, for the selected orders or the current one. */
const KEYS = [
  { key: 'a', label: 'Acknowledge the selected orders, or this one', action: 'acknowledge' },
  { key: 's', label: 'Ship the selected orders, or this one', action: 'ship' },
] as const satisfies readonly { key: string; label: string; action: BulkAction }[]

/** The state of the list with other filters. */
function withFilters(search: OrderSearch, filters: object): OrderSearch {
  const { q } = search
  return { ...withoutFilters(search), ...(q && { q }), ...filters }
}

function Empty({
  search,
  onShow,
}: {
  readonly search: OrderSearch
  readonly onShow: (search: OrderSearch) => void
}) {
  if (isNarrowed(search)) {
    return (
      <NothingFound
        rows="orders"
        text={search.q}
        isFiltered={Object.keys(filtersOf(search)).length > 0}
        onClear={() => onShow(withoutFilters(search))}
      />
    )
  }
  if ((search.tab ?? 'all') === 'all') return <NoOrders />
  return (
    <EmptyState drawing="search" title="No orders here">
      All orders in this tab are done.
    </EmptyState>
  )
}
