/** The list of orders. */
import { Badge, Group, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { RowSelectionState } from '@tanstack/react-table'
import { useState } from 'react'
import { DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { useSession } from '../shell/session.tsx'
import { SelectionBar } from './bulk/selection-bar.tsx'
import { orderColumns } from './columns.tsx'
import { OrderFilters } from './filters.tsx'
import { NoOrders } from './no-orders.tsx'
import { countsQuery, ordersQuery } from './queries.ts'
import { filtersOf, type OrderSearch, type OrderView, orderViews } from './search.ts'

const route = getRouteApi('/orders')

export function OrdersPage() {
  const session = useSession()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(ordersQuery(session, search))
  const change = (changes: OrderSearch) => {
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) })
  }
  const isFiltered = search.q !== undefined || Object.keys(filtersOf(search)).length > 0
  const [selected, setSelected] = useState<RowSelectionState>({})
  const orders = list.data?.rows.filter(({ Id }) => selected[Id]) ?? []
  return (
    <>
      <PageHead title="Orders" />
      <Views search={search} onChange={(view) => change({ view })} />
      <Group my="md">
        <SearchField
          label="Search orders"
          placeholder="References, name, e-mail address"
          text={search.q ?? ''}
          onSearch={(q) =>
            void navigate({
              search: ({ q: _, cursor: __, ...before }) => ({ ...before, ...(q && { q }) }),
            })
          }
        />
        <OrderFilters
          search={search}
          onChange={(filters) =>
            void navigate({
              search: ({ view, q }) => ({ ...(view && { view }), ...(q && { q }), ...filters }),
            })
          }
        />
        <SelectionBar orders={orders} onClear={() => setSelected({})} />
      </Group>
      <DataTable
        label="Orders"
        list={list}
        columns={orderColumns}
        selection={{ selected, onChange: setSelected }}
        idOf={({ Id }) => String(Id)}
        isLater={search.cursor !== undefined}
        onPage={(cursor) =>
          void navigate({
            search: ({ cursor: _, ...before }) => ({ ...before, ...(cursor && { cursor }) }),
          })
        }
        empty={
          isFiltered || (search.view ?? 'all') !== 'all' ? (
            <EmptyState title="No orders here">
              Choose another view, or change the search.
            </EmptyState>
          ) : (
            <NoOrders />
          )
        }
      />
    </>
  )
}

/** The views with the number of their orders. */
function Views({
  search,
  onChange,
}: {
  readonly search: OrderSearch
  readonly onChange: (view: OrderView) => void
}) {
  const counts = useQuery(countsQuery(useSession(), search))
  const countOf = (statuses: readonly string[]) => {
    const of = counts.data?.ByStatus.filter(({ Status }) => statuses.includes(Status)) ?? []
    return statuses.length === 0
      ? counts.data?.Total
      : of.reduce((sum, { Count }) => sum + Count, 0)
  }
  return (
    <Tabs value={search.view ?? 'all'} onChange={(view) => onChange((view ?? 'all') as OrderView)}>
      <Tabs.List style={{ flexWrap: 'nowrap', overflowX: 'auto' }}>
        {orderViews.map(({ value, label, statuses }) => (
          <Tabs.Tab
            key={value}
            value={value}
            rightSection={
              counts.data && (
                <Badge size="sm" variant="light" color="gray">
                  {countOf(statuses)?.toLocaleString()}
                </Badge>
              )
            }
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
