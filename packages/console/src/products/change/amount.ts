/** What a person types as a price or a stock. Pure but for the language of numbers. */
import { parseAmount } from '../../components/values/money-input.ts'

/** A value that is edited in place. */
export type OfferField = 'Price' | 'Stock'

/** A value that replaces the one before, or units that are added to the stock or taken off it. */
export type OfferWrite = { readonly value: number | null } | { readonly change: number }

/** What to write, or what is wrong with the text. */
export type Typed = OfferWrite | { readonly issue: string }

/**
 * Reads a typed value. An empty text is none. A stock with a sign is a difference. The hub decides on everything else.
 *
 * @example readTyped('Price', '12,50') // { value: 12.5 }
 * @example readTyped('Stock', '-3') // { change: -3 }
 */
export function readTyped(
  field: OfferField,
  text: string,
  options: { readonly currency?: string; readonly language?: string } = {},
): Typed {
  const trimmed = text.trim()
  if (trimmed === '') return { value: null }
  if (field === 'Price') {
    const typed = parseAmount(trimmed, { ...options, decimals: 4 })
    return 'issue' in typed ? typed : { value: typed.amount }
  }
  const units = parseAmount(trimmed.replace(/^[+-]/, ''), { ...options, decimals: 0 })
  if ('issue' in units) {
    return { issue: 'Type a whole number, such as 12, or +3 or -3 to add or remove units.' }
  }
  if (trimmed.startsWith('-')) return { change: -units.amount }
  return trimmed.startsWith('+') ? { change: units.amount } : { value: units.amount }
}
