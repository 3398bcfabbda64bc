/** What an order sells: the products, and how its channel offers them. */
import type { Output } from '@entrepot/client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { callQuery } from '../../hub/call-query.ts'
import { type Session, useSession } from '../../hub/session.tsx'
import { lineProductsQuery } from '../queries.ts'

type Listings = Output<'getProductListings'>

/** A product of the order. */
export interface SoldProduct {
  readonly name: string
  /** Units that may still be sold. Undefined until it is known. */
  readonly available: number | undefined
  readonly offer: { readonly price: number; readonly currency: string } | undefined
}

/** What each channel is offered of a product. */
function offersQuery(session: Session, reference: string) {
  const input = { reference }
  return callQuery(
    session,
    ['products', 'offers to channels', reference],
    'getProductListings',
    input,
  )
}

/** Returns the products of an order by reference: with the price of the channel, else that of the product. */
export function useProducts(
  references: readonly string[],
  channel: string,
  baseCurrency: string,
): ReadonlyMap<string, SoldProduct> {
  const session = useSession()
  const products = useQuery({
    ...lineProductsQuery(session, references),
    enabled: references.length > 0,
    placeholderData: (before) => before,
  }).data
  const listings = useQueries({
    queries: references.map((reference) => offersQuery(session, reference)),
  })
  return new Map(
    references.map((reference, index) => {
      const product = products?.get(reference)
      const listed = listings[index]
      const own = offerOf(listed?.data, channel)
      const price = product?.Price ?? null
      // Not before the offer is known, so that no price changes while somebody reads it.
      const plain =
        listed?.isPending || price === null ? undefined : { price, currency: baseCurrency }
      const name = product?.Name ?? reference
      return [reference, { name, available: product?.StockAvailable, offer: own ?? plain }]
    }),
  )
}

function offerOf(listings: Listings | undefined, channel: string): SoldProduct['offer'] {
  const listing = listings?.find(({ ChannelId }) => String(ChannelId) === channel)
  const offer = listing?.CurrentOffer
  if (!offer || offer.Price === null) return undefined
  return { price: offer.Price, currency: offer.Currency }
}
