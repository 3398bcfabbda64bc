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
  byParts,
}

/**
 * Selects `order_id` and `rank` of the orders that a text finds: by their Id, by a reference, by the e-mail address or name of the
 * buyer, or by the beginning of the city, the postcode, the reference of a product or a tracking number. A text of several references
 * finds the order of each. An order can be found several times.
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

/** The ranks of orders that are found by something other than their own names. */
export const PART_RANKS = { product: 5, city: 6, zipCode: 7, tracking: 8 } as const

/** The expression of the index order_lines_by_product. */
export const PRODUCT = sql`(lower(l.merchant_product_reference collate "default") collate "C")`

/** The expression of the index orders_by_city. */
const CITY = sql`(lower(o.shipping_address ->> 'City') collate "C")`

/** The expression of the index orders_by_zip_code. */
const ZIP_CODE = sql`(lower(replace(o.shipping_address ->> 'ZipCode', ' ', '')) collate "C")`

/** The expression of the index fulfilments_by_tracking. */
const TRACKING = sql`(lower(replace(f.details ->> 'TrackTraceNo', ' ', '')) collate "C")`

/** A text as indexes contain it that ignore case and spaces. */
const joined = (text: string) => lowered(text.replaceAll(/\s/g, ''))

const linesWith = (customerId: string, text: string) => sql`
  marketplace.order_lines l where l.customer_id = ${customerId} and l.merchant_product_reference <> ''
    and ${beginsWith(PRODUCT, lowered(text))}`

const shipmentsWith = (customerId: string, text: string) => sql`
  marketplace.fulfilments f where f.customer_id = ${customerId} and f.kind = 'shipment'
    and f.details ->> 'TrackTraceNo' <> '' and ${beginsWith(TRACKING, joined(text))}`

/** Shipments of which a parcel has a tracking number. The index is fulfilments_by_parcel. */
const parcelsWith = (customerId: string, text: string) => {
  const numbers = spellings(text).map((TrackTraceNo) => JSON.stringify([{ TrackTraceNo }]))
  return sql`
  marketplace.fulfilments f where f.customer_id = ${customerId} and f.kind = 'shipment' and f.details ? 'Parcels'
    and (f.details -> 'Parcels') @> any(${numbers}::jsonb[])`
}

/** The shortest text that is looked up as the beginning of something. */
const MIN_PART = 2

/** Orders by their products, their place and the tracking numbers of their parcels. Each look-up reads the beginning of a range of one index. */
function byParts({ customerId, own, text }: TextLookUp, limit: number): readonly Sql[] {
  if (text.length < MIN_PART) return []
  const { product, city, zipCode, tracking } = PART_RANKS
  const ofOrder = (value: Sql, given: Sql, isSet: Sql, rank: number) => sql`
    select order_id, ${rank}::integer as rank from (
      select o.order_id from marketplace.orders o where ${own} and ${isSet} and ${beginsWith(value, given)}
      order by ${value}, o.order_id desc limit ${limit}) found`
  return [
    sql`
    select order_id, ${product}::integer as rank from (
      select l.order_id from ${linesWith(customerId, text)} order by ${PRODUCT}, l.order_id desc limit ${limit}) found`,
    ofOrder(CITY, lowered(text), sql`o.shipping_address ->> 'City' <> ''`, city),
    ofOrder(ZIP_CODE, joined(text), sql`o.shipping_address ->> 'ZipCode' <> ''`, zipCode),
    sql`
    select order_id, ${tracking}::integer as rank from (
      select f.order_id from ${shipmentsWith(customerId, text)} order by ${TRACKING}, f.order_id desc limit ${limit}) found`,
    sql`
    select order_id, ${tracking}::integer as rank from (
      select f.order_id from ${parcelsWith(customerId, text)} limit ${limit}) found`,
  ]
}

/** What an order `o` has been found by, if its rank `f.rank` is one of {@link PART_RANKS}: the value that begins with the text. */
export function foundPart(customerId: string, text: string): Sql {
  const { product, city, zipCode, tracking } = PART_RANKS
  return sql`case f.rank
    when ${product}::integer then (
      select l.merchant_product_reference from ${linesWith(customerId, text)} and l.order_id = o.order_id
      order by l.line_number limit 1)
    when ${city}::integer then o.shipping_address ->> 'City'
    when ${zipCode}::integer then o.shipping_address ->> 'ZipCode'
    when ${tracking}::integer then coalesce(
      (select f.details ->> 'TrackTraceNo' from ${shipmentsWith(customerId, text)} and f.order_id = o.order_id limit 1),
      ${text}::text)
    end`
}
