/** PUT /offers: prices and stocks of many products at once. */

import type { Database, Transaction } from '@entrepot/database'
import { type Actor, SYSTEM } from '../../kit/principals/actor.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import { quoteReference } from '../../kit/shared/clean-text.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { takeKeyedEffect } from '../../kit/sql/take-effect.ts'
import {
  countIssues,
  countWarnings,
  isCounted,
  isSameCount,
  type Movement,
  momentsOf,
} from '../../orders/stock/counts.ts'
import { insertMovements } from '../../orders/stock/movement-store.ts'
import { checkItems, toResult } from './bulk.ts'
import type { UnitDecision, WritePlan } from './plan.ts'
import { type PriceChange, priceChangeOf } from './prices/change.ts'
import { savePriceChanges } from './prices/store.ts'
import { recordCounts, recordProducts } from './product-events.ts'
import { applyOffer, conflictsOf, recordWarnings } from './rules.ts'
import { OfferChange, type ProductCreationResult } from './schema.ts'
import {
  type LockedOffers,
  lockCatalogue,
  lockOffers,
  type OfferRow,
  storeCountDates,
  updateOffers,
} from './store.ts'

const issuesOf = compileBody(OfferChange)

/**
 * Changes prices and stocks in one transaction. Values that an item does not name stay; a null price removes the price, and a null stock
 * sets it to 0. If several items name one product, the last one counts. Items for unknown products are rejected individually, and so are
 * those of products that are not as `Expected` says.
 *
 * @param items the parsed body, not validated yet
 * @param actor who does it, for the log of events
 * @example
 * await changeOffers(database, customer, [{ MerchantProductReference: 'MUG-RED', Price: 8.95, Stock: 3 }])
 */
export async function changeOffers(
  database: Database,
  customer: Customer,
  items: readonly unknown[],
  actor: Actor = SYSTEM,
): Promise<ProductCreationResult> {
  const checked = await checkItems(items, issuesOf, (change: OfferChange) => change)
  const changes = checked.filter((entry): entry is OfferChange => !Array.isArray(entry))
  const decisions = changes.length > 0 ? await storeOffers(database, customer, changes, actor) : []
  return toResult(items, checked, decisions)
}

function unknownProduct(reference: string): UnitDecision {
  const message = `names a product that does not exist: ${quoteReference(reference)}`
  return { issues: [{ path: '/MerchantProductReference', message }], warnings: [] }
}

/** What became of changes. */
export interface StoredOffers extends Pick<WritePlan, 'decisions' | 'prices'> {
  /** By how many units the stock of each product has moved that was changed. A stock has limits, so that it can be less than was asked for. */
  readonly moves: ReadonlyMap<string, number>
}

/**
 * Stores the changes. Returns the decision of each.
 *
 * @param alongside runs in the transaction after everything was stored
 */
export async function storeOffers(
  database: Database,
  { customerId }: Customer,
  changes: readonly OfferChange[],
  actor: Actor,
  alongside?: (tx: Transaction, stored: StoredOffers) => Promise<void>,
): Promise<readonly UnitDecision[]> {
  const references = [...new Set(changes.map((change) => change.MerchantProductReference))]
  return await takeKeyedEffect(database, customerId, async (tx) => {
    await lockCatalogue(tx, customerId, 'shared')
    const locked = await lockOffers(tx, customerId, references, momentsOf(changes))
    const { changed, dated, counted, moved, ...stored } = planOffers(locked, changes)
    await insertMovements(tx, customerId, moved)
    await storeCountDates(tx, customerId, dated)
    if (changed.length > 0) {
      await updateOffers(tx, customerId, changed)
      const written = changed.map((row) => row.MerchantProductReference)
      await recordProducts(tx, customerId, written, actor)
      await recordCounts(tx, customerId, counted, actor)
      await savePriceChanges(tx, customerId, stored.prices, 'write', actor)
    }
    await alongside?.(tx, stored)
    return stored.decisions
  })
}

/** Applies the changes, one after the other. */
function planOffers(
  { rows, parents, left, movements, now }: LockedOffers,
  changes: readonly OfferChange[],
) {
  const after = new Map(rows.map((row) => [row.MerchantProductReference, row]))
  const earlier = new Map(movements)
  const moved: (Movement & { readonly reference: string })[] = []
  const recounted = new Set<string>()
  const decisions = changes.map((item): UnitDecision => {
    const { MerchantProductReference: reference, Expected, ...change } = item
    const row = after.get(reference)
    if (row === undefined) return unknownProduct(reference)
    const conflicts = Expected ? conflictsOf(row, Expected, '') : []
    if (conflicts.length > 0) return { issues: conflicts, warnings: [], isConflict: true }
    const issues = countIssues(change, now, '')
    if (issues.length > 0) return { issues, warnings: [] }
    const takesBack = Expected?.StockCountedAt !== undefined
    const own = earlier.get(reference) ?? []
    const facts = { now, hasLeft: left.has(reference), takesBack, movements: own }
    const next = { ...row, ...applyOffer(row, change, facts) }
    after.set(reference, next)
    if (isCounted(row, next, facts)) recounted.add(reference)
    if (change.StockChange) {
      const movement = { reference, movedAt: now, units: change.StockChange }
      earlier.set(reference, [...own, movement])
      moved.push(movement)
    }
    const unsold = recordWarnings(next, parents.has(reference))
    return { issues: [], warnings: [...unsold, ...countWarnings(row, change, facts)] }
  })
  return { decisions, moved, ...compareOffers(rows, after, recounted) }
}

/** @param recounted the references of products that some change has counted */
function compareOffers(
  rows: readonly OfferRow[],
  after: ReadonlyMap<string, OfferRow>,
  recounted: ReadonlySet<string>,
) {
  const changed: OfferRow[] = []
  const dated: OfferRow[] = []
  const counted: string[] = []
  const prices: PriceChange[] = []
  const moves = new Map<string, number>()
  for (const before of rows) {
    const { MerchantProductReference: reference } = before
    const next = after.get(reference) as OfferRow
    const isOther = !isSameCount(before, next)
    const isRecounted = isOther && recounted.has(reference)
    if (isRecounted) counted.push(reference)
    if (isRecounted || before.Price !== next.Price) {
      changed.push(next)
      moves.set(reference, next.Stock - before.Stock)
    } else if (isOther) dated.push(next)
    prices.push(...priceChangeOf(before, next))
  }
  return { changed, dated, counted, prices, moves }
}
