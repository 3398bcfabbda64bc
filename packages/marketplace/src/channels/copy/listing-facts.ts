/** Products and listings of a transaction, and what follows from listings. Pure. */
import { type Listing, pendingData } from './listing.ts'
import type { Offered } from './offers/offered.ts'
import type { Item, KnownOffer, ProductData } from './target.ts'

/** A product as read in this transaction. */
export interface Seen {
  readonly item: Item
  readonly data: ProductData
  readonly offered: Offered
  readonly bytes: number
}

/** The state of one product on the channel in this transaction. */
export interface Entry {
  /** The listing as read. Null if the channel had none for the product. */
  readonly before: Listing | null
  listing: Listing
  /** The product itself, if it is in memory. */
  seen: Seen | null
}

/** What the channel knows of the offer of a product. Without a listing, nothing. */
export function knownOffer(listing: Listing | null): KnownOffer {
  if (listing === null || listing.channelReference === null)
    return { isListed: false, version: null }
  return { isListed: true, version: listing.offer.version }
}

/** The counts of a channel. */
interface Counts {
  listed: number
  toCreate: number
  toUpdate: number
  toRemove: number
  offers: number
}

/**
 * Adds a listing to the counts of its channel, or takes it off them. It counts as queued: a reset forgets the state of the channel before it is
 * examined again.
 */
export function countListing(counts: Counts, listing: Listing, by: 1 | -1): void {
  if (listing.channelReference !== null) counts.listed += by
  if (listing.dataPlace !== null) {
    const kind = pendingData(listing)
    if (kind === 'create') counts.toCreate += by
    else if (kind === 'remove') counts.toRemove += by
    else counts.toUpdate += by
  }
  if (listing.offerPlace !== null) counts.offers += by
}

/** Whether anything of a listing must be sent. */
export function isQueued(listing: Listing): boolean {
  return listing.dataPlace !== null || listing.offerPlace !== null
}

/** A product needs no row if the channel does not have it, should not have it, and never had it. */
export function needsRow({ before, listing }: Entry): boolean {
  return before !== null || listing.target.isWanted || listing.channelReference !== null
}

/** Whether two listings have the same positions in the queues. */
export function hasSamePlaces(a: Listing, b: Listing): boolean {
  return a.dataPlace === b.dataPlace && a.offerPlace === b.offerPlace
}
