/** The list of products: families with their variants, or what a filter finds. */
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconHistory, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DataTable } from '../components/list/data-table.tsx'
import { NothingFound } from '../components/list/nothing-found.tsx'
import { EmptyState } from '../components/page/empty-state.tsx'
import { PageButton } from '../components/page/links.tsx'
import { PageHead } from '../components/page/page-head.tsx'
import { Problem } from '../components/page/problem.tsx'
import { SidePanel } from '../components/page/side-panel.tsx'
import { ExportButton } from '../hub/export-button.tsx'
import { useSession } from '../hub/session.tsx'
import { customerQuery } from '../settings/queries.ts'
import { RecentChanges } from './bulk/recent/recent-changes.tsx'
import { SelectionBar } from './bulk/selection-bar.tsx'
import { useProductSelection } from './bulk/use-product-selection.ts'
import { columnsOf } from './columns.tsx'
import { useFamilyRows } from './family-rows.ts'
import { ProductFilterBar } from './filters.tsx'
import { ImportPanel } from './import/import-panel.tsx'
import { productsQuery } from './queries.ts'
import { filterOf, type ProductsSearch, withFilters } from './search.ts'

const route = getRouteApi('/products')
const none: readonly never[] = []

export function ProductsPage() {
  const session = useSession()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const show = (next: ProductsSearch) => void navigate({ search: next })
  const customer = useQuery(customerQuery(session)).data
  // The cells keep what is typed in them only while the columns are the same.
  const columns = useMemo(() => columnsOf(customer), [customer])
  const list = useQuery(productsQuery(session, search))
  const isFiltered = Object.keys(filterOf(search)).length > 0
  const families = useFamilyRows(
    list.data?.rows ?? none,
    !isFiltered,
    search.open ?? none,
    (open) => void navigate({ search: { ...search, open }, replace: true }),
  )
  const selection = useProductSelection(search, families.rows)
  return (
    <>
      <PageHead title="Products">
        <ProductActions search={search} onShow={show} />
      </PageHead>
      <ProductFilterBar search={search} onChange={show} />
      {families.error !== null && <Problem error={families.error} onRetry={families.retry} />}
      {families.rows.length > 0 && <SelectionBar search={search} {...selection} />}
      <DataTable
        label="Products"
        noun="product"
        list={{ ...list, data: list.data && { ...list.data, rows: families.rows } }}
        columns={columns}
        idOf={({ product }) => product.MerchantProductReference}
        watched={({ product }) => product}
        isLaterPage={search.cursor !== undefined}
        selection={selection.ofTable}
        sort={{
          current: search.sort ?? 'reference',
          onSort: (sort) => show(withFilters(search, { sort })),
        }}
        onPage={(next) => {
          const { cursor: _, open: __, ...rest } = search
          show({ ...rest, ...(next && { cursor: next }) })
        }}
        empty={
          isFiltered ? (
            <NothingFound
              rows="products"
              text={search.q}
              isFiltered={Object.keys(filterOf(search)).some((name) => name !== 'q')}
              onClear={() => show(search.sort ? { sort: search.sort } : {})}
            />
          ) : (
            <EmptyState
              title="No products yet"
              action={
                session.may('products:write') && (
                  <Button variant="default" onClick={() => show({ panel: 'import' })}>
                    Import a file
                  </Button>
                )
              }
            >
              Import a file, connect a shop, or send products through the API.
            </EmptyState>
          )
        }
      />
      <SidePanel
        title="Recent changes"
        isOpen={search.panel === 'changes'}
        onClose={() => {
          const { panel: _, ...rest } = search
          show(rest)
        }}
      >
        <RecentChanges />
      </SidePanel>
      <ImportPanel
        isOpen={search.panel === 'import' && session.may('products:write')}
        id={search.import}
        onShow={(id) => {
          const { import: _, ...rest } = search
          show({ ...rest, ...(id && { import: id }) })
        }}
        onClose={() => {
          const { import: _, panel: __, ...rest } = search
          show(rest)
        }}
      />
    </>
  )
}

function ProductActions({
  search,
  onShow,
}: {
  readonly search: ProductsSearch
  readonly onShow: (search: ProductsSearch) => void
}) {
  const { may } = useSession()
  const { pendingAt, pending: _, ...filter } = filterOf(search)
  return (
    <>
      <PageButton
        variant="default"
        leftSection={<IconAlertTriangle size={16} aria-hidden />}
        to="/stock"
      >
        Oversold
      </PageButton>
      <Button
        variant="default"
        leftSection={<IconHistory size={16} aria-hidden />}
        onClick={() => onShow({ ...search, panel: 'changes' })}
      >
        Recent changes
      </Button>
      {may('products:write') && (
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => onShow({ ...search, panel: 'import' })}
        >
          Import
        </Button>
      )}
      <ExportButton
        name="products"
        operation="exportProducts"
        filter={filter}
        refusal={
          pendingAt === undefined
            ? undefined
            : 'Pending products change during the export, so this filter cannot be exported.'
        }
      />
      {may('products:write') && (
        <PageButton leftSection={<IconPlus size={16} aria-hidden />} to="/products/new">
          New product
        </PageButton>
      )}
    </>
  )
}
