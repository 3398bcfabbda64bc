/** All SQL of products that are held back from channels. */
import {
  type Connection,
  execute,
  query,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import { type Actor, toStoredActor } from '../../../kit/principals/actor.ts'
import { when } from '../../../kit/sql/when-store.ts'
import { DEFAULT_GUARD_PERCENT } from '../../offer-rules/index.ts'
import type { Cause } from './hold-schema.ts'
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

/**
 * Stores and removes holds. A decision holds for its price only. A price that waits keeps its cause when it changes again: that is why it waits.
 * The caller has locked the state of the channel.
 */
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
    insert into marketplace.offer_holds as h (customer_id, channel_id, merchant_product_reference, code, detail, known_price, price, cause)
    select ${customerId}, ${channelId}, reference, code, detail, "knownPrice", price, cause
    from json_to_recordset(${JSON.stringify(stored)}::text::json) as r (
      reference text, code text, detail text, "knownPrice" numeric, price numeric, cause text)
    on conflict (customer_id, channel_id, merchant_product_reference) do update set code = excluded.code,
      detail = excluded.detail, known_price = excluded.known_price, price = excluded.price,
      cause = case when h.code = excluded.code and h.code = 'PRICE_GUARD' and h.decision is null then h.cause else excluded.cause end,
      since = excluded.since, decision = null, decided_at = null, key_id = null, actor = null`,
  )
}

/** What limits a list of held offers, and where it starts. */
export interface HeldFilter {
  readonly kind: 'guarded' | 'problem'
  readonly channel?: number | undefined
  readonly product?: string | undefined
  readonly cause?: string | undefined
  /** @default open */
  readonly decision?: 'open' | 'refused' | undefined
  /** The last one before the page. */
  readonly after?: { readonly channelId: number; readonly reference: string } | undefined
}

/** A product that is held back from a channel. */
export interface HeldRow {
  readonly ChannelId: number
  readonly ChannelName: string
  readonly MerchantProductReference: string
  readonly Name: string
  readonly Code: Hold['code']
  readonly Detail: string
  readonly KnownPrice: number | null
  readonly Price: number | null
  readonly Decision: Hold['decision']
  readonly Currency: string
  readonly GuardPercent: number
  readonly Cause: Cause
  readonly since: Date
}

/** Reads a page of held offers, by channel and product. */
export async function findHeld(
  connection: Connection,
  customerId: string,
  { kind, channel, product, cause, decision = 'open', after }: HeldFilter,
  limit: number,
): Promise<readonly HeldRow[]> {
  const isKind =
    kind === 'problem'
      ? sql`h.code <> 'PRICE_GUARD'`
      : sql`h.code = 'PRICE_GUARD' and h.decision is not distinct from ${decision === 'open' ? null : decision}`
  return await query<HeldRow>(
    connection,
    sql`
    select h.channel_id::float8 as "ChannelId", ch.name as "ChannelName",
      h.merchant_product_reference as "MerchantProductReference", p.name as "Name", h.code as "Code", h.detail as "Detail",
      h.known_price::float8 as "KnownPrice", h.price::float8 as "Price", h.decision as "Decision", h.cause as "Cause", h.since,
      coalesce(case when l.offer_version like '[%' then l.offer_version::json ->> 2 end, cu.base_currency) as "Currency",
      coalesce((s.offer_rules ->> 'GuardPercent')::float8, ${DEFAULT_GUARD_PERCENT}) as "GuardPercent"
    from marketplace.offer_holds h
    join marketplace.channels ch on ch.customer_id = h.customer_id and ch.channel_id = h.channel_id
    join marketplace.products p
      on p.customer_id = h.customer_id and p.merchant_product_reference = h.merchant_product_reference
    join marketplace.customers cu on cu.customer_id = h.customer_id
    join marketplace.channel_syncs s on s.customer_id = h.customer_id and s.channel_id = h.channel_id
    left join marketplace.listings l on l.customer_id = h.customer_id and l.channel_id = h.channel_id
      and l.merchant_product_reference = h.merchant_product_reference
    where h.customer_id = ${customerId} and ${isKind}
      ${when(channel, (id) => sql`and h.channel_id = ${id}`)}
      ${when(product, (reference) => sql`and h.merchant_product_reference = ${reference}`)}
      ${when(cause, (name) => sql`and h.cause = ${name}`)}
      ${when(after, (place) => sql`and (h.channel_id, h.merchant_product_reference) > (${place.channelId}::bigint, ${place.reference})`)}
    order by h.channel_id, h.merchant_product_reference limit ${limit}`,
  )
}

/** The prices that a decision is on: named ones, or the first of all that have waited since a moment, of a channel, of a cause, or of both. */
export type WantedPrices =
  | readonly {
      readonly ChannelId: number
      readonly MerchantProductReference: string
      readonly Price: number
    }[]
  | {
      readonly channelId: number | null
      readonly cause: string | null
      readonly until: Date
      readonly limit: number
    }

/** A price that a decision is on. `isNew` is false if the same one was stored before, which stays as it was. */
interface DecidedPrice {
  readonly channelId: number
  readonly reference: string
  readonly isNew: boolean
}

/** Stores a decision on prices. Returns those that were waiting, or had a decision. */
export async function decideHolds(
  tx: Transaction,
  customerId: string,
  wanted: WantedPrices,
  decision: 'accepted' | 'refused',
  actor: Actor,
): Promise<readonly DecidedPrice[]> {
  const { keyId, actor: stored } = toStoredActor(actor)
  const isWanted =
    'channelId' in wanted
      ? sql`h.decision is null and (${wanted.channelId}::bigint is null or h.channel_id = ${wanted.channelId})
        and (${wanted.cause}::text is null or h.cause = ${wanted.cause}) and h.since < ${wanted.until}::timestamptz + interval '1 millisecond'`
      : sql`(h.channel_id, h.merchant_product_reference, h.price) in (
        select "ChannelId", "MerchantProductReference" collate "C", "Price"
        from json_to_recordset(${JSON.stringify(wanted)}::text::json) as r (
          "ChannelId" bigint, "MerchantProductReference" text, "Price" numeric))`
  const limit = 'limit' in wanted ? sql`limit ${wanted.limit}` : sql``
  return await query(
    tx,
    sql`
    with locked as materialized (
      select h.channel_id, h.merchant_product_reference, h.decision is distinct from ${decision} as is_new
      from marketplace.offer_holds h
      where h.customer_id = ${customerId} and h.code = 'PRICE_GUARD' and ${isWanted}
      order by h.channel_id, h.merchant_product_reference ${limit} for update
    ), stored as (
      update marketplace.offer_holds h set decision = ${decision}, decided_at = clock_timestamp(), key_id = ${keyId},
        actor = ${stored && JSON.stringify(stored)}::text::jsonb
      from locked
      where locked.is_new and h.customer_id = ${customerId} and h.channel_id = locked.channel_id
        and h.merchant_product_reference = locked.merchant_product_reference
    )
    select channel_id::float8 as "channelId", merchant_product_reference as reference, is_new as "isNew" from locked`,
  )
}
