/** All SQL of searches. Each look-up reads the beginning of a range of one index, so its cost does not depend on the number of records. */
import { type Connection, join, query, type Sql, sql } from '@entrepot/database'
import { type FoundChannel, type FoundOrder, type FoundProduct, MAX_RESULTS } from './schema.ts'

/** Whether a value with the collation "C" begins with a prefix. No character is higher than U+10FFFF. */
const beginsWith = (value: Sql, prefix: Sql) =>
  sql`${value} >= ${prefix} and ${value} < ${prefix} || chr(1114111)`

const lowered = (text: string) => sql`(lower(${text}::text) collate "C")`

/** References are case-sensitive. A search finds them as typed, in capital letters and in small ones. */
function spellings(text: string): string[] {
  return [...new Set([text, text.toUpperCase(), text.toLowerCase()])]
}

/** The expression of the index orders_by_buyer. */
const BUYER = sql`(lower(
  coalesce(o.billing_address ->> 'LastName', o.billing_address ->> 'CompanyName', '') || ' ' ||
  coalesce(o.billing_address ->> 'FirstName', '')) collate "C")`

/** The forms in which a name can be indexed: as typed, and for 'Ann Smith' also as 'Smith Ann'. */
function namesOf(text: string): readonly string[] {
  const words = text.split(/\s+/)
  const last = words.pop()
  return words.length === 0 ? [text] : [...new Set([text, `${last} ${words.join(' ')}`])]
}

/** Finds orders by their id, by a reference, or by the e-mail address or name of the buyer. */
export async function searchOrders(
  connection: Connection,
  customerId: string,
  text: string,
): Promise<FoundOrder[]> {
  const own = sql`o.customer_id = ${customerId}`
  const ids = /^[0-9]{1,15}$/.test(text)
    ? [
        sql`select o.order_id, 0 as rank from marketplace.orders o where ${own} and o.order_id = ${text}`,
      ]
    : []
  const references = spellings(text).flatMap((spelling) => [
    sql`
    select o.order_id, 1 as rank from marketplace.orders o
    where ${own} and o.merchant_reference is not null
      and ${beginsWith(sql`o.merchant_reference`, sql`${spelling}::text`)}
    order by o.merchant_reference limit ${MAX_RESULTS}`,
    sql`
    select f.order_id, 2 as rank from marketplace.channels ch cross join lateral (
      select o.order_id from marketplace.orders o
      where ${own} and o.channel_id = ch.channel_id
        and ${beginsWith(sql`o.channel_reference`, sql`${spelling}::text`)}
      order by o.channel_reference limit ${MAX_RESULTS}
    ) f where ch.customer_id = ${customerId} limit ${MAX_RESULTS}`,
  ])
  const email = sql`(lower(o.email) collate "C")`
  const buyers = [
    byTerm(own, email, text, 3),
    ...namesOf(text).map((name) => byTerm(own, BUYER, name, 4)),
  ]
  const found = join(
    [...ids, ...references, ...buyers].map((part) => sql`(${part})`),
    ' union all ',
  )
  const rows = await query<Omit<FoundOrder, 'OrderDate'> & { readonly date: Date }>(
    connection,
    sql`
    with found as materialized (
      select order_id, min(rank) as rank from (${found}) f group by order_id order by 2, 1 desc limit ${MAX_RESULTS}
    )
    select o.order_id::float8 as "Id", o.merchant_reference as "MerchantReference",
      o.channel_reference as "ChannelReference", o.channel_id::float8 as "ChannelId", o.status as "Status",
      o.email as "Email", o.order_date as date,
      nullif(concat_ws(' ', o.billing_address ->> 'FirstName', o.billing_address ->> 'LastName'), '') as "Name"
    from found f cross join lateral (
      select * from marketplace.orders o where ${own} and o.order_id = f.order_id offset 0
    ) o
    order by f.rank, o.order_id desc`,
  )
  return rows.map(({ date, ...row }) => ({ ...row, OrderDate: date.toISOString() }))
}

/** The newest orders of the first values of an index that begin with a text. */
function byTerm(own: Sql, term: Sql, text: string, rank: number): Sql {
  return sql`
    select o.order_id, ${rank}::integer as rank from marketplace.orders o
    where ${own} and o.email <> '' and ${beginsWith(term, lowered(text))}
    order by ${term}, o.order_id desc limit ${MAX_RESULTS}`
}

/** Finds products by their reference, their EAN or their name. */
export async function searchProducts(
  connection: Connection,
  customerId: string,
  text: string,
): Promise<FoundProduct[]> {
  const own = sql`p.customer_id = ${customerId}`
  const reference = sql`p.merchant_product_reference`
  const name = sql`(lower(p.name) collate "C")`
  const ean = sql`(p.ean collate "C")`
  const parts = [
    ...spellings(text).map(
      (spelling) => sql`
      select ${reference}, 1 as rank from marketplace.products p
      where ${own} and ${beginsWith(reference, sql`${spelling}::text`)}
      order by ${reference} limit ${MAX_RESULTS}`,
    ),
    sql`
      select ${reference}, 2 as rank from marketplace.products p
      where ${own} and p.ean is not null and ${beginsWith(ean, sql`${text}::text`)}
      order by ${ean}, ${reference} limit ${MAX_RESULTS}`,
    sql`
      select ${reference}, 3 as rank from marketplace.products p
      where ${own} and p.name <> '' and ${beginsWith(name, lowered(text))}
      order by ${name}, ${reference} limit ${MAX_RESULTS}`,
  ]
  const found = join(
    parts.map((part) => sql`(${part})`),
    ' union all ',
  )
  return await query<FoundProduct>(
    connection,
    sql`
    with found as materialized (
      select merchant_product_reference as reference, min(rank) as rank from (${found}) f
      group by 1 order by 2, 1 limit ${MAX_RESULTS}
    )
    select ${reference} as "MerchantProductReference", p.name as "Name", p.ean as "Ean",
      p.is_active as "IsActive"
    from found f cross join lateral (
      select * from marketplace.products p where ${own} and ${reference} = f.reference offset 0
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
