/** The SQL that finds orders by a text. Each look-up reads a range of one index, so its cost does not depend on the number of orders. */
import { join, type Sql, sql } from '@entrepot/database'
import { beginsWith, lowered, pastedIn, spellings } from '../shared/search-sql.ts'

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

/**
 * Selects `order_id` and `rank` of the orders that a text finds: by their Id, by a reference, or by the e-mail address or name of the
 * buyer. A text of several references finds the order of each. An order can be found several times.
 *
 * @param limit of each look-up, for the first results. Left out: all results
 */
export function orderSearch(customerId: string, text: string, limit?: number): Sql {
  const own = sql`o.customer_id = ${customerId}`
  const first = (order: Sql) =>
    limit === undefined ? sql`` : sql`order by ${order} limit ${limit}`
  const parts = [
    ...byNumber(own, text),
    ...byPasted(customerId, own, text),
    ...spellings(text).flatMap((spelling) => byReference(customerId, own, spelling, first)),
    byTerm(own, sql`(lower(o.email) collate "C")`, text, 3, first),
    ...namesOf(text).map((name) => byTerm(own, BUYER, name, 4, first)),
  ]
  return join(
    parts.map((part) => sql`(${part})`),
    ' union all ',
  )
}

type First = (order: Sql) => Sql

const isNumber = (text: string) => /^[0-9]{1,15}$/.test(text)

function byNumber(own: Sql, text: string): readonly Sql[] {
  if (!isNumber(text)) return []
  return [
    sql`select o.order_id, 0 as rank from marketplace.orders o where ${own} and o.order_id = ${text}`,
  ]
}

/** The orders that a pasted list names, each by its Id or by a reference. */
function byPasted(customerId: string, own: Sql, text: string): readonly Sql[] {
  const names = pastedIn(text)
  if (names.length < 2) return []
  const references = [...new Set(names.flatMap(spellings))]
  const ids = names.filter(isNumber)
  return [
    sql`
    select o.order_id, 0 as rank from marketplace.orders o
    where ${own} and o.order_id = any(${ids}::bigint[])`,
    sql`
    select o.order_id, 0 as rank from marketplace.orders o
    where ${own} and o.merchant_reference is not null and o.merchant_reference = any(${references}::text[])`,
    sql`
    select o.order_id, 0 as rank from marketplace.channels ch join marketplace.orders o
      on ${own} and o.channel_id = ch.channel_id and o.channel_reference = any(${references}::text[])
    where ch.customer_id = ${customerId}`,
  ]
}

function byReference(customerId: string, own: Sql, text: string, first: First): readonly Sql[] {
  return [
    sql`
    select o.order_id, 1 as rank from marketplace.orders o
    where ${own} and o.merchant_reference is not null
      and ${beginsWith(sql`o.merchant_reference`, sql`${text}::text`)}
    ${first(sql`o.merchant_reference`)}`,
    sql`
    select f.order_id, 2 as rank from marketplace.channels ch cross join lateral (
      select o.order_id from marketplace.orders o
      where ${own} and o.channel_id = ch.channel_id
        and ${beginsWith(sql`o.channel_reference`, sql`${text}::text`)}
      ${first(sql`o.channel_reference`)}
    ) f where ch.customer_id = ${customerId}`,
  ]
}

/** Values of an index that begin with a text: the newest orders of the first values, if there is a limit. */
function byTerm(own: Sql, term: Sql, text: string, rank: number, first: First): Sql {
  return sql`
    select o.order_id, ${rank}::integer as rank from marketplace.orders o
    where ${own} and o.email <> '' and ${beginsWith(term, lowered(text))}
    ${first(sql`${term}, o.order_id desc`)}`
}
