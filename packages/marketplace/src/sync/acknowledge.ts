/** POST /products/data and /products/offers: what a channel has done (spec C.1). */
import type { Database } from '@entrepot/database'
import { type ProblemCode, type Refusal, refuseFaults } from '../errors.ts'
import { lockingTransaction } from '../locking-transaction.ts'
import { type ChannelWork, type Entry, openWork } from './channel-work.ts'
import {
  acknowledgeCreated,
  acknowledgeLate,
  acknowledgeOffer,
  acknowledgeRemoved,
  acknowledgeUpdated,
  isLateRemoval,
  type Listing,
  mayBeRemoved,
  mistrust,
} from './listing.ts'
import { laneOf, noSuchChannel } from './poll.ts'
import { type ProcessedChanges, type Rejection, SYNC_HEADER } from './schema.ts'
import type { ChannelName } from './store.ts'
import { decodeToken, type Feed } from './token.ts'
import type { Acknowledgement } from './track.ts'

/** References that one transaction applies: bounds its memory and how long a poll can wait for it (S42). */
const CHUNK = 1_000

/** One reference of an acknowledgement. */
interface Step {
  readonly list: Rejection['List']
  readonly channelReference: string
  /** Of Created only. */
  readonly merchantReference?: string
}

/**
 * Takes in what the channel says it has created, updated and removed. Each reference is applied or rejected on its own, in
 * transactions of a thousand; repeating the whole changes nothing.
 *
 * Refusals: `MARKET_INVALID_INPUT` a reference that is both created and removed (S30), or a token that is none of this channel's.
 *
 * @param token the header `Entrepot-Sync` of the answer that was processed; without it each reference confirms the oldest version
 * that was served and not confirmed
 * @returns what was not applied, and why
 */
export async function acknowledgeData(
  database: Database,
  name: ChannelName,
  processed: ProcessedChanges,
  token: string | undefined,
): Promise<readonly Rejection[] | Refusal> {
  const created = processed?.Created ?? []
  const removed = new Set(processed?.Removed)
  const taken = new Set(created.map((pair) => pair.ChannelReference))
  const both = created.findIndex((pair) => removed.has(pair.ChannelReference))
  if (both !== -1) {
    const message = 'is in Removed too: acknowledge what the product is now'
    return refuseFaults([{ path: `/Created/${both}/ChannelReference`, message }])
  }
  // Removed wins over Updated (S30); what was created is not updated besides.
  const updated = (processed?.Updated ?? []).filter(
    (reference) => !removed.has(reference) && !taken.has(reference),
  )
  const steps: Step[] = []
  const pairs = new Set<string>()
  for (const { MerchantReference, ChannelReference } of created) {
    const pair = JSON.stringify([MerchantReference, ChannelReference])
    if (pairs.has(pair)) continue
    pairs.add(pair)
    steps.push({
      list: 'Created',
      channelReference: ChannelReference,
      merchantReference: MerchantReference,
    })
  }
  for (const channelReference of new Set(updated)) steps.push({ list: 'Updated', channelReference })
  for (const channelReference of removed) steps.push({ list: 'Removed', channelReference })
  return await acknowledge(database, name, 'data', steps, token)
}

/** Takes in whose price and stock the channel has taken over. See {@link acknowledgeData}. */
export async function acknowledgeOffers(
  database: Database,
  name: ChannelName,
  references: readonly string[] | null,
  token: string | undefined,
): Promise<readonly Rejection[] | Refusal> {
  const steps = [...new Set(references)].map(
    (channelReference): Step => ({
      list: 'Offers',
      channelReference,
    }),
  )
  return await acknowledge(database, name, 'offers', steps, token)
}

async function acknowledge(
  database: Database,
  name: ChannelName,
  feed: Feed,
  steps: readonly Step[],
  token: string | undefined,
): Promise<readonly Rejection[] | Refusal> {
  const answer = token === undefined ? undefined : decodeToken(token)
  const isForeign = answer?.channelId !== name.channelId || answer.feed !== feed
  if (token !== undefined && isForeign) return badToken(feed)
  const rejections: Rejection[] = []
  for (let start = 0; start === 0 || start < steps.length; start += CHUNK) {
    const chunk = steps.slice(start, start + CHUNK)
    const outcome = await lockingTransaction(database, laneOf(name), async (tx) => {
      const work = await openWork(tx, name)
      if (work === undefined) return noSuchChannel(name.channelId)
      if (answer && answer.answer > work.state.lastAnswer) return badToken(feed)
      const rejected = await apply(work, chunk, answer?.answer)
      work.state.acknowledgedAt = work.state.now
      await work.save()
      return rejected
    })
    if ('refused' in outcome) return outcome
    for (const rejection of outcome) rejections.push(rejection)
  }
  return rejections
}

