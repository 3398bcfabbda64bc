/** The sorts of the list of products. Pure. */
import type { Input } from '@entrepot/client'
import type { ColumnSorts } from '../components/list/table-head.tsx'

export type ProductSort = NonNullable<Input<'listProducts'>['sort']>

/** By the ids of columns. */
export const COLUMN_SORTS = {
  product: { ascending: 'reference', descending: 'referenceLast' },
  name: { ascending: 'name', descending: 'nameLast' },
  price: { ascending: 'price', descending: 'priceLast', first: 'descending' },
  stock: { ascending: 'stock', descending: 'stockLast' },
  available: { ascending: 'available', descending: 'availableLast' },
} as const satisfies Readonly<Record<string, ColumnSorts<ProductSort>>>

export const PRODUCT_SORTS: readonly ProductSort[] = Object.values(COLUMN_SORTS).flatMap(
  ({ ascending, descending }) => [ascending, descending],
)
