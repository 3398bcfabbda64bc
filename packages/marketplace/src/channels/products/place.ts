/** Places in sorted lists of products, and their cursors. Pure. */
import { decodeReference, encodeReference } from '../../kit/shared/paging.ts'

/** The sorts of the list, and the form of the value that each sorts by. Null: only the reference. */
const VALUES = {
  reference: null,
  referenceLast: null,
  name: /^\P{Cc}*$/u,
  nameLast: /^\P{Cc}*$/u,
  price: /^(?:\d{1,10}(?:\.\d{1,4})?|Infinity)$/,
  priceLast: /^(?:\d{1,10}(?:\.\d{1,4})?|-1)$/,
  stock: /^\d{1,10}$/,
  stockLast: /^(?:\d{1,10}|-1)$/,
} as const satisfies Readonly<Record<string, RegExp | null>>
export type ProductSort = keyof typeof VALUES

export const PRODUCT_SORTS = Object.keys(VALUES) as readonly ProductSort[]

/** A place in a list: that of a product. */
export interface ProductPlace {
  /** What the list is sorted by, as text; null if it is the reference. */
  readonly value: string | null
  readonly reference: string
}

/** Encodes a place as a cursor. */
export function encodePlace({ value, reference }: ProductPlace): string {
  return encodeReference(value === null ? reference : JSON.stringify([value, reference]))
}

/**
 * Decodes the cursor of a list. Undefined if it is malformed, or that of a list with another kind of sort.
 *
 * @example decodePlace(encodePlace({ value: '9.9500', reference: 'MUG' }), 'price')?.reference // 'MUG'
 */
export function decodePlace(cursor: string, sort: ProductSort): ProductPlace | undefined {
  const text = decodeReference(cursor)
  const form = VALUES[sort]
  if (text === undefined) return undefined
  if (form === null) return { value: null, reference: text }
  const [value, reference, ...others] = readList(text)
  if (typeof value !== 'string' || typeof reference !== 'string' || others.length > 0)
    return undefined
  // Control characters can be escaped in JSON, and PostgreSQL refuses NUL.
  const isOurs = form.test(value) && /^\P{Cc}+$/u.test(reference)
  return isOurs ? { value, reference } : undefined
}

function readList(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}
