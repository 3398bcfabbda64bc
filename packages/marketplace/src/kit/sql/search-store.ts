/** SQL for the search by text. */
import { type Connection, empty, join, queryOne, type Sql, sql } from '@entrepot/database'

/**
 * How text is searched: by trigrams, which find every part of a word, or by the beginning of a value. It depends on the extension pg_trgm,
 * which a database may lack.
 */
export type TextSearch = 'trigrams' | 'prefix'

const searches = new WeakMap<Connection, TextSearch>()

/**
 * Which search the database supports: the migration that creates the indexes decides it. It is read once per pool (or transaction). Both
 * searches work with and without the indexes, so an answer that has become old costs time or finds less, and nothing fails.
 */
export async function textSearchOf(connection: Connection): Promise<TextSearch> {
  const known = searches.get(connection)
  if (known !== undefined) return known
  const { found } = await queryOne<{ found: boolean }>(
    connection,
    sql`select to_regclass('marketplace.orders_by_text') is not null as found`,
  )
  const search = found ? 'trigrams' : 'prefix'
  searches.set(connection, search)
  return search
}

/** Whether a value with the collation "C" begins with a prefix. No character is higher than U+10FFFF. */
export const beginsWith = (value: Sql, prefix: Sql): Sql =>
  sql`${value} >= ${prefix} and ${value} < ${prefix} || chr(1114111)`

/** A text as the indexes contain it that ignore case. */
export const lowered = (text: string): Sql => sql`(lower(${text}::text) collate "C")`

/** References are case-sensitive. A search finds them as typed, in capital letters and in small ones. */
export function spellings(text: string): string[] {
  return [...new Set([text, text.toUpperCase(), text.toLowerCase()])]
}

/** The references of a pasted list, or the words of a name: they are separated by commas, semicolons, spaces or line breaks. */
export function wordsOf(text: string): string[] {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  return [...new Set(words)]
}

/**
 * Number of records at the start of a list that are compared one by one before an index is searched. A text that matches many records is
 * found there. PostgreSQL would choose by the number of matches alone, and read the whole list where they are at its end.
 */
export const NEAR = 2_000

/**
 * Selects the first records that match, in the order of a list: from the start of the list, and only if that is not enough, by an index.
 *
 * @param records the table and the condition of the list, as `marketplace.orders o where o.customer_id = 1`
 * @param alias of the table
 * @param key the column to select, of the table, by which the list is sorted
 * @param direction of the sorting
 */
function firstMatches(
  records: Sql,
  alias: Sql,
  key: Sql,
  direction: Sql,
  words: Sql,
  limit: number,
): Sql {
  const order = sql`order by ${key} ${direction}`
  return sql`
    with near as materialized (
      select ${key} from (select * from ${records} ${order} limit ${NEAR}) ${alias} where ${words} limit ${limit}
    )
    select * from near
    union all (
      select * from (select ${key} from ${records} and ${words} offset 0) ${alias}
      where (select count(*) from near) < ${limit} ${order} limit ${limit})`
}

/** A text with more words is a pasted list, and not a name, such as the title of a product in a shop. */
const MAX_WORDS = 24

/** An index by trigrams finds a part of a word if it has three letters or digits. Of a shorter one, it finds words that begin with it. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u

/**
 * Whether an indexed text, which begins with a space, contains every word. Undefined if the words cannot be searched: they have no letters
 * and digits, or are too many.
 */
export function containsWords(value: Sql, text: string): Sql | undefined {
  const words = wordsOf(text).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0 || words.length > MAX_WORDS) return undefined
  const conditions = words.map((word) => {
    const escaped = word.replaceAll(/[\\%_]/g, '\\$&')
    const pattern = HAS_TRIGRAM.test(word) ? `%${escaped}%` : `% ${escaped}%`
    return sql`${value} like lower(${pattern}::text)`
  })
  return sql`(${join(conditions, ' and ')})`
}

/** Completes a look-up: sorted and limited for the first results, else unchanged. */
export type First = (order: Sql) => Sql

/** Whose records are searched for which text. */
export interface TextLookUp {
  readonly customerId: string
  /** The condition that a record belongs to the customer. */
  readonly own: Sql
  readonly text: string
}

