/** A product on a channel: its target, the channel's copies, and how each event changes them. Pure. */
import {
  ABSENT,
  acknowledge,
  acknowledgeOldest,
  type Copy,
  disturb,
  holds,
  serve,
  startAfter,
  UNKNOWN_COPY,
} from './copy.ts'

/** What the channel should have of a product, as last examined. */
export interface Target {
  readonly isWanted: boolean
  /** The fingerprint of its data. */
  readonly data: string
  /** The fingerprint of price and stock; null for what is never sold. */
  readonly offer: string | null
}

/** A place in the queue of what is to be sent. */
export interface QueuePlace {
  /** The order of queueing. */
  readonly place: number
  /** How often it was served since. */
  readonly times: number
  /** ISO 8601. */
  readonly since: string
}

/** One product on one channel. */
export interface Listing {
  readonly reference: string
  /** The channel's reference; null while the product is not listed there. */
  readonly channelReference: string | null
  /** The reference that the channel used before it removed the product. */
  readonly formerReference: string | null
  /**
   * Whether the channel may not have what it once had under its reference: a removal was served, something else stood there
   * before, another worker was late, or the channel was reset. Only then it may say that it removed what it should have.
   */
  readonly mayBeMissing: boolean
  readonly target: Target
  readonly data: Copy
  readonly offer: Copy
  /** Where it stands in the queues; null when there is nothing to send. */
  readonly dataPlace: QueuePlace | null
  readonly offerPlace: QueuePlace | null
}

/** What is to be sent of the product's data. */
export type PendingData = 'create' | 'update' | 'remove'

/** A listing of a product that the channel has never heard of. */
export function newListing(reference: string, target: Target): Listing {
  return {
    reference,
    channelReference: null,
    formerReference: null,
    mayBeMissing: false,
    target,
    data: UNKNOWN_COPY,
    offer: UNKNOWN_COPY,
    dataPlace: null,
    offerPlace: null,
  }
}

/** What GET data has to send. */
export function pendingData({ channelReference, target, data }: Listing): PendingData | null {
  if (channelReference === null) return target.isWanted ? 'create' : null
  if (!target.isWanted) return 'remove'
  const isHeld = holds(data, target.data) || holds(data, asCreated(target.data))
  return isHeld ? null : 'update'
}

/** A create is another version than an update: a worker that finds nothing to update must not overrule one that is creating it. */
function asCreated(fingerprint: string): string {
  return `+${fingerprint}`
}

/** Whether GET offers has something to send. */
export function isOfferPending({ channelReference, target, offer }: Listing): boolean {
  if (channelReference === null || !target.isWanted || target.offer === null) return false
  return !holds(offer, target.offer)
}

/** Takes over what was found; the same listing when that is nothing new. */
export function examine(listing: Listing, found: Target): Listing {
  const { isWanted, data, offer } = listing.target
  const isSame = isWanted === found.isWanted && data === found.data && offer === found.offer
  return isSame ? listing : { ...listing, target: found }
}

/** The channel has lost what it had when `lastAnswer` was its last answer: only what is sent later can settle. It stays listed. */
export function reset(listing: Listing, lastAnswer: number): Listing {
  return {
    ...listing,
    mayBeMissing: listing.mayBeMissing || listing.channelReference !== null,
    data: disturb(listing.data, lastAnswer),
    offer: disturb(listing.offer, lastAnswer),
  }
}

/** Notes that an answer holds the product's data; `withOffer` when that includes price and stock. */
export function serveData(listing: Listing, answer: number, withOffer: boolean): Listing {
  const { target, data, offer } = listing
  const pending = pendingData(listing)
  const isRemoval = pending === 'remove'
  // What is created or removed has no offer, unless it comes with one.
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

/** Notes that an answer holds the product's price and stock. */
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
  /** The answer that it speaks of; undefined when it does not say. */
  readonly answer: number | undefined
  /** Whether that answer, of data, held price and stock too. */
  readonly withOffer: boolean
  /** The last answer that the channel was given before. */
  readonly lastAnswer: number
}

/**
 * The channel has created the product under a reference, or says so again.
 *
 * @param lastUse when something else stood under the reference before: the last answer that was given when that was heard of
 */
export function acknowledgeCreated(
  listing: Listing,
  channelReference: string,
  lastUse: number | undefined,
  acknowledgement: Acknowledgement,
): Listing {
  const withOffer = { ...acknowledgement, withOffer: true }
  if (listing.channelReference !== null) {
    // A repeat without the header could be one of an answer that is acknowledged.
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

/** The channel has updated the product. */
export function acknowledgeUpdated(listing: Listing, acknowledgement: Acknowledgement): Listing {
  return acknowledgeData(listing, acknowledgement)
}

/** Whether the channel may say that it has removed the product. */
export function mayBeRemoved({ mayBeMissing, target }: Listing): boolean {
  return mayBeMissing || !target.isWanted
}

/**
 * The channel has removed the product, or has found that it does not have it. It is unlisted when that settles its data:
 * otherwise a worker may just be creating it again. If the product is wanted, it is to be created anew.
 */
export function acknowledgeRemoved(listing: Listing, acknowledgement: Acknowledgement): Listing {
  const { answer, lastAnswer } = acknowledgement
  if (answer === undefined) return unlist(forgetOpen(listing), lastAnswer)
  const next = acknowledgeData(
    { ...listing, mayBeMissing: true },
    { ...acknowledgement, withOffer: true },
  )
  if (next.data === listing.data || !next.data.isSettled) return next
  // Another worker has found it there.
  return listing.data.isSettled ? mistrust(next, lastAnswer) : unlist(next, lastAnswer)
}

/** Without the header there is one worker: it has done with all that it was served before. */
function forgetOpen(listing: Listing): Listing {
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

/** The channel has taken over price and stock. */
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

/** Something else may have been stored under the product's reference, or deleted there. */
export function mistrust(listing: Listing, lastAnswer: number): Listing {
  const { data, offer } = listing
  const doubted = { ...listing, mayBeMissing: true }
  return withCopies(doubted, disturb(data, lastAnswer), disturb(offer, lastAnswer))
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
    isAmbiguous ? disturb(offer, lastAnswer) : acknowledge(offer, oldest, lastAnswer),
  )
}

/** What was acknowledged goes to the end of its queue, if it is to be sent again. */
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

/** Gives out places in the queue, in order. */
export interface Queue {
  /** ISO 8601. */
  readonly now: string
  nextPlace(): number
}

/** Puts a listing into the queue for what is to be sent of it, and takes it out for what is not. Places that it has it keeps. */
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
