/** Prices that wait for a person, and products whose offers cannot be computed. */
import type { Connection, Database, Transaction } from '@entrepot/database'
import type { ListingPlace } from '../../accounts/channels/place.ts'
import { databaseTime } from '../../accounts/keys/store.ts'
import { namesOf } from '../../catalogue/products/product-events.ts'
import { appendEvents } from '../../kit/events/store.ts'
import { type Actor, SYSTEM } from '../../kit/principals/actor.ts'
import { type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { takeKeyedEffect } from '../../kit/sql/take-effect.ts'
import { markAt } from '../../orders/stock/mark-store.ts'
import {
  decideHolds,
  findHeld,
  type HeldFilter,
  type HeldRow,
  type WantedPrices,
} from '../copy/offers/hold-store.ts'
import type { DecisionRequest, DecisionResult, HeldOffer } from './schema.ts'

/** A page of held offers. `next` is the last one of the page if there are more. */
export interface HeldPage {
  readonly offers: HeldOffer[]
  readonly next: ListingPlace | undefined
}

/** Reads a page of products that are held back from channels, by channel and product. */
export async function listHeld(
  connection: Connection,
  customerId: string,
  filter: HeldFilter,
  limit: number,
): Promise<HeldPage> {
  const rows = await findHeld(connection, customerId, filter, limit)
  const last = rows.length === limit ? rows.at(-1) : undefined
  return {
    offers: rows.map(toHeldOffer),
    next: last && { channelId: last.ChannelId, reference: last.MerchantProductReference },
  }
}

function toHeldOffer({ since, ...row }: HeldRow): HeldOffer {
  return { ...row, Since: since.toISOString() }
}

/**
 * Decides on prices that wait: single ones, or all of a channel, of a cause, or of both, many of which take several transactions. An accepted
 * price is offered at the next poll. A refused one leaves the price that the channel knows, until another price is to be offered. Repeating a
 * decision changes nothing.
 *
 * Refusal: `MARKET_INVALID_INPUT` if the request names neither items, nor a channel or a cause, or both.
 *
 * @example
 * await decidePrices(database, customerId, { Decision: 'accept', Cause: 'rule' })
 */
export async function decidePrices(
  database: Database,
  customerId: string,
  request: DecisionRequest,
  actor: Actor = SYSTEM,
): Promise<DecisionResult | Refusal> {
  const { Decision, Items, ChannelId = null, Cause = null } = request
  const namesAll = ChannelId !== null || Cause !== null
  if ((Items === undefined) !== namesAll) {
    const message = 'must have either Items, or ChannelId or Cause for all prices that wait'
    return refuseIssues([{ path: '', message }])
  }
  const decide: Decide = async (tx, prices) =>
    await decideIn(tx, customerId, prices, DECISIONS[Decision], actor)
  const DecidedCount = Items
    ? await takeKeyedEffect(database, customerId, async (tx) => await decide(tx, Items))
    : await decideAll(database, customerId, { channelId: ChannelId, cause: Cause }, decide)
  return { DecidedCount, MissingCount: (Items?.length ?? DecidedCount) - DecidedCount }
}

const DECISIONS = { accept: 'accepted', refuse: 'refused' } as const

/** Prices that one transaction decides on. */
const BATCH = 10_000

type Decide = (tx: Transaction, prices: WantedPrices) => Promise<number>

/** Decides on all prices that wait now, in batches. Returns their number. */
async function decideAll(
  database: Database,
  customerId: string,
  wanted: { readonly channelId: number | null; readonly cause: string | null },
  decide: Decide,
): Promise<number> {
  const decideNext = async (before?: Date) =>
    await takeKeyedEffect(database, customerId, async (tx) => {
      const until = before ?? (await databaseTime(tx))
      return { until, count: await decide(tx, { ...wanted, until, limit: BATCH }) }
    })
  // Only the first batch is the effect of the request: a repeat goes on with what has waited until the first run.
  const first = await decideNext()
  let sum = first.count
  for (let { count } = first; count === BATCH; sum += count) {
    count = (await decideNext(first.until)).count
  }
  return sum
}

/** Stores a decision, and lets the products be offered at the next poll. Returns their number. */
async function decideIn(
  tx: Transaction,
  customerId: string,
  prices: WantedPrices,
  decision: 'accepted' | 'refused',
  actor: Actor,
): Promise<number> {
  const decided = await decideHolds(tx, customerId, prices, decision, actor)
  const fresh = decided.filter(({ isNew }) => isNew)
  const marks = fresh.map(({ reference }) => ({ reference, dueAt: null, cause: 'guard' }))
  if (decision === 'accepted') await markAt(tx, customerId, marks)
  const events = [...Map.groupBy(fresh, (one) => one.channelId)].map(([channelId, all]) => {
    const data = { ChannelId: channelId, ...namesOf(all.map(({ reference }) => reference)) }
    return { type: 'offer.decided', channelId, actor, data } as const
  })
  await appendEvents(tx, customerId, events)
  return decided.length
}
