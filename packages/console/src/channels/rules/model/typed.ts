/** Numbers that are being typed. Pure. */

/** What a person types where the hub takes a number. An empty text is missing. */
export type Typed = number | string

/**
 * The number that was typed, with a point or a comma; NaN if it is none. Separators of thousands are refused, because `1.000` can be two numbers.
 *
 * @example numberOf('49,95') // 49.95
 */
export function numberOf(typed: Typed): number {
  if (typeof typed === 'number') return typed
  const text = typed.trim()
  return /^-?(\d+([.,]\d*)?|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}
