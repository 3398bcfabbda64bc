/** What the tests share: text to items. */
import { type CatalogueItem, openCatalogue, type ReadCatalogueOptions } from '../src/index.ts'

/** Reads a whole catalogue, in pieces of a few bytes if wanted. */
export async function readAll(
  content: string | Uint8Array,
  options: ReadCatalogueOptions & { readonly pieces?: number } = {},
) {
  const { pieces = 1_000_000, ...rest } = options
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const chunks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += pieces) chunks.push(bytes.subarray(at, at + pieces))
  const { settings, items } = await openCatalogue(chunks, { now: NOW, ...rest })
  const all: CatalogueItem[] = []
  for await (const batch of items) all.push(...batch)
  return { settings, items: all }
}

const NOW = new Date('2026-11-23T12:00:00Z')

/** The products of a catalogue by their references. */
export async function readProducts(
  content: string | Uint8Array,
  options: ReadCatalogueOptions = {},
) {
  const { items } = await readAll(content, options)
  const products = items.flatMap((item) => (item.kind === 'product' ? [item.product] : []))
  return Object.fromEntries(products.map((product) => [product.MerchantProductReference, product]))
}

/** Items in short: kind, row, and the reference or what is wrong. */
export function brief(items: readonly CatalogueItem[]): readonly string[] {
  return items.map((item) => {
    if (item.kind === 'error') return `${item.row} error ${item.message}`
    if (item.kind === 'skipped') return `${item.row} skipped ${item.reference}: ${item.reason}`
    const { MerchantProductReference: own, ParentMerchantReference: parent } = item.product
    return `${item.row} ${item.kind} ${own}${parent ? ` of ${parent}` : ''}`
  })
}
