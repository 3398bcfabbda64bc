/** The columns of the list of products. */
import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { Column } from '../components/list/data-table.tsx'
import { PageLink } from '../components/page/links.tsx'
import type { FamilyRow } from './family-rows.ts'
import { OfferCell } from './offer-cell.tsx'

/**
 * The columns; prices are in the currency of the customer.
 *
 * @param place `variants` for the variants of a page of a product, which stand below no parent
 */
export const columnsIn = (
  currency: string,
  place: 'list' | 'variants' = 'list',
): readonly Column<FamilyRow>[] => [
  {
    id: 'product',
    header: 'Product',
    cell: ({ row }) => <ProductName row={row.original} isTree={place === 'list'} />,
  },
  {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => (
      <Text size="sm" truncate maw={320} title={original.product.Name ?? ''}>
        {original.product.Name}
      </Text>
    ),
  },
  { id: 'ean', header: 'EAN', cell: ({ row: { original } }) => original.product.Ean },
  {
    id: 'price',
    header: 'Price',
    isNumber: true,
    cell: ({ row: { original } }) => (
      <OfferCell product={original.product} field="Price" currency={currency} />
    ),
  },
  {
    id: 'stock',
    header: 'Stock',
    isNumber: true,
    cell: ({ row: { original } }) => (
      <OfferCell product={original.product} field="Stock" currency={currency} />
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => (original.product.IsActive ? 'Active' : 'Inactive'),
  },
]

function ProductName({
  row: { product, isVariant, family, onToggle },
  isTree,
}: {
  readonly row: FamilyRow
  readonly isTree: boolean
}) {
  const { MerchantProductReference: reference, ParentMerchantReference: parent } = product
  const Chevron = family === 'closed' ? IconChevronRight : IconChevronDown
  return (
    <Group gap={4} wrap="nowrap" pl={isVariant && isTree ? 28 : 0}>
      {family ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          loading={family === 'loading'}
          aria-expanded={family !== 'closed'}
          aria-label={`${family === 'closed' ? 'Show' : 'Hide'} the variants of ${reference}`}
          onClick={onToggle}
        >
          <Chevron size={16} aria-hidden />
        </ActionIcon>
      ) : (
        !isVariant && <span style={{ width: 22, flexShrink: 0 }} />
      )}
      <Stack gap={0}>
        <PageLink
          fw={isVariant ? 400 : 600}
          fz="sm"
          to="/products/$reference"
          params={{ reference }}
        >
          {reference}
        </PageLink>
        {parent && !isVariant && (
          <Text size="xs" c="dimmed">
            variant of {parent}
          </Text>
        )}
      </Stack>
    </Group>
  )
}
