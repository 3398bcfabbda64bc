/** What the hub reads in the first rows of a file. */
import { CatalogueError, type CatalogueItem, openCatalogue } from '@entrepot/catalogues'
import type { Database } from '@entrepot/database'
import type { Customer } from '../../kit/principals/customer.ts'
import { type Refusal, refuse } from '../../kit/shared/errors.ts'
import { findProduct, type ProductRow } from '../products/store.ts'
import { checkBatch } from './batch.ts'
import { noSuchImport } from './imports.ts'
import { toReadOptions } from './read-options.ts'
import type { ImportPreview } from './schema.ts'
import { findImport, type ImportKey, readChunk } from './store.ts'

/** Rows that a preview has. */
const ROWS = 5

/** Characters of a value that a preview has. */
const MAX_VALUE = 200

/** Reads the first rows of the file of an import again, by the rules of the import. Refusal: `MARKET_NOT_FOUND`. */
export async function previewImport(
  database: Database,
  customer: Customer,
  key: ImportKey,
): Promise<ImportPreview | Refusal> {
  const found = await findImport(database, key)
  if (found === undefined) return noSuchImport(key)
  const first = await readChunk(database, key, 0)
  if (first === undefined) {
    const detail = `The file of import ${key.importId} is not there: files are kept for a day after the import.`
    return refuse('MARKET_NOT_FOUND', detail)
  }
  try {
    const how = toReadOptions(found.options, customer, found.settings?.mapping)
    const options = { ...how, now: found.createdAt }
    const file = await openCatalogue(readFile(database, key, first), options)
    const items = await takeItems(file.items)
    const columns = file.columns().map(({ name, fields }) => ({ Name: name, Fields: [...fields] }))
    const Rows = await Promise.all(
      items.map(async (item) => toRow(item, await findStored(database, key, item))),
    )
    return { Columns: columns, Rows }
  } catch (error) {
    // The import reports what is wrong with the file.
    if (CatalogueError.is(error)) return { Columns: [], Rows: [] }
    throw error
  }
}

async function takeItems(
  batches: AsyncIterable<readonly CatalogueItem[]>,
): Promise<readonly CatalogueItem[]> {
  const items: CatalogueItem[] = []
  for await (const batch of batches) {
    items.push(...batch.filter(({ kind }) => kind !== 'link').slice(0, ROWS - items.length))
    if (items.length === ROWS) break
  }
  return items
}

async function* readFile(
  database: Database,
  key: ImportKey,
  first: Buffer,
): AsyncGenerator<Uint8Array> {
  yield first
  for (let number = 1; ; number += 1) {
    const content = await readChunk(database, key, number)
    if (content === undefined) return
    yield content
  }
}

async function findStored(
  database: Database,
  { customerId }: ImportKey,
  item: CatalogueItem,
): Promise<ProductRow | undefined> {
  if (item.kind !== 'product') return undefined
  return await findProduct(database, customerId, item.product.MerchantProductReference)
}

/** The same values can be stored as other texts: with keys in another order, or a moment in another zone. */
const NOT_COMPARED: readonly string[] = ['ExtraData', 'StockCountedAt']

/** By the checks of the import: what passes them has no values but texts, numbers, flags, and objects of texts. */
function toRow(item: CatalogueItem, stored: ProductRow | undefined): ImportPreview['Rows'][number] {
  const [refused] = checkBatch([{ position: 1, item }]).rows
  if (refused || item.kind !== 'product') {
    return { Row: item.row, Fields: [], Message: refused?.message ?? null }
  }
  const current: Readonly<Record<string, unknown>> = { ...stored }
  const fields = Object.entries(item.product).flatMap(([Name, value]) => {
    const Value = toText(value)
    if (Value === null) return []
    return { Name, Value, Current: NOT_COMPARED.includes(Name) ? null : toText(current[Name]) }
  })
  return { Row: item.row, Fields: fields, Message: item.notes.join('; ') || null }
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, MAX_VALUE)
}
