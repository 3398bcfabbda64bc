/** All reads and writes of the pages of products. */
import type { Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import { callQuery } from '../hub/call-query.ts'
import { listQuery } from '../hub/list-query.ts'
import type { Session } from '../hub/session.tsx'
import { pendingLabels } from './differences.ts'
import { filterOf, type ProductsSearch } from './search.ts'
import { compareVariants } from './variant-order.ts'

/** A product as the hub answers it. */
export type Product = Output<'getProduct'>

/** Most variants of a family that the console shows. */
export const MAX_VARIANTS = 1_000

/** A page of the list: of families, or of the single products that a filter finds. */
export function productsQuery(session: Session, search: ProductsSearch) {
  const filter = filterOf(search)
  const { cursor, sort } = search
  const isFiltered = Object.keys(filter).length > 0
  return listQuery(session, 'products', 'listProducts', {
    ...(isFiltered ? filter : { topLevel: true }),
    ...(sort && { sort }),
    ...(cursor && { cursor }),
  })
}

/** The variants of a product, by their options. The hub has them by their references. */
export function variantsQuery(session: Session, parent: string) {
  const input = { parent, pageSize: MAX_VARIANTS }
  return queryOptions({
    ...callQuery(session, ['products', 'variants', input], 'listProducts', input),
    select: (variants) => variants.toSorted(compareVariants),
  })
}

/** One product. */
export function productQuery(session: Session, reference: string) {
  return callQuery(session, ['products', 'one', reference], 'getProduct', { reference })
}

/** There is no event for what a channel fetches, so pending listings are polled in this interval of milliseconds. */
const PENDING_INTERVAL_MS = 1_000

/** What each channel knows of a product. */
export function listingsQuery(session: Session, reference: string) {
  return queryOptions({
    ...callQuery(session, ['products', 'listings', reference], 'getProductListings', { reference }),
    refetchInterval: ({ state: { data } }) =>
      data?.some((listing) => pendingLabels(listing).length > 0) ? PENDING_INTERVAL_MS : false,
  })
}
