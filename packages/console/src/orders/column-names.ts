/** The columns that the list of orders can have, in the order in which they are offered, and its sorts. Pure. */
import type { Input } from '@entrepot/client'
import type { ColumnSorts } from '../components/list/table-head.tsx'

export const ORDER_COLUMN_NAMES = {
  order: 'Order',
  reference: 'Channel reference',
  channel: 'Channel',
  buyer: 'Buyer',
  country: 'Country',
  placed: 'Placed',
  shipBy: 'Ship by',
  status: 'Status',
  lines: 'Lines',
  units: 'Units to ship',
  short: 'Units missing',
  total: 'Total',
} as const

export type ColumnId = keyof typeof ORDER_COLUMN_NAMES

/** All columns. */
export const orderColumnIds = Object.keys(ORDER_COLUMN_NAMES) as readonly ColumnId[]

/** The columns of a list for which nobody has chosen others. */
export const DEFAULT_COLUMNS: readonly ColumnId[] = [
  'order',
  'buyer',
  'placed',
  'shipBy',
  'status',
  'lines',
  'total',
]

/** Reads columns from a text with commas. What is no column is left out; none: no columns were chosen. */
export function columnsIn(text: string | undefined): readonly ColumnId[] {
  const named = (text ?? '').split(',')
  return named.filter((name): name is ColumnId => name in ORDER_COLUMN_NAMES)
}

export type OrderSort = NonNullable<Input<'listOrders'>['sort']>

/** The sorts of the list, by the columns whose heads give them. */
export const COLUMN_SORTS = {
  placed: {
    ascending: 'oldest',
    descending: 'newest',
    first: 'descending',
    names: { ascending: 'Oldest first', descending: 'Newest first' },
  },
  shipBy: {
    ascending: 'shipBy',
    descending: 'shipByLast',
    names: { ascending: 'Ship first', descending: 'Ship last' },
  },
} as const satisfies Readonly<Partial<Record<ColumnId, ColumnSorts<OrderSort>>>>

export const ORDER_SORTS: readonly OrderSort[] = Object.values(COLUMN_SORTS).flatMap(
  ({ ascending, descending }) => [ascending, descending],
)
