/** What a channel knows of a product, and what each event makes of that (spec C.1). Pure. */
import {
  type Acknowledgement,
  answerWithOffer,
  BLANK_TRACK,
  confirm,
  doubt,
  isBehind,
  REMOVAL,
  serve,
  type Track,
} from './track.ts'

/** A place in the queue of what is to be served. */
export interface Mark {
  /** The order of marking. */
  readonly place: number
  /** How often it was served since. */
  readonly times: number
  /** ISO 8601. */
  readonly since: string
}

/** What a channel knows of one product. */
export interface Listing {
  readonly reference: string
  /** The channel's reference; null while the product is not listed there. */
  readonly channelReference: string | null
  /** The reference that the channel used before it removed the product (S13). */
  readonly formerReference: string | null
  readonly isWanted: boolean
  /** Whether the product was served as one to remove since it is listed (S15, S16). */
  readonly removalServed: boolean
  readonly data: Track & { readonly current: string }
  readonly offer: Track
  readonly dataMark: Mark | null
  readonly offerMark: Mark | null
}

/** What was found when the product was looked at. */
export interface Finding {
  readonly isWanted: boolean
  readonly data: string
  /** Null for what is never sold. */
  readonly offer: string | null
}

/** What is to be sent of the product's data. */
export type PendingData = 'create' | 'update' | 'remove'

/** A listing of a product that the channel has never heard of. */
export function newListing(reference: string, { isWanted, data, offer }: Finding): Listing {
  return {
    reference,
    channelReference: null,
    formerReference: null,
    isWanted,
    removalServed: false,
    data: { current: data, ...BLANK_TRACK },
    offer: { current: offer, ...BLANK_TRACK },
    dataMark: null,
    offerMark: null,
  }
}

/** What GET data has to send. */
export function pendingData({ channelReference, isWanted, data }: Listing): PendingData | null {
  if (channelReference === null) return isWanted ? 'create' : null
  if (!isWanted) return 'remove'
  return isBehind(data) ? 'update' : null
}

/** Whether GET offers has something to send. */
export function isOfferPending({ channelReference, isWanted, offer }: Listing): boolean {
  return channelReference !== null && isWanted && isBehind(offer)
}

/** Takes over what was found; the same listing when that is nothing new. */
export function examine(listing: Listing, { isWanted, data, offer }: Finding): Listing {
  const isSame =
    listing.isWanted === isWanted &&
    listing.data.current === data &&
    listing.offer.current === offer
  if (isSame) return listing
  return {
    ...listing,
    isWanted,
    data: { ...listing.data, current: data },
    offer: { ...listing.offer, current: offer },
  }
}

/**
 * The channel has lost what it has listed (S43): what it knows of that is forgotten, and it stays listed. Of what is not listed
 * the versions that were served are kept: the creation may have reached the channel's store before, and be acknowledged only now.
 */
export function reset(listing: Listing): Listing {
  return listing.channelReference === null ? listing : forget(listing)
}

function forget(listing: Listing): Listing {
  return {
    ...listing,
    data: { ...listing.data, ...BLANK_TRACK },
    offer: { ...listing.offer, ...BLANK_TRACK },
  }
}

/** Notes that an answer holds the product's data; `withOffer` when that includes price and stock. */
export function serveData(listing: Listing, answer: number, withOffer: boolean): Listing {
  const isRemoval = pendingData(listing) === 'remove'
  const fingerprint = isRemoval ? REMOVAL : listing.data.current
  const { data, offer } = listing
  const holdsOffer = withOffer && !isRemoval && offer.current !== null
  return {
    ...listing,
    removalServed: listing.removalServed || isRemoval,
    data: serve(data, holdsOffer ? [fingerprint, answer, true] : [fingerprint, answer]),
    offer: holdsOffer ? serve(offer, [offer.current, answer]) : offer,
    dataMark: served(listing.dataMark),
  }
}

/** Notes that an answer holds the product's price and stock. */
export function serveOffer(listing: Listing, answer: number): Listing {
  const { offer } = listing
  return {
    ...listing,
    offer: offer.current === null ? offer : serve(offer, [offer.current, answer]),
    offerMark: served(listing.offerMark),
  }
}

function served(mark: Mark | null): Mark | null {
  return mark && { ...mark, times: mark.times + 1 }
}

/**
 * The channel has created the product under a reference (S2), or says so again (S24). What it holds is the version that it was
 * served; when it was served none, that is not known (S27).
 */
