/** Which orders a page to print has: some that were selected, or all of a list, which are read in pages. */
import { queryOptions } from '@tanstack/react-query'
import { formatNumber } from '../../components/values/language.ts'
import type { Session } from '../../hub/session.tsx'
import { totalOf } from '../bulk/use-selection.ts'
import type { Order } from '../order.ts'
import { filterOf, listOf, type OrderSearch, sortOf, statusesOf } from '../search.ts'

/** Most orders of a list that are printed together: browsers take too long to lay out longer documents. */
export const MAX_PRINTED = 500

/** Orders of one call. */
const PAGE_SIZE = 50

/** The orders to print. */
export type Printed =
  | { readonly kind: 'some'; readonly ids: readonly number[] }
  | { readonly kind: 'list'; readonly search: OrderSearch }

/** Reads the orders from the search parameters of a page to print. Pure. */
export function printedOf({
  ids,
  list,
}: {
  readonly ids?: string
  readonly list?: string
}): Printed {
  if (ids === undefined && list !== undefined) return { kind: 'list', search: listOf({ list }) }
  return { kind: 'some', ids: (ids ?? '').split(',').filter(Boolean).map(Number) }
}

/** Why the orders of a list are not printed, and what to do; undefined if they are. Pure. */
export function refusePrinting(count: number): string | undefined {
  if (count <= MAX_PRINTED) return undefined
  const most = formatNumber(MAX_PRINTED)
  return `This filter has ${formatNumber(count)} orders. Up to ${most} can be printed at a time. Filter by channel or day, and print in parts.`
}

/** What is read of a list, or why nothing is read. */
export type ReadOrders = { readonly orders: readonly Order[] } | { readonly refusal: string }

/** How far the reading is. */
export interface ReadProgress {
  readonly read: number
  readonly count: number
}

/** The orders of a list as they are when the page is opened: what is printed must not change on the way to the printer. */
export function listedQuery(
  session: Session,
  search: OrderSearch,
  onRead: (progress: ReadProgress) => void,
) {
  return queryOptions({
    queryKey: ['print', session.customer, 'orders', search],
    queryFn: async ({ signal }) => await readListed(session, search, onRead, signal),
    gcTime: 0,
    staleTime: 'static',
  })
}

async function readListed(
  { client }: Session,
  search: OrderSearch,
  onRead: (progress: ReadProgress) => void,
  signal: AbortSignal,
): Promise<ReadOrders> {
  const { status: _, ...filters } = filterOf(search)
  const count = totalOf(await client.countOrders(filters, { signal }), statusesOf(search))
  const refusal = refusePrinting(count)
  if (refusal !== undefined) return { refusal }
  const orders: Order[] = []
  const input = { ...filterOf(search), sort: sortOf(search), pageSize: PAGE_SIZE }
  onRead({ read: 0, count })
  for await (const rows of client.pages('listOrders', input, { signal })) {
    orders.push(...rows)
    if (orders.length >= MAX_PRINTED) break
    onRead({ read: orders.length, count })
  }
  return { orders: orders.slice(0, MAX_PRINTED) }
}
