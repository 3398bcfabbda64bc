/** All SQL of lists of orders and of their counts. */
import { type Connection, queryOnce, type Sql, sql } from '@entrepot/database'
import type { Cursor } from '../../kit/shared/paging.ts'
import { beginningOf } from '../../kit/sql/day-store.ts'
import { fromMicros, microsOf } from '../../kit/sql/paging-store.ts'
import { lowered, NEAR, type TextSearch, textSearchOf } from '../../kit/sql/search-store.ts'
import { when } from '../../kit/sql/when-store.ts'
import { type OrderStatus, statusesOf } from '../record/state/statuses.ts'
import { ORDER_SELECT_LIST, type OrderRow } from '../record/store.ts'
import { shortOrders } from '../stock/held-store.ts'
import { dueBefore, isLeft, OPEN_ORDERS } from './open-store.ts'
import { MAX_COUNTED, type OrderSort } from './query-schema.ts'
import { isFound, PRODUCT } from './search-store.ts'

/** An order on a page, with its position in the list and the number of lines of the orders before it on the page. */
export type PagedOrder = OrderRow & { readonly micros: string; readonly linesBefore: number }

/** A sort: the time by which orders are sorted, how a later place compares with an earlier one, and the sort in the other direction. */
interface Sort {
  readonly time: Sql
  readonly order: Sql
  readonly isLater: Sql
  readonly reverse: OrderSort
}

const ascending = (time: Sql) => ({ time, order: sql`${time}, o.order_id`, isLater: sql`>` })
const descending = (time: Sql) => ({
  time,
  order: sql`${time} desc, o.order_id desc`,
  isLater: sql`<`,
})

/** The sorts of the list. */
export const SORTS: Readonly<Record<OrderSort, Sort>> = {
  oldest: { ...ascending(sql`o.created_at`), reverse: 'newest' },
  newest: { ...descending(sql`o.created_at`), reverse: 'oldest' },
  // Every order of a customer is to be shipped the same number of days after its date, at the same time of the day.
  shipBy: { ...ascending(sql`o.order_date`), reverse: 'shipByLast' },
  shipByLast: { ...descending(sql`o.order_date`), reverse: 'shipBy' },
}

/**
 * Reads the orders that a statement selects, as one page. The page ends with the order that reaches `maxLines` lines, so that a page of
 * long orders fits into memory.
 */
const readPage = (connection: Connection, picked: Sql, { time, order }: Sort, maxLines: number) =>
  queryOnce<PagedOrder>(
    connection,
    sql`
  select ${ORDER_SELECT_LIST}, o.lines_before::float8 as "linesBefore",
    ${microsOf(time)} as micros
  from (
    select *, sum(line_count) over (order by ${order}) - line_count as lines_before
    from (${picked}) o
  ) o
  join marketplace.channels ch on ch.customer_id = o.customer_id and ch.channel_id = o.channel_id
  where o.lines_before < ${maxLines}
  order by ${order}`,
  )

/** Reads the `limit` oldest new orders. The cost does not depend on the number of old orders. */
export async function findNewOrders(
  connection: Connection,
  customerId: string,
  limit: number,
  maxLines: number,
): Promise<readonly PagedOrder[]> {
  const picked = sql`
    select * from marketplace.orders o where customer_id = ${customerId} and ${OPEN_ORDERS.isToAcknowledge}
    order by created_at, order_id limit ${limit}`
  return await readPage(connection, picked, SORTS.oldest, maxLines)
}

/** What limits a list of orders. */
export interface OrderFilter {
  /** One of these statuses. */
  readonly status?: readonly OrderStatus[]
  readonly createdSince?: string
  readonly createdBefore?: string
  readonly updatedSince?: string
  readonly orderedSince?: string
  readonly orderedBefore?: string
  /** With units to ship, and to be shipped before. */
  readonly shipBefore?: string
  /** Whether there are units to ship after the time in which they were to be shipped. */
  readonly isLate?: boolean
  /** Whether the stock does not suffice for units that are not in backorder. */
  readonly isShort?: boolean
  readonly channelId?: number
  /** Of a channel, which can read only its own orders. */
  readonly ownChannelId?: number | undefined
  readonly merchantReference?: readonly string[]
  readonly channelReference?: readonly string[]
  /** The merchant's reference of a product that the order has a line of. */
  readonly product?: string
  readonly country?: string
  readonly minTotal?: number
  readonly maxTotal?: number
  /** See {@link isFound}. */
  readonly q?: string
}

