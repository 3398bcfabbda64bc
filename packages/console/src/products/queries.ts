/** All reads and writes of the pages of products. */
import type { Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import { listQuery } from '../hub/list-query.ts'
import type { Session } from '../hub/session.tsx'
import { pendingLabels } from './differences.ts'
import { filterOf, type ProductsSearch } from './search.ts'

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

/** The variants of a product. */
export function variantsQuery({ client, customer }: Session, parent: string) {
  const input = { parent, pageSize: MAX_VARIANTS }
  return queryOptions({
    queryKey: ['products', customer, 'variants', input],
    queryFn: async ({ signal }) => await client.listProducts(input, { signal }),
  })
}

/** One product. */
export function productQuery({ client, customer }: Session, reference: string) {
  return queryOptions({
    queryKey: ['products', customer, 'one', reference],
    queryFn: async ({ signal }) => await client.getProduct({ reference }, { signal }),
  })
}

/** There is no event for what a channel fetches, so pending listings are polled in this interval of milliseconds. */
const PENDING_INTERVAL_MS = 1_000

/** What each channel knows of a product. */
export function listingsQuery({ client, customer }: Session, reference: string) {
  return queryOptions({
    queryKey: ['products', customer, 'listings', reference],
    queryFn: async ({ signal }) => await client.getProductListings({ reference }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.some((listing) => pendingLabels(listing).length > 0) ? PENDING_INTERVAL_MS : false,
  })
}
