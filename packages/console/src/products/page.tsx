/** The list of products. */
import type { Output } from '@entrepot/client'
import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Money } from '../parts/money.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { customerQuery } from '../settings/queries.ts'
import { listQuery } from '../shell/list-query.ts'
import { useSession } from '../shell/session.tsx'

type Product = Output<'listProducts'>[number]

/** The columns; prices are in the currency of the customer. */
const columnsIn = (currency: string): readonly Column<Product>[] => [
  {
    id: 'product',
    header: 'Product',
    cell: ({ row: { original } }) => (
      <Anchor
        fw={600}
        fz="sm"
        renderRoot={(props: object) => (
          <Link
            to="/products/$reference"
            params={{ reference: original.MerchantProductReference }}
            {...props}
          />
        )}
      >
        {original.MerchantProductReference}
      </Anchor>
    ),
  },
  {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => (
      <Text size="sm" truncate maw={360}>
        {original.Name}
      </Text>
    ),
  },
  { id: 'ean', header: 'EAN', cell: ({ row: { original } }) => original.Ean },
  {
    id: 'price',
    header: 'Price',
    isNumber: true,
    cell: ({ row: { original } }) => <Money amount={original.Price} currency={currency} />,
  },
  {
    id: 'stock',
    header: 'Stock',
    isNumber: true,
    cell: ({ row: { original } }) => original.Stock?.toLocaleString(),
  },
  {
    id: 'active',
    header: 'State',
    cell: ({ row: { original } }) => (original.IsActive ? 'Active' : 'Inactive'),
  },
]

const route = getRouteApi('/products')

export function ProductsPage() {
  const session = useSession()
  const { cursor, q } = route.useSearch()
  const navigate = route.useNavigate()
  const customer = useQuery(customerQuery(session))
  const input = { ...(cursor && { cursor }), ...(q && { q }) }
  const list = useQuery(listQuery(session, 'products', 'listProducts', input))
  return (
    <>
      <PageHead title="Products" />
      <Group mb="md">
        <SearchField
          label="Search products"
          placeholder="References, EAN, name"
          text={q ?? ''}
          onSearch={(text) => void navigate({ search: text === '' ? {} : { q: text } })}
        />
      </Group>
      <DataTable
        label="Products"
        list={list}
        columns={columnsIn(customer.data?.BaseCurrency ?? 'EUR')}
        idOf={({ MerchantProductReference }) => MerchantProductReference}
        isLater={cursor !== undefined}
        onPage={(next) =>
          void navigate({ search: { ...(q && { q }), ...(next && { cursor: next }) } })
        }
        empty={
          q ? (
            <EmptyState title="No product is found">Change the search.</EmptyState>
          ) : (
            <EmptyState title="No products yet">
              Send products with the API, or import a file of your shop.
            </EmptyState>
          )
        }
      />
    </>
  )
}
