/** Overrides: what a channel is offered of single products instead of what its rules give. */
import type { Connection, Database } from '@entrepot/database'
import { checkItems, toResult } from '../../catalogue/products/bulk.ts'
import type { UnitDecision } from '../../catalogue/products/plan.ts'
import { namesOf } from '../../catalogue/products/product-events.ts'
import type { ProductCreationResult } from '../../catalogue/products/schema.ts'
import { appendEvents } from '../../kit/events/store.ts'
import { type Actor, SYSTEM } from '../../kit/principals/actor.ts'
import { quoteReference } from '../../kit/shared/clean-text.ts'
import { type Issue, isRefusal, type Refusal, refuse } from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { takeKeyedEffect } from '../../kit/sql/take-effect.ts'
import { markAt } from '../../orders/stock/mark-store.ts'
import {
  deleteOverrides,
  findOverrides,
  findParents,
  type OverrideChoice,
  type OverridePlace,
  type OverrideRow,
  saveOverrides,
} from '../copy/offers/override-store.ts'
import { type ChannelIds, findSettings } from '../copy/store.ts'
import { overrideIssues } from '../offer-rules/index.ts'
import { OfferOverride } from '../offer-rules/shapes/schema.ts'
import { lockKeyOf, noSuchChannel } from '../poll/poll.ts'
import type { OverrideResponse } from './schema.ts'

const issuesOf = compileBody(OfferOverride)

const ACCEPTED: UnitDecision = { issues: [], warnings: [] }

/**
 * Stores overrides in one transaction. One of the same product with the same begin is replaced. An invalid item does not prevent others from
 * being stored. They take effect at the next poll of the channel, and begin and end within a second of their times.
 *
 * Refusal: `MARKET_NOT_FOUND` if there is no such channel.
 *
 * @param items the parsed body, not validated yet
 * @example
 * await putOverrides(database, ids, [{ MerchantProductReference: 'MUG-RED', Price: 7.95, From: '2026-11-28T00:00:00Z' }])
 */
export async function putOverrides(
  database: Database,
  ids: ChannelIds,
  items: readonly unknown[],
  actor: Actor = SYSTEM,
): Promise<ProductCreationResult | Refusal> {
  const checked = await checkItems(items, allIssues, toRow)
  const rows = checked.filter((entry): entry is OverrideRow => !Array.isArray(entry))
  const outcome = await takeKeyedEffect(database, lockKeyOf(ids), async (tx) => {
    const [channel] = await findSettings(tx, ids.customerId, ids.channelId)
    if (channel === undefined) return noSuchChannel(ids.channelId)
    const names = rows.map((row) => row.MerchantProductReference)
    const parents = await findParents(tx, ids.customerId, names)
    const fit = rows.filter((row) => !isUnfit(row, parents))
    // Of several with the same begin, the last one counts.
    const distinct = new Map(
      fit.map((row) => [JSON.stringify([row.MerchantProductReference, row.From]), row]),
    )
    const missing = await saveOverrides(tx, ids, [...distinct.values()])
    const stored = fit.filter((row) => !missing.includes(row.MerchantProductReference))
    await markAt(tx, ids.customerId, stored.flatMap(marksOf))
    await record(
      tx,
      ids,
      stored.map((row) => row.MerchantProductReference),
      actor,
    )
    return { missing: new Set(missing), parents }
  })
  if (isRefusal(outcome)) return outcome
  const { missing, parents } = outcome
  const decisions = rows.map((row) => {
    const reference = row.MerchantProductReference
    if (missing.has(reference)) return unknownProduct(reference)
    return isUnfit(row, parents) ? unfitForParent(row) : ACCEPTED
  })
  return toResult(items, checked, decisions)
}

function allIssues(item: unknown, all: boolean): readonly Issue[] {
  const issues = issuesOf(item, all)
  return issues.length > 0 ? issues : overrideIssues(item as OfferOverride)
}

