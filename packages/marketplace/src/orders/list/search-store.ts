/** The SQL that finds orders by a text. Each look-up reads a part of one index, so its cost does not depend on the number of orders. */
import { type Sql, sql } from '@entrepot/database'
import {
  beginsWith,
  type First,
  isFoundIn,
  lowered,
  type SearchedTable,
  searchIn,
  spellings,
  type TextLookUp,
  type TextSearch,
  wordsOf,
} from '../../kit/sql/search-store.ts'

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

const ORDERS: SearchedTable = {
  records: sql`marketplace.orders o`,
  alias: sql`o`,
  key: sql`order_id`,
  direction: sql`desc`,
  text: TEXT,
  byName,
  byReference: (lookUp, first) =>
    spellings(lookUp.text).flatMap((text) => byReference({ ...lookUp, text }, first)),
  byBeginning,
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
  return searchIn(ORDERS, customerId, text, search, limit)
}

/** The condition that a text finds an order `o`, for lists: see {@link isFoundIn}. */
export function isFound(
  customerId: string,
  text: string,
  search: TextSearch,
  reach: 'near' | 'all',
): Sql {
  return isFoundIn(ORDERS, customerId, text, search, reach)
}

/** The orders that a text names exactly: by an Id, or each of several by its Id or a reference. */
function byName({ customerId, own, text }: TextLookUp): readonly Sql[] {
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

function byReference({ customerId, own, text }: TextLookUp, first: First): readonly Sql[] {
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

/** Values that begin with a text: the newest orders of the first values, if there is a limit. */
function byBeginning({ own, text }: TextLookUp, first: First): readonly Sql[] {
  const byTerm = (term: Sql, value: string, rank: number, emails = sql`o.email <> ''`) => sql`
    select o.order_id, ${rank}::integer as rank from marketplace.orders o
    where ${own} and ${emails} and ${beginsWith(term, lowered(value))}
    ${first(sql`${term}, o.order_id desc`)}`
  return [
    byTerm(sql`(lower(o.email) collate "C")`, text, 3),
    ...namesOf(text).flatMap((name) => [
      byTerm(BUYER, name, 4),
      byTerm(BUYER, name, 4, sql`o.email = ''`),
    ]),
  ]
}
