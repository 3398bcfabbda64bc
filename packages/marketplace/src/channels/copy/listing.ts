/** A product on a channel: its target, the channel's copies, and how each event changes them. Pure. */

import { type Confirmed, NOT_CONFIRMED } from './confirmed.ts'
import {
  ABSENT,
  acknowledge,
  acknowledgeOldest,
  type Copy,
  holds,
  invalidate,
  serve,
  startAfter,
  UNKNOWN_COPY,
} from './copy.ts'
import type { PendingData } from './pending.ts'
import type { Target } from './target.ts'

/** A position in the queue of items to send. */
export interface QueuePlace {
  /** Sequence number in the queue. */
  readonly place: number
  /** How often the item was served since it got this position. */
  readonly times: number
  /** ISO 8601. */
  readonly since: string
}

/** One product on one channel. */
export interface Listing {
  readonly reference: string
  /** The reference of the channel. Null while the product is not listed there. */
  readonly channelReference: string | null
  /** The reference that the channel used before it removed the product. */
  readonly formerReference: string | null
  /**
   * Whether the entry under the reference of the channel may be missing: a removal was served, something else had the reference before,
   * another worker was late, or the channel was reset. Only then may the channel report a product as removed that it should have.
   */
  readonly mayBeMissing: boolean
  readonly target: Target
  readonly data: Copy
  readonly offer: Copy
  readonly confirmed: Confirmed
  /** The positions in the queues. Null if there is nothing to send. */
  readonly dataPlace: QueuePlace | null
  readonly offerPlace: QueuePlace | null
}

/** Creates the listing of a product that the channel does not know yet. */
export function newListing(reference: string, target: Target): Listing {
  return {
    reference,
    channelReference: null,
    formerReference: null,
    mayBeMissing: false,
    target,
    data: UNKNOWN_COPY,
    offer: UNKNOWN_COPY,
    confirmed: NOT_CONFIRMED,
    dataPlace: null,
    offerPlace: null,
  }
}

/** Returns what GET data must send. */
export function pendingData({ channelReference, target, data }: Listing): PendingData | null {
  if (channelReference === null) return target.isWanted ? 'create' : null
  if (!target.isWanted) return 'remove'
  const isHeld = holds(data, target.data) || holds(data, asCreated(target.data))
  return isHeld ? null : 'update'
}

/** A creation is another version than an update: a worker that finds no product to update must not override a worker that creates the product. */
function asCreated(fingerprint: string): string {
  return `+${fingerprint}`
}

/** Whether GET offers must send the offer. */
export function isOfferPending({ channelReference, target, offer }: Listing): boolean {
  if (channelReference === null || !target.isWanted || target.offer === null) return false
  return !holds(offer, target.offer)
}

/** Updates the target. Returns the same listing if nothing is new. */
export function examine(listing: Listing, found: Target): Listing {
  const { isWanted, data, offer } = listing.target
  const isSame = isWanted === found.isWanted && data === found.data && offer === found.offer
  return isSame ? listing : { ...listing, target: found }
}

/** Records that the channel lost its data after the answer `lastAnswer`. Only later answers can settle the listing. The product stays listed. */
export function reset(listing: Listing, lastAnswer: number): Listing {
  return {
    ...listing,
    mayBeMissing: listing.mayBeMissing || listing.channelReference !== null,
    data: invalidate(listing.data, lastAnswer),
    offer: invalidate(listing.offer, lastAnswer),
  }
}

/** Records that an answer contains the data of the product. `withOffer`: it also contains price and stock. */
export function serveData(listing: Listing, answer: number, withOffer: boolean): Listing {
  const { target, data, offer } = listing
  const pending = pendingData(listing)
  const isRemoval = pending === 'remove'
  // A creation or removal has no offer, unless the data contains it.
  const own = withOffer && !isRemoval ? target.offer : null
  const served = own ?? (pending === 'update' ? null : ABSENT)
  const version = pending === 'create' ? asCreated(target.data) : target.data
  return {
    ...listing,
    mayBeMissing: listing.mayBeMissing || isRemoval,
    data: serve(data, isRemoval ? ABSENT : version, answer),
    offer: served === null ? offer : serve(offer, served, answer),
    dataPlace: servedOnce(listing.dataPlace),
  }
}

/** Records that an answer contains price and stock of the product. */
export function serveOffer(listing: Listing, answer: number): Listing {
  const { target, offer } = listing
  return {
    ...listing,
    offer: target.offer === null ? offer : serve(offer, target.offer, answer),
    offerPlace: servedOnce(listing.offerPlace),
  }
}

function servedOnce(place: QueuePlace | null): QueuePlace | null {
  return place && { ...place, times: place.times + 1 }
}

/** An acknowledgement of the channel. */
export interface Acknowledgement {
  /** The answer that is acknowledged. Undefined if the request does not contain it. */
  readonly answer: number | undefined
  /** Whether that answer (of data) also contained price and stock. */
  readonly withOffer: boolean
  /** The last answer that the channel got before. */
  readonly lastAnswer: number
}

/**
 * Records that the channel has created the product under a reference, or a repeat of that.
 *
 * @param lastUse the last answer at the time of the last use of the reference, if something else had it before
 */
