/** PUT /offers: prices and stocks of many products at once. */

import type { Database } from '@entrepot/database'
import { type Actor, SYSTEM } from '../../kit/principals/actor.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import { quoteReference } from '../../kit/shared/clean-text.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { takeKeyedEffect } from '../../kit/sql/take-effect.ts'
import { checkItems, toResult } from './bulk.ts'
import type { UnitDecision } from './plan.ts'
import { recordProducts } from './product-events.ts'
import { applyOffer } from './rules.ts'
import { OfferChange, type ProductCreationResult } from './schema.ts'
import { lockCatalogue, lockOffers, type OfferRow, updateOffers } from './store.ts'

const issuesOf = compileBody(OfferChange)

const ACCEPTED: UnitDecision = { issues: [], warnings: [] }

/**
 * Changes prices and stocks in one transaction. Values that an item does not name stay; a null price removes the price, and a null stock
 * sets it to 0. If several items name one product, the last one counts. Items for unknown products are rejected individually.
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
  const unknown = new Set(
    changes.length > 0 ? await storeOffers(database, customer, changes, actor) : [],
  )
  const decisions = changes.map(({ MerchantProductReference: reference }) =>
    unknown.has(reference) ? unknownProduct(reference) : ACCEPTED,
  )
  return toResult(items, checked, decisions)
}

function unknownProduct(reference: string): UnitDecision {
  const message = `names a product that does not exist: ${quoteReference(reference)}`
  return { issues: [{ path: '/MerchantProductReference', message }], warnings: [] }
}

/** Stores the changes. Returns the references of products that do not exist. */
async function storeOffers(
  database: Database,
  { customerId }: Customer,
  changes: readonly OfferChange[],
  actor: Actor,
): Promise<readonly string[]> {
  const references = [...new Set(changes.map((change) => change.MerchantProductReference))]
  return await takeKeyedEffect(database, customerId, async (tx) => {
    await lockCatalogue(tx, customerId, 'shared')
    const before = await lockOffers(tx, customerId, references)
    const after = new Map(before.map((row) => [row.MerchantProductReference, row]))
    for (const { MerchantProductReference: reference, ...change } of changes) {
      const row = after.get(reference)
      if (row) after.set(reference, { ...row, ...applyOffer(row, change) })
    }
    const changed = before.flatMap((row) => {
      const next = after.get(row.MerchantProductReference) as OfferRow
      return next.Price === row.Price && next.Stock === row.Stock ? [] : next
    })
    if (changed.length > 0) {
      await updateOffers(tx, customerId, changed)
      const written = changed.map((row) => row.MerchantProductReference)
      await recordProducts(tx, customerId, written, actor)
    }
    return references.filter((reference) => !after.has(reference))
  })
}
