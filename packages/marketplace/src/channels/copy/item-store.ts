/** All SQL for the products that are examined for a channel, each with its listing. */
import { type Connection, query, type Sql, sql, type Transaction } from '@entrepot/database'
import type { ProductRecord } from '../../catalogue/products/rules.ts'
import { RECORD_SELECT_LIST } from '../../catalogue/products/store.ts'
import { arrayOf } from '../../kit/sql/snapshot.ts'
import { forEachYielding } from '../../kit/yielding/for-each-yielding.ts'
import { HAS_CHILDREN, HELD } from '../../orders/stock/held-store.ts'
import type { Cursor } from './cursor.ts'
import type { Listing } from './listing.ts'
import { type Epoch, LISTING_COLUMNS, type ListingRow, toListing } from './listing-store.ts'
import { holdOf } from './offers/hold-store.ts'
import type { Hold, StoredOverride } from './offers/offered.ts'
import { OF_PARENT, overridesOf } from './offers/override-store.ts'
import type { ProductChanges } from './offers/reason.ts'
import type { ChannelIds, LockedState, SyncState } from './store.ts'
import type { Branch } from './target.ts'
import type { Feed } from './token.ts'

/** An examined product, with its listing if it has one. */
export interface ItemRow extends ProductChanges {
  readonly record: ProductRecord
  readonly hasChildren: boolean
  /** Units of its stock that are not for sale. */
  readonly held: number
  /** Approximate size in bytes. */
  readonly bytes: number
  readonly listing: Listing | null
  readonly overrides: readonly StoredOverride[]
  readonly parentOverrides: readonly StoredOverride[]
  /** As stored. */
  readonly hold: Hold | null
}

/** The first of the requested rows: as many as the maximum number of bytes allows. */
export interface ItemPage {
  readonly rows: readonly ItemRow[]
  /** The number of rows before the limit in bytes was applied. */
  readonly found: number
}

/** Maximum number of bytes of products per statement. A product can have half a megabyte. */
export const PAGE_BYTES = 6_000_000

/** The approximate size of a product in bytes. */
export const BYTES = sql`500 + coalesce(octet_length(description), 0) + coalesce(octet_length(details), 0)
  + coalesce(octet_length(extra_data::text), 0)`

/** What an offer depends on, of product `p` for a channel. */
export function itemColumns(channelId: number): Sql {
  return sql`
    ${RECORD_SELECT_LIST}, ${HAS_CHILDREN} as "hasChildren", ${HELD} as held, ${overridesOf(sql`${channelId}`)} as overrides,
    ${overridesOf(sql`${channelId}`, OF_PARENT)} as "parentOverrides", ${holdOf(sql`${channelId}`)} as hold`
}

/**
 * Reads the next changes after a cursor, in order of transaction and product. Transactions that were open at the snapshot of the state may
 * have committed since; they are read the next time. If they were read now, the cursor could not pass them, and would return to them.
 */
export async function readChanges(
  tx: Transaction,
  ids: ChannelIds,
  state: Pick<LockedState, keyof Cursor | keyof Epoch | 'snapshot'>,
  limit: number,
): Promise<ItemPage> {
  const { customerId } = ids
  const snapshot = sql`${state.snapshot}::pg_snapshot`
  // A change after the end of the snapshot was restored from a dump, because no transaction has that id yet.
  return await readItems(
    tx,
    ids,
    state,
    sql`
      select reference, row_number() over (order by changed, product_id) as place from (
        (select opened.* from unnest(${arrayOf(state.open)}::xid8[]) as open (id) cross join lateral (
            select merchant_product_reference as reference, changed, product_id from marketplace.products
            where customer_id = ${customerId} and changed = open.id
            order by customer_id, changed, product_id limit ${limit}
          ) opened where pg_visible_in_snapshot(open.id, ${snapshot}) order by changed, product_id limit ${limit})
        union all
        (select merchant_product_reference, changed, product_id from marketplace.products
          where customer_id = ${customerId} and (changed, product_id) > (${state.horizon}::xid8, ${state.after}::bigint)
            and changed < pg_snapshot_xmax(${snapshot}) and pg_visible_in_snapshot(changed, ${snapshot})
          order by customer_id, changed, product_id limit ${limit})
      ) change order by changed, product_id limit ${limit}`,
  )
}

/** Reads the next products of the catalogue, by reference. */
export async function readCatalogue(
  tx: Transaction,
  ids: ChannelIds,
  state: Pick<SyncState, keyof Epoch | 'catalogueAfter'>,
  limit: number,
): Promise<ItemPage> {
  return await readItems(
    tx,
    ids,
    state,
    sql`
      select merchant_product_reference as reference,
        row_number() over (order by merchant_product_reference) as place
      from marketplace.products
      where customer_id = ${ids.customerId} and merchant_product_reference > ${state.catalogueAfter ?? ''} collate "C"
      order by merchant_product_reference limit ${limit}`,
  )
}

