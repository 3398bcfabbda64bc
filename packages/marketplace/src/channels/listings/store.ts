/** All SQL that reads listings for people and programs. */
import { type Connection, query, queryFirst, type Sql, sql } from '@entrepot/database'
import type { ListingPlace } from '../../accounts/channels/place.ts'
import type { ProductRecord } from '../../catalogue/products/rules.ts'
import { RECORD_SELECT_LIST } from '../../catalogue/products/store.ts'
import { when } from '../../kit/sql/when-store.ts'
import { HAS_CHILDREN, HELD } from '../../orders/stock/held-store.ts'
import { isPending, LISTING_COLUMNS, type ListingRow } from '../copy/listing-store.ts'
import { holdOf } from '../copy/offers/hold-store.ts'
import type { Hold, StoredOverride } from '../copy/offers/offered.ts'
import { OF_PARENT, overridesOf } from '../copy/offers/override-store.ts'
import type { Pending } from '../copy/pending.ts'
import type { SyncState } from '../copy/store.ts'

/** A channel of the customer, and what is stored of one product there. The columns of the listing are null if there is none. */
export type KnownRow = Pick<
  SyncState,
  'mode' | 'selection' | 'offersInData' | 'offerRules' | 'epoch' | 'resetAnswer'
> & {
  readonly overrides: readonly StoredOverride[] | null
  readonly parentOverrides: readonly StoredOverride[] | null
  readonly hold: Hold | null
  readonly channelId: number
  readonly channelName: string
  readonly listing: ListingRow | null
  /** The data that the channel has confirmed last. Null if it is not stored. */
  readonly confirmed: Readonly<Record<string, unknown>> | null
  readonly problem: ProblemRow | null
}

interface ProblemRow {
  readonly code: string
  readonly detail: string
  /** As the database spells it in JSON. */
  readonly occurredAt: string
}

const PROBLEM = sql`
  (select json_build_object('code', p.code, 'detail', p.detail, 'occurredAt', p.occurred_at)
    from marketplace.listing_problems p
    where p.customer_id = l.customer_id and p.channel_id = l.channel_id
      and p.merchant_product_reference = l.merchant_product_reference
      and (l.data_confirmed_at is null or p.occurred_at > l.data_confirmed_at))`

/** Reads what is stored of a product for each channel, oldest channels first; for one channel if its id is given. */
export async function readKnown(
  connection: Connection,
  customerId: string,
  reference: string,
  channelId: number | undefined,
): Promise<readonly KnownRow[]> {
  return await query<KnownRow>(
    connection,
    sql`
    select ch.channel_id::float8 as "channelId", ch.name as "channelName", ch.mode, s.selection,
      s.offers_in_data as "offersInData", s.offer_rules as "offerRules", ${overridesOf(sql`ch.channel_id`)} as overrides,
      ${overridesOf(sql`ch.channel_id`, OF_PARENT)} as "parentOverrides",
      ${holdOf(sql`ch.channel_id`)} as hold, s.epoch, s.reset_answer::float8 as "resetAnswer",
      (select to_json(found) from (select ${LISTING_COLUMNS} where l.customer_id is not null) found) as listing,
      v.data as confirmed, ${PROBLEM} as problem
    from marketplace.channels ch
    join marketplace.channel_syncs s on s.customer_id = ch.customer_id and s.channel_id = ch.channel_id
    left join marketplace.products p
      on p.customer_id = ch.customer_id and p.merchant_product_reference = ${reference}
    left join marketplace.listings l on l.customer_id = ch.customer_id and l.channel_id = ch.channel_id
      and l.merchant_product_reference = ${reference}
    left join marketplace.listing_views v on v.customer_id = ch.customer_id and v.channel_id = ch.channel_id
      and v.merchant_product_reference = l.merchant_product_reference and v.version = l.data_confirmed
    where ch.customer_id = ${customerId} ${channelId === undefined ? sql`` : sql`and ch.channel_id = ${channelId}`}
    order by ch.channel_id`,
  )
}