function toRow({
  MerchantProductReference,
  Price,
  Stock,
  Hidden,
  From,
  Until,
}: OfferOverride): OverrideRow {
  const moment = (text: string | null | undefined) => (text ? new Date(text).toISOString() : null)
  return {
    MerchantProductReference,
    Price: Price ?? null,
    Stock: Stock ?? null,
    Hidden: Hidden ?? false,
    From: moment(From),
    Until: moment(Until),
  }
}

/** The product is examined now, and again when the override begins and ends. */
function marksOf({ MerchantProductReference: reference, From, Until }: OverrideRow) {
  const times = [From, Until].filter((time) => time !== null)
  return [
    { reference, dueAt: null, cause: 'override' },
    ...times.map((dueAt) => ({ reference, dueAt, cause: 'window' })),
  ]
}

function unknownProduct(reference: string): UnitDecision {
  const message = `names a product that does not exist: ${quoteReference(reference)}`
  return { issues: [{ path: '/MerchantProductReference', message }], warnings: [] }
}

/** Whether an override sets what a parent does not have: it is never sold. */
function isUnfit(row: OverrideRow, parents: ReadonlySet<string>): boolean {
  const setsOffer = row.Price !== null || row.Stock !== null
  return setsOffer && parents.has(row.MerchantProductReference)
}

function unfitForParent(row: OverrideRow): UnitDecision {
  const reference = quoteReference(row.MerchantProductReference)
  const message = `must not be set for ${reference}, which has variants and is never sold itself: set it for its variants`
  const set = (['Price', 'Stock'] as const).filter((name) => row[name] !== null)
  return { issues: set.map((name) => ({ path: `/${name}`, message })), warnings: [] }
}

/**
 * Removes the overrides of a product, or only some of them.
 *
 * Refusal: `MARKET_NOT_FOUND` if there is none.
 */
export async function removeOverrides(
  database: Database,
  ids: ChannelIds,
  reference: string,
  choice: OverrideChoice,
  actor: Actor = SYSTEM,
): Promise<Refusal | undefined> {
  return await takeKeyedEffect(database, lockKeyOf(ids), async (tx) => {
    const count = await deleteOverrides(tx, ids, reference, choice)
    if (count === 0) {
      const detail = `Channel ${ids.channelId} has no such override of ${quoteReference(reference)}.`
      return refuse('MARKET_NOT_FOUND', detail)
    }
    await markAt(tx, ids.customerId, [{ reference, dueAt: null, cause: 'override' }])
    await record(tx, ids, [reference], actor)
    return undefined
  })
}

async function record(
  tx: Parameters<typeof appendEvents>[0],
  { customerId, channelId }: ChannelIds,
  references: readonly string[],
  actor: Actor,
): Promise<void> {
  const distinct = [...new Set(references)]
  if (distinct.length === 0) return
  const data = { ChannelId: channelId, ...namesOf(distinct) }
  await appendEvents(tx, customerId, [{ type: 'offer_overrides.changed', channelId, actor, data }])
}

/** A page of overrides. `next` is the last one of the page if there are more. */
export interface OverridePage {
  readonly overrides: readonly OverrideResponse[]
  readonly next: OverridePlace | undefined
}

/** Reads a page of the overrides of a channel, by product and begin. Refusal: `MARKET_NOT_FOUND`. */
export async function listOverrides(
  connection: Connection,
  ids: ChannelIds,
  filter: { readonly product?: string; readonly after?: OverridePlace },
  limit: number,
): Promise<OverridePage | Refusal> {
  const [channel] = await findSettings(connection, ids.customerId, ids.channelId)
  if (channel === undefined) return noSuchChannel(ids.channelId)
  const overrides = await findOverrides(connection, ids, filter, limit)
  const last = overrides.length === limit ? overrides.at(-1) : undefined
  const next = last && { reference: last.MerchantProductReference, from: last.From }
  return { overrides, next }
}
