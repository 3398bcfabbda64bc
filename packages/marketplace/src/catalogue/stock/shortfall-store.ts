/** The SQL of lists of shortfalls. */
import { type Connection, query, type Sql, sql } from '@entrepot/database'
import { HELD, shortLines } from '../../orders/stock/held-store.ts'
import { MAX_SHORT_ORDERS, type Shortfall } from './schema.ts'

const MOMENT = sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`

const momentOf = (time: Sql) => sql`to_char(${time} at time zone 'UTC', ${MOMENT})`

/** The orders that wait for shortfall `s`. Those that came last are short, so that they are the ones to decide on. */
const ORDERS = sql`coalesce((
  select json_agg(waiting order by waiting."Id" desc) from (
    select o.order_id as "Id", o.merchant_reference as "MerchantReference", o.channel_reference as "ChannelReference",
      o.channel_id as "ChannelId", ch.name as "ChannelName", ${momentOf(sql`o.order_date`)} as "OrderDate", o.status as "Status",
      sum(l.open_units)::integer as "OpenQuantity", sum(l.backordered)::integer as "BackorderQuantity", sum(l.short)::integer as "ShortUnits"
    from (${shortLines(sql`s.customer_id = shortfall.customer_id
      and s.merchant_product_reference = shortfall.merchant_product_reference`)}) l
    join marketplace.orders o on o.customer_id = shortfall.customer_id and o.order_id = l.order_id
    join marketplace.channels ch on ch.customer_id = o.customer_id and ch.channel_id = o.channel_id
    group by o.customer_id, o.order_id, ch.customer_id, ch.channel_id
    order by o.order_id desc limit ${MAX_SHORT_ORDERS}
  ) waiting), '[]')`

/** Which part of the list is read. */
export interface ShortfallPlace {
  /** The reference of the last product before the page. */
  readonly after?: string | undefined
  readonly limit: number
  readonly withOrders: boolean
}

/** Reads a page of the products of which more units are ordered than there are, by their references. */
export async function findShortfalls(
  connection: Connection,
  customerId: string,
  { after, limit, withOrders }: ShortfallPlace,
): Promise<readonly Shortfall[]> {
  return await query<Shortfall>(
    connection,
    sql`
    select p.merchant_product_reference as "MerchantProductReference", p.name as "Name", p.stock as "Stock", ${HELD} as "StockReserved",
      shortfall.units::float8 as "ShortUnits", ${momentOf(sql`shortfall.since`)} as "Since",
      ${withOrders ? ORDERS : sql`null`} as "Orders"
    from marketplace.stock_shortfalls shortfall
    join marketplace.products p
      on p.customer_id = shortfall.customer_id and p.merchant_product_reference = shortfall.merchant_product_reference
    where shortfall.customer_id = ${customerId} and shortfall.merchant_product_reference > ${after ?? ''}
    order by shortfall.merchant_product_reference limit ${limit}`,
  )
}
