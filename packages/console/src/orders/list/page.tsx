/** The list of orders. */
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { RowSelectionState } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { DataTable } from '../../components/list/data-table.tsx'
import { SearchField } from '../../components/list/search-field.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { ExportButton } from '../../hub/export-button.tsx'
import { useSession } from '../../hub/session.tsx'
import { SelectionBar } from '../bulk/selection-bar.tsx'
import { columnsIn } from '../column-names.ts'
import { ordersQuery } from '../queries.ts'
import { filterOf, filtersOf, type OrderSearch } from '../search.ts'
import { SavedViews } from '../views/saved-views.tsx'
import { orderColumns } from './columns.tsx'
import { OrderFilters } from './filters.tsx'
import { ListOptions } from './list-options.tsx'
import { NoOrders } from './no-orders.tsx'
import { OrderTabs } from './tabs.tsx'

const route = getRouteApi('/orders')

export function OrdersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(ordersQuery(useSession(), search))
  const columns = useMemo(() => orderColumns(columnsIn(search.columns)), [search.columns])
  const [selected, setSelected] = useState<RowSelectionState>({})
  const orders = list.data?.rows.filter(({ Id }) => selected[Id]) ?? []
  // Each change begins at the first page again.
  const show = ({ cursor: _, ...next }: OrderSearch) => void navigate({ search: next as never })
  return (
    <>
      <PageHead title="Orders">
        <SavedViews search={search} onShow={show} />
        <ListOptions search={search} onShow={show} />
        <ExportButton name="orders" operation="exportOrders" filter={filterOf(search)} />
      </PageHead>
      <OrderTabs search={search} onShow={show} />
      <Group my="md">
        <SearchField
          label="Search orders"
          placeholder="References (several at once), name, e-mail"
          text={search.q ?? ''}
          onSearch={(typed) => {
            const { q: _, ...others } = search
            show({ ...others, ...(typed && { q: typed }) })
          }}
        />
        <OrderFilters search={search} onChange={(filters) => show(withFilters(search, filters))} />
        <SelectionBar orders={orders} onClear={() => setSelected({})} />
      </Group>
      <DataTable
        label="Orders"
        list={list}
        columns={columns}
        selection={{ selected, onChange: setSelected }}
        idOf={({ Id }) => String(Id)}
        isLaterPage={search.cursor !== undefined}
        onPage={(cursor) => {
          const { cursor: _, ...others } = search
          void navigate({ search: { ...others, ...(cursor && { cursor }) } as never })
        }}
        empty={<Empty search={search} />}
      />
    </>
  )
}

/** The state of the list with other filters. */
function withFilters(search: OrderSearch, filters: object): OrderSearch {
  const { tab, q, sort, columns } = search
  return {
    ...(tab && { tab }),
    ...(q && { q }),
    ...(sort && { sort }),
    ...(columns && { columns }),
    ...filters,
  }
}

function Empty({ search }: { readonly search: OrderSearch }) {
  const isFiltered = search.q !== undefined || Object.keys(filtersOf(search)).length > 0
  if (!isFiltered && (search.tab ?? 'all') === 'all') return <NoOrders />
  return (
    <EmptyState drawing="search" title="No orders here">
      Choose another tab, or change the search.
    </EmptyState>
  )
}
