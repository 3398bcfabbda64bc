/** All SQL of products. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  queryOnce,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import { insertOf, isOther, pick, selectList, updateOf } from '../../kit/sql/columns.ts'
import { forEachYielding } from '../../kit/yielding/for-each-yielding.ts'
import { stringifyYielding } from '../../kit/yielding/stringify-yielding.ts'
import type { Movement } from '../../orders/stock/counts.ts'
import { HAS_LEFT, HELD } from '../../orders/stock/held-store.ts'
import { findMovements } from '../../orders/stock/movement-store.ts'
import { PRODUCT_COLUMNS } from './columns.ts'
import { pricedBy } from './marking/store.ts'
import type { OfferRecord, ProductRecord } from './rules.ts'

/** Whether a write of records `r` changes more of product `p` than its stock. */
const IS_PRICED = isOther(
  pick(PRODUCT_COLUMNS, (_, name) => !['Stock', 'StockCountedAt'].includes(name)),
  'p',
  'r',
)

const COUNTED_AT = sql`
  to_char(p.stock_counted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "StockCountedAt"`

/**
 * The fields of a {@link ProductRecord}, in a table aliased `p`. Amounts are read as double precision. They have at most 15 significant
 * digits, which a double represents exactly (money.ts).
 */
export const RECORD_SELECT_LIST = selectRecord([])

const WITHOUT_EXTRA_DATA = selectRecord(['ExtraData'])

/** A moment as ISO 8601, because the driver and JSON would read it in two other ways. */
function selectRecord(without: readonly string[]): Sql {
  const others = pick(PRODUCT_COLUMNS, (_, name) => ![...without, 'StockCountedAt'].includes(name))
  return sql`${selectList(others, 'p')}, ${COUNTED_AT}`
}
const INSERT = insertOf(PRODUCT_COLUMNS, 'r')
const UPDATE = updateOf(PRODUCT_COLUMNS, 'r')

/**
 * Takes the lock for writes to the customer's catalogue until the transaction ends. Take it before any other lock: shared with other
 * writers, or exclusive, so that no product can appear between a read and an insert.
 */
