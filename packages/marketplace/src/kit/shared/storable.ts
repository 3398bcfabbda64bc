/** Text of others that is stored as it came, as far as PostgreSQL can store it. */

/** Replaces NUL and halves of surrogate pairs, which PostgreSQL refuses in a text, by U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

/**
 * The first characters of a text that PostgreSQL can store. Half a surrogate pair at the end is left out: in JSON, PostgreSQL refuses the whole
 * statement for it.
 */
export function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** The characters of a text from a place on, without half a surrogate pair at the beginning: see {@link startOf}. */
export function endOf(text: string, place: number): string {
  return text.slice(place).replace(/^[\udc00-\udfff]/, '')
}

/** Whether PostgreSQL can store a text as it is. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Whether PostgreSQL can store a value of JSON as it is: all of its names and texts. */
export function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorableJson(inner))
}
