/** What the formats share whose rows of one product follow each other: its references, and the collection of its rows. */
import type { Draft } from '../draft.ts'
import type { SourceRow } from '../source-row.ts'
import type { CatalogueItem } from '../types.ts'
import { quote } from '../values/text.ts'
import type { FormatReader } from './reader.ts'

/** Rows of one product. Shopify allows 2,048 variants and 250 images. */
const MAX_ROWS = 5_000

/** How the rows of a product are recognised and read. */
export interface RowGroupOptions {
  /** What the file calls the name that the rows of a product share. */
  readonly column: string
  /** The name; empty if the row has none. */
  readonly keyOf: (source: SourceRow) => string
  /** The reference of a row, for reports. */
  readonly referenceOf: (source: SourceRow) => string
  readonly toItems: (key: string, rows: readonly [SourceRow, ...SourceRow[]]) => CatalogueItem[]
}

/** A reader of rows that follow each other and belong to one product. */
export class RowGroupReader implements FormatReader {
  readonly #options: RowGroupOptions
  #key = ''
  #rows: SourceRow[] = []

  constructor(options: RowGroupOptions) {
    this.#options = options
  }

  read(source: SourceRow): CatalogueItem[] {
    const { column, keyOf } = this.#options
    const key = keyOf(source)
    if (key === '') return [this.#error(source, `has no ${column}`)]
    if (key === this.#key && this.#rows.length < MAX_ROWS) {
      this.#rows.push(source)
      return []
    }
    if (key === this.#key) {
      return [this.#error(source, `is behind the first ${MAX_ROWS} rows of its ${column}`)]
    }
    const items = this.end()
    this.#key = key
    this.#rows = [source]
    return items
  }

  end(): CatalogueItem[] {
    const [first, ...others] = this.#rows
    if (first === undefined) return []
    this.#rows = []
    return this.#options.toItems(this.#key, [first, ...others])
  }

  #error(source: SourceRow, message: string): CatalogueItem {
    const reference = this.#options.referenceOf(source) || null
    return { kind: 'error', row: source.row, reference, message }
  }
}

/** The SKUs that several variants have, or that are the reference of their parent. */
export function findSharedSkus(skus: readonly string[], parent: string): ReadonlySet<string> {
  const given = skus.filter((sku) => sku !== '')
  return new Set(given.filter((sku, at) => sku === parent || given.indexOf(sku) !== at))
}

/**
 * The reference of a variant without a SKU of its own. Neither a product nor another variant has the same: the name of a product contains no
 * slash, and slashes of values are escaped.
 *
 * @example
 * withOptions('cap', ['S', 'Red']) // 'cap/S/Red'
 */
export function withOptions(base: string, options: readonly string[]): string {
  const escaped = options.map((text) => text.replaceAll('%', '%25').replaceAll('/', '%2F'))
  return [base, ...escaped].join('/')
}

/** Tells in a note of the parent which variants have references that are made of their options. */
export function noteReferences(
  parent: Draft,
  skus: readonly string[],
  shared: ReadonlySet<string>,
): void {
  const renamed = 'a variant whose option is renamed becomes a new product'
  const missing = skus.filter((sku) => sku === '').length
  if (missing > 0) {
    parent.note(`${countOf(missing)} no SKU: references are made of the options (${renamed})`)
  }
  for (const sku of shared) {
    const count = skus.filter((one) => one === sku).length
    const start = `${countOf(count)} the SKU ${quote(sku)}`
    parent.note(`${start}: references are made of it and of the options (${renamed})`)
  }
}

function countOf(variants: number): string {
  return variants === 1 ? '1 variant has' : `${variants} variants have`
}