export async function lockCatalogue(
  tx: Transaction,
  customerId: string,
  side: 'shared' | 'alone',
): Promise<void> {
  const key = `marketplace catalogue ${customerId}`
  if (side === 'shared')
    await execute(tx, sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`)
  else await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

/** The stored products that a call names, including parents. */
export interface LockedProducts {
  readonly records: ReadonlyMap<string, ProductRecord>
  /** References of the named products that have children. */
  readonly parents: ReadonlySet<string>
  /** References of those of which units have left since they were counted. */
  readonly left: ReadonlySet<string>
  /** What has moved of products since the moments of their counts. */
  readonly movements: ReadonlyMap<string, readonly Movement[]>
  /** The time of the database, in ISO 8601. */
  readonly now: string
  /** When the stock was counted of which an item does not say it. @default now */
  readonly countedAt?: string | undefined
}

type StoredProduct = Omit<ProductRecord, 'ExtraData'> & { ExtraData: unknown }

/**
 * Reads and locks the existing products among the given ones, until the transaction ends. The locks are taken in the order of the
 * references, so that two such calls wait for each other instead of deadlocking. Children are read after the locks are taken: a writer that
 * adds a child to a product must hold the lock of that product.
 *
 * @param counted the moments of counts, by product
 */
export async function lockProducts(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
  counted: ReadonlyMap<string, string> = new Map(),
): Promise<LockedProducts> {
  // As text, because the driver would parse the JSON of all rows of a 2 MB chunk at once.
  const rows = await queryBySize(references)<StoredProduct>(
    tx,
    sql`
    select ${WITHOUT_EXTRA_DATA}, p.extra_data::text as "ExtraData" from marketplace.products p
    where customer_id = ${customerId} and merchant_product_reference = any(${references as string[]})
    order by merchant_product_reference
    for no key update`,
  )
  const records = new Map<string, ProductRecord>()
  await forEachYielding(rows, (row) => {
    if (row.ExtraData !== null) row.ExtraData = JSON.parse(row.ExtraData as string)
    records.set(row.MerchantProductReference, row as ProductRecord)
  })
  return { records, ...(await readFacts(tx, customerId, [...records.keys()], counted)) }
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

/** Reads what plans depend on besides the products, when these are locked. */
async function readFacts(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
  counted: ReadonlyMap<string, string>,
): Promise<Omit<LockedProducts, 'records'>> {
  const row = await queryBySize(references)<{ now: Date; parents: string[]; left: string[] }>(
    tx,
    sql`
    select clock_timestamp() as now, array(
      select distinct parent_reference from marketplace.products
      where customer_id = ${customerId} and parent_reference = any(${references as string[]})) as parents, array(
      select distinct p.merchant_product_reference from marketplace.products p
      where p.customer_id = ${customerId} and p.merchant_product_reference = any(${references as string[]})
        and ${HAS_LEFT}) as left`,
  )
  const [{ now, parents, left }] = row as [(typeof row)[number]]
  const movements = await findMovements(tx, customerId, counted)
  return { parents: new Set(parents), left: new Set(left), movements, now: now.toISOString() }
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
  return await execute(
    tx,
    sql`
    insert into marketplace.products (customer_id, ${INSERT.columns})
    select ${customerId}, ${INSERT.values} from json_to_recordset(${json}::text::json) as r (${INSERT.fields})
    order by r."MerchantProductReference" collate "C"
    on conflict do nothing`,
  )
}

/** Replaces the stored fields of products that exist. `cause` is why channels see the change; null for a write. */
export async function updateProducts(
  tx: Transaction,
  customerId: string,
  records: readonly ProductRecord[],
  cause: string | null,
): Promise<void> {
  const json = await stringifyYielding(records)
  await execute(
    tx,
    sql`
    update marketplace.products p set ${UPDATE.set}, updated_at = now(), changed = pg_current_xact_id(),
      changed_cause = ${cause}, ${pricedBy(IS_PRICED, cause)}
    from json_to_recordset(${json}::text::json) as r (
      "MerchantProductReference" text, ${UPDATE.fields})
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

/** Price and stock of a product. */
export type OfferRow = OfferRecord & { readonly MerchantProductReference: string }

/** Prices and stocks that are locked, and what their changes depend on. */
export interface LockedOffers extends Omit<LockedProducts, 'records' | 'countedAt'> {
  readonly rows: readonly OfferRow[]
}

/** Reads and locks prices and stocks until the transaction ends, as {@link lockProducts} does. */
export async function lockOffers(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
  counted: ReadonlyMap<string, string>,
): Promise<LockedOffers> {
  const rows = await query<OfferRow>(
    tx,
    sql`
    select merchant_product_reference as "MerchantProductReference", price::float8 as "Price", stock as "Stock", ${COUNTED_AT}
    from marketplace.products p
    where customer_id = ${customerId} and merchant_product_reference = any(${references as string[]})
    order by merchant_product_reference
    for no key update`,
  )
  return { rows, ...(await readFacts(tx, customerId, references, counted)) }
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
    update marketplace.products p set price = r.price, stock = r.stock, stock_counted_at = r.counted_at, updated_at = now(),
      changed = pg_current_xact_id(), changed_cause = null, ${pricedBy(sql`p.price is distinct from r.price`, null)}
    from unnest(
      ${offers.map((offer) => offer.MerchantProductReference)}::text[],
      ${offers.map((offer) => offer.Price)}::numeric[],
      ${offers.map((offer) => offer.Stock)}::integer[],
      ${offers.map((offer) => offer.StockCountedAt)}::timestamptz[]
    ) as r (reference, price, stock, counted_at)
    where p.customer_id = ${customerId} and p.merchant_product_reference = r.reference collate "C"`,
  )
}

/** Stores when products were counted again with the same number. They do not count as changed. The caller has locked them. */
export async function storeCountDates(
  tx: Transaction,
  customerId: string,
  counts: readonly Pick<OfferRow, 'MerchantProductReference' | 'StockCountedAt'>[],
): Promise<void> {
  if (counts.length === 0) return
  await execute(
    tx,
    sql`
    update marketplace.products p set stock_counted_at = r.counted_at
    from unnest(
      ${counts.map((count) => count.MerchantProductReference)}::text[],
      ${counts.map((count) => count.StockCountedAt)}::timestamptz[]
    ) as r (reference, counted_at)
    where p.customer_id = ${customerId} and p.merchant_product_reference = r.reference collate "C"`,
  )
}

/** A product in an answer, with its effective activity and the references of its children. */
export interface ProductRow extends ProductRecord {
  readonly Id: string
  readonly IsOffered: boolean
  readonly Children: readonly string[]
  readonly StockReserved: number
  readonly CreatedAt: Date
  readonly UpdatedAt: Date
}

/** What is read of a {@link ProductRow}, in a table aliased `p`, which has `is_parent_active` besides the columns of products. */
export const PRODUCT_SELECT_LIST = sql`
  ${RECORD_SELECT_LIST}, p.product_id as "Id", p.created_at as "CreatedAt", p.updated_at as "UpdatedAt",
  ${HELD} as "StockReserved", p.is_active and p.is_parent_active as "IsOffered",
  array(
    select merchant_product_reference from marketplace.products
    where customer_id = p.customer_id and parent_reference = p.merchant_product_reference
    order by merchant_product_reference) as "Children"`

/** Reads one product. Undefined if the customer has no product with that reference. */
export async function findProduct(
  connection: Connection,
  customerId: string,
  reference: string,
): Promise<ProductRow | undefined> {
  return await queryFirst<ProductRow>(
    connection,
    sql`
    select ${PRODUCT_SELECT_LIST} from (
      select p.*, coalesce(parent.is_active, true) as is_parent_active
      from marketplace.products p
      left join marketplace.products parent
        on parent.customer_id = p.customer_id and parent.merchant_product_reference = p.parent_reference
    ) p
    where p.customer_id = ${customerId} and p.merchant_product_reference = ${reference}`,
  )
}
