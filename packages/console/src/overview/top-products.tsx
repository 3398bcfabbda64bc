/** The products with the most revenue in a period. */
import { Card, Text, Title } from '@mantine/core'
import { type RecordColumn, RecordTable } from '../components/list/record-table.tsx'
import { PageLink } from '../components/page/links.tsx'
import { formatNumber } from '../components/values/language.ts'
import { Money } from '../components/values/money.tsx'
import type { Sales } from './queries.ts'

export function TopProducts({
  sales: { Products },
  currency,
}: {
  readonly sales: Sales
  readonly currency: string
}) {
  if (Products === null || Products.length === 0) return null
  const columns: readonly RecordColumn<Product>[] = [
    { header: 'Product', breaks: true, cell: (product) => <ProductName product={product} /> },
    { header: 'Units', isNumber: true, cell: ({ Units }) => formatNumber(Units) },
    {
      header: 'Revenue incl. VAT',
      isNumber: true,
      cell: ({ Revenue }) => <Money amount={Revenue} currency={currency} />,
    },
    {
      header: 'Margin excl. VAT',
      isNumber: true,
      cell: ({ Margin }) =>
        Margin === null ? 'Not known' : <Money amount={Margin} currency={currency} />,
    },
  ]
  return (
    <Card withBorder>
      <Title order={3} size="h5" mb="sm" id="top-products">
        Top products
      </Title>
      <RecordTable
        aria-labelledby="top-products"
        rows={Products}
        columns={columns}
        idOf={({ MerchantProductReference }) => MerchantProductReference}
      />
    </Card>
  )
}

type Product = NonNullable<Sales['Products']>[number]

function ProductName({
  product: { MerchantProductReference: reference, Name },
}: {
  readonly product: Product
}) {
  if (Name === null) return reference
  return (
    <>
      <PageLink inherit to="/products/$reference" params={{ reference }}>
        {Name || reference}
      </PageLink>
      {Name && (
        <Text size="xs" c="dimmed">
          {reference}
        </Text>
      )}
    </>
  )
}
