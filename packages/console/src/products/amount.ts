/** What a person types as a price or a stock. Pure. */

/** A value that is edited in place. */
export type OfferField = 'Price' | 'Stock'

/** A value that replaces the one before, or units that are added to the stock or taken off it. */
export type OfferWrite = { readonly value: number | null } | { readonly change: number }

/** What to write, or what is wrong with the text. */
export type Typed = OfferWrite | { readonly issue: string }

/**
 * Reads a typed value. An empty text is none; a comma is a decimal point. A stock with a sign is a difference. The hub decides on everything
 * else.
 *
 * @example readTyped('Price', '12,50') // { value: 12.5 }
 * @example readTyped('Stock', '-3') // { change: -3 }
 */
export function readTyped(field: OfferField, text: string): Typed {
  const trimmed = text.trim()
  if (trimmed === '') return { value: null }
  const number = Number(trimmed.replace(',', '.'))
  if (field === 'Price') {
    if (/^-?(\d+([.,]\d*)?|[.,]\d+)$/.test(trimmed)) return { value: number }
    return { issue: 'Type an amount, such as 12.50.' }
  }
  if (/^\d+$/.test(trimmed)) return { value: number }
  if (/^[+-]\d+$/.test(trimmed)) return { change: number }
  return { issue: 'Type a whole number, such as 12, or +3 or -3 to add or take off units.' }
}
