/** The events of products. */
import type { Transaction } from '@entrepot/database'
import { appendEvents } from '../../kit/events/store.ts'
import type { Actor } from '../../kit/principals/actor.ts'
import { markCounted } from '../../orders/stock/mark-store.ts'

/** References that an event names. */
const MAX_NAMED = 100

/** What an event says of products: the references of the first ones, and how many more there are. */
export function namesOf(references: readonly string[]) {
  const References = references.slice(0, MAX_NAMED)
  return { References, More: references.length - References.length }
}

/** Stores the event of a write: one for all products, so that writes of many products stay fast. None if nothing has changed. */
export async function recordProducts(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
  actor: Actor,
): Promise<void> {
  await record(tx, customerId, 'products.changed', references, actor)
}

/** Stores the event of counts, and lets the products be examined for shortfalls. */
export async function recordCounts(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
  actor: Actor,
): Promise<void> {
  await record(tx, customerId, 'stock.counted', references, actor)
  if (references.length > 0) await markCounted(tx, customerId, references)
}

async function record(
  tx: Transaction,
  customerId: string,
  type: 'products.changed' | 'stock.counted',
  references: readonly string[],
  actor: Actor,
): Promise<void> {
  if (references.length === 0) return
  await appendEvents(tx, customerId, [{ type, actor, data: namesOf(references) }])
}
