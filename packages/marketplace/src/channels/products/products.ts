/** Lists products. */
import type { Connection, Database } from '@entrepot/database'
import type { ProductRow } from '../../catalogue/products/store.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import { isRefusal, type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { examineChannel } from '../settings/settings.ts'
import { findProducts, type ProductFilter } from './store.ts'

/** A page of a list. `next` is the reference after which the next page starts; undefined on the last page. */
export interface ProductPage {
  readonly products: readonly ProductRow[]
  readonly next: string | undefined
}

/**
 * Reads a page of products, by reference: at most `limit`, and fewer if they are very large. For `pendingAt`, up to 10,000 changes are
 * compared with the channel first.
 *
 * Refusal: `MARKET_INVALID_INPUT` if there is no channel `pendingAt`, and for `pending` without it.
 */
export async function listProducts(
  database: Database,
  { customerId }: Customer,
  filter: ProductFilter,
  limit: number,
): Promise<ProductPage | Refusal> {
  const { pendingAt: channelId } = filter
  if (filter.pending !== undefined && channelId === undefined) {
    return refuseIssues([{ path: '/pending', message: 'needs pendingAt, the Id of a channel' }])
  }
  const read = async (connection: Connection) =>
    await findProducts(connection, customerId, filter, limit)
  const rows =
    channelId === undefined
      ? await read(database)
      : await examineChannel(database, { customerId, channelId }, read)
  if (isRefusal(rows)) {
    return refuseIssues([{ path: '/pendingAt', message: 'must be the Id of a channel' }])
  }
  const last = rows.at(-1)
  return {
    products: rows.map(({ isCut: _, ...row }) => row),
    next: last?.isCut ? last.MerchantProductReference : undefined,
  }
}
