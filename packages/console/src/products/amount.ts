/** What a person types as a price or a stock. Pure. */

/** A value that is edited in place. */
export type OfferField = 'Price' | 'Stock'

/** A value, or what is wrong with the text. */
export type Typed = { readonly value: number | null } | { readonly issue: string }

/**
 * Reads a typed value. An empty text is none; a comma is a decimal point. The hub decides on everything else.
 *
 * @example readTyped('Price', '12,50') // { value: 12.5 }
 */
export function readTyped(field: OfferField, text: string): Typed {
  const trimmed = text.trim()
  if (trimmed === '') return { value: null }
  const pattern = field === 'Stock' ? /^-?\d+$/ : /^-?(\d+([.,]\d*)?|[.,]\d+)$/
  if (pattern.test(trimmed)) return { value: Number(trimmed.replace(',', '.')) }
  return {
    issue:
      field === 'Stock' ? 'Type a whole number, such as 12.' : 'Type an amount, such as 12.50.',
  }
}
