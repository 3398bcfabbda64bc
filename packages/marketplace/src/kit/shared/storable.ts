/** Text of others that is stored as it came, as far as PostgreSQL can store it. */

/** Replaces NUL and halves of surrogate pairs, which PostgreSQL refuses in a text, by U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
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
