/** All SQL of lists of products. */
import { type Connection, queryOnce, type Sql, sql } from '@entrepot/database'
import { isFound } from '../../catalogue/products/search-store.ts'
import { PRODUCT_SELECT_LIST, type ProductRow } from '../../catalogue/products/store.ts'
import { beginningOf } from '../../kit/sql/day-store.ts'
import { NEAR, type TextSearch, textSearchOf } from '../../kit/sql/search-store.ts'
import { when } from '../../kit/sql/when-store.ts'
import { available, HAS_CHILDREN } from '../../orders/stock/held-store.ts'
import { isPending } from '../copy/listing-store.ts'
import { PENDING, type Pending } from '../copy/pending.ts'
import type { ProductPlace, ProductSort } from './place.ts'

/** What limits a list of products. */
export interface ProductFilter {
  readonly reference?: readonly string[]
  readonly ean?: readonly string[]
  /** See {@link isFound}. */
  readonly q?: string
  /** The reference of the parent. */
  readonly parent?: string
  readonly topLevel?: boolean
  /** Whether the product and its parent are active. */
  readonly isActive?: boolean
  readonly inStock?: boolean
  readonly maxAvailable?: number
  readonly hasEan?: boolean
  readonly updatedSince?: string
  readonly createdSince?: string
  /** A channel that has something to fetch of the product. */
  readonly pendingAt?: number
  /** What it has to fetch. @default anything */
  readonly pending?: readonly Pending[]
  /** A channel that lists the product. */
  readonly listedAt?: number
}

/** A filter, and which part of the list is read. */
export interface ProductList extends ProductFilter {
  /** @default 'reference' */
  readonly sort?: ProductSort
  /** The last product before the page. */
  readonly after?: ProductPlace
}

/** A product on a page. `isCut`: the page ends with it although more products match. */
export type PagedProduct = ProductRow & {
  readonly isCut: boolean
  readonly sortValue: string | null
}

/** A sort: the value before the reference, its order, and the condition of products after a place. */
interface Sort {
  readonly value: Sql
  readonly order: Sql
  readonly isAfter: (place: ProductPlace) => Sql
}

const REFERENCE = sql`p.merchant_product_reference`

const byReference = (direction: Sql, later: Sql): Sort => ({
  value: sql`null`,
  order: sql`${REFERENCE} ${direction}`,
  isAfter: ({ reference }) => sql`${REFERENCE} ${later} ${reference}`,
})

const byValue = (value: Sql, type: Sql, direction: Sql, later: Sql): Sort => ({
  value,
  order: sql`${value} ${direction}, ${REFERENCE} ${direction}`,
  isAfter: (place) =>
    sql`(${value}, ${REFERENCE}) ${later} (${place.value}::text::${type}, ${place.reference})`,
})

const FIRST = [sql``, sql`>`] as const
const LAST = [sql`desc`, sql`<`] as const
const NAME = [sql`lower(left(p.name, 60))`, sql`text`] as const
/** A parent has no stock of its own. */
const IS_SOLD = sql`not ${HAS_CHILDREN}`

/** Values that only products that are sold have: the others come last. */
const ofSold = (value: Sql, others: Sql) =>
  [sql`case when ${IS_SOLD} then ${value} else ${others} end`, sql`bigint`] as const
const AFTER_ALL = sql`4294967295`
const BEFORE_ALL = sql`-1`

const sortsOf = (customerId: string): Readonly<Record<ProductSort, Sort>> => ({
  reference: byReference(...FIRST),
  referenceLast: byReference(...LAST),
  name: byValue(...NAME, ...FIRST),
  nameLast: byValue(...NAME, ...LAST),
  price: byValue(sql`coalesce(p.price, 'Infinity')`, sql`numeric`, ...FIRST),
  priceLast: byValue(sql`coalesce(p.price, -1)`, sql`numeric`, ...LAST),
  stock: byValue(...ofSold(sql`p.stock`, AFTER_ALL), ...FIRST),
  stockLast: byValue(...ofSold(sql`p.stock`, BEFORE_ALL), ...LAST),
  available: byValue(...ofSold(available(customerId), AFTER_ALL), ...FIRST),
  availableLast: byValue(...ofSold(available(customerId), BEFORE_ALL), ...LAST),
})

/** A page ends with the product that reaches this number of bytes. A product can have half a megabyte. */
const PAGE_BYTES = 8_000_000

/**
 * Reads a page of products. References never change, so by reference, a product is never listed twice, and none that exists throughout
 * is left out, even if products are stored meanwhile. By other sorts, this holds for products whose value stays.
 */
export async function findProducts(
  connection: Connection,
  customerId: string,
  filter: ProductList,
  limit: number,
): Promise<readonly PagedProduct[]> {
  const { q, sort = 'reference', after } = filter
  if (q === undefined) return await readPage(connection, customerId, filter, limit, sql``)
  const search = await textSearchOf(connection)
  const all = sql`and ${isFound(customerId, q, search, 'all')}`
  if (search === 'prefix' || sort !== 'reference') {
    return await readPage(connection, customerId, filter, limit, all)
  }
  const near = sql`and p.merchant_product_reference <= coalesce((
    select merchant_product_reference from marketplace.products
    where customer_id = ${customerId} and merchant_product_reference > ${after?.reference ?? ''}
    order by merchant_product_reference offset ${NEAR - 1} limit 1), chr(1114111))
    and ${isFound(customerId, q, search, 'near')}`
  const page = await readPage(connection, customerId, filter, limit, near)
  if (page.at(-1)?.isCut) return page
  return await readPage(connection, customerId, filter, limit, all)
}

