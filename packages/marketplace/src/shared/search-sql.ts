/** SQL for the search by text. */
import { type Connection, join, queryOne, type Sql, sql } from '@entrepot/database'

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

/** Maximum number of references of a pasted list that are searched. */
const MAX_PASTED = 100

/** The references of a pasted list, or the words of a name: they are separated by commas, semicolons, spaces or line breaks. */
export function wordsOf(text: string): string[] {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  return [...new Set(words)].slice(0, MAX_PASTED)
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
export function firstMatches(
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

/** A text with more words is a pasted list, and not a name. */
const MAX_WORDS = 8

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

/** How the records of a list are found by a text. */
export interface Finder {
  /** The condition that a record contains the words of the text; undefined if they cannot be searched. */
  readonly words: Sql | undefined
  /** Selects the records that the text names exactly. */
  readonly named: readonly Sql[]
  /** Selects the records that contain the words. */
  readonly matching: (words: Sql) => Sql
  /** Selects all records that the text finds, without its words. */
  readonly otherwise: () => Sql
  /** The condition that a record is one of those that are selected. */
  readonly isOneOf: (selected: Sql) => Sql
}

/**
 * The condition that a text finds a record, for lists.
 *
 * @param reach `near` compares each record, for the start of a list; `all` finds the records by an index
 */
export function foundBy(finder: Finder, reach: 'near' | 'all'): Sql {
  const { words, named, matching, otherwise, isOneOf } = finder
  if (words === undefined) return isOneOf(otherwise())
  if (reach === 'all') return isOneOf(join([matching(words), ...named], ' union all '))
  return named.length === 0 ? words : sql`(${words} or ${isOneOf(join(named, ' union all '))})`
}
