/** POST /products/data and /products/offers: applies the acknowledgements of channels. */

import type { Database } from '@entrepot/database'
import { publishCommit } from '../../kit/events/notifier.ts'
import { quoteReference } from '../../kit/shared/clean-text.ts'
import { isRefusal, type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { keyedTransaction } from '../../kit/sql/keyed-transaction.ts'
import { applyStep, type Step } from '../copy/apply.ts'
import { type ChannelWork, openWork } from '../copy/channel-work.ts'
import type { Acknowledgement } from '../copy/listing.ts'
import { type ProcessedChanges, type Rejection, SYNC_HEADER } from '../copy/schema.ts'
import type { ChannelIds } from '../copy/store.ts'
import { decodeToken, type Feed } from '../copy/token.ts'
import { lockKeyOf, noSuchChannel } from '../poll/poll.ts'
import { type Failure, readOffers, readProcessed, type Steps } from './steps.ts'

/** Number of references per transaction. It limits memory, and the time that a poll can wait for the transaction. */
const CHUNK = 1_000

/**
 * Applies an acknowledgement of products that the channel has created, updated and removed. Each reference is applied or rejected
 * individually, in transactions of a thousand references. Repeating an acknowledgement is safe: at worst, a product is sent again.
 *
 * Refusals: `MARKET_INVALID_INPUT` a reference that is both created and removed, or a token that was not given to this channel.
 *
 * @param token the header `Entrepot-Sync` of the processed answer; without it, each reference counts for the oldest answer that is not
 * acknowledged
 * @returns the rejected references, with the reasons
 * @example
 * const rejected = await acknowledgeData(database, { customerId, channelId }, { Updated: ['c-1'] }, token)
 */
export async function acknowledgeData(
  database: Database,
  ids: ChannelIds,
  processed: ProcessedChanges,
  token: string | undefined,
): Promise<readonly Rejection[] | Refusal> {
  const read = await readProcessed(processed)
  return isRefusal(read) ? read : await acknowledge(database, ids, 'data', read, token)
}

/** Applies an acknowledgement of prices and stocks. See {@link acknowledgeData}. */
export async function acknowledgeOffers(
  database: Database,
  ids: ChannelIds,
  references: readonly (string | null)[] | null,
  token: string | undefined,
): Promise<readonly Rejection[] | Refusal> {
  return await acknowledge(database, ids, 'offers', await readOffers(references), token)
}

async function acknowledge(
  database: Database,
  ids: ChannelIds,
  feed: Feed,
  { steps, failures, rejections: malformed }: Steps,
  token: string | undefined,
): Promise<readonly Rejection[] | Refusal> {
  const answer = token === undefined ? undefined : decodeToken(token)
  const isForeign = answer?.channelId !== ids.channelId || answer.feed !== feed
  if (token !== undefined && isForeign) return badToken(feed)
  const rejections = [...malformed]
  for (let start = 0; start === 0 || start < steps.length; start += CHUNK) {
    const chunk = steps.slice(start, start + CHUNK)
    const outcome = await keyedTransaction(database, lockKeyOf(ids), async (tx) => {
      const work = await openWork(tx, ids)
      if (work === undefined) return noSuchChannel(ids.channelId)
      const { lastAnswer } = work.state
      if (answer && answer.answer > lastAnswer) return badToken(feed)
      const rejected = await apply(work, chunk, {
        answer: answer?.answer,
        withOffer: answer?.withOffers ?? false,
        lastAnswer,
      })
      work.state.acknowledgedAt = work.state.now
      await work.save()
      // No event is published, but the channel is to be notified of what it must still fetch.
      publishCommit(tx, ids.customerId)
      return rejected
    })
    if ('refused' in outcome) return outcome
    for (const rejection of outcome) rejections.push(rejection)
  }
  for (let start = 0; start < failures.length; start += CHUNK) {
    const outcome = await noteFailures(database, ids, failures.slice(start, start + CHUNK))
    if ('refused' in outcome) return outcome
    for (const rejection of outcome) rejections.push(rejection)
  }
  return rejections
}

/** The code of a problem that the channel has reported itself. */
const REPORTED = 'REPORTED_BY_CHANNEL'

/** Stores at the products why the channel could not process them. They stay in the queue. */
async function noteFailures(
  database: Database,
  ids: ChannelIds,
  failures: readonly Failure[],
): Promise<readonly Rejection[] | Refusal> {
  return await keyedTransaction(database, lockKeyOf(ids), async (tx) => {
    const work = await openWork(tx, ids)
    if (work === undefined) return noSuchChannel(ids.channelId)
    await work.takeProducts(failures.map((failure) => failure.reference))
    const rejections = failures.flatMap(({ reference, detail }): readonly Rejection[] => {
      if (work.noteProblem({ reference, code: REPORTED, detail })) return []
      const List = 'Failed'
      const Detail = `There is no product ${quoteReference(reference)}.`
      return [{ List, Reference: reference, Code: 'MARKET_NOT_FOUND', Detail }]
    })
    await work.save()
    return rejections
  })
}

function badToken(feed: Feed): Refusal {
  const message = `must be that of an answer of GET /products/${feed} to this channel, or left out`
  return refuseIssues([{ path: `/${SYNC_HEADER}`, message }])
}

async function apply(
  work: ChannelWork,
  steps: readonly Step[],
  acknowledgement: Acknowledgement,
): Promise<readonly Rejection[]> {
  await work.takeListings(
    steps.map((step) => step.channelReference),
    steps.flatMap((step) => step.merchantReference ?? []),
  )
  return steps.flatMap((step) => {
    const rejection = applyStep(work, step, acknowledgement)
    if (rejection === undefined) return []
    const reference = step.merchantReference ?? work.listingAt(step.channelReference)?.reference
    if (reference !== undefined) {
      work.noteProblem({ reference, code: rejection.Code, detail: rejection.Detail })
    }
    return [rejection]
  })
}
