/** SQL for the search by text. */
import { type Sql, sql } from '@entrepot/database'

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

/** The references of a pasted list: they are separated by commas, semicolons, spaces or line breaks. */
export function pastedIn(text: string): string[] {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  return [...new Set(words)].slice(0, MAX_PASTED)
}
