/** All SQL of products. */
import {
  type Connection,
  execute,
  query,
  queryOnce,
  sql,
  type Transaction,
} from '@entrepot/database'
import { forEachYielding } from '../../kit/shared/for-each-yielding.ts'
import { stringifyYielding } from '../../kit/shared/stringify-yielding.ts'
import type { Catalogue } from './plan.ts'
import type { OfferRecord, ProductRecord } from './rules.ts'

/**
 * All columns of a {@link ProductRecord} except `ExtraData`. Amounts are read as double precision. They have at most 15 significant digits,
 * which a double represents exactly (money.ts).
 */
const PLAIN_COLUMNS = sql`
  p.merchant_product_reference as "MerchantProductReference",
  p.parent_reference as "ParentMerchantReference",
  p.channel_product_reference as "ChannelProductReference",
  p.is_active as "IsActive", p.name as "Name", p.description as "Description", p.details as "Details",
  p.brand as "Brand", p.size as "Size", p.color as "Color", p.ean as "Ean",
  p.manufacturer_product_number as "ManufacturerProductNumber", p.stock as "Stock",
  p.price::float8 as "Price", p.msrp::float8 as "MSRP", p.purchase_price::float8 as "PurchasePrice",
  p.discount_rate::float8 as "DiscountRate", p.vat_rate::float8 as "VatRate",
  p.shipping_cost::float8 as "ShippingCost", p.shipping_time as "ShippingTime", p.url as "Url",
  p.image_url as "ImageUrl", p.category_trail as "CategoryTrail"`

/** The columns of a {@link ProductRecord} in a table aliased `p`. */
export const RECORD_COLUMNS = sql`${PLAIN_COLUMNS}, p.extra_data as "ExtraData"`

/** Reads products from a JSON array. */
const recordset = (json: string) => sql`
  json_to_recordset(${json}::text::json) as r (
    "MerchantProductReference" text, "ParentMerchantReference" text, "ChannelProductReference" text,
    "IsActive" boolean, "Name" text, "Description" text, "Details" text, "Brand" text, "Size" text,
    "Color" text, "Ean" text, "ManufacturerProductNumber" text, "Stock" integer, "Price" numeric,
    "MSRP" numeric, "PurchasePrice" numeric, "DiscountRate" numeric, "VatRate" numeric,
    "ShippingCost" numeric, "ShippingTime" text, "Url" text, "ImageUrl" text, "CategoryTrail" text,
    "ExtraData" jsonb)`

/**
 * Takes the lock for writes to the customer's catalogue until the transaction ends. Take it before any other lock: shared with other
 * writers, or exclusive, so that no product can appear between a read and an insert.
 */
