/** The SQL that finds products by a text. Each look-up reads a range of one index, so its cost does not depend on the number of products. */
import { join, type Sql, sql } from '@entrepot/database'
import { beginsWith, lowered, pastedIn, spellings } from '../shared/search-sql.ts'

const REFERENCE = sql`p.merchant_product_reference`
const NAME = sql`(lower(p.name) collate "C")`
const EAN = sql`(p.ean collate "C")`

/**
 * Selects `merchant_product_reference` and `rank` of the products that a text finds: by their reference, their EAN or their name. A text of
 * several references or EANs finds the product of each. A product can be found several times.
 *
 * @param limit of each look-up, for the first results. Left out: all results
 */
export function productSearch(customerId: string, text: string, limit?: number): Sql {
  const own = sql`p.customer_id = ${customerId}`
  const first = (order: Sql) =>
    limit === undefined ? sql`` : sql`order by ${order} limit ${limit}`
  const parts = [
    ...byPasted(own, text),
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
    sql`
      select ${REFERENCE}, 3 as rank from marketplace.products p
      where ${own} and p.name <> '' and ${beginsWith(NAME, lowered(text))}
      ${first(sql`${NAME}, ${REFERENCE}`)}`,
  ]
  return join(
    parts.map((part) => sql`(${part})`),
    ' union all ',
  )
}

/** The products that a pasted list names, each by its reference or EAN. */
function byPasted(own: Sql, text: string): readonly Sql[] {
  const names = pastedIn(text)
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
