/** All SQL of listings: what channels know of products, and the products that are looked at for it. */
import { execute, query, raw, type Sql, sql, type Transaction } from '@entrepot/database'
import type { ProductRecord } from '../products/rules.ts'
import { recordColumns } from '../products/store.ts'
import type { Cursor } from './cursor.ts'
import { type Listing, type Mark, pendingData, reset } from './listing.ts'
import { arrayOf, type ChannelName, type LockedState, type SyncState } from './store.ts'
import type { Feed } from './token.ts'
import { BLANK_TRACK, type Confirmation, type Track } from './track.ts'
import type { Branch } from './view.ts'

/** A product that is looked at, with its listing if it has one. */
export interface ItemRow {
  readonly record: ProductRecord
  readonly changed: string
  readonly productId: string
  readonly hasChildren: boolean
  /** About how many bytes it has. */
  readonly bytes: number
  readonly listing: Listing | null
}

/** Some of the rows that were asked for, from the first on: as many as the bytes allow. */
export interface ItemPage {
  readonly rows: readonly ItemRow[]
  /** How many there were before the bytes were looked at. */
  readonly found: number
}

/** Bytes of products that one statement reads: products can have half a megabyte each. */
const PAGE_BYTES = 6_000_000

/** Reads the next changes after a cursor, in order of transaction and product. */
export async function readChanges(
  tx: Transaction,
  name: ChannelName,
  state: Pick<LockedState, keyof Cursor | 'epoch' | 'snapshot'>,
  limit: number,
): Promise<ItemPage> {
  const { customerId } = name
  // A change from beyond the snapshot's end was restored from a dump: no transaction has that number yet.
  return await readItems(
    tx,
    name,
    state.epoch,
    sql`
      select reference, row_number() over (order by changed, product_id) as place from (
        (select opened.* from unnest(${arrayOf(state.open)}::xid8[]) as open (id) cross join lateral (
            select merchant_product_reference as reference, changed, product_id from marketplace.products
            where customer_id = ${customerId} and changed = open.id
            order by customer_id, changed, product_id limit ${limit}
          ) opened order by changed, product_id limit ${limit})
        union all
        (select merchant_product_reference, changed, product_id from marketplace.products
          where customer_id = ${customerId} and (changed, product_id) > (${state.horizon}::xid8, ${state.after}::bigint)
            and changed < pg_snapshot_xmax(${state.snapshot}::pg_snapshot)
          order by customer_id, changed, product_id limit ${limit})
      ) change order by changed, product_id limit ${limit}`,
  )
}

/** Reads the next products of the catalogue, by reference. */
export async function readCatalogue(
  tx: Transaction,
  name: ChannelName,
  { epoch, catalogueAfter }: Pick<SyncState, 'epoch' | 'catalogueAfter'>,
  limit: number,
): Promise<ItemPage> {
  return await readItems(
    tx,
    name,
    epoch,
    sql`
      select merchant_product_reference as reference,
        row_number() over (order by merchant_product_reference) as place
      from marketplace.products
      where customer_id = ${name.customerId} and merchant_product_reference > ${catalogueAfter ?? ''} collate "C"
      order by merchant_product_reference limit ${limit}`,
  )
}

/** Reads what waits to be served, in the order in which it is served. */
export async function readQueue(
  tx: Transaction,
  name: ChannelName,
  { epoch }: Pick<SyncState, 'epoch'>,
  feed: Feed,
  limit: number,
): Promise<ItemPage> {
  const { customerId, channelId } = name
  const queue =
    feed === 'data'
      ? sql`
        select merchant_product_reference as reference, row_number() over (order by data_times, data_mark) as place
        from marketplace.listings
        where customer_id = ${customerId} and channel_id = ${channelId} and data_mark is not null
        order by data_times, data_mark limit ${limit}`
      : sql`
        select merchant_product_reference as reference, row_number() over (order by offer_times, offer_mark) as place
        from marketplace.listings
        where customer_id = ${customerId} and channel_id = ${channelId} and offer_mark is not null
        order by offer_times, offer_mark limit ${limit}`
  return await readItems(tx, name, epoch, queue)
}

/** Reads some products by reference. */
export async function readProducts(
  tx: Transaction,
  name: ChannelName,
  { epoch }: Pick<SyncState, 'epoch'>,
  references: readonly string[],
): Promise<ItemPage> {
  const candidates = sql`
    select reference, place from unnest(${references as string[]}::text[]) with ordinality as r (reference, place)`
  return await readItems(tx, name, epoch, candidates)
}

type FoundRow = ProductRecord &
  Partial<ListingRow> & {
    readonly changed: string
    readonly productId: number
    readonly hasChildren: boolean
    readonly bytes: number
    readonly found: number
    readonly reference: string | null
  }