async function readPage(
  connection: Connection,
  customerId: string,
  filter: ProductList,
  limit: number,
  found: Sql,
): Promise<readonly PagedProduct[]> {
  const { value, order, isAfter } = sortsOf(customerId)[filter.sort ?? 'reference']
  return await queryOnce<PagedProduct>(
    connection,
    sql`
    select ${PRODUCT_SELECT_LIST}, p.place = ${limit}::integer or p.upto >= ${PAGE_BYTES} as "isCut",
      (${value})::text as "sortValue"
    from (
      select *, sum(bytes) over (order by ${order}) as upto, row_number() over (order by ${order}) as place
      from (
        select *, 500 + coalesce(octet_length(description), 0) + coalesce(octet_length(details), 0)
          + coalesce(octet_length(extra_data::text), 0) as bytes,
          -- Here, so that PostgreSQL joins the parents of the page only, unless the filter needs them all.
          coalesce((select is_active from marketplace.products parent where parent.customer_id = p.customer_id
            and parent.merchant_product_reference = p.parent_reference), true) as is_parent_active
        from (
          select p.*
          from marketplace.products p
          left join marketplace.products parent on parent.customer_id = p.customer_id
            and parent.merchant_product_reference = p.parent_reference
          where ${matches(customerId, filter)} ${found} ${filter.after ? sql`and ${isAfter(filter.after)}` : sql``}
          order by ${order} limit ${limit}
        ) p
      ) p
    ) p
    where p.upto - p.bytes < ${PAGE_BYTES}
    order by ${order}`,
  )
}

/** Counts the products that match a filter, up to a limit. */
export async function countMatches(
  connection: Connection,
  customerId: string,
  filter: ProductFilter,
  limit: number,
): Promise<number> {
  const search = filter.q === undefined ? 'prefix' : await textSearchOf(connection)
  const [row] = await queryOnce<{ count: number }>(
    connection,
    sql`
    select count(*)::integer as count from (
      select from marketplace.products p
      left join marketplace.products parent on parent.customer_id = p.customer_id
        and parent.merchant_product_reference = p.parent_reference
      where ${productMatches(customerId, filter, search)} limit ${limit}
    ) counted`,
  )
  return row?.count ?? 0
}

/** The condition of a whole filter, for a product `p` and its parent. */
export function productMatches(
  customerId: string,
  { q, ...filter }: ProductFilter,
  search: TextSearch,
): Sql {
  return sql`${matches(customerId, filter)}
    ${q === undefined ? sql`` : sql`and ${isFound(customerId, q, search, 'all')}`}`
}

/** Whether there are units of product `p`, or of one of its children: a parent has no stock of its own. */
const IN_STOCK = sql`(p.stock > 0 or coalesce((
  select true from marketplace.products child
  where child.customer_id = p.customer_id and child.parent_reference = p.merchant_product_reference and child.stock > 0
  order by child.customer_id, child.parent_reference limit 1
), false))`

/** The condition of a filter without its text, for a product `p` and its parent. */
function matches(customerId: string, filter: ProductFilter): Sql {
  const { reference, ean, parent, topLevel, isActive, inStock, maxAvailable, hasEan } = filter
  const not = (value: boolean) => (value ? sql`` : sql`not`)
  return sql`p.customer_id = ${customerId}
    ${when(reference, (all) => sql`and p.merchant_product_reference = any(${[...all]}::text[])`)}
    ${when(ean, (all) => sql`and p.ean is not null and (p.ean collate "C") = any(${[...all]}::text[])`)}
    ${when(parent, (name) => sql`and p.parent_reference = ${name}`)}
    ${when(topLevel, (value) => sql`and ${not(value)} (p.parent_reference is null)`)}
    ${when(isActive, (value) => sql`and ${not(value)} (p.is_active and coalesce(parent.is_active, true))`)}
    ${when(inStock, (value) => sql`and ${not(value)} ${IN_STOCK}`)}
    ${when(maxAvailable, (units) => sql`and ${IS_SOLD} and ${available(customerId)} <= ${units}`)}
    ${when(hasEan, (value) => sql`and ${not(value)} (coalesce(p.ean, '') <> '')`)}
    ${when(filter.updatedSince, (date) => sql`and p.updated_at >= ${beginningOf(customerId, date)}`)}
    ${when(filter.createdSince, (date) => sql`and p.created_at >= ${beginningOf(customerId, date)}`)}
    ${when(
      filter.pendingAt,
      (channelId) => sql`and exists (
      select from marketplace.listings l where l.customer_id = ${customerId} and l.channel_id = ${channelId}
        and l.merchant_product_reference = p.merchant_product_reference
        and ${isPending(filter.pending ?? PENDING)})`,
    )}
    ${when(
      filter.listedAt,
      (channelId) => sql`and exists (
      select from marketplace.listings l where l.customer_id = ${customerId} and l.channel_id = ${channelId}
        and l.merchant_product_reference = p.merchant_product_reference and l.channel_reference is not null)`,
    )}`
}
