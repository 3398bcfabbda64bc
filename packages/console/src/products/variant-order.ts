/** The order of the variants of a product, as people expect that of their options. Pure. */
import type { Output } from '@entrepot/client'

/** What variants are ordered by. */
export type Ordered = Pick<
  Output<'listProducts'>[number],
  'MerchantProductReference' | 'Name' | 'Size' | 'Color'
>

const collator = new Intl.Collator('en', { numeric: true })

/**
 * Compares two variants: by colour, then by size, then by name. A reference is there once, so that the order is total.
 *
 * @example
 * variants.toSorted(compareVariants) // S, M, L, XL
 */
export function compareVariants(a: Ordered, b: Ordered): number {
  return (
    compareOptions(a.Color, b.Color) ||
    compareOptions(a.Size, b.Size) ||
    collator.compare(a.Name ?? '', b.Name ?? '') ||
    compareTexts(a.MerchantProductReference, b.MerchantProductReference)
  )
}

/** Texts that the collator takes for the same, such as `1` and `01`, have an order, too. */
function compareTexts(a: string, b: string): number {
  return collator.compare(a, b) || Number(a > b) - Number(a < b)
}

/**
 * Compares two values of an option: none first, then numbers by value, then sizes of clothes, then other texts.
 *
 * @example
 * ['XL', '10', 'S', '9.5'].toSorted(compareOptions) // 9.5, 10, S, XL
 */
export function compareOptions(a: string | null, b: string | null): number {
  const [one, other] = [rankOf(a ?? ''), rankOf(b ?? '')]
  return one.kind - other.kind || one.value - other.value || collator.compare(a ?? '', b ?? '')
}

/** `2XL` or `XXL`. */
const CLOTHES = /^(?:(\d{1,2})X|(X*))([SL])$|^M$/

/** What kind of option a text is, and its place among those of its kind. */
function rankOf(text: string): { readonly kind: number; readonly value: number } {
  const option = text.trim().toUpperCase()
  if (option === '') return { kind: 0, value: 0 }
  const clothes = CLOTHES.exec(option)
  if (clothes) {
    const [, times, extra = '', letter] = clothes
    const distance = letter === undefined ? 0 : 1 + Number(times ?? extra.length)
    return { kind: 2, value: letter === 'S' ? -distance : distance }
  }
  const number = /^\d+([.,]\d+)?/.exec(option)?.[0]
  if (number === undefined) return { kind: 3, value: 0 }
  return { kind: 1, value: Number(number.replace(',', '.')) }
}
