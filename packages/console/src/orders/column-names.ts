/** The columns that the list of orders can have, in the order in which they are offered. Pure. */
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
