/** The columns of the list of products. */

import { Group, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { IconButton } from '../components/form/rows/icon-button.tsx'
import { type Column, column } from '../components/list/data-table.tsx'
import { PageLink } from '../components/page/links.tsx'
import { ActiveState } from '../components/values/dot.tsx'
import { formatNumber } from '../components/values/language.ts'
import { Picture } from '../components/values/picture.tsx'
import type { Customer } from '../settings/changes.ts'
import { keepsStock } from '../settings/stock-keeper.ts'
import type { OfferField } from './change/amount.ts'
import { OfferCell } from './change/offer-cell.tsx'
import classes from './columns.module.css'
import type { FamilyRow } from './family-rows.ts'
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
    ...(customer && keepsStock(customer) ? stockColumns(customer) : []),
    column('state', { header: 'Status', place: 'left' }, ({ product }) => (
      <ActiveState isActive={product.IsActive} />
    )),
  ]
}

const describing = (place: 'list' | 'variants'): readonly Column<FamilyRow>[] => [
  column('product', { header: 'Reference', place: 'title', sorts: COLUMN_SORTS.product }, (row) => (
    <ProductName row={row} isTree={place === 'list'} />
  )),
  column('name', { header: 'Name', place: 'left', sorts: COLUMN_SORTS.name }, ({ product }) => (
    // The end of the names of variants differs.
    <Text size="sm" lineClamp={place === 'list' ? 1 : 2} maw={320} title={product.Name ?? ''}>
      {product.Name}
    </Text>
  )),
  column('ean', { header: 'EAN', place: 'hidden' }, ({ product }) => product.Ean),
]

const offerColumn = (field: OfferField, currency: string): Column<FamilyRow> => {
  const ofField =
    field === 'Price'
      ? ({ sorts: COLUMN_SORTS.price, place: 'corner' } as const)
      : ({ sorts: COLUMN_SORTS.stock, place: 'right' } as const)
  const options = { header: field, isNumber: true, ...ofField }
  return column(field.toLowerCase(), options, ({ product }) => (
    <OfferCell product={product} field={field} currency={currency} />
  ))
}

/** What is held back of the stock, and what can be sold. Parents have no stock of their own. */
const stockColumns = (customer: Customer): readonly Column<FamilyRow>[] => [
  column(
    'reserved',
    { header: 'Reserved', isNumber: true, place: 'hidden' },
    ({ product }) => product.Children.length === 0 && formatNumber(product.StockReserved),
  ),
  column(
    'available',
    {
      header: 'Available',
      isNumber: true,
      sorts: COLUMN_SORTS.available,
      place: 'right',
    },
    ({ product }) =>
      product.Children.length === 0 && (
        <>
          <Available product={product} customer={customer} />
          {/* Where its column is hidden, it says why fewer units are available than there are. */}
          {product.StockReserved > 0 && (
            <Text size="xs" c="dimmed" hiddenFrom="lg">
              {formatNumber(product.StockReserved)} reserved
            </Text>
          )}
        </>
      ),
  ),
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
        <IconButton
          icon={Chevron}
          size="sm"
          loading={family === 'loading'}
          aria-expanded={family !== 'closed'}
          label={`${family === 'closed' ? 'Show' : 'Hide'} the variants of ${reference}`}
          onClick={onToggle}
        />
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