/** A filter, and which part of the list is read. */
export interface OrderPlace extends OrderFilter {
  /** @default 'oldest' */
  readonly sort?: OrderSort
  readonly after?: Cursor
}

/** The condition of a filter without its statuses and its text, for a table aliased `o`. */
function matches(customerId: string, filter: OrderFilter): Sql {
  const { merchantReference, channelReference, product, country } = filter
  const ids = (found: Sql) => sql`and o.order_id in (${found})`
  return sql`o.customer_id = ${customerId}
    ${when(filter.createdSince, (date) => sql`and o.created_at >= ${beginningOf(customerId, date)}`)}
    ${when(filter.createdBefore, (date) => sql`and o.created_at < ${beginningOf(customerId, date)}`)}
    ${when(filter.updatedSince, (date) => sql`and o.updated_at >= ${beginningOf(customerId, date)}`)}
    ${when(filter.orderedSince, (date) => sql`and o.order_date >= ${beginningOf(customerId, date)}`)}
    ${when(filter.orderedBefore, (date) => sql`and o.order_date < ${beginningOf(customerId, date)}`)}
    ${when(filter.shipBefore, (date) => sql`and ${dueBefore(customerId, beginningOf(customerId, date))}`)}
    ${when(filter.isLate, (isLate) => sql`and ${isLate ? sql`` : sql`not`} ${dueBefore(customerId, sql`now()`)}`)}
    ${when(filter.isShort, (isShort) => sql`and o.order_id ${isShort ? sql`in` : sql`not in`} (${shortOrders(customerId)})`)}
    ${when(filter.channelId, (id) => sql`and o.channel_id = ${id}`)}
    ${when(filter.ownChannelId, (id) => sql`and o.channel_id = ${id}`)}
    ${when(merchantReference, (all) => sql`and o.merchant_reference is not null and o.merchant_reference = any(${[...all]}::text[])`)}
    ${when(channelReference, (all) => ids(namedByChannel(customerId, all)))}
    ${when(country, (code) => sql`and o.shipping_address ->> 'CountryIso' = ${code}`)}
    ${when(filter.minTotal, (total) => sql`and o.total_incl_vat >= ${total}`)}
    ${when(filter.maxTotal, (total) => sql`and o.total_incl_vat <= ${total}`)}
    ${when(product, (reference) => ids(withProduct(customerId, reference)))}`
}

/** The condition of a whole filter, for a table aliased `o`. */
export function orderMatches(
  customerId: string,
  { status, q, ...filter }: OrderFilter,
  search: TextSearch,
): Sql {
  return sql`${matches(customerId, filter)} ${status ? oneOf(status) : sql``}
    ${q === undefined ? sql`` : sql`and ${isFound(customerId, q, search, 'all')}`}`
}

/** The index begins with the channel, so the reference is looked up in each channel. */
const namedByChannel = (customerId: string, references: readonly string[]) => sql`
  select named.order_id from marketplace.channels c join marketplace.orders named
    on named.customer_id = c.customer_id and named.channel_id = c.channel_id
    and named.channel_reference = any(${[...references]}::text[])
  where c.customer_id = ${customerId}`

const withProduct = (customerId: string, reference: string) => sql`
  select l.order_id from marketplace.order_lines l
  where l.customer_id = ${customerId} and l.merchant_product_reference = ${reference}
    and l.merchant_product_reference <> '' and ${PRODUCT} = ${lowered(reference)}`

