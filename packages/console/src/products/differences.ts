/** What a channel knows of a product, beside what it would get now. Pure. */
import type { Output } from '@entrepot/client'

/** What a channel knows of a product. */
export type Listing = Output<'getProductListings'>[number]

/** A field that differs. */
export interface Difference {
  readonly field: string
  readonly confirmed: string | number | null
  readonly current: string | number | null
}

/** The fields in which what the channel has confirmed differs from what it would get: data first, then price and stock. */
export function differencesOf({
  Changes,
  ConfirmedOffer,
  CurrentOffer,
}: Pick<Listing, 'Changes' | 'ConfirmedOffer' | 'CurrentOffer'>): readonly Difference[] {
  const data = Changes.map(({ Field, Confirmed, Current }) => ({
    field: Field,
    confirmed: Confirmed,
    current: Current,
  }))
  if (CurrentOffer === null) return data
  const offers = (['Price', 'Stock'] as const)
    .map((field) => ({
      field,
      confirmed: ConfirmedOffer?.[field] ?? null,
      current: CurrentOffer[field],
    }))
    .filter(({ confirmed, current }) => confirmed !== current)
    // A channel that gets offers within its data has them there, too.
    .filter(({ field }) => data.every((one) => one.field !== field))
  return [...data, ...offers]
}

/** Labels of what the channel has to do with the product. */
export function pendingLabels(
  listing: Pick<Listing, 'Pending' | 'IsOfferPending' | 'ConfirmedOffer' | 'CurrentOffer'>,
): readonly string[] {
  const { Pending, IsOfferPending } = listing
  const data = {
    create: 'To be created',
    update: 'To be updated',
    remove: 'To be removed',
  } as const
  return [
    ...(Pending === null ? [] : [data[Pending]]),
    ...(IsOfferPending ? [offerLabel(listing)] : []),
  ]
}

/** Says which of the two is pending, if the other one is confirmed as it is. */
function offerLabel({
  ConfirmedOffer: known,
  CurrentOffer: wanted,
}: Pick<Listing, 'ConfirmedOffer' | 'CurrentOffer'>): string {
  const isSamePrice = known?.Price === wanted?.Price && known?.Currency === wanted?.Currency
  const isSameStock = known?.Stock === wanted?.Stock
  if (isSamePrice === isSameStock) return 'Price and stock are pending'
  return isSamePrice ? 'The stock is pending' : 'The price is pending'
}
