/** All SQL of searches. Each look-up reads the beginning of a range of one index, so its cost does not depend on the number of records. */
import { type Connection, query, queryOnce, sql } from '@entrepot/database'
import { productSearch } from '../../catalogue/products/search-store.ts'
import { textSearchOf } from '../../kit/sql/search-store.ts'
import { foundPart, orderSearch } from '../../orders/list/search-store.ts'
import { type MatchedOrder, matchOf } from './match.ts'
import { type FoundChannel, type FoundOrder, type FoundProduct, MAX_RESULTS } from './schema.ts'

type FoundOrderRow = Omit<FoundOrder, 'OrderDate' | 'Match'> &
  MatchedOrder & { readonly date: Date }

/** Finds orders, each with the value by which it was found: see orderSearch. */
export async function searchOrders(
  connection: Connection,
  customerId: string,
  text: string,
): Promise<FoundOrder[]> {
  const search = await textSearchOf(connection)
  const rows = await queryOnce<FoundOrderRow>(
    connection,
    sql`
    with found as materialized (
      select order_id, min(rank) as rank from (${orderSearch(customerId, text, search, MAX_RESULTS)}) f
      group by order_id order by 2, 1 desc limit ${MAX_RESULTS}
    )
    select o.order_id::float8 as "Id", o.merchant_reference as "MerchantReference",
      o.channel_reference as "ChannelReference", o.channel_id::float8 as "ChannelId", o.status as "Status",
      o.email as "Email", o.order_date as date,
      nullif(concat_ws(' ', o.billing_address ->> 'FirstName', o.billing_address ->> 'LastName'), '') as "Name",
      o.billing_address ->> 'CompanyName' as company, f.rank, ${foundPart(customerId, text)} as part
    from found f cross join lateral (
      select * from marketplace.orders o where o.customer_id = ${customerId} and o.order_id = f.order_id offset 0
    ) o
    order by f.rank, o.order_id desc`,
  )
  return rows.map(({ date, company, rank, part, ...row }) => ({
    ...row,
    OrderDate: date.toISOString(),
    Match: matchOf({ ...row, company, rank, part }, text),
  }))
}

/** Finds products by their reference, their EAN or their name. */
export async function searchProducts(
  connection: Connection,
  customerId: string,
  text: string,
): Promise<FoundProduct[]> {
  const search = await textSearchOf(connection)
  return await queryOnce<FoundProduct>(
    connection,
    sql`
    with found as materialized (
      select merchant_product_reference as reference, min(rank) as rank from (${productSearch(customerId, text, search, MAX_RESULTS)}) f
      group by 1 order by 2, 1 limit ${MAX_RESULTS}
    )
    select p.merchant_product_reference as "MerchantProductReference", p.name as "Name", p.ean as "Ean",
      p.is_active as "IsActive"
    from found f cross join lateral (
      select * from marketplace.products p
      where p.customer_id = ${customerId} and p.merchant_product_reference = f.reference offset 0
    ) p
    order by f.rank, f.reference`,
  )
}

/** Finds channels by their id, or by part of their name. A customer has few of them. */
export async function searchChannels(
  connection: Connection,
  customerId: string,
  text: string,
): Promise<FoundChannel[]> {
  return await query<FoundChannel>(
    connection,
    sql`
    select channel_id::float8 as "Id", name as "Name", is_active as "IsActive" from marketplace.channels
    where customer_id = ${customerId} and (channel_id::text = ${text} or strpos(lower(name), lower(${text}::text)) > 0)
    order by channel_id limit ${MAX_RESULTS}`,
  )
}
