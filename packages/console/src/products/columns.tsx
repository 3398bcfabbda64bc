/** The columns of the list of products. */
import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { Column } from '../components/list/data-table.tsx'
import { PageLink } from '../components/page/links.tsx'
import { formatNumber } from '../components/values/language.ts'
import { Picture } from '../components/values/picture.tsx'
import type { Customer } from '../settings/changes.ts'
import { keepsStock } from '../settings/stock-keeper.ts'
import type { OfferField } from './change/amount.ts'
import { OfferCell } from './change/offer-cell.tsx'
import classes from './columns.module.css'
import type { FamilyRow } from './family-rows.ts'
import { ProductState } from './product-state.tsx'
import { COLUMN_SORTS } from './sorts.ts'
import { Available } from './stock/available.tsx'

/**
 * The columns; prices are in the currency of the customer.
 *
 * @param place `variants` for the variants of a page of a product, which stand below no parent
 */
export function columnsOf(
  customer: Customer | undefined,
  place: 'list' | 'variants' = 'list',
): readonly Column<FamilyRow>[] {
  const currency = customer?.BaseCurrency ?? 'EUR'
  return [
    ...describing(place),
    offerColumn('Price', currency),
    offerColumn('Stock', currency),
    ...(customer && keepsStock(customer) ? stockColumns(customer, place) : []),
    {
      id: 'state',
      header: 'State',
      place: 'left',
      cell: ({ row: { original } }) => <ProductState product={original.product} />,
    },
  ]
}

const describing = (place: 'list' | 'variants'): readonly Column<FamilyRow>[] => [
  {
    id: 'product',
    header: 'Product',
    place: 'title',
    sorts: COLUMN_SORTS.product,
    cell: ({ row }) => <ProductName row={row.original} isTree={place === 'list'} />,
  },
  {
    id: 'name',
    header: 'Name',
    place: 'left',
    sorts: COLUMN_SORTS.name,
    cell: ({ row: { original } }) => (
      <Text size="sm" lineClamp={1} maw={320} title={original.product.Name ?? ''}>
        {original.product.Name}
      </Text>
    ),
  },
  {
    id: 'ean',
    header: 'EAN',
    place: 'hidden',
    cell: ({ row: { original } }) => original.product.Ean,
  },
]

const offerColumn = (field: OfferField, currency: string): Column<FamilyRow> => ({
  id: field.toLowerCase(),
  header: field,
  isNumber: true,
  sorts: field === 'Price' ? COLUMN_SORTS.price : COLUMN_SORTS.stock,
  place: field === 'Price' ? 'corner' : 'right',
  cell: ({ row: { original } }) => (
    <OfferCell product={original.product} field={field} currency={currency} />
  ),
})

/** What is held back of the stock, and what can be sold. Parents have no stock of their own. */
const stockColumns = (
  customer: Customer,
  place: 'list' | 'variants',
): readonly Column<FamilyRow>[] => [
  {
    id: 'reserved',
    header: 'Reserved',
    isNumber: true,
    place: 'hidden',
    cell: ({ row: { original } }) =>
      original.product.Children.length === 0 && formatNumber(original.product.StockReserved),
  },
  {
    id: 'available',
    header: 'Available',
    isNumber: true,
    sorts: COLUMN_SORTS.available,
    // Beside the picture of a family there is no room for it in a narrow window.
    place: place === 'list' ? 'right' : 'hidden',
    cell: ({ row: { original } }) =>
      original.product.Children.length === 0 && (
        <Available product={original.product} customer={customer} />
      ),
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
    <Group
      gap={4}
      wrap="nowrap"
      className={classes.name}
      data-variant={(isVariant && isTree) || undefined}
    >
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
        !isVariant && <span className={classes.space} />
      )}
      <Picture url={product.ImageUrl} size={28} />
      <Stack gap={0} ml={4}>
        <PageLink fw={500} fz="sm" to="/products/$reference" params={{ reference }}>
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
