/** The SQL that finds products by a text. Each look-up reads a part of one index, so its cost does not depend on the number of products. */
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

const REFERENCE = sql`p.merchant_product_reference`
const EAN = sql`(p.ean collate "C")`

/** The expression of the index products_by_text. */
const TEXT = sql`(' ' || lower((p.name || ' ' || p.merchant_product_reference || ' ' || coalesce(p.ean, '') || ' ' ||
  coalesce(p.manufacturer_product_number, '')) collate "default"))`

/** The expression of the index products_by_name, which exists without products_by_text. */
const NAME = sql`(lower(p.name) collate "C")`

const PRODUCTS: SearchedTable = {
  records: sql`marketplace.products p`,
  alias: sql`p`,
  key: sql`merchant_product_reference`,
  direction: sql``,
  text: TEXT,
  byName,
  byReference,
  byBeginning,
}

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
  return searchIn(PRODUCTS, customerId, text, search, limit)
}

/** The condition that a text finds a product `p`, for lists: see {@link isFoundIn}. */
export function isFound(
  customerId: string,
  text: string,
  search: TextSearch,
  reach: 'near' | 'all',
): Sql {
  return isFoundIn(PRODUCTS, customerId, text, search, reach)
}

/** The products that a pasted list names, each by its reference or EAN. */
function byName({ own, text }: TextLookUp): readonly Sql[] {
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

function byReference({ own, text }: TextLookUp, first: First): readonly Sql[] {
  return [
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
  ]
}

function byBeginning({ own, text }: TextLookUp, first: First): readonly Sql[] {
  return [
    sql`
      select ${REFERENCE}, 3 as rank from marketplace.products p
      where ${own} and p.name <> '' and ${beginsWith(NAME, lowered(text))}
      ${first(sql`${NAME}, ${REFERENCE}`)}`,
  ]
}
