/** WooCommerce's product CSV (with the English names of columns). */
import { Draft, firstOf, type ReaderContext } from '../draft.ts'
import type { SourceRow } from '../source-row.ts'
import type { CatalogueItem } from '../types.ts'
import { isOnSale, optionField } from '../values.ts'
import { type FormatReader, skipped, type TableFormat, usedColumns } from './reader.ts'

const COLUMNS = {
  MerchantProductReference: ['sku', 'id'],
  ParentMerchantReference: ['parent'],
  Name: ['name'],
  Description: ['description', 'short description'],
  Brand: ['brands'],
  Ean: ['gtin, upc, ean, or isbn', 'gtin'],
  Price: ['sale price', 'regular price'],
  MSRP: ['regular price'],
  Stock: ['stock'],
  CategoryTrail: ['categories'],
  VatRate: ['tax status'],
  ImageUrl: ['images'],
  IsActive: ['published'],
} as const satisfies TableFormat['columns']

/** Types without a counterpart. */
const REFUSED = ['grouped', 'external', 'bundle', 'composite']
const ATTRIBUTE = /^attribute (\d+) (name|value\(s\)|visible|global|default)$/

class WooCommerceReader implements FormatReader {
  readonly #context: ReaderContext
  readonly #used = usedColumns(woocommerce)
  readonly #isUsed = (name: string) => this.#used.has(name) || ATTRIBUTE.test(name)

  constructor(context: ReaderContext) {
    this.#context = context
  }

  read(source: SourceRow): CatalogueItem[] {
    const types = source.get('type').toLowerCase().split(/,\s*/)
    const reference = referenceOf(source)
    const refused = types.find((type) => REFUSED.includes(type))
    if (refused) return [skipped(source, reference, `is a ${refused} product`)]
    if (types.includes('downloadable')) {
      return [skipped(source, reference, 'is a downloadable product')]
    }
    const draft = new Draft(source.row, reference, this.#context)
    this.#add(draft, source, types)
    return [draft.finish()]
  }

  end(): CatalogueItem[] {
    return []
  }

  #add(draft: Draft, source: SourceRow, types: readonly string[]): void {
    const isParent = types.includes('variable')
    const parent = parentOf(source)
    if (parent !== '') draft.text('ParentMerchantReference', parent)
    else if (types.includes('variation')) draft.issue('Parent is empty, and the row is a variation')
    draft
      .name(source.raw('name'))
      .textOf('Description', source, ...COLUMNS.Description)
      .textOf('Brand', source, ...COLUMNS.Brand)
      .textOf('Ean', source, ...COLUMNS.Ean)
    addCategory(draft, source)
    const [image = ''] = source.raw('images').split(/,\s+(?=https?:)|,\s*$/)
    if (source.has('images')) draft.image(image, 'Images')
    if (source.get('tax status').toLowerCase() === 'none') draft.amount('VatRate', '0', '')
    const published = source.get('published')
    if (published !== '') draft.active(published === '1')
    if (!isParent) this.#addOffer(draft, source)
    draft.rest(source, this.#isUsed)
    addAttributes(draft, source, isParent)
  }

  #addOffer(draft: Draft, source: SourceRow): void {
    const sale = source.get('sale price')
    const from = source.get('date sale price starts')
    const isSale =
      sale !== '' && isOnSale(from, source.get('date sale price ends'), this.#context.now)
    const regular = firstOf(source, COLUMNS.MSRP)
    const price = isSale ? sale : regular
    if (price !== undefined) draft.price(price, isSale ? 'Sale price' : 'Regular price')
    if (regular !== undefined) draft.amount('MSRP', isSale ? regular : '', 'Regular price')
    const stock = source.get('stock')
    // 'parent' means that the variations share the stock of their parent: no variation has a number of its own.
    if (stock !== '' && stock !== 'parent') draft.stock(stock, 'Stock')
    else draft.unmanaged(!['0', 'no', ''].includes(source.get('in stock?').toLowerCase()))
  }
}

function referenceOf(source: SourceRow): string {
  const sku = source.get('sku')
  const id = source.get('id')
  // A variation without a SKU of its own may show that of its parent.
  if (sku !== '' && sku !== parentOf(source)) return sku
  return id === '' ? sku : `id-${id}`
}

/** The parent by its SKU, or `id:44` if it has none. */
function parentOf(source: SourceRow): string {
  return source.get('parent').replace(/^id:/, 'id-')
}

/** The first category. Names contain `\,` for a comma. */
function addCategory(draft: Draft, source: SourceRow): void {
  const categories = firstOf(source, COLUMNS.CategoryTrail)
  if (categories === undefined) return
  const [first = ''] = categories.split(/(?<!\\),/)
  draft.text('CategoryTrail', first.replaceAll('\\,', ','))
}

/** The attributes of a parent list the values of all its variations: they are no size or colour of its own. */
function addAttributes(draft: Draft, source: SourceRow, isParent: boolean): void {
  for (let number = 1; source.has(`attribute ${number} name`); number += 1) {
    const name = source.get(`attribute ${number} name`)
    const value = source.get(`attribute ${number} value(s)`)
    if (name === '' || value === '') continue
    const field = isParent ? undefined : optionField(name)
    if (field) draft.text(field, value)
    else draft.extra(name, value)
  }
}

/** WooCommerce's product CSV. */
export const woocommerce: TableFormat = {
  columns: COLUMNS,
  control: ['type', 'in stock?', 'date sale price starts', 'date sale price ends'],
  fits: (has) => has('type') && has('name') && (has('regular price') || has('in stock?')),
  create: (context) => new WooCommerceReader(context),
}
