/** NDJSON: one product per line, as the API answers it. */

import { CatalogueError } from './errors.ts'
import { MAX_RECORD } from './split-records.ts'
import type { Batch, CatalogueItem, CatalogueProduct } from './types.ts'
import { normalizeReference } from './values/text.ts'

/** What the API answers and does not take. */
const READ_ONLY = new Set(['Id', 'CreatedAt', 'UpdatedAt', 'Children'])

/** Compared by the reader, so in their normal form. */
const REFERENCES = new Set(['MerchantProductReference', 'ParentMerchantReference'])

/** Splits text into lines, and reads each. */
export class NdjsonReader {
  #rest = ''
  #row = 0

  push(text: string, isLast: boolean): Batch {
    const lines = (this.#rest + text).split('\n')
    this.#rest = isLast ? '' : (lines.pop() ?? '')
    const items: CatalogueItem[] = []
    for (const line of lines) {
      this.#row += 1
      if (line.trim() !== '') items.push(...this.#read(line))
    }
    if (this.#rest.length > MAX_RECORD) {
      const message = `Line ${this.#row + 1} is longer than ${MAX_RECORD} characters.`
      const broken = new CatalogueError('CATALOGUE_BROKEN', message, { row: this.#row + 1 })
      return { items, broken }
    }
    return { items }
  }

  #read(line: string): CatalogueItem[] {
    const row = this.#row
    const issue = (message: string): CatalogueItem[] => [
      { kind: 'error', row, reference: null, message },
    ]
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      return issue('is no JSON')
    }
    if (!isObject(value)) return issue('is no JSON object')
    const children = Array.isArray(value.Children) ? value.Children.filter(isObject) : []
    const reference = value.MerchantProductReference
    if (typeof reference !== 'string') return issue('has no MerchantProductReference')
    const family = [
      value,
      ...children.map((child) => ({ ParentMerchantReference: reference, ...child })),
    ]
    return family.map((own) => toItem(row, own))
  }
}

function toItem(row: number, own: Record<string, unknown>): CatalogueItem {
  if (typeof own.MerchantProductReference !== 'string') {
    const message = 'has a child without MerchantProductReference'
    return { kind: 'error', row, reference: null, message }
  }
  const kept = Object.entries(own).flatMap(([name, value]) => {
    if (READ_ONLY.has(name)) return []
    const isReference = REFERENCES.has(name) && typeof value === 'string'
    return [[name, isReference ? normalizeReference(value) : value]]
  })
  return { kind: 'product', row, product: Object.fromEntries(kept) as CatalogueProduct, notes: [] }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
