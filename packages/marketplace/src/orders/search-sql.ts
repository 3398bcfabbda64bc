/** The SQL that finds orders by a text. Each look-up reads a part of one index, so its cost does not depend on the number of orders. */
import { join, type Sql, sql } from '@entrepot/database'
import {
  beginsWith,
  containsWords,
  firstMatches,
  foundBy,
  lowered,
  spellings,
  type TextSearch,
  wordsOf,
} from '../shared/search-sql.ts'

/** The expression of the index orders_by_text. */
const TEXT = sql`(' ' || lower((o.email || ' ' || coalesce(o.billing_address ->> 'FirstName', '') || ' ' ||
  coalesce(o.billing_address ->> 'LastName', '') || ' ' || coalesce(o.billing_address ->> 'CompanyName', '') || ' ' ||
  o.channel_reference || ' ' || coalesce(o.merchant_reference, '')) collate "default"))`

/** The expression of the index orders_by_buyer, which exists without orders_by_text. */
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
export function orderSearch(
  customerId: string,
  text: string,
  search: TextSearch,
  limit?: number,
): Sql {
  const own = sql`o.customer_id = ${customerId}`
  const first = (order: Sql) =>
    limit === undefined ? sql`` : sql`order by ${order} limit ${limit}`
  const parts = [
    ...byName(customerId, own, text),
    ...spellings(text).flatMap((spelling) => byReference(customerId, own, spelling, first)),
    ...(search === 'trigrams'
      ? byWords(own, text, limit ?? MAX_MATCHES)
      : byBeginning(own, text, first)),
  ]
  return join(
    parts.map((part) => sql`(${part})`),
    ' union all ',
  )
}

/**
 * The condition that a text finds an order `o`, for lists.
 *
 * @param reach `near` compares each order, for the start of a list; `all` finds the orders by an index
 */
export function isFound(
  customerId: string,
  text: string,
  search: TextSearch,
  reach: 'near' | 'all',
): Sql {
  const trimmed = text.trim()
  const own = sql`o.customer_id = ${customerId}`
  const finder = {
    words: search === 'trigrams' ? containsWords(TEXT, trimmed) : undefined,
    named: byName(customerId, own, trimmed),
    matching: (words: Sql) =>
      sql`select o.order_id, 3 as rank from marketplace.orders o where ${own} and ${words}`,
    otherwise: () => orderSearch(customerId, trimmed, search),
    isOneOf: (selected: Sql) =>
      sql`o.order_id = any(array(select order_id from (${selected}) found))`,
  }
  return foundBy(finder, reach)
}

/** For a text whose words cannot be searched in a list. */
const MAX_MATCHES = 1_000

type First = (order: Sql) => Sql

/** The orders that a text names exactly: by an Id, or each of several by its Id or a reference. */
function byName(customerId: string, own: Sql, text: string): readonly Sql[] {
  const names = wordsOf(text)
  const ids = names.filter((name) => /^[0-9]{1,15}$/.test(name))
  const byId = sql`
    select o.order_id, 0 as rank from marketplace.orders o
    where ${own} and o.order_id = any(${ids}::bigint[])`
  if (names.length < 2) return ids.length === 0 ? [] : [byId]
  const references = [...new Set(names.flatMap(spellings))]
  return [
    byId,
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

/** The newest orders whose text contains the words. */
function byWords(own: Sql, text: string, limit: number): readonly Sql[] {
  const words = containsWords(TEXT, text)
  if (words === undefined) return []
  const orders = sql`marketplace.orders o where ${own}`
  const found = firstMatches(orders, sql`o`, sql`o.order_id`, sql`desc`, words, limit)
  return [sql`select order_id, 3 as rank from (${found}) found`]
}

/** Values that begin with a text: the newest orders of the first values, if there is a limit. */
function byBeginning(own: Sql, text: string, first: First): readonly Sql[] {
  const byTerm = (term: Sql, value: string, rank: number) => sql`
    select o.order_id, ${rank}::integer as rank from marketplace.orders o
    where ${own} and o.email <> '' and ${beginsWith(term, lowered(value))}
    ${first(sql`${term}, o.order_id desc`)}`
  return [
    byTerm(sql`(lower(o.email) collate "C")`, text, 3),
    ...namesOf(text).map((name) => byTerm(BUYER, name, 4)),
  ]
}
