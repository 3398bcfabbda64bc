/** Products of which more units are ordered than there are, and the orders that wait for them. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Column, column, DataTable } from '../components/list/data-table.tsx'
import { productColumn } from '../components/list/product-column.tsx'
import { EmptyState } from '../components/page/empty-state.tsx'
import { PageLink } from '../components/page/links.tsx'
import { PageHead } from '../components/page/page-head.tsx'
import { Problem } from '../components/page/problem.tsx'
import { formatNumber } from '../components/values/language.ts'
import { Moment } from '../components/values/moment.tsx'
import { listQuery } from '../hub/list-query.ts'
import { useSession } from '../hub/session.tsx'
import { ActionPanel } from '../orders/actions/action-panel.tsx'
import { orderQuery } from '../orders/queries.ts'
import { type Shortfall, WaitingOrders } from './waiting-orders.tsx'

const route = getRouteApi('/stock')

/** There is no event for stock that suffices again, so the list is polled in this interval of milliseconds. */
const INTERVAL_MS = 3_000

const columns: readonly Column<Shortfall>[] = [
  productColumn((product) => <ChangeStock product={product} />),
  column('missing', { header: 'Units missing', isNumber: true }, ({ ShortUnits }) => (
    <b>{formatNumber(ShortUnits)}</b>
  )),
  column('stock', { header: 'Stock', isNumber: true }, ({ Stock }) => formatNumber(Stock)),
  column('reserved', { header: 'Reserved', isNumber: true }, ({ StockReserved }) =>
    formatNumber(StockReserved),
  ),
  column('since', 'Oversold since', ({ Since }) => <Moment at={Since} />),
  column('orders', { header: 'Waiting orders', isWide: true }, (row) => (
    <WaitingOrders shortfall={row} />
  )),
]

/** A wrong count is the usual cause, and the page of the product has the form. */
function ChangeStock({
  product: { MerchantProductReference: reference },
}: {
  readonly product: Shortfall
}) {
  if (!useSession().may('products:write')) return null
  return (
    <PageLink
      fz="xs"
      underline="always"
      aria-label={`Change the stock of ${reference}`}
      to="/products/$reference"
      params={{ reference }}
    >
      Change the stock
    </PageLink>
  )
}

export function StockPage() {
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const input = cursor ? { cursor } : {}
  const list = useQuery({
    ...listQuery(useSession(), 'stock', 'listShortfalls', input),
    refetchInterval: INTERVAL_MS,
  })
  return (
    <>
      <PageLink fz="sm" to="/products">
        Products
      </PageLink>
      <PageHead title="Oversold" />
      <Text size="sm" mb="md">
        More units of these products are ordered than you have. Orders in backorder are filled
        first, then the others, oldest first.{' '}
        <PageLink inherit underline="always" to="/orders" search={{ short: true }}>
          Show the orders
        </PageLink>
      </Text>
      <Action />
      <DataTable
        label="Oversold products"
        noun="product"
        list={list}
        columns={columns}
        idOf={({ MerchantProductReference }) => MerchantProductReference}
        isLaterPage={cursor !== undefined}
        onPage={(next) => void navigate({ search: next ? { cursor: next } : {} })}
        empty={
          <EmptyState drawing="done" title="No oversold products">
            Products appear here when more units are ordered than you have, if stock is tracked.{' '}
            <PageLink inherit underline="always" to="/settings" search={{ tab: 'stock' }}>
              Stock settings
            </PageLink>
          </EmptyState>
        }
      />
    </>
  )
}

/** The panel of the order and the action that the address names. */
function Action() {
  const { cursor, order: id, action } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery({
    ...orderQuery(useSession(), id ?? 0),
    enabled: id !== undefined,
  })
  if (id === undefined) return null
  if (!data) return error ? <Problem error={error} onRetry={() => void refetch()} /> : null
  return (
    <ActionPanel
      order={data}
      action={action}
      onClose={() => void navigate({ search: cursor ? { cursor } : {} })}
    />
  )
}
