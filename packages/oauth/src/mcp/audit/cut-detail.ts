/** Limits the size of what strangers write into the audit. Pure. */

/** Characters of a text, and items of a list, that are kept. */
const MAX_TEXT = 200
const MAX_ITEMS = 4

/** The details of an event with long texts and lists cut: about 1 KB for those that this server writes. */
export function cutDetail(
  detail: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, cut(value)]))
}

function cut(value: unknown): unknown {
  // The cut may leave half of a surrogate pair, which PostgreSQL refuses in JSON.
  if (typeof value === 'string' && value.length > MAX_TEXT) {
    return `${value.slice(0, MAX_TEXT).toWellFormed()}...`
  }
  if (!Array.isArray(value)) return value
  const more = value.length - MAX_ITEMS
  return [...value.slice(0, MAX_ITEMS).map(cut), ...(more > 0 ? [`and ${more} more`] : [])]
}
