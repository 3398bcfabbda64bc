/** Text of others that is stored as it came, as far as PostgreSQL can store it. */

/** Replaces NUL and halves of surrogate pairs, which PostgreSQL refuses in a text, by U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** Whether PostgreSQL can store a text as it is. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
