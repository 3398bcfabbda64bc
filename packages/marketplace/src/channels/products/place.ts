/** Places in sorted lists of products, and their cursors. Pure. */
import { decodeReference, encodeReference } from '../../kit/shared/paging.ts'
import { isStorable } from '../../kit/shared/storable.ts'

/** The sorts of the list, and the form of the value that each sorts by. Null: only the reference. */
const VALUES = {
  reference: null,
  referenceLast: null,
  name: /^/,
  nameLast: /^/,
  price: /^(?:\d{1,10}(?:\.\d{1,4})?|Infinity)$/,
  priceLast: /^(?:\d{1,10}(?:\.\d{1,4})?|-1)$/,
  stock: /^\d{1,10}$/,
  stockLast: /^(?:\d{1,10}|-1)$/,
  available: /^\d{1,10}$/,
  availableLast: /^(?:\d{1,10}|-1)$/,
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
  if (!isText(value) || !isText(reference) || reference === '' || others.length > 0)
    return undefined
  return form.test(value) ? { value, reference } : undefined
}

const isText = (one: unknown): one is string => typeof one === 'string' && isStorable(one)

function readList(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}