/** A product, for the comparison with what channels have. */
export interface KnownProduct {
  readonly record: ProductRecord
  readonly hasChildren: boolean
  /** Units of its stock that are not for sale. */
  readonly held: number
  readonly updatedAt: Date
}

/** Reads a product. Undefined if it does not exist. */
export async function readProduct(
  connection: Connection,
  customerId: string,
  reference: string,
): Promise<KnownProduct | undefined> {
  const row = await queryFirst<ProductRecord & Omit<KnownProduct, 'record'>>(
    connection,
    sql`
    select ${RECORD_SELECT_LIST}, p.updated_at as "updatedAt", ${HAS_CHILDREN} as "hasChildren", ${HELD} as held
    from marketplace.products p
    where customer_id = ${customerId} and merchant_product_reference = ${reference}`,
  )
  if (row === undefined) return undefined
  const { hasChildren, held, updatedAt, ...record } = row
  return { record, hasChildren, held, updatedAt }
}

/** What limits a list of listings, and where it starts. */
export interface ListingFilter {
  readonly channelId?: number
  readonly product?: readonly string[]
  readonly channelReference?: readonly string[]
  readonly isListed?: boolean
  readonly pending?: readonly Pending[]
  /** The last listing before the page. */
  readonly after?: ListingPlace
}

/** A listing as it was last compared with the product. */
export interface ListedRow {
  readonly channelId: number
  readonly channelName: string
  readonly reference: string
  readonly channelReference: string | null
  readonly isWanted: boolean
  readonly pending: 'create' | 'update' | 'remove' | null
  readonly since: Date | null
  readonly isOfferPending: boolean
  readonly offerSince: Date | null
  readonly confirmedAt: Date | null
  readonly offerConfirmed: string | null
  readonly offerConfirmedAt: Date | null
  readonly problem: ProblemRow | null
}

/** Reads a page of listings. Each channel is read by its own part of an index, and no more than the page of it. */
export async function findListings(
  connection: Connection,
  customerId: string,
  filter: ListingFilter,
  limit: number,
): Promise<readonly ListedRow[]> {
  const { channelId, after } = filter
  return await query<ListedRow>(
    connection,
    sql`
    select ch.channel_id::float8 as "channelId", ch.name as "channelName",
      l.merchant_product_reference as reference, l.channel_reference as "channelReference", l.is_wanted as "isWanted",
      case when l.data_place is not null then l.data_pending end as pending, l.data_since as since,
      l.offer_place is not null as "isOfferPending", l.offer_since as "offerSince",
      l.data_confirmed_at as "confirmedAt", l.offer_confirmed as "offerConfirmed",
      l.offer_confirmed_at as "offerConfirmedAt", ${PROBLEM} as problem
    from marketplace.channels ch cross join lateral (
      select * from marketplace.listings l
      where l.customer_id = ch.customer_id and l.channel_id = ch.channel_id ${matches(filter)}
      order by l.merchant_product_reference limit ${limit}
    ) l
    where ch.customer_id = ${customerId}
      ${channelId === undefined ? sql`` : sql`and ch.channel_id = ${channelId}`}
      ${after === undefined ? sql`` : sql`and ch.channel_id >= ${after.channelId}`}
    order by ch.channel_id, l.merchant_product_reference limit ${limit}`,
  )
}

/** The condition for a listing `l` of a channel `ch`. A product that a channel neither has nor should have is not listed. */
function matches({ product, channelReference, isListed, pending, after }: ListingFilter): Sql {
  return sql`
    ${when(
      after,
      (last) => sql`and l.merchant_product_reference >
        case when ch.channel_id = ${last.channelId} then ${last.reference} else '' end`,
    )}
    ${when(product, (all) => sql`and l.merchant_product_reference = any(${[...all]}::text[])`)}
    ${when(channelReference, (all) => sql`and l.channel_reference = any(${[...all]}::text[])`)}
    ${when(isListed, (value) => sql`and l.channel_reference is ${value ? sql`not` : sql``} null`)}
    ${when(pending, (kinds) => sql`and ${isPending(kinds)}`)}
    and (l.channel_reference is not null or l.is_wanted)`
}
