/** All SQL of products that are held back, and of the history of offers. */
import { execute, type Sql, sql, type Transaction } from '@entrepot/database'
import type { Hold } from './offered.ts'

/** The ids of a channel. */
export interface ChannelKey {
  readonly customerId: string
  readonly channelId: number
}

/** What is stored of why product `p` is held back from a channel, as JSON. */
export const holdOf = (channelId: Sql): Sql => sql`(
  select json_build_object('code', h.code, 'detail', h.detail, 'knownPrice', h.known_price::float8, 'price', h.price::float8,
    'decision', h.decision)
  from marketplace.offer_holds h
  where h.customer_id = p.customer_id and h.channel_id = ${channelId}
    and h.merchant_product_reference = p.merchant_product_reference)`

/** A product whose hold has changed. */
export interface HoldChange {
  readonly reference: string
  /** Null if it is not held back any more. */
  readonly hold: Hold | null
  readonly cause: string
}

/** Stores and removes holds. A decision holds for its price only. The caller has locked the state of the channel. */
export async function saveHolds(
  tx: Transaction,
  { customerId, channelId }: ChannelKey,
  changes: readonly HoldChange[],
): Promise<void> {
  const ended = changes.filter(({ hold }) => hold === null).map(({ reference }) => reference)
  if (ended.length > 0) {
    await execute(
      tx,
      sql`
      delete from marketplace.offer_holds
      where customer_id = ${customerId} and channel_id = ${channelId} and merchant_product_reference = any(${ended})`,
    )
  }
  const stored = changes.flatMap(({ reference, hold, cause }) =>
    hold === null ? [] : { reference, cause, ...hold },
  )
  if (stored.length === 0) return
  await execute(
    tx,
    sql`
    insert into marketplace.offer_holds (customer_id, channel_id, merchant_product_reference, code, detail, known_price, price, cause)
    select ${customerId}, ${channelId}, reference, code, detail, "knownPrice", price, cause
    from json_to_recordset(${JSON.stringify(stored)}::text::json) as r (
      reference text, code text, detail text, "knownPrice" numeric, price numeric, cause text)
    on conflict (customer_id, channel_id, merchant_product_reference) do update set code = excluded.code,
      detail = excluded.detail, known_price = excluded.known_price, price = excluded.price, cause = excluded.cause,
      since = excluded.since, decision = null, decided_at = null, key_id = null, actor = null`,
  )
}

/** What a channel was to be offered, as the history shows it. */
export interface HistoricOffer {
  readonly Price: number | null
  readonly Stock: number
  readonly IsOffered: boolean
}

/** A change of what a channel is to be offered. */
export interface OfferChange {
  readonly reference: string
  readonly before: HistoricOffer
  readonly after: HistoricOffer
  /** Null: a write of the product by the transaction `changed`. */
  readonly cause: string | null
  readonly changed: string
}

/**
 * Stores changes of offers, with who caused them: the writer of the product, or of the rules. The caller has locked the state of the channel.
 */
export async function saveHistory(
  tx: Transaction,
  { customerId, channelId }: ChannelKey,
  changes: readonly OfferChange[],
): Promise<void> {
  if (changes.length === 0) return
  await execute(
    tx,
    sql`
    insert into marketplace.offer_history (customer_id, channel_id, merchant_product_reference, before, after, cause, key_id, actor)
    select ${customerId}, ${channelId}, r.reference, r.before, r.after, coalesce(r.cause, 'write'),
      coalesce(e.key_id, v.key_id), coalesce(e.actor, v.actor)
    from json_to_recordset(${JSON.stringify(changes)}::text::json) as r (
      reference text, before jsonb, after jsonb, cause text, changed xid8)
    left join lateral (
      select key_id, actor from marketplace.events
      where customer_id = ${customerId} and changed = r.changed and type = 'products.changed' and coalesce(r.cause, 'import') = 'import'
      limit 1
    ) e on true
    left join lateral (
      select key_id, actor from marketplace.offer_rules
      where customer_id = ${customerId} and channel_id = ${channelId} and r.cause = 'rule'
      order by version desc limit 1
    ) v on true`,
  )
}