/** Reads the items that wait to be sent, in the order of sending. */
export async function readQueue(
  tx: Transaction,
  ids: ChannelIds,
  epoch: Epoch,
  feed: Feed,
  limit: number,
): Promise<ItemPage> {
  const { customerId, channelId } = ids
  const queue =
    feed === 'data'
      ? sql`
        select merchant_product_reference as reference, row_number() over (order by data_times, data_place) as place
        from marketplace.listings
        where customer_id = ${customerId} and channel_id = ${channelId} and data_place is not null
        order by data_times, data_place limit ${limit}`
      : sql`
        select merchant_product_reference as reference, row_number() over (order by offer_times, offer_place) as place
        from marketplace.listings
        where customer_id = ${customerId} and channel_id = ${channelId} and offer_place is not null
        order by offer_times, offer_place limit ${limit}`
  return await readItems(tx, ids, epoch, queue)
}

/** Reads products by reference. */
export async function readProducts(
  tx: Transaction,
  ids: ChannelIds,
  epoch: Epoch,
  references: readonly string[],
): Promise<ItemPage> {
  const candidates = sql`
    select reference, place from unnest(${references as string[]}::text[]) with ordinality as r (reference, place)`
  return await readItems(tx, ids, epoch, candidates)
}

type FoundRow = ProductRecord &
  Partial<ListingRow> &
  Omit<ProductChanges, 'productId'> & {
    readonly productId: number
    readonly hasChildren: boolean
    readonly held: number
    readonly overrides: readonly StoredOverride[]
    readonly parentOverrides: readonly StoredOverride[]
    readonly hold: Hold | null
    readonly bytes: number
    readonly found: number
    readonly reference: string | null
  }

/** Reads products and listings of candidates (`reference`, `place`), each by its primary key ('offset 0' ensures that). */
async function readItems(
  tx: Transaction,
  ids: ChannelIds,
  epoch: Epoch,
  candidates: Sql,
): Promise<ItemPage> {
  const { customerId, channelId } = ids
  // As JSON: an object with fifty columns that the driver creates column by column costs twenty times its size. As text: the driver would
  // parse the JSON of all rows of a 2 MB chunk at once.
  const found = await query<{ item: string }>(
    tx,
    sql`
    select to_json(item)::text as item from (
      select ${itemColumns(channelId)}, p.changed::text, p.product_id as "productId",
        p.changed_cause as cause, case when p.price_changed is not null then json_build_object('changed', p.price_changed::text,
          'cause', p.price_cause, 'by', p.price_made_by::text) end as priced, ${LISTING_COLUMNS}, bytes,
        (sum(bytes) over (order by c.place))::float8 as upto, (count(*) over ())::float8 as found, c.place
      from (${candidates}) c
      cross join lateral (
        select *, ${BYTES} as bytes
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
  const rows: ItemRow[] = []
  let count = 0
  await forEachYielding(found, ({ item }) => {
    const row: FoundRow = JSON.parse(item)
    count = row.found
    rows.push(toItemRow(row, epoch))
  })
  return { found: count, rows }
}

function toItemRow(row: FoundRow, epoch: Epoch): ItemRow {
  return {
    record: row,
    changed: row.changed,
    productId: String(row.productId),
    hasChildren: row.hasChildren,
    held: row.held,
    overrides: row.overrides,
    parentOverrides: row.parentOverrides,
    hold: row.hold,
    cause: row.cause,
    priced: row.priced,
    bytes: row.bytes,
    listing: row.reference === null ? null : toListing(row as ListingRow, epoch),
  }
}

/** Reads the parents of products, by reference. */
export async function readParents(
  tx: Connection,
  customerId: string,
  children: readonly Pick<ItemRow, 'record'>[],
): Promise<ReadonlyMap<string, ProductRecord>> {
  const all = children.flatMap(({ record }) => record.ParentMerchantReference ?? [])
  const references = [...new Set(all)]
  if (references.length === 0) return new Map()
  const rows = await query<ProductRecord>(
    tx,
    sql`
    select ${RECORD_SELECT_LIST} from marketplace.products p
    where customer_id = ${customerId} and merchant_product_reference = any(${references})`,
  )
  return new Map(rows.map((row) => [row.MerchantProductReference, row]))
}

/** Reads the children of those products that are parents. None for a flat channel, which does not need them. */
export async function readBranches(
  tx: Connection,
  ids: ChannelIds,
  products: readonly Pick<ItemRow, 'record' | 'hasChildren'>[],
  mode: LockedState['mode'],
): Promise<ReadonlyMap<string, readonly Branch[]>> {
  const parents = products.filter((row) => row.hasChildren)
  if (mode === 'flat' || parents.length === 0) return new Map()
  const references = parents.map((row) => row.record.MerchantProductReference)
  const rows = await query<ProductRecord & Omit<Branch, 'record'>>(
    tx,
    sql`
    select ${RECORD_SELECT_LIST}, ${HELD} as held, ${overridesOf(sql`${ids.channelId}`)} as overrides, exists (
      select from marketplace.listings l
      where l.customer_id = p.customer_id and l.channel_id = ${ids.channelId}
        and l.merchant_product_reference = p.merchant_product_reference and l.channel_reference is not null) as "isListed"
    from marketplace.products p
    where customer_id = ${ids.customerId} and parent_reference = any(${references})
    order by merchant_product_reference`,
  )
  const branches = rows.map(({ held, overrides, isListed, ...record }) => ({
    record,
    held,
    overrides,
    isListed,
  }))
  return Map.groupBy(branches, ({ record }) => record.ParentMerchantReference as string)
}
