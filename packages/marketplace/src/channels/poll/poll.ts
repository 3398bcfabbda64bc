/** GET /products/data and /products/offers: the changes that a channel must process. */
import type { Database, Transaction } from '@entrepot/database'
import { settleMarks } from '../../catalogue/stock/marks.ts'
import { type Refusal, refuse } from '../../kit/shared/errors.ts'
import { keyedTransaction } from '../../kit/sql/keyed-transaction.ts'
import { type ChannelWork, openWork } from '../copy/channel-work.ts'
import { type Listing, serveData, serveOffer } from '../copy/listing.ts'
import type { Offer, ProductChanges, ProductView } from '../copy/schema.ts'
import { type ChannelIds, skipDurability } from '../copy/store.ts'
import { toOffer } from '../copy/target.ts'
import { encodeToken, type Feed } from '../copy/token.ts'
import {
  type Candidate,
  candidates,
  chooseGrouped,
  inTreeOrder,
  relativesOf,
  takeHead,
} from './choose.ts'

/** An answer and its headers. */
export interface PollAnswer<T> {
  readonly body: T
  /** Identifies this answer. An acknowledgement with this token confirms exactly the versions in this answer. */
  readonly token: string
  readonly pending: Pending
}

/** The number of items to send, including those in the answer. */
export interface Pending {
  readonly create: number
  readonly update: number
  readonly remove: number
  readonly offers: number
  /** False while there are products left to compare; the numbers may then grow. */
  readonly isComplete: boolean
}

/** How long a poll searches for items before it returns an empty answer although products are left to compare. */
const SEARCH_MS = 5_000

/**
 * Returns the products that the channel should create, update and remove, and records that they were sent. The same items are sent again
 * until they are acknowledged, in their newest version.
 *
 * Polls of one channel wait for each other. Writers of products do not wait for polls.
 *
 * @param maxCount maximum number of items in all lists together. There can be fewer, because an answer ends at 8 MB
 * @example
 * const { body, token } = await pollData(database, { customerId, channelId }, 1000)
 */
export async function pollData(
  database: Database,
  ids: ChannelIds,
  maxCount: number,
): Promise<PollAnswer<ProductChanges> | Refusal> {
  return await poll(database, ids, 'data', maxCount, toChanges)
}

/** The body of an answer of data. */
export function toChanges(work: ChannelWork, chosen: readonly Candidate[]): ProductChanges {
  const { create, update, remove } = inTreeOrder(work.settings.mode, chosen)
  return {
    ToBeCreated: create.map(toProductView),
    ToBeUpdated: update.map(toProductView),
    ToBeRemoved: remove.map(toProductView),
  }
}

/**
 * Returns prices and stocks that the channel may not have yet, for products that it has listed. See {@link pollData}.
 *
 * @example
 * const { body, token } = await pollOffers(database, { customerId, channelId }, 1000)
 */
export async function pollOffers(
  database: Database,
  ids: ChannelIds,
  maxCount: number,
): Promise<PollAnswer<Offer[]> | Refusal> {
  return await poll(database, ids, 'offers', maxCount, (_, chosen) => toOffers(chosen))
}

/** The body of an answer of offers. */
export function toOffers(chosen: readonly Candidate[]): Offer[] {
  return chosen.map(({ listing, seen: { item, offered } }) =>
    toOffer(item, offered, listing.channelReference as string),
  )
}

function toProductView({ listing, seen }: Candidate): ProductView {
  const wished = seen.item.record.ChannelProductReference
  const reference = listing.channelReference ?? wished ?? listing.formerReference
  return { ...seen.data, ChannelProductReference: reference }
}

