/** Texts of requests in the one form that is stored: empty texts that mean 'no value', and references that look the same. */
import { normalizeReference } from '@entrepot/catalogues'

/** The keyword of schemas whose empty text counts as null. */
export const EMPTY_IS_NULL = 'x-empty-is-null'

/** The keyword of texts that are compared with references, and get their normal form. */
export const NORMALIZED = 'x-normalized'

/** The formats of references. */
export const REFERENCE_FORMATS = [
  'reference',
  'product-reference',
  'order-reference',
  'fulfilment-reference',
] as const
export type ReferenceFormat = (typeof REFERENCE_FORMATS)[number]

/** Returns the value to use; objects and lists are changed in place. */
type Clean = (value: unknown) => unknown

/**
 * Compiles a schema into a function that cleans a value before it is validated: empty text becomes null in properties with
 * {@link EMPTY_IS_NULL}, and references get their normal form. Undefined if the schema has neither.
 *
 * @example
 * compileClean(ProductRequest)?.({ MerchantProductReference: 'BM21 ', Brand: '' }) // { MerchantProductReference: 'BM21', Brand: null }
 */
export function compileClean(schema: object): Clean | undefined {
  const { properties, items, format } = schema as {
    properties?: Record<string, object>
    items?: object
    format?: ReferenceFormat
  }
  if (properties) return inProperties(properties)
  if (items) return inItems(compileClean(items))
  const isReference =
    NORMALIZED in schema || (format !== undefined && REFERENCE_FORMATS.includes(format))
  if (EMPTY_IS_NULL in schema) return isReference ? cleanOptionalReference : cleanOptional
  return isReference ? cleanReference : undefined
}

const cleanOptional: Clean = (value) => (value === '' ? null : value)
const cleanOptionalReference: Clean = (value) => cleanOptional(cleanReference(value))

/**
 * Quotes a reference for a message. Letters beyond ASCII have their code points, because some look like others, such as the Cyrillic and the
 * Latin A.
 *
 * @example
 * quoteReference('ВM21') // '"ВM21" (В is U+0412)'
 */
export function quoteReference(reference: string): string {
  const letters = new Set(reference.match(/[^\0-\x7f]/gu))
  if (letters.size === 0) return JSON.stringify(reference)
  const named = [...letters].slice(0, MAX_NAMED).map((letter) => {
    const code = (letter.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')
    return `${letter} is U+${code}`
  })
  return `${JSON.stringify(reference)} (${named.join(', ')})`
}

/** Letters whose code points a message has. */
const MAX_NAMED = 8

/** A reference in its normal form; other values as they are. */
export function cleanReference<T>(value: T): T | string {
  return typeof value === 'string' ? normalizeReference(value) : value
}

function inItems(clean: Clean | undefined): Clean | undefined {
  if (clean === undefined) return undefined
  return (value) => {
    // A parameter that is given once is a text, and becomes a list of one.
    if (!Array.isArray(value)) return typeof value === 'string' ? clean(value) : value
    for (const [index, item] of value.entries()) value[index] = clean(item)
    return value
  }
}

function inProperties(properties: Readonly<Record<string, object>>): Clean | undefined {
  const cleaned = Object.entries(properties).flatMap(([name, schema]) => {
    const clean = compileClean(schema)
    return clean ? [[name, clean] as const] : []
  })
  if (cleaned.length === 0) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const record = value as Record<string, unknown>
    for (const [name, clean] of cleaned) {
      const before = record[name]
      if (before === undefined) continue
      const after = clean(before)
      if (after !== before) record[name] = after
    }
    return value
  }
}