function badToken(feed: Feed): Refusal {
  const message = `must be that of an answer of GET /products/${feed} to this channel, or left out`
  return refuseFaults([{ path: `/${SYNC_HEADER}`, message }])
}

async function apply(
  work: ChannelWork,
  steps: readonly Step[],
  answer: number | undefined,
): Promise<readonly Rejection[]> {
  // An answer from before a reset says nothing about what the channel holds now.
  const { lastAnswer, resetAnswer } = work.state
  const isOutdated = answer !== undefined && answer <= resetAnswer
  const acknowledgement = { answer: isOutdated ? 0 : answer, lastAnswer }
  const created = steps.flatMap((step) => step.merchantReference ?? [])
  const references = steps.map((step) => step.channelReference)
  const bearers = await work.takeListings(references, created)
  // What the channel was never served has no listing yet.
  await work.takeProducts(created)
  const rejections: Rejection[] = []
  for (const step of steps) {
    const known = bearers.get(step.channelReference) ?? []
    const entry = step.merchantReference && work.entries.get(step.merchantReference)
    const rejection =
      step.merchantReference === undefined
        ? applyToListed(work, step, known, acknowledgement)
        : applyCreated(work, step, entry || undefined, known, acknowledgement)
    if (rejection) rejections.push(rejection)
    else if (entry) bearers.set(step.channelReference, [...known, entry])
  }
  return rejections
}

function applyCreated(
  work: ChannelWork,
  { channelReference, merchantReference = '' }: Step,
  entry: Entry | undefined,
  known: readonly Entry[],
  acknowledgement: Acknowledgement,
): Rejection | undefined {
  const reject = (code: ProblemCode, detail: string): Rejection => ({
    List: 'Created',
    Reference: merchantReference,
    Code: code,
    Detail: detail,
  })
  if (entry === undefined) {
    return reject('MARKET_NOT_FOUND', `There is no product ${quote(merchantReference)}.`)
  }
  const current = entry.listing.channelReference
  if (current !== null && current !== channelReference) {
    const detail = `The product is listed as ${quote(current)}: it cannot have another reference until the channel has removed it.`
    return reject('MARKET_REFERENCE_IN_USE', detail)
  }
  const other = known.find(
    ({ listing }) => listing.channelReference === channelReference && listing !== entry.listing,
  )
  if (other) {
    const detail = `The channel uses ${quote(channelReference)} for the product ${quote(other.listing.reference)}: choose another reference.`
    return reject('MARKET_REFERENCE_IN_USE', detail)
  }
  work.put(entry, acknowledgeCreated(entry.listing, channelReference, acknowledgement))
  return undefined
}

function applyToListed(
  work: ChannelWork,
  { list, channelReference }: Step,
  known: readonly Entry[],
  acknowledgement: Acknowledgement,
): Rejection | undefined {
  const reject = (code: ProblemCode, detail: string): Rejection => ({
    List: list,
    Reference: channelReference,
    Code: code,
    Detail: detail,
  })
  const entry = known.find(({ listing }) => listing.channelReference === channelReference)
  if (entry === undefined) {
    // A reference that the channel has given up: a repeat, or a worker that was overtaken.
    for (const former of list === 'Offers' ? [] : known) {
      work.put(former, acknowledgeLate(former.listing, acknowledgement, list === 'Removed'))
    }
    if (known.length > 0) return undefined
    const detail = `The channel has no product ${quote(channelReference)}: acknowledge it in Created first.`
    return reject('MARKET_NOT_FOUND', detail)
  }
  if (list === 'Removed') {
    const bearers = known.map(({ listing }) => listing)
    if (isLateRemoval(entry.listing, bearers, acknowledgement)) {
      work.put(entry, mistrust(entry.listing, acknowledgement, true))
      return undefined
    }
    if (!mayBeRemoved(entry.listing)) {
      const detail = `The product ${quote(channelReference)} was not to be removed. To stop selling it, change what the channel selects.`
      return reject('MARKET_NOT_TO_BE_REMOVED', detail)
    }
  }
  work.put(entry, acknowledgeListed(list, entry.listing, acknowledgement))
  return undefined
}

function acknowledgeListed(
  list: Rejection['List'],
  listing: Listing,
  acknowledgement: Acknowledgement,
): Listing {
  if (list === 'Removed') return acknowledgeRemoved(listing)
  return list === 'Updated'
    ? acknowledgeUpdated(listing, acknowledgement)
    : acknowledgeOffer(listing, acknowledgement)
}

function quote(reference: string): string {
  return JSON.stringify(reference)
}
