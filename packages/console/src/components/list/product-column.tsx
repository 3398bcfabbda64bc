/** The column that names the products of a list, with links to their pages. */
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLink } from '../page/links.tsx'
import { type Column, column } from './data-table.tsx'

/** What a list says of a product. */
interface NamedProduct {
  readonly MerchantProductReference: string
  readonly Name: string
}

/** @param below what stands below the name */
export function productColumn<Row extends NamedProduct>(
  below?: (row: NoInfer<Row>) => ReactNode,
): Column<Row> {
  return column('product', 'Product', (row) => {
    const { MerchantProductReference, Name } = row
    return (
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
        {below?.(row)}
      </Stack>
    )
  })
}
