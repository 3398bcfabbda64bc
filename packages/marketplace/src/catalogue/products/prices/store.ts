/** All SQL of the history of prices. */
import { type Connection, execute, query, sql, type Transaction } from '@entrepot/database'
import { type Actor, type StoredActor, toStoredActor } from '../../../kit/principals/actor.ts'
import { removalOf } from '../../../kit/sql/old-rows-store.ts'
import type { PriceChange } from './change.ts'

/** How a price was changed. */
export const PRICE_CAUSES = ['write', 'import'] as const

/** How a price was changed. */
export type PriceCause = (typeof PRICE_CAUSES)[number]

/** Stores changes of prices, in the transaction that changes them. */
export async function savePriceChanges(
  tx: Transaction,
  customerId: string,
  changes: readonly PriceChange[],
  cause: PriceCause,
  actor: Actor,
): Promise<void> {
  if (changes.length === 0) return
  const { keyId, actor: stored } = toStoredActor(actor)
  await execute(
    tx,
    sql`
    insert into marketplace.price_changes (customer_id, merchant_product_reference, before, after, cause, key_id, actor)
    select ${customerId}, r.reference, r.before, r.after, ${cause}, ${keyId}, ${stored && JSON.stringify(stored)}::text::jsonb
    from unnest(
      ${changes.map(({ reference }) => reference)}::text[],
      ${changes.map(({ before }) => before)}::numeric[],
      ${changes.map(({ after }) => after)}::numeric[]
    ) as r (reference, before, after)`,
  )
}

/** A change in the history of a price. */
export interface PriceChangeRow
  extends Omit<StoredActor, 'requestId'>,
    Omit<PriceChange, 'reference'> {
  readonly id: string
  readonly occurredAt: Date
  readonly cause: PriceCause
  readonly keyLabel: string | null
}

/** Reads a page of the history of a price, newest changes first. */
export async function findPriceChanges(
  connection: Connection,
  customerId: string,
  reference: string,
  before: string | undefined,
  limit: number,
): Promise<readonly PriceChangeRow[]> {
  return await query<PriceChangeRow>(
    connection,
    sql`
    select h.change_id::text as id, h.occurred_at as "occurredAt", h.before::float8 as before, h.after::float8 as after, h.cause,
      h.key_id::text as "keyId", h.actor, k.label as "keyLabel"
    from marketplace.price_changes h
    left join marketplace.api_keys k on k.customer_id = h.customer_id and k.key_id = h.key_id
    where h.customer_id = ${customerId} and h.merchant_product_reference = ${reference}
      ${before === undefined ? sql`` : sql`and h.change_id < ${before}`}
    order by h.change_id desc limit ${limit}`,
  )
}

/** Removes changes that are older than is kept. */
export const removeOldPriceChanges = removalOf('price_changes', 'occurred_at', '90 days')
