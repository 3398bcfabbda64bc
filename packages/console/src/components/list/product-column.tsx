/** The column that names the products of a list, with links to their pages. */
import { Stack, Text } from '@mantine/core'
import { PageLink } from '../page/links.tsx'
import { type Column, column } from './data-table.tsx'

/** What a list says of a product. */
interface NamedProduct {
  readonly MerchantProductReference: string
  readonly Name: string
}

export function productColumn<Row extends NamedProduct>(): Column<Row> {
  return column('product', 'Product', ({ MerchantProductReference, Name }) => (
    <Stack gap={0}>
      <PageLink
        fw={600}
        fz="sm"
        to="/products/$reference"
        params={{ reference: MerchantProductReference }}
      >
        {Name || MerchantProductReference}
      </PageLink>
      {Name && (
        <Text size="xs" c="dimmed">
          {MerchantProductReference}
        </Text>
      )}
    </Stack>
  ))
}
