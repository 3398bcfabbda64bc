/** Lists and counts products. */
import type { Connection, Database } from '@entrepot/database'
import type { ProductRow } from '../../catalogue/products/store.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import { isRefusal, type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { examineChannel } from '../settings/settings.ts'
import type { ProductPlace } from './place.ts'
import { MAX_COUNTED, type ProductCounts } from './schema.ts'
import { countMatches, findProducts, type ProductFilter, type ProductList } from './store.ts'

/** A page of a list. `next` is the place after which the next page starts; undefined on the last page. */
export interface ProductPage {
  readonly products: readonly ProductRow[]
  readonly next: ProductPlace | undefined
}

/**
 * Reads a page of products, in the order of its sort: at most `limit`, and fewer if they are very large. For `pendingAt`, up to 10,000 changes are
 * compared with the channel first.
 *
 * Refusal: `MARKET_INVALID_INPUT` if there is no channel `pendingAt`, and for `pending` without it.
 */
export async function listProducts(
  database: Database,
  { customerId }: Customer,
  filter: ProductList,
  limit: number,
): Promise<ProductPage | Refusal> {
  const rows = await examined(
    database,
    customerId,
    filter,
    async (connection) => await findProducts(connection, customerId, filter, limit),
  )
  if (isRefusal(rows)) return rows
  const last = rows.at(-1)
  return {
    products: rows.map(({ isCut: _, sortValue: __, ...row }) => row),
    next: last?.isCut
      ? { value: last.sortValue, reference: last.MerchantProductReference }
      : undefined,
  }
}

/** Counts the products that match a filter, at most {@link MAX_COUNTED}. Refusals: as {@link listProducts}. */
export async function countProducts(
  database: Database,
  { customerId }: Customer,
  filter: ProductFilter,
): Promise<ProductCounts | Refusal> {
  const Total = await examined(
    database,
    customerId,
    filter,
    async (connection) => await countMatches(connection, customerId, filter, MAX_COUNTED),
  )
  return isRefusal(Total) ? Total : { Total, IsComplete: Total < MAX_COUNTED }
}

/** Reads products by a filter. For `pendingAt`, the channel is examined first. */
async function examined<T>(
  database: Database,
  customerId: string,
  { pending, pendingAt: channelId }: ProductFilter,
  read: (connection: Connection) => Promise<T>,
): Promise<T | Refusal> {
  if (channelId === undefined && pending !== undefined) {
    return refuseIssues([{ path: '/pending', message: 'needs pendingAt, the Id of a channel' }])
  }
  if (channelId === undefined) return await read(database)
  const answer = await examineChannel(database, { customerId, channelId }, read)
  return isRefusal(answer)
    ? refuseIssues([{ path: '/pendingAt', message: 'must be the Id of a channel' }])
    : answer
}