/** Whether more orders may follow a page: it is full, or it ended because of its lines. */
export function isFullPage(rows: readonly PagedOrder[], limit: number, maxLines: number): boolean {
  const last = rows.at(-1)
  return (
    last !== undefined &&
    (rows.length === limit || last.linesBefore + last.Lines.length >= maxLines)
  )
}

/** Reads a page of orders, each with its position in the list. */
export async function findOrders(
  connection: Connection,
  customerId: string,
  { sort = 'oldest', after, ...filter }: OrderPlace,
  limit: number,
  maxLines: number,
): Promise<readonly PagedOrder[]> {
  const { q, status } = filter
  const { time, order, isLater } = SORTS[sort]
  const place = after
    ? sql`and (${time}, o.order_id) ${isLater} (${fromMicros(after.micros)}, ${after.id})`
    : sql``
  const read = async (orders: Sql, found: Sql) => {
    const picked = sql`
      select * from ${orders} o where ${matches(customerId, filter)} ${found}
        ${status ? oneOf(status) : sql``} ${place}
      order by ${order} limit ${limit}`
    return await readPage(connection, picked, SORTS[sort], maxLines)
  }
  const all = sql`marketplace.orders`
  if (q === undefined) return await read(all, sql``)
  const search = await textSearchOf(connection)
  const found = sql`and ${isFound(customerId, q, search, 'all')}`
  if (search === 'prefix') return await read(all, found)
  const near = sql`(
    select * from marketplace.orders o where o.customer_id = ${customerId} ${place} order by ${order} limit ${NEAR})`
  const page = await read(near, sql`and ${isFound(customerId, q, search, 'near')}`)
  if (isFullPage(page, limit, maxLines)) return page
  return await read(all, found)
}

/** One status is compared directly, so that the partial indexes of single statuses can be used. */
function oneOf(statuses: readonly OrderStatus[]): Sql {
  const [first] = statuses
  return statuses.length === 1
    ? sql`and o.status = ${first}`
    : sql`and o.status = any(${[...statuses]}::text[])`
}

/** The number of orders of a status. */
export interface StatusCount {
  readonly status: OrderStatus
  readonly count: number
}

/**
 * Counts the orders of each status that match a filter, of at most {@link MAX_COUNTED} orders: the newest ones. Without a filter, all orders
 * that are open are counted, by indexes that contain only those.
 */
export async function countOrders(
  connection: Connection,
  customerId: string,
  filter: OrderFilter,
): Promise<{ readonly counts: readonly StatusCount[]; readonly isComplete: boolean }> {
  const { q, ownChannelId, ...others } = filter
  const own = matches(customerId, filter)
  const isFiltered = q !== undefined || Object.values(others).some((value) => value !== undefined)
  const found =
    q === undefined
      ? sql``
      : sql`and ${isFound(customerId, q, await textSearchOf(connection), 'near')}`
  const counted = isFiltered ? newest(sql`${own} ${found}`) : countAll(own)
  const counts = await queryOnce<StatusCount>(connection, counted)
  const limited = counts.filter(({ status }) => isFiltered || DONE.includes(status))
  const total = limited.reduce((sum, { count }) => sum + count, 0)
  return { counts, isComplete: total < MAX_COUNTED }
}

/** The statuses of the index orders_done. */
const DONE = statusesOf('done')

/** Counts the newest orders that match. */
const newest = (condition: Sql) => sql`
  select status, count(*)::integer as count from (
    select o.status from marketplace.orders o where ${condition}
    order by o.created_at desc, o.order_id desc limit ${MAX_COUNTED}
  ) counted group by status`

function countAll(own: Sql): Sql {
  const grouped = (condition: Sql) => sql`
    select o.status, count(*)::integer as count from marketplace.orders o
    where ${own} and ${condition} group by o.status`
  return sql`
    ${grouped(OPEN_ORDERS.isToAcknowledge)}
    union all ${grouped(OPEN_ORDERS.isToCorrect)}
    union all ${grouped(isLeft('to ship', 'waits for others'))}
    union all ${newest(sql`${own} and ${isLeft('done')}`)}`
}