/** Reads products and listings of candidates (`reference`, `place`), each by its primary key ('offset 0' keeps it so). */
async function readItems(
  tx: Transaction,
  { customerId, channelId }: ChannelName,
  epoch: number,
  candidates: Sql,
): Promise<ItemPage> {
  // As JSON: an object of fifty columns that is made column by column costs the driver twenty times its size.
  const found = await query<{ item: FoundRow }>(
    tx,
    sql`
    select to_json(item) as item from (
      select ${recordColumns}, p.changed::text, p.product_id as "productId",
        p.parent_reference is null and exists (
          select from marketplace.products child
          where child.customer_id = p.customer_id and child.parent_reference = p.merchant_product_reference
        ) as "hasChildren", ${listingColumns}, bytes,
        (sum(bytes) over (order by c.place))::float8 as upto, (count(*) over ())::float8 as found, c.place
      from (${candidates}) c
      cross join lateral (
        select *, 500 + coalesce(octet_length(description), 0) + coalesce(octet_length(details), 0)
          + coalesce(octet_length(extra_data::text), 0) as bytes
        from marketplace.products
        where customer_id = ${customerId} and merchant_product_reference = c.reference collate "C" offset 0
      ) p
      left join lateral (
        select * from marketplace.listings
        where customer_id = ${customerId} and channel_id = ${channelId}
          and merchant_product_reference = c.reference collate "C" offset 0
      ) l on true
    ) item
    where upto - bytes < ${PAGE_BYTES}
    order by place`,
  )
  const rows = found.map((row) => row.item)
  return {
    found: rows[0]?.found ?? 0,
    rows: rows.map((row) => ({
      record: row,
      changed: row.changed,
      productId: String(row.productId),
      hasChildren: row.hasChildren,
      bytes: row.bytes,
      listing: row.reference === null ? null : toListing(row as ListingRow, epoch),
    })),
  }
}

