/** One poll of a feed: passes what it contains to the channel, and acknowledges what was processed. */
import type { Input, RequestOperation } from '../types.ts'
import type {
  OfferToStore,
  ProductToRemove,
  ProductToStore,
  SyncChannel,
  SyncFailure,
  SyncTotals,
} from './channel.ts'

/** The values that the rounds of a loop share. */
export interface Round {
  readonly request: RequestOperation
  readonly channel: SyncChannel
  readonly signal: AbortSignal | undefined
  readonly maxCount: number
  readonly totals: { -readonly [Name in keyof SyncTotals]: number }
  onFailure(failure: SyncFailure): void
}

/** Whether something was processed, and whether the hub has not compared all products yet. */
export interface RoundResult {
  readonly hasProgress: boolean
  readonly hasMore: boolean
}

type Processed = NonNullable<Input<'acknowledgeProductData'>['body']>
type Created = NonNullable<Processed['Created']>[number]

/** Polls, processes and acknowledges products. */
export async function syncData(round: Round): Promise<RoundResult> {
  const { request, channel, signal, maxCount } = round
  const polled = await request('pollProductData', { maxCount }, { signal })
  const { ToBeCreated, ToBeUpdated, ToBeRemoved } = polled.body
  const created: Created[] = []
  const updated: string[] = []
  const removed: string[] = []
  await each(round, ToBeCreated, async (product) => {
    const ChannelReference = await channel.create(product)
    created.push({ MerchantReference: product.MerchantProductReference, ChannelReference })
  })
  await each(round, ToBeUpdated, async (product) => {
    const isKnown = (await channel.update(product)) !== false
    ;(isKnown ? updated : removed).push(referenceOf(product))
  })
  await each(round, ToBeRemoved, async (product) => {
    await channel.remove(referencesOf(product))
    removed.push(referenceOf(product))
  })
  const count = created.length + updated.length + removed.length
  const hasMore = polled.headers['entrepot-pending']?.join().includes('complete=?0') === true
  if (count === 0) return { hasProgress: false, hasMore }
  const body = { Created: created, Updated: updated, Removed: removed }
  const token = polled.headers['entrepot-sync']?.[0]
  const done = await request('acknowledgeProductData', { 'Entrepot-Sync': token, body } as never)
  const rejected = await settle(round, done.body, created)
  round.totals.created += created.length
  round.totals.updated += updated.length
  round.totals.removed += removed.length
  return { hasProgress: count > rejected, hasMore }
}

/** Polls, stores and acknowledges prices and stocks. */
export async function syncOffers(round: Round): Promise<RoundResult> {
  const { request, channel, signal, maxCount } = round
  const polled = await request('pollProductOffers', { maxCount }, { signal })
  const stored: string[] = []
  await each(round, polled.body, async (offer: OfferToStore) => {
    await channel.offer?.(offer)
    stored.push(offer.ChannelProductReference)
  })
  const hasMore = polled.headers['entrepot-pending']?.join().includes('complete=?0') === true
  if (stored.length === 0) return { hasProgress: false, hasMore }
  const token = polled.headers['entrepot-sync']?.[0]
  const input = { 'Entrepot-Sync': token, body: stored } as never
  const done = await request('acknowledgeProductOffers', input)
  const rejected = await settle(round, done.body, [])
  round.totals.offers += stored.length
  return { hasProgress: stored.length > rejected, hasMore }
}

/** Processes items one after the other, because a parent comes before its children. If one fails, the others are still processed. */
async function each<T extends { readonly MerchantProductReference: string }>(
  round: Round,
  items: readonly T[],
  process: (item: T) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    if (round.signal?.aborted) return
    try {
      await process(item)
    } catch (error) {
      round.totals.failed += 1
      round.onFailure({ kind: 'item', reference: item.MerchantProductReference, error })
    }
  }
}

interface Acknowledged {
  readonly Rejected?: readonly {
    readonly List: string
    readonly Reference: string | null
    readonly Code: string
    readonly Detail: string
  }[]
}

/** Reports the references that the hub rejected, and returns their number. */
async function settle(
  round: Round,
  { Rejected = [] }: Acknowledged,
  created: readonly Created[],
): Promise<number> {
  for (const { List, Reference, Code, Detail } of Rejected) {
    round.totals.failed += 1
    round.onFailure({ kind: 'rejected', reference: Reference, code: Code, detail: Detail })
    const pair = List === 'Created' && created.find((one) => one.MerchantReference === Reference)
    if (!pair || Code !== 'MARKET_REFERENCE_IN_USE') continue
    // The hub has this product under another reference: the entry that was just created is a duplicate.
    const entry = {
      MerchantProductReference: String(pair.MerchantReference),
      ChannelProductReference: String(pair.ChannelReference),
    }
    await each(round, [entry], async () => await round.channel.remove(entry))
  }
  return Rejected.length
}

const referenceOf = (product: ProductToStore) => String(product.ChannelProductReference)

const referencesOf = (product: ProductToStore): ProductToRemove => ({
  MerchantProductReference: product.MerchantProductReference,
  ChannelProductReference: referenceOf(product),
})