export function acknowledgeCreated(
  listing: Listing,
  channelReference: string,
  acknowledgement: Acknowledgement,
): Listing {
  if (listing.channelReference !== null) {
    // A repeat without the header could be one of an answer that was confirmed: it confirms nothing more.
    const isRepeat = acknowledgement.answer === undefined
    return isRepeat ? listing : confirmData(listing, acknowledgement)
  }
  // What is under way, if anything, was served later: it was created before the channel removed it, and may be gone.
  const { answer = Number.POSITIVE_INFINITY } = acknowledgement
  const [first] = listing.data.served
  const isLate =
    listing.formerReference === channelReference && (first === undefined || answer < first[1])
  const removalServed = listing.removalServed || isLate
  return confirmData({ ...listing, channelReference, removalServed }, acknowledgement)
}

/** The channel has updated the product. */
export function acknowledgeUpdated(listing: Listing, acknowledgement: Acknowledgement): Listing {
  return listing.channelReference === null ? listing : confirmData(listing, acknowledgement)
}

/**
 * A slow worker has updated or removed something under a reference that the channel had given up: perhaps over what it creates
 * anew just now. So that comes once more when it is listed, and if it is not there, it may be acknowledged as removed.
 */
export function acknowledgeLate(
  listing: Listing,
  acknowledgement: Acknowledgement,
  hasRemoved: boolean,
): Listing {
  const isUnderWay = listing.channelReference === null && listing.data.served.length > 0
  return isUnderWay ? mistrust(listing, acknowledgement, hasRemoved) : listing
}

/**
 * Whether a removal is that of a slow worker: its answer was given before the product was listed under this reference, which
 * stood for something else, or for the same, before.
 */
export function isLateRemoval(
  { data }: Listing,
  bearers: readonly Listing[],
  { answer }: Acknowledgement,
): boolean {
  const since = (data.confirmed ?? data.served[0])?.[1] ?? Number.POSITIVE_INFINITY
  const wasRemoved = bearers.some(({ formerReference }) => formerReference !== null)
  return answer !== undefined && answer < since && wasRemoved
}

/** Makes the product come once more: what the channel's store holds of it is not known. */
export function mistrust(
  listing: Listing,
  { lastAnswer }: Acknowledgement,
  hasRemoved: boolean,
): Listing {
  return {
    ...listing,
    removalServed: listing.removalServed || hasRemoved,
    data: doubt(listing.data, lastAnswer),
  }
}

/** Whether the channel may say that it removed the product: it was told to, or will be (S15, S16). */
export function mayBeRemoved({ removalServed, isWanted }: Listing): boolean {
  return removalServed || !isWanted
}

/** The channel has removed the product (S13). If the product is wanted again, it is to be created anew (S14, S15). */
export function acknowledgeRemoved(listing: Listing): Listing {
  if (listing.channelReference === null) return listing
  return {
    ...forget(listing),
    channelReference: null,
    formerReference: listing.channelReference,
    removalServed: false,
  }
}

/** The channel has taken over price and stock. */
export function acknowledgeOffer(listing: Listing, acknowledgement: Acknowledgement): Listing {
  if (listing.channelReference === null) return listing
  const offer = confirm(listing.offer, acknowledgement)
  return offer === listing.offer ? listing : { ...listing, offer }
}

/** Confirms data, and the price and stock that came with it (spec C.1). */
function confirmData(listing: Listing, acknowledgement: Acknowledgement): Listing {
  const data = confirm(listing.data, acknowledgement)
  if (data === listing.data) return listing
  const answer = answerWithOffer(listing.data, acknowledgement)
  const { lastAnswer } = acknowledgement
  const offer =
    answer === undefined ? listing.offer : confirm(listing.offer, { answer, lastAnswer })
  return { ...listing, data, offer }
}

/** Gives out places in the queue, in order. */
export interface Queue {
  /** ISO 8601. */
  readonly now: string
  nextPlace(): number
}

/**
 * Puts a listing into the queue for what is to be sent of it, and takes it out for what is not. What was in the queue before
 * keeps its place until the channel has confirmed something.
 */
export function enqueue(before: Listing | null, after: Listing, queue: Queue): Listing {
  const isRelisted = before?.channelReference !== after.channelReference
  const place = (mark: Mark | null, isPending: boolean, isConfirmed: boolean): Mark | null => {
    if (!isPending) return null
    if (mark !== null && !isConfirmed) return mark
    return { place: queue.nextPlace(), times: 0, since: queue.now }
  }
  return {
    ...after,
    dataMark: place(
      after.dataMark,
      pendingData(after) !== null,
      isRelisted || before?.data.confirmed !== after.data.confirmed,
    ),
    offerMark: place(
      after.offerMark,
      isOfferPending(after),
      isRelisted || before?.offer.confirmed !== after.offer.confirmed,
    ),
  }
}
