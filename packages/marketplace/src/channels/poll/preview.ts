/** What the next poll of a channel would answer. */
import type { Database } from '@entrepot/database'
import type { Refusal } from '../../kit/shared/errors.ts'
import { keyedTransaction } from '../../kit/sql/keyed-transaction.ts'
import { openWork } from '../copy/channel-work.ts'
import type { SyncPreview } from '../copy/schema.ts'
import type { ChannelIds } from '../copy/store.ts'
import { gather, lockKeyOf, noSuchChannel, pendingOf, toChanges, toOffers } from './poll.ts'

/**
 * Returns what the next polls of data and of offers would answer, and stores nothing: the items count as neither served nor examined.
 * Refusal: `MARKET_NOT_FOUND`.
 *
 * @param maxCount maximum number of products, and of offers
 */
export async function previewPolls(
  database: Database,
  ids: ChannelIds,
  maxCount: number,
): Promise<SyncPreview | Refusal> {
  return await keyedTransaction(database, lockKeyOf(ids), async (tx) => {
    const work = await openWork(tx, ids)
    if (work === undefined) return noSuchChannel(ids.channelId)
    const changes = toChanges(work, await gather(work, 'data', maxCount))
    const Offers = toOffers(await gather(work, 'offers', maxCount))
    return { ...changes, Offers, IsComplete: pendingOf(work).isComplete }
  })
}