export async function enterCatalogue(
  tx: Transaction,
  customerId: string,
  side: 'shared' | 'alone',
): Promise<void> {
  const key = `marketplace catalogue ${customerId}`
  if (side === 'shared')
    await execute(tx, sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`)
  else await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

type StoredProduct = Omit<ProductRecord, 'ExtraData'> & { ExtraData: unknown }

/**
 * Reads and locks the existing products among the given ones, until the transaction ends. The locks are taken in the order of the
 * references, so that two such calls wait for each other instead of deadlocking. Children are read after the locks are taken: a writer that
 * adds a child to a product must hold the lock of that product.
 */
export async function lockCatalogue(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
): Promise<Catalogue> {
  // As text, because the driver would parse the JSON of all rows of a 2 MB chunk at once.
  const rows = await queryBySize(references)<StoredProduct>(
    tx,
    sql`
    select ${PLAIN_COLUMNS}, p.extra_data::text as "ExtraData" from marketplace.products p
    where customer_id = ${customerId} and merchant_product_reference = any(${references as string[]})
    order by merchant_product_reference
    for no key update`,
  )
  const records = new Map<string, ProductRecord>()
  await forEachYielding(rows, (row) => {
    if (row.ExtraData !== null) row.ExtraData = JSON.parse(row.ExtraData as string)
    records.set(row.MerchantProductReference, row as ProductRecord)
  })
  const parents = rows.length === 0 ? [] : await findParents(tx, customerId, [...records.keys()])
  return { records, parents: new Set(parents) }
}

/** References from which on a statement is planned for its values. */
const MANY = 100

/**
 * A prepared statement keeps the plan that fits the table as PostgreSQL saw it last: in an empty catalogue, that is to read all of it, which
 * the first import would do for each of its batches.
 */
function queryBySize(references: readonly string[]): typeof query {
  return references.length < MANY ? query : queryOnce
}

async function findParents(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
): Promise<readonly string[]> {
  const rows = await queryBySize(references)<{ reference: string }>(
    tx,
    sql`
    select distinct parent_reference as reference from marketplace.products
    where customer_id = ${customerId} and parent_reference = any(${references as string[]})`,
  )
  return rows.map((row) => row.reference)
}

/**
 * Inserts products in the order of their references, so that two such statements wait for each other instead of deadlocking. Returns the
 * number of new products. If it is smaller than the number of given ones, another writer has created one meanwhile.
 */
export async function insertProducts(
  tx: Transaction,
  customerId: string,
  records: readonly ProductRecord[],
): Promise<number> {
  const json = await stringifyYielding(records)
  const count = await execute(
    tx,
    sql`
    insert into marketplace.products (
      customer_id, merchant_product_reference, parent_reference, channel_product_reference, is_active, name,
      description, details, brand, size, color, ean, manufacturer_product_number, stock, price, msrp,
      purchase_price, discount_rate, vat_rate, shipping_cost, shipping_time, url, image_url, category_trail,
      extra_data)
    select ${customerId}, r.* from ${recordset(json)}
    order by r."MerchantProductReference" collate "C"
    on conflict do nothing`,
  )
  return count
}

/** Replaces the stored fields of products that exist. */
export async function updateProducts(
  tx: Transaction,
  customerId: string,
  records: readonly ProductRecord[],
): Promise<void> {
  const json = await stringifyYielding(records)
  await execute(
    tx,
    sql`
    update marketplace.products p set
      parent_reference = r."ParentMerchantReference", channel_product_reference = r."ChannelProductReference",
      is_active = r."IsActive", name = r."Name", description = r."Description", details = r."Details",
      brand = r."Brand", size = r."Size", color = r."Color", ean = r."Ean",
      manufacturer_product_number = r."ManufacturerProductNumber", stock = r."Stock", price = r."Price",
      msrp = r."MSRP", purchase_price = r."PurchasePrice", discount_rate = r."DiscountRate",
      vat_rate = r."VatRate", shipping_cost = r."ShippingCost", shipping_time = r."ShippingTime",
      url = r."Url", image_url = r."ImageUrl", category_trail = r."CategoryTrail",
      extra_data = r."ExtraData", updated_at = now(), changed = pg_current_xact_id()
    from ${recordset(json)}
    where p.customer_id = ${customerId} and p.merchant_product_reference = r."MerchantProductReference"`,
  )
}

/** Returns the references of the children of the given parents. */
export async function findChildren(
  tx: Transaction,
  customerId: string,
  parents: readonly string[],
): Promise<readonly string[]> {
  const rows = await query<{ reference: string }>(
    tx,
    sql`
    select merchant_product_reference as reference from marketplace.products
    where customer_id = ${customerId} and parent_reference = any(${parents as string[]})`,
  )
  return rows.map((row) => row.reference)
}

/**
 * Marks products as changed for channels, although their own values have not changed. If `wait` is false, products that another writer has
 * locked are skipped. Returns the number of marked products.
 */
export async function markChanged(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
  { wait }: { readonly wait: boolean },
): Promise<number> {
  const count = await execute(
    tx,
    sql`
    with held as materialized (
      select merchant_product_reference as reference from marketplace.products
      where customer_id = ${customerId} and merchant_product_reference = any(${references as string[]})
      order by merchant_product_reference
      for no key update ${wait ? sql`` : sql`skip locked`}
    )
    update marketplace.products p set changed = pg_current_xact_id() from held
    where p.customer_id = ${customerId} and p.merchant_product_reference = held.reference`,
  )
  return count
}

/** Price and stock of a product. */
export type OfferRow = OfferRecord & { readonly MerchantProductReference: string }

/** Reads and locks prices and stocks until the transaction ends, in the same order as {@link lockCatalogue}. */
export async function lockOffers(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
): Promise<readonly OfferRow[]> {
  return await query<OfferRow>(
    tx,
    sql`
    select merchant_product_reference as "MerchantProductReference", price::float8 as "Price", stock as "Stock"
    from marketplace.products
    where customer_id = ${customerId} and merchant_product_reference = any(${references as string[]})
    order by merchant_product_reference
    for no key update`,
  )
}

/** Replaces prices and stocks of products. The caller has locked them. */
export async function updateOffers(
  tx: Transaction,
  customerId: string,
  offers: readonly OfferRow[],
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.products p set
      price = r.price, stock = r.stock, updated_at = now(), changed = pg_current_xact_id()
    from unnest(
      ${offers.map((offer) => offer.MerchantProductReference)}::text[],
      ${offers.map((offer) => offer.Price)}::numeric[],
      ${offers.map((offer) => offer.Stock)}::integer[]
    ) as r (reference, price, stock)
    where p.customer_id = ${customerId} and p.merchant_product_reference = r.reference collate "C"`,
  )
}

/** A product in an answer, with its effective activity and the references of its children. */
export interface ProductView extends ProductRecord {
  readonly Id: string
  readonly IsOffered: boolean
  readonly Children: readonly string[]
  readonly CreatedAt: Date
  readonly UpdatedAt: Date
}

/** The columns of a {@link ProductView} in a table aliased `p`, which has `is_parent_active` besides the columns of products. */
export const VIEW_COLUMNS = sql`
  ${RECORD_COLUMNS}, p.product_id as "Id", p.created_at as "CreatedAt", p.updated_at as "UpdatedAt",
  p.is_active and p.is_parent_active as "IsOffered",
  array(
    select merchant_product_reference from marketplace.products
    where customer_id = p.customer_id and parent_reference = p.merchant_product_reference
    order by merchant_product_reference) as "Children"`

/** Reads one product. Undefined if the customer has no product with that reference. */
export async function findProduct(
  connection: Connection,
  customerId: string,
  reference: string,
): Promise<ProductView | undefined> {
  const [row] = await query<ProductView>(
    connection,
    sql`
    select ${VIEW_COLUMNS} from (
      select p.*, coalesce(parent.is_active, true) as is_parent_active
      from marketplace.products p
      left join marketplace.products parent
        on parent.customer_id = p.customer_id and parent.merchant_product_reference = p.parent_reference
    ) p
    where p.customer_id = ${customerId} and p.merchant_product_reference = ${reference}`,
  )
  return row
}
