/** WooCommerce's product CSV. */
import { Draft, type ReaderContext } from '../draft.ts'
import { firstOf, type SourceRow } from '../source-row.ts'
import type { CatalogueItem } from '../types.ts'
import { type FormatReader, skipped, type TableFormat, usedColumns } from './reader.ts'
import { isOnSale } from './sale.ts'
import { toEnglish } from './woocommerce-names.ts'

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

const DATES = ['date sale price starts', 'date sale price ends']
const saleOf = (source: SourceRow) => ({
  column: 'sale price',
  from: source.get('date sale price starts'),
  to: source.get('date sale price ends'),
  dates: DATES,
})

class WooCommerceReader implements FormatReader {
  readonly #context: ReaderContext
  readonly #used = usedColumns(woocommerce)
  readonly #isUsed = (name: string) => this.#used.has(name) || ATTRIBUTE.test(name)

  constructor(context: ReaderContext) {
    this.#context = context
  }

  read(original: SourceRow): CatalogueItem[] {
    const source = unescaped(original)
    const types = source.get('type').toLowerCase().split(/,\s*/)
    const reference = referenceOf(source)
    const refused = types.find((type) => REFUSED.includes(type))
    if (refused) return [skipped(source, reference, `is a ${refused} product`)]
    if (types.includes('downloadable')) {
      return [skipped(source, reference, 'is a downloadable product')]
    }
    const draft = new Draft(source.row, reference, this.#context, source.nameOf('sku'))
    addCategory(draft, original)
    this.#add(draft, source, types)
    return [draft.finish()]
  }

  end(): CatalogueItem[] {
    return []
  }

  #add(draft: Draft, source: SourceRow, types: readonly string[]): void {
    const isParent = types.includes('variable')
    const parent = parentOf(source)
    if (source.has('parent')) draft.parent(parent, source.nameOf('parent'))
    if (parent === '' && types.includes('variation')) {
      draft.issue('Parent is empty, and the row is a variation')
    }
    draft
      .name(source.raw('name'))
      .textOf('Description', source, ...COLUMNS.Description)
      .textOf('Brand', source, ...COLUMNS.Brand)
      .eanOf(source, ...COLUMNS.Ean)
    if (source.has('images')) draft.image(source.raw('images'), source.nameOf('images'))
    if (source.get('tax status').toLowerCase() === 'none') draft.amount('VatRate', '0', '')
    draft.activeBy(source.raw('published'), source.nameOf('published'))
    if (!isParent) this.#addOffer(draft, source)
    draft.rest(source, this.#isUsed)
    addAttributes(draft, source, isParent)
  }

  #addOffer(draft: Draft, source: SourceRow): void {
    const isSale = isOnSale(draft, source, saleOf(source), this.#context)
    const regular = firstOf(source, COLUMNS.MSRP)
    const price = isSale ? source.raw('sale price') : regular
    const column = source.nameOf(isSale ? 'sale price' : 'regular price')
    if (price !== undefined) draft.price(price, column)
    if (regular !== undefined) {
      draft.amount('MSRP', isSale ? regular : '', source.nameOf('regular price'))
    }
    const stock = source.get('stock')
    // 'parent' means that the variations share the stock of their parent: no variation has a number of its own.
    if (stock !== '' && stock !== 'parent') draft.stock(stock, source.nameOf('stock'))
    else draft.unmanaged(draft.flag(source.raw('in stock?'), source.nameOf('in stock?')) ?? false)
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

/** The first category. */
function addCategory(draft: Draft, original: SourceRow): void {
  const categories = firstOf(original, COLUMNS.CategoryTrail)
  if (categories === undefined) return
  const [first = ''] = categories.split(/(?<!\\),/)
  draft.text('CategoryTrail', restoreText(first))
}

/** The exporter writes `\n` for the end of a line, and `\,` for a comma in a text. */
function unescaped(source: SourceRow): SourceRow {
  return {
    row: source.row,
    has: (name) => source.has(name),
    nameOf: (name) => source.nameOf(name),
    get: (name) => restoreText(source.get(name)),
    raw: (name) => restoreText(source.raw(name)),
    *others(isUsed) {
      for (const [name, text] of source.others(isUsed)) yield [name, restoreText(text)]
    },
  }
}

function restoreText(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(/\\(r\\n|[nr,])/g, (_, mark: string) => (mark === ',' ? ',' : '\n'))
}

/** The attributes of a parent list the values of all its variations: they are no size or colour of its own. */
function addAttributes(draft: Draft, source: SourceRow, isParent: boolean): void {
  for (let number = 1; source.has(`attribute ${number} name`); number += 1) {
    const name = source.get(`attribute ${number} name`)
    const value = source.get(`attribute ${number} value(s)`)
    if (name === '' || value === '') continue
    if (isParent) draft.extra(name, value)
    else draft.option(name, value)
  }
}

/** WooCommerce's product CSV. */
export const woocommerce: TableFormat = {
  columns: COLUMNS,
  control: ['type', 'in stock?', ...DATES],
  dates: DATES,
  toName: toEnglish,
  fits: (has) => has('type') && has('name') && (has('regular price') || has('in stock?')),
  create: (context) => new WooCommerceReader(context),
}