/** Reads products that are parents, by reference. */
export async function readRecords(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, ProductRecord>> {
  const rows = await query<ProductRecord>(
    tx,
    sql`
    select ${recordColumns} from marketplace.products p
    where customer_id = ${customerId} and merchant_product_reference = any(${references as string[]})`,
  )
  return new Map(rows.map((row) => [row.MerchantProductReference, row]))
}

/** Reads the children of some parents. */
export async function readBranches(
  tx: Transaction,
  customerId: string,
  parents: readonly string[],
): Promise<ReadonlyMap<string, readonly Branch[]>> {
  const rows = await query<Branch & { parent: string }>(
    tx,
    sql`
    select parent_reference as parent, merchant_product_reference as reference, is_active as "isActive", brand,
      category_trail as "categoryTrail"
    from marketplace.products
    where customer_id = ${customerId} and parent_reference = any(${parents as string[]})
    order by merchant_product_reference`,
  )
  return Map.groupBy(rows, (row) => row.parent)
}

/** What of a track is there only while something is not confirmed. */
type Outstanding = Pick<Track, 'served' | 'stale' | 'staleUntil' | 'lastServed'>

interface ListingRow {
  readonly reference: string
  readonly channelReference: string | null
  readonly formerReference: string | null
  readonly epoch: number
  readonly isWanted: boolean
  readonly removalServed: boolean
  readonly dataCurrent: string
  readonly dataConfirmed: Confirmation | null
  readonly dataOutstanding: Outstanding | null
  readonly dataMark: number | null
  readonly dataTimes: number | null
  readonly dataSince: string | null
  readonly offerCurrent: string | null
  readonly offerConfirmed: Confirmation | null
  readonly offerOutstanding: Outstanding | null
  readonly offerMark: number | null
  readonly offerTimes: number | null
  readonly offerSince: string | null
}

const listingColumns = sql`
  l.merchant_product_reference as reference, l.channel_reference as "channelReference",
  l.former_reference as "formerReference", l.epoch, l.is_wanted as "isWanted",
  l.removal_served as "removalServed", l.data_current as "dataCurrent", l.data_confirmed as "dataConfirmed",
  l.data_outstanding as "dataOutstanding", l.data_mark::float8 as "dataMark",
  l.data_times as "dataTimes", l.data_since as "dataSince", l.offer_current as "offerCurrent",
  l.offer_confirmed as "offerConfirmed", l.offer_outstanding as "offerOutstanding",
  l.offer_mark::float8 as "offerMark", l.offer_times as "offerTimes", l.offer_since as "offerSince"`

/** A listing of an epoch before the last reset says what is listed, but no longer what the channel knows of it. */
function toListing(row: ListingRow, epoch: number): Listing {
  const listing: Listing = {
    reference: row.reference,
    channelReference: row.channelReference,
    formerReference: row.formerReference,
    isWanted: row.isWanted,
    removalServed: row.removalServed,
    data: {
      ...BLANK_TRACK,
      current: row.dataCurrent,
      confirmed: row.dataConfirmed,
      ...row.dataOutstanding,
    },
    offer: {
      ...BLANK_TRACK,
      current: row.offerCurrent,
      confirmed: row.offerConfirmed,
      ...row.offerOutstanding,
    },
    dataMark: toMark(row.dataMark, row.dataTimes, row.dataSince),
    offerMark: toMark(row.offerMark, row.offerTimes, row.offerSince),
  }
  return row.epoch === epoch ? listing : reset(listing)
}

function toMark(place: number | null, times: number | null, since: string | null): Mark | null {
  return place === null ? null : { place, times: times ?? 0, since: since ?? '' }
}

/** Reads the listings of some products, and those that bear one of some references of the channel, now or before. */
export async function readListings(
  tx: Transaction,
  { customerId, channelId }: ChannelName,
  { epoch }: Pick<SyncState, 'epoch'>,
  wanted: { readonly products: readonly string[]; readonly channelReferences: readonly string[] },
): Promise<readonly Listing[]> {
  const by = (column: string, references: readonly string[]) =>
    sql`
    select ${listingColumns} from unnest(${references as string[]}::text[]) r (reference)
    cross join lateral (
      select * from marketplace.listings
      where customer_id = ${customerId} and channel_id = ${channelId}
        and ${raw(column)} = r.reference collate "C" offset 0
    ) l`
  const rows = await query<{ listing: ListingRow }>(
    tx,
    sql`
    select to_json(found) as listing from (
      ${by('channel_reference', wanted.channelReferences)}
      union all ${by('former_reference', wanted.channelReferences)}
      union all ${by('merchant_product_reference', wanted.products)}
    ) found`,
  )
  return rows.map((row) => toListing(row.listing, epoch))
}

/** Inserts or replaces listings of a channel whose state the caller has locked. */
export async function saveListings(
  tx: Transaction,
  { customerId, channelId }: ChannelName,
  { epoch }: Pick<SyncState, 'epoch'>,
  listings: readonly Listing[],
): Promise<void> {
  await execute(
    tx,
    sql`
    insert into marketplace.listings (
      customer_id, channel_id, merchant_product_reference, channel_reference, former_reference, epoch, is_wanted,
      removal_served, data_current, data_confirmed, data_outstanding, data_pending, data_mark, data_times,
      data_since, offer_current, offer_confirmed, offer_outstanding, offer_mark, offer_times, offer_since)
    select ${customerId}, ${channelId}, r.reference, r."channelReference", r."formerReference", ${epoch},
      r."isWanted", r."removalServed", r."dataCurrent", r."dataConfirmed", r."dataOutstanding",
      r."dataPending", r."dataMark", r."dataTimes", r."dataSince", r."offerCurrent", r."offerConfirmed",
      r."offerOutstanding", r."offerMark", r."offerTimes", r."offerSince"
    from json_to_recordset(${JSON.stringify(listings.map(toRow))}::text::json) as r (
      reference text, "channelReference" text, "formerReference" text, "isWanted" boolean,
      "removalServed" boolean, "dataCurrent" text, "dataConfirmed" jsonb, "dataOutstanding" jsonb,
      "dataPending" text, "dataMark" bigint, "dataTimes" integer,
      "dataSince" timestamptz, "offerCurrent" text, "offerConfirmed" jsonb, "offerOutstanding" jsonb,
      "offerMark" bigint, "offerTimes" integer, "offerSince" timestamptz)
    on conflict (customer_id, channel_id, merchant_product_reference) do update set
      channel_reference = excluded.channel_reference, former_reference = excluded.former_reference,
      epoch = excluded.epoch, is_wanted = excluded.is_wanted, removal_served = excluded.removal_served,
      data_current = excluded.data_current, data_confirmed = excluded.data_confirmed,
      data_outstanding = excluded.data_outstanding,
      data_pending = excluded.data_pending, data_mark = excluded.data_mark, data_times = excluded.data_times,
      data_since = excluded.data_since, offer_current = excluded.offer_current,
      offer_confirmed = excluded.offer_confirmed, offer_outstanding = excluded.offer_outstanding,
      offer_mark = excluded.offer_mark, offer_times = excluded.offer_times,
      offer_since = excluded.offer_since`,
  )
}

function toRow(listing: Listing) {
  const { data, offer, dataMark, offerMark, ...own } = listing
  return {
    ...own,
    dataCurrent: data.current,
    dataConfirmed: data.confirmed,
    dataOutstanding: toOutstanding(data),
    dataPending: pendingData(listing),
    dataMark: dataMark?.place,
    dataTimes: dataMark?.times,
    dataSince: dataMark?.since,
    offerCurrent: offer.current,
    offerConfirmed: offer.confirmed,
    offerOutstanding: toOutstanding(offer),
    offerMark: offerMark?.place,
    offerTimes: offerMark?.times,
    offerSince: offerMark?.since,
  }
}

function toOutstanding({ served, stale, staleUntil, lastServed }: Track): Outstanding | null {
  return served.length > 0 ? { served, stale, staleUntil, lastServed } : null
}
