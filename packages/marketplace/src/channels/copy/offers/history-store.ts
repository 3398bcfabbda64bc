/** All SQL of the history of offers. */
import { type Connection, execute, query, sql, type Transaction } from '@entrepot/database'
import type { StoredActor } from '../../../kit/principals/actor.ts'
import type { EventType } from '../../../kit/shared/names.ts'
import { removalOf } from '../../../kit/sql/old-rows-store.ts'
import type { Cause } from './hold-schema.ts'
import type { ChannelKey } from './hold-store.ts'
import type { Reason } from './reason.ts'

/** What a channel was to be offered, as the history shows it. */
export interface HistoricOffer {
  readonly Price: number | null
  readonly Stock: number
  readonly IsOffered: boolean
}

/** A change of what a channel is to be offered. */
export interface OfferChange extends Reason {
  readonly reference: string
  readonly before: HistoricOffer
  readonly after: HistoricOffer
}

/** The events of what changes offers, which tell who has done it. */
const TELLING = [
  'products.changed',
  'offer_overrides.changed',
  'customer.updated',
  'channel.updated',
  'channel.deactivated',
  'shipment.created',
  'shipment.voided',
  'return.created',
  'return.updated',
] as const satisfies readonly EventType[]

/**
 * Stores changes of offers, with who caused them: who wrote the product, the override or the rules, or decided on the price. Nobody, if several
 * have shared a transaction. The caller has locked the state of the channel.
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
    select ${customerId}, ${channelId}, r.reference, r.before, r.after, r.cause,
      coalesce(e.key_id, v.key_id, h.key_id), coalesce(e.actor, v.actor, h.actor)
    from json_to_recordset(${JSON.stringify(changes)}::text::json) as r (
      reference text, before jsonb, after jsonb, cause text, by xid8)
    left join lateral (
      select (array_agg(told.key_id))[1] as key_id, (array_agg(told.actor))[1] as actor from (
        select distinct key_id, actor from marketplace.events
        where customer_id = ${customerId} and changed = r.by and type = any(${[...TELLING]}::text[]) limit 2
      ) told having count(*) = 1
    ) e on true
    left join lateral (
      select key_id, actor from marketplace.offer_rules
      where customer_id = ${customerId} and channel_id = ${channelId} and r.cause = 'rule'
      order by version desc limit 1
    ) v on true
    left join marketplace.offer_holds h on h.customer_id = ${customerId} and h.channel_id = ${channelId}
      and h.merchant_product_reference = r.reference collate "C" and r.cause = 'guard'`,
  )
}

/** A change in the history of a product. */
export interface HistoryRow extends Omit<StoredActor, 'requestId'> {
  readonly id: string
  readonly occurredAt: Date
  readonly channelId: number
  readonly channelName: string
  readonly before: HistoricOffer
  readonly after: HistoricOffer
  readonly cause: Cause
  readonly keyLabel: string | null
}

/** Reads a page of the history of a product, newest changes first. */
export async function findHistory(
  connection: Connection,
  customerId: string,
  reference: string,
  {
    channel,
    before,
  }: { readonly channel?: number | undefined; readonly before?: string | undefined },
  limit: number,
): Promise<readonly HistoryRow[]> {
  return await query<HistoryRow>(
    connection,
    sql`
    select h.history_id::text as id, h.occurred_at as "occurredAt", h.channel_id::float8 as "channelId", ch.name as "channelName",
      h.before, h.after, h.cause, h.key_id::text as "keyId", h.actor, k.label as "keyLabel"
    from marketplace.offer_history h
    join marketplace.channels ch on ch.customer_id = h.customer_id and ch.channel_id = h.channel_id
    left join marketplace.api_keys k on k.customer_id = h.customer_id and k.key_id = h.key_id
    where h.customer_id = ${customerId} and h.merchant_product_reference = ${reference}
      ${channel === undefined ? sql`` : sql`and h.channel_id = ${channel}`}
      ${before === undefined ? sql`` : sql`and h.history_id < ${before}`}
    order by h.history_id desc limit ${limit}`,
  )
}

/** Removes history that is older than is kept. Returns the number of its changes. */
export const removeOldHistory = removalOf('offer_history', 'occurred_at', '90 days')