async function poll<T>(
  database: Database,
  ids: ChannelIds,
  feed: Feed,
  maxCount: number,
  toBody: (work: ChannelWork, chosen: readonly Candidate[]) => T,
): Promise<PollAnswer<T> | Refusal> {
  const until = performance.now() + SEARCH_MS
  for (;;) {
    // Orders of the last moments lower what is offered, whether or not a node has done the work for them.
    const isSettled = await settleMarks(database, ids.customerId)
    const outcome = await keyedTransaction(database, lockKeyOf(ids), async (tx) => {
      const work = await openWork(tx, ids)
      if (work === undefined) return noSuchChannel(ids.channelId)
      work.isSettled = isSettled
      const chosen = await gather(work, feed, maxCount)
      const answer = work.state.lastAnswer + 1
      work.state.lastAnswer = answer
      work.state.polledAt = work.state.now
      for (const { listing } of chosen) work.put(serveEntry(work, listing, feed, answer))
      const mayFindMore = await save(tx, work, feed, chosen.length)
      const token = encodeToken({
        channelId: ids.channelId,
        feed,
        answer,
        withOffers: feed === 'data' && work.settings.offersInData,
      })
      return { body: toBody(work, chosen), token, pending: pendingOf(work), mayFindMore }
    })
    if ('refused' in outcome) return outcome
    const { mayFindMore, ...answer } = outcome
    if (!mayFindMore || performance.now() > until) return answer
  }
}

/** Transactions of a channel wait for each other, but not for those of the customer's writers. */
export function lockKeyOf({ customerId, channelId }: ChannelIds): string {
  return `${customerId}/${channelId}`
}

/** The refusal for a channel that does not exist. */
export function noSuchChannel(channelId: number): Refusal {
  return refuse('MARKET_NOT_FOUND', `There is no channel ${channelId}.`)
}

function serveEntry(work: ChannelWork, listing: Listing, feed: Feed, answer: number): Listing {
  return feed === 'data'
    ? serveData(listing, answer, work.settings.offersInData)
    : serveOffer(listing, answer)
}

/** Selects the items of the answer. */
export async function gather(
  work: ChannelWork,
  feed: Feed,
  maxCount: number,
): Promise<readonly Candidate[]> {
  await work.examineChanges()
  await work.takeQueue(feed, maxCount)
  // Items that were never sent come before items that were: the rest of the catalogue is compared first.
  while (work.state.catalogueAfter !== null && work.mayExamine) {
    const fresh = candidates(work, feed).filter((entry) => timesServed(entry.listing, feed) === 0)
    if (fresh.length >= maxCount) break
    await work.examineCatalogue()
  }
  const head = takeHead(candidates(work, feed), maxCount)
  if (feed === 'offers' || work.settings.mode === 'flat') return head
  await work.takeProducts(relativesOf(head))
  const { chosen, held } = chooseGrouped(head, maxCount, (reference) => work.entries.get(reference))
  // Counted as served, so that items that wait for their parent do not block others.
  for (const entry of held) entry.listing = standBack(entry.listing)
  return chosen
}

function timesServed(listing: Listing, feed: Feed): number {
  return (feed === 'data' ? listing.dataPlace : listing.offerPlace)?.times ?? 0
}

function standBack(listing: Listing): Listing {
  const { dataPlace } = listing
  return { ...listing, dataPlace: dataPlace && { ...dataPlace, times: dataPlace.times + 1 } }
}

/** Stores the work. Returns whether another round may find something if this one has found nothing. */
async function save(
  tx: Transaction,
  work: ChannelWork,
  feed: Feed,
  count: number,
): Promise<boolean> {
  // If nothing was served, the next poll can compute everything in here again.
  if (count === 0) await skipDurability(tx)
  const changed = await work.save()
  if (count > 0) return false
  const { create, update, remove, offers, isComplete } = pendingOf(work)
  const waiting = feed === 'data' ? create + update + remove : offers
  return !isComplete || (waiting > 0 && changed > 0)
}

/** The counts of a channel. */
export function pendingOf({ state, isComplete }: ChannelWork): Pending {
  const { toCreate, toUpdate, toRemove, offers } = state
  return { create: toCreate, update: toUpdate, remove: toRemove, offers, isComplete }
}