/** A table that is searched by text. Its functions return selects of the columns `key` and `rank`, of which the lowest is the best. */
export interface SearchedTable {
  /** The table with its alias, as `marketplace.orders o`. */
  readonly records: Sql
  readonly alias: Sql
  /** The column by which records are identified and lists are sorted, without the alias. */
  readonly key: Sql
  /** The direction in which lists are sorted. */
  readonly direction: Sql
  /** The expression of the index by trigrams. */
  readonly text: Sql
  /** The records that the text names exactly. */
  readonly byName: (lookUp: TextLookUp) => readonly Sql[]
  /** Those with references that begin with the text. */
  readonly byReference: (lookUp: TextLookUp, first: First) => readonly Sql[]
  /** Those with other values that begin with the text, where the index by trigrams is missing. */
  readonly byBeginning: (lookUp: TextLookUp, first: First) => readonly Sql[]
  /** Those of which other records have the text, or values that the index by trigrams does not have. @default none */
  readonly byParts?: (lookUp: TextLookUp, limit: number) => readonly Sql[]
}

/** The rank of records that are found by their words. */
const WORDS_RANK = sql`3 as rank`

/** For a text whose words cannot be searched in a list. */
const MAX_MATCHES = 1_000

/**
 * Selects the key and the rank of the records that a text finds. A record can be found several times.
 *
 * @param limit of each look-up, for the first results. Left out: all results
 */
export function searchIn(
  table: SearchedTable,
  customerId: string,
  text: string,
  search: TextSearch,
  limit?: number,
): Sql {
  const lookUp = lookUpIn(table, customerId, text)
  const first: First = (order) =>
    limit === undefined ? empty : sql`order by ${order} limit ${limit}`
  const parts = [
    ...table.byName(lookUp),
    ...table.byReference(lookUp, first),
    ...(search === 'trigrams'
      ? byWords(table, lookUp, limit ?? MAX_MATCHES)
      : table.byBeginning(lookUp, first)),
    ...partsOf(table, lookUp, limit),
  ]
  return join(
    parts.map((part) => sql`(${part})`),
    ' union all ',
  )
}

/** As many records as a look-up by parts finds for a list. A value that more of them begin with finds the first of these. */
const MAX_PARTS = 10_000

const partsOf = (table: SearchedTable, lookUp: TextLookUp, limit = MAX_PARTS) =>
  table.byParts?.(lookUp, limit) ?? []

/** The first records of a list that contain the words of a text. */
function byWords(table: SearchedTable, { own, text }: TextLookUp, limit: number): readonly Sql[] {
  const { records, alias, key, direction } = table
  const words = containsWords(table.text, text)
  if (words === undefined) return []
  const all = sql`${records} where ${own}`
  const found = firstMatches(all, alias, sql`${alias}.${key}`, direction, words, limit)
  return [sql`select ${key}, ${WORDS_RANK} from (${found}) found`]
}

/**
 * The condition that a text finds a record, for lists.
 *
 * @param reach `near` compares each record, for the start of a list; `all` finds the records by an index
 */
export function isFoundIn(
  table: SearchedTable,
  customerId: string,
  text: string,
  search: TextSearch,
  reach: 'near' | 'all',
): Sql {
  const { records, alias, key } = table
  const trimmed = text.trim()
  const lookUp = lookUpIn(table, customerId, trimmed)
  const isOneOf = (selected: Sql) =>
    sql`${alias}.${key} = any(array(select ${key} from (${selected}) found))`
  const words = search === 'trigrams' ? containsWords(table.text, trimmed) : undefined
  if (words === undefined) return isOneOf(searchIn(table, customerId, trimmed, search))
  const named = [...table.byName(lookUp), ...partsOf(table, lookUp).map((part) => sql`(${part})`)]
  if (reach === 'all') {
    const matching = sql`select ${alias}.${key}, ${WORDS_RANK} from ${records} where ${lookUp.own} and ${words}`
    return isOneOf(join([matching, ...named], ' union all '))
  }
  return named.length === 0 ? words : sql`(${words} or ${isOneOf(join(named, ' union all '))})`
}

function lookUpIn({ alias }: SearchedTable, customerId: string, text: string): TextLookUp {
  return { customerId, own: sql`${alias}.customer_id = ${customerId}`, text }
}
