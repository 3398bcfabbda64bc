/** The SQL that finds products by a text. Each look-up reads a part of one index, so its cost does not depend on the number of products. */
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

const REFERENCE = sql`p.merchant_product_reference`
const EAN = sql`(p.ean collate "C")`

/** The expression of the index products_by_text. */
const TEXT = sql`(' ' || lower((p.name || ' ' || p.merchant_product_reference || ' ' || coalesce(p.ean, '') || ' ' ||
  coalesce(p.manufacturer_product_number, '')) collate "default"))`

/** The expression of the index products_by_name, which exists without products_by_text. */
const NAME = sql`(lower(p.name) collate "C")`

/**
 * Selects `merchant_product_reference` and `rank` of the products that a text finds: by their reference, their EAN or their name. A text of
 * several references or EANs finds the product of each. A product can be found several times.
 *
 * @param limit of each look-up, for the first results. Left out: all results
 */
export function productSearch(
  customerId: string,
  text: string,
  search: TextSearch,
  limit?: number,
): Sql {
  const own = sql`p.customer_id = ${customerId}`
  const first = (order: Sql) =>
    limit === undefined ? sql`` : sql`order by ${order} limit ${limit}`
  const parts = [
    ...byName(own, text),
    ...spellings(text).map(
      (spelling) => sql`
      select ${REFERENCE}, 1 as rank from marketplace.products p
      where ${own} and ${beginsWith(REFERENCE, sql`${spelling}::text`)}
      ${first(REFERENCE)}`,
    ),
    sql`
      select ${REFERENCE}, 2 as rank from marketplace.products p
      where ${own} and p.ean is not null and ${beginsWith(EAN, sql`${text}::text`)}
      ${first(sql`${EAN}, ${REFERENCE}`)}`,
    ...byText(own, text, search, limit),
  ]
  return join(
    parts.map((part) => sql`(${part})`),
    ' union all ',
  )
}

/**
 * The condition that a text finds a product `p`, for lists.
 *
 * @param reach `near` compares each product, for the start of a list; `all` finds the products by an index
 */
export function isFound(
  customerId: string,
  text: string,
  search: TextSearch,
  reach: 'near' | 'all',
): Sql {
  const trimmed = text.trim()
  const own = sql`p.customer_id = ${customerId}`
  const finder = {
    words: search === 'trigrams' ? containsWords(TEXT, trimmed) : undefined,
    named: byName(own, trimmed),
    matching: (words: Sql) =>
      sql`select ${REFERENCE}, 3 as rank from marketplace.products p where ${own} and ${words}`,
    otherwise: () => productSearch(customerId, trimmed, search),
    isOneOf: (selected: Sql) => sql`
      ${REFERENCE} = any(array(select merchant_product_reference from (${selected}) found))`,
  }
  return foundBy(finder, reach)
}

/** The products that a pasted list names, each by its reference or EAN. */
function byName(own: Sql, text: string): readonly Sql[] {
  const names = wordsOf(text)
  if (names.length < 2) return []
  return [
    sql`
    select ${REFERENCE}, 0 as rank from marketplace.products p
    where ${own} and ${REFERENCE} = any(${[...new Set(names.flatMap(spellings))]}::text[])`,
    sql`
    select ${REFERENCE}, 0 as rank from marketplace.products p
    where ${own} and p.ean is not null and ${EAN} = any(${names}::text[])`,
  ]
}

function byText(
  own: Sql,
  text: string,
  search: TextSearch,
  limit: number | undefined,
): readonly Sql[] {
  if (search === 'trigrams') {
    const words = containsWords(TEXT, text)
    if (words === undefined) return []
    const products = sql`marketplace.products p where ${own}`
    const found = firstMatches(products, sql`p`, REFERENCE, sql``, words, limit ?? MAX_MATCHES)
    return [sql`select merchant_product_reference, 3 as rank from (${found}) found`]
  }
  return [
    sql`
      select ${REFERENCE}, 3 as rank from marketplace.products p
      where ${own} and p.name <> '' and ${beginsWith(NAME, lowered(text))}
      ${limit === undefined ? sql`` : sql`order by ${NAME}, ${REFERENCE} limit ${limit}`}`,
  ]
}

/** For a text whose words cannot be searched in a list. */
const MAX_MATCHES = 1_000
