/** All SQL of overrides. */
import {
  type Connection,
  execute,
  query,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import { removalOf } from '../../../kit/sql/old-rows-store.ts'
import type { ChannelKey } from './hold-store.ts'
import type { SaleStart, StoredOverride } from './offered.ts'

const MOMENT = (column: Sql) =>
  sql`case when isfinite(${column}) then to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`

/** The overrides of product `p` for a channel, as JSON; or those of its parent. */
export const overridesOf = (channelId: Sql, reference = OWN): Sql => sql`(
  select coalesce(json_agg(json_build_object('Price', o.price::float8, 'Stock', o.stock, 'Hidden', o.hidden,
    'From', ${MOMENT(sql`o.from_at`)}, 'Until', ${MOMENT(sql`o.until_at`)}, 'PriceBefore', o.price_before::float8)), '[]')
  from marketplace.offer_overrides o
  where o.customer_id = p.customer_id and o.channel_id = ${channelId}
    and o.merchant_product_reference = ${reference})`

const OWN = sql`p.merchant_product_reference`

/** The reference of the parent of product `p`. */
export const OF_PARENT: Sql = sql`p.parent_reference`

/** An override of a product. */
export interface OverrideRow extends Omit<StoredOverride, 'PriceBefore'> {
  readonly MerchantProductReference: string
}

/** Stores overrides of products that exist. One with the same product and begin is replaced. Returns the references of unknown products. */
export async function saveOverrides(
  tx: Transaction,
  { customerId, channelId }: ChannelKey,
  overrides: readonly OverrideRow[],
): Promise<readonly string[]> {
  const rows = await query<{ reference: string }>(
    tx,
    sql`
    with r as materialized (
      select * from json_to_recordset(${JSON.stringify(overrides)}::text::json) as r (
        "MerchantProductReference" text, "Price" numeric, "Stock" jsonb, "Hidden" boolean, "From" timestamptz, "Until" timestamptz)
    ), stored as (
      insert into marketplace.offer_overrides as o (customer_id, channel_id, merchant_product_reference, from_at, until_at, price,
        stock, hidden)
      select ${customerId}, ${channelId}, p.merchant_product_reference, coalesce(r."From", '-infinity'),
        coalesce(r."Until", 'infinity'), r."Price", nullif(r."Stock", 'null'::jsonb), coalesce(r."Hidden", false)
      from r join marketplace.products p
        on p.customer_id = ${customerId} and p.merchant_product_reference = r."MerchantProductReference" collate "C"
      order by 3, 4
      on conflict (customer_id, channel_id, merchant_product_reference, from_at) do update set
        until_at = excluded.until_at, price = excluded.price, stock = excluded.stock, hidden = excluded.hidden,
        -- Of a sale that goes on.
        price_before = case when o.until_at > clock_timestamp() and (isfinite(o.from_at) or isfinite(o.until_at)) then o.price_before end
      returning merchant_product_reference
    )
    select distinct r."MerchantProductReference" as reference from r
    where r."MerchantProductReference" not in (select merchant_product_reference from stored)`,
  )
  return rows.map(({ reference }) => reference)
}

/** Returns those of the products that have variants. */
export async function findParents(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await query<{ reference: string }>(
    tx,
    sql`
    select distinct parent_reference as reference from marketplace.products
    where customer_id = ${customerId} and parent_reference = any(${references as string[]})`,
  )
  return new Set(rows.map(({ reference }) => reference))
}

/** Stores the prices before sales that have begun. One that is stored already stays. */
export async function saveSaleStarts(
  tx: Transaction,
  { customerId, channelId }: ChannelKey,
  starts: readonly (SaleStart & { readonly reference: string })[],
): Promise<void> {
  if (starts.length === 0) return
  // Locked in the order of `saveOverrides`.
  await execute(
    tx,
    sql`
    with started as materialized (
      select o.merchant_product_reference, o.from_at, r."priceBefore"
      from json_to_recordset(${JSON.stringify(starts)}::text::json) as r (reference text, "from" timestamptz, "priceBefore" numeric)
      join marketplace.offer_overrides o on o.customer_id = ${customerId} and o.channel_id = ${channelId}
        and o.merchant_product_reference = r.reference collate "C" and o.from_at = coalesce(r."from", '-infinity')
      order by 1, 2 for update of o
    )
    update marketplace.offer_overrides o set price_before = s."priceBefore" from started s
    where o.customer_id = ${customerId} and o.channel_id = ${channelId} and o.price_before is null
      and o.merchant_product_reference = s.merchant_product_reference and o.from_at = s.from_at`,
  )
}

/** Which overrides of a product are meant. */
export interface OverrideChoice {
  /** When it begins; null is the one without a begin. @default all */
  readonly from?: string | null | undefined
  /** Only with this price. */
  readonly price?: number | undefined
}

/** Removes overrides of a product. Returns their number. */
export async function deleteOverrides(
  tx: Transaction,
  { customerId, channelId }: ChannelKey,
  reference: string,
  { from, price }: OverrideChoice,
): Promise<number> {
  return await execute(
    tx,
    sql`
    delete from marketplace.offer_overrides
    where customer_id = ${customerId} and channel_id = ${channelId} and merchant_product_reference = ${reference}
      ${from === undefined ? sql`` : sql`and from_at = ${from ?? '-infinity'}`}
      ${price === undefined ? sql`` : sql`and price = ${price}`}`,
  )
}

/** A place in the list of overrides: the product and the begin, of which null is the first. */
export interface OverridePlace {
  readonly reference: string
  readonly from: string | null
}

/** Reads a page of the overrides of a channel, by product and begin. */
export async function findOverrides(
  connection: Connection,
  { customerId, channelId }: ChannelKey,
  { product, after }: { readonly product?: string; readonly after?: OverridePlace },
  limit: number,
): Promise<readonly (OverrideRow & { readonly IsActive: boolean })[]> {
  return await query(
    connection,
    sql`
    select o.merchant_product_reference as "MerchantProductReference", o.price::float8 as "Price", o.stock as "Stock",
      o.hidden as "Hidden", ${MOMENT(sql`o.from_at`)} as "From", ${MOMENT(sql`o.until_at`)} as "Until",
      o.from_at <= now() and o.until_at > now() and not exists (
        select from marketplace.offer_overrides later
        where later.customer_id = o.customer_id and later.channel_id = o.channel_id
          and later.merchant_product_reference = o.merchant_product_reference and later.from_at > o.from_at
          and later.from_at <= now() and later.until_at > now()) as "IsActive"
    from marketplace.offer_overrides o
    where o.customer_id = ${customerId} and o.channel_id = ${channelId}
      ${product === undefined ? sql`` : sql`and o.merchant_product_reference = ${product}`}
      ${
        after === undefined
          ? sql``
          : sql`and (o.merchant_product_reference, o.from_at) > (${after.reference}, coalesce(${after.from}::timestamptz, '-infinity'))`
      }
    order by o.merchant_product_reference, o.from_at limit ${limit}`,
  )
}

/** Removes overrides that ended long ago. Returns their number. */
export const removeEndedOverrides = removalOf('offer_overrides', 'until_at', '90 days')