export function acknowledgeCreated(
  listing: Listing,
  channelReference: string,
  lastUse: number | undefined,
  acknowledgement: Acknowledgement,
): Listing {
  const withOffer = { ...acknowledgement, withOffer: true }
  if (listing.channelReference !== null) {
    // A repeat without the header may be for an answer that is already acknowledged.
    return acknowledgement.answer === undefined ? listing : acknowledgeData(listing, withOffer)
  }
  const start = lastUse ?? 0
  const started = {
    ...listing,
    channelReference,
    data: startAfter(listing.data, start),
    offer: startAfter(listing.offer, start),
    dataPlace: null,
  }
  const listed = acknowledgeData(started, withOffer)
  return { ...listed, mayBeMissing: lastUse !== undefined || !listed.data.isSettled }
}

/** Records that the channel has updated the product. */
export function acknowledgeUpdated(listing: Listing, acknowledgement: Acknowledgement): Listing {
  return acknowledgeData(listing, acknowledgement)
}

/** Whether the channel may report the product as removed. */
export function mayBeRemoved({ mayBeMissing, target }: Listing): boolean {
  return mayBeMissing || !target.isWanted
}

/**
 * Records that the channel has removed the product or does not have it. The product is unlisted if this settles its data; otherwise another
 * worker may be creating it again at this moment. If the channel should have the product, it must be created again.
 */
export function acknowledgeRemoved(listing: Listing, acknowledgement: Acknowledgement): Listing {
  const { answer, lastAnswer } = acknowledgement
  if (answer === undefined) return unlist(clearOpenAnswers(listing), lastAnswer)
  const next = acknowledgeData(
    { ...listing, mayBeMissing: true },
    { ...acknowledgement, withOffer: true },
  )
  if (next.data === listing.data || !next.data.isSettled) return next
  // Another worker has found the product there.
  return listing.data.isSettled ? markUncertain(next, lastAnswer) : unlist(next, lastAnswer)
}

/** Without the header, there is one worker: it has processed everything that was served to it before. */
function clearOpenAnswers(listing: Listing): Listing {
  const { data, offer } = listing
  return { ...listing, data: { ...data, open: [] }, offer: { ...offer, open: [] } }
}

function unlist(listing: Listing, lastAnswer: number): Listing {
  return {
    ...listing,
    channelReference: null,
    formerReference: listing.channelReference,
    mayBeMissing: false,
    data: startAfter({ ...listing.data, version: ABSENT }, lastAnswer),
    offer: startAfter({ ...listing.offer, version: ABSENT }, lastAnswer),
    dataPlace: null,
    offerPlace: null,
  }
}

/** Records that the channel has stored price and stock. */
export function acknowledgeOffer(
  listing: Listing,
  { answer, lastAnswer }: Acknowledgement,
): Listing {
  const { offer } = listing
  return withCopies(
    listing,
    listing.data,
    answer === undefined
      ? acknowledgeOldest(offer, lastAnswer)
      : acknowledge(offer, answer, lastAnswer),
  )
}

/** Something else may have been stored under the reference of the product, or deleted. */
export function markUncertain(listing: Listing, lastAnswer: number): Listing {
  const { data, offer } = listing
  const doubted = { ...listing, mayBeMissing: true }
  return withCopies(doubted, invalidate(data, lastAnswer), invalidate(offer, lastAnswer))
}

function acknowledgeData(listing: Listing, acknowledgement: Acknowledgement): Listing {
  const { data, offer } = listing
  const { answer, withOffer, lastAnswer } = acknowledgement
  if (answer === undefined) return acknowledgeOldestData(listing, lastAnswer)
  return withCopies(
    listing,
    acknowledge(data, answer, lastAnswer),
    withOffer ? acknowledge(offer, answer, lastAnswer) : offer,
  )
}

function acknowledgeOldestData(listing: Listing, lastAnswer: number): Listing {
  const { data, offer } = listing
  const next = acknowledgeOldest(data, lastAnswer)
  const [oldest] = data.open
  if (oldest === undefined || !data.open.some((answer) => offer.open.includes(answer))) {
    return withCopies(listing, next, offer)
  }
  const isAmbiguous = oldest < data.first || !offer.open.includes(oldest)
  return withCopies(
    listing,
    next,
    isAmbiguous ? invalidate(offer, lastAnswer) : acknowledge(offer, oldest, lastAnswer),
  )
}

/** An acknowledged item that must be sent again goes to the end of its queue. */
function withCopies(listing: Listing, data: Copy, offer: Copy): Listing {
  if (data === listing.data && offer === listing.offer) return listing
  return {
    ...listing,
    data,
    offer,
    dataPlace: data === listing.data ? listing.dataPlace : null,
    offerPlace: offer === listing.offer ? listing.offerPlace : null,
  }
}

/** Assigns positions in the queue, in order. */
export interface Queue {
  /** ISO 8601. */
  readonly now: string
  nextPlace(): number
}

/** Adds a listing to the queues in which it has something to send, and removes it from the others. Existing positions stay. */
export function enqueue(listing: Listing, queue: Queue): Listing {
  const placeOf = (place: QueuePlace | null, isPending: boolean) => {
    if (!isPending) return null
    return place ?? { place: queue.nextPlace(), times: 0, since: queue.now }
  }
  return {
    ...listing,
    dataPlace: placeOf(listing.dataPlace, pendingData(listing) !== null),
    offerPlace: placeOf(listing.offerPlace, isOfferPending(listing)),
  }
}
