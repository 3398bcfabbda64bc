/** PrestaShop: the CSVs of its import for products and for combinations, and the export of its list of products. */
import { Draft, type ReaderContext } from '../draft.ts'
import { firstOf, type SourceRow } from '../source-row.ts'
import type { CatalogueItem } from '../types.ts'
import { quote } from '../values/text.ts'
import { type FormatReader, type TableFormat, usedColumns } from './reader.ts'
import { isOnSale } from './sale.ts'
import { withOptions } from './variants.ts'

const COLUMNS = {
  MerchantProductReference: ['reference', 'id', 'product id'],
  ParentMerchantReference: ['product reference'],
  Name: ['name'],
  Description: ['description', 'summary', 'short description'],
  Brand: ['manufacturer', 'brand'],
  Ean: ['ean13', 'ean-13', 'upc'],
  ManufacturerProductNumber: ['mpn', 'supplier reference'],
  Price: ['price tax included', 'price tax excluded'],
  PurchasePrice: ['wholesale price', 'cost price'],
  Stock: ['quantity'],
  CategoryTrail: ['categories', 'category'],
  ImageUrl: ['image urls', 'image url', 'image'],
  IsActive: ['active', 'status'],
} as const satisfies TableFormat['columns']

const DATES = ['discount from', 'discount to']
const DISCOUNTS = ['discount percent', 'discount amount'] as const
const IMPACT = 'impact on price'

class PrestaShopReader implements FormatReader {
  readonly #context: ReaderContext
  readonly #used = usedColumns(prestashop)
  readonly #isUsed = (name: string) => this.#used.has(name)

  constructor(context: ReaderContext) {
    this.#context = context
  }

  read(source: SourceRow): CatalogueItem[] {
    return [isCombination(source) ? this.#combination(source) : this.#product(source)]
  }

  end(): CatalogueItem[] {
    return []
  }

  #product(source: SourceRow): CatalogueItem {
    const reference = source.get('reference') || byId(source)
    const column = source.nameOf('reference')
    const draft = new Draft(source.row, reference, this.#context, column).name(source.raw('name'))
    this.#addShared(draft, source)
    draft
      .textOf('Description', source, ...COLUMNS.Description)
      .textOf('Brand', source, ...COLUMNS.Brand)
      .activeBy(firstOf(source, COLUMNS.IsActive) ?? '', 'Active')
    const categories = firstOf(source, COLUMNS.CategoryTrail)
    if (categories !== undefined) draft.text('CategoryTrail', toTrail(categories))
    this.#addPrice(draft, source)
    return draft.rest(source, this.#isUsed).finish()
  }

  /** A combination is a child of its product, and has no name of its own. */
  #combination(source: SourceRow): CatalogueItem {
    const parent = source.get('product reference') || byId(source)
    const options = optionsOf(source)
    const values = options.map(({ value }) => value)
    const own = source.get('reference')
    const isOwn = own !== '' && own !== parent
    const reference = isOwn ? own : withOptions(parent, values)
    const column = source.nameOf(isOwn ? 'reference' : 'product id')
    const draft = new Draft(source.row, reference, this.#context, column)
    if (parent === '') draft.issue('has neither a Product ID nor a Product Reference')
    else draft.parent(parent, source.nameOf('product reference'))
    if (!isOwn && values.length === 0) draft.issue('has neither a Reference nor a Value')
    draft.name([parent, ...values].join(' '))
    for (const { name, value } of options) draft.option(name, value)
    this.#addShared(draft, source)
    const impact = source.get(IMPACT)
    if (impact !== '' && draft.number(impact, IMPACT) !== 0) {
      draft.extra(source.nameOf(IMPACT), impact)
      draft.note(`has no price: the file says only by how much its price differs, ${quote(impact)}`)
    }
    return draft.rest(source, this.#isUsed).finish()
  }

  #addShared(draft: Draft, source: SourceRow): void {
    draft
      .eanOf(source, ...COLUMNS.Ean)
      .textOf('ManufacturerProductNumber', source, ...COLUMNS.ManufacturerProductNumber)
      .amountOf('PurchasePrice', source, ...COLUMNS.PurchasePrice)
    const image = firstOf(source, COLUMNS.ImageUrl)
    if (image !== undefined) draft.image(image, source.nameOf('image urls'))
    if (source.get('quantity') !== '') draft.stock(source.raw('quantity'), 'Quantity')
  }

  #addPrice(draft: Draft, source: SourceRow): void {
    const gross = source.get('price tax included')
    const net = source.get('price tax excluded')
    if (!COLUMNS.Price.some((name) => source.has(name))) return
    if (gross === '' && net !== '') this.#addNetPrice(draft, source, net)
    else this.#addReduced(draft, source, draft.number(gross, 'Price tax included') ?? 0)
  }

  #addNetPrice(draft: Draft, source: SourceRow, text: string): void {
    const net = draft.number(text, 'Price tax excluded')
    const { vatRate } = this.#context
    if (net === undefined) return
    if (vatRate === undefined && net > 0) {
      draft.note(
        'Price tax excluded is left out: prices include the tax, and its rate is not known',
      )
      return
    }
    const rate = vatRate ?? 0
    if (net > 0) draft.note(`Price tax excluded is stored with a VAT of ${rate}%: ${quote(text)}`)
    this.#addReduced(draft, source, net * (1 + rate / 100))
  }

  #addReduced(draft: Draft, source: SourceRow, whole: number): void {
    const column = DISCOUNTS.find((name) => (draft.number(source.get(name), name) ?? 0) > 0)
    const [from = '', to = ''] = DATES.map(dateOf(source))
    const isReduced =
      column !== undefined &&
      isOnSale(draft, source, { column, from, to, dates: DATES }, this.#context)
    if (!isReduced) {
      draft.priced(whole).amount('MSRP', '', '')
      return
    }
    const discount = draft.number(source.get(column), column) ?? 0
    draft
      .priced(column === 'discount percent' ? whole * (1 - discount / 100) : whole - discount)
      .money('MSRP', whole)
  }
}

/** PrestaShop writes `0000-00-00` for a discount without an end. */
const dateOf = (source: SourceRow) => (name: string) =>
  source.get(name).replace(/^0000-00-00.*$/, '')

function isCombination(source: SourceRow): boolean {
  return source.has('attribute') && source.has('value')
}

/** The reference of a product that has only a number. */
function byId(source: SourceRow): string {
  const id = source.get('id') || source.get('product id')
  return id === '' ? '' : `id-${id}`
}

/** `Size:select:0, Color:color:1` and `M:0, Red:1`. A value may contain colons. */
function optionsOf(
  source: SourceRow,
): readonly { readonly name: string; readonly value: string }[] {
  const names = source.get('attribute').split(/\s*,\s*/)
  const values = source.get('value').split(/\s*,\s*/)
  return values.flatMap((text, at) => {
    const value = text.replace(/:\d*$/, '').trim()
    const name = names[at]?.replace(/(?::[^:]*){0,2}$/, '').trim() ?? ''
    return value === '' ? [] : { name, value }
  })
}

/** The first category. Levels are divided by slashes: `Home/Clothes`. */
function toTrail(categories: string): string {
  const [first = ''] = categories.split(',')
  return first
    .split('/')
    .map((level) => level.trim())
    .join(' > ')
}

/** The names without their hints: `Name *`, `Reference #`, `Categories (x,y,z...)`, and `Price (tax excl.)` as `price tax excluded`. */
function toName(name: string): string {
  const tax = /^price \(?tax (ex|in)cl/.exec(name)?.[1]
  if (tax !== undefined) return `price tax ${tax}cluded`
  return name
    .replace(/\s*\([^)]*\)/g, '')
    .replace(/\s*[*#]+$/, '')
    .trim()
}

/** PrestaShop's CSVs. */
export const prestashop: TableFormat = {
  columns: COLUMNS,
  control: ['attribute', 'value', IMPACT, ...DISCOUNTS, ...DATES],
  dates: DATES,
  toName,
  fits: (has) => {
    if (!has('id') && !has('product id') && !has('reference')) return false
    const isOfProducts = COLUMNS.Price.some(has) || has('tax rules id')
    return (has('attribute') && has('value')) || (has('name') && isOfProducts)
  },
  create: (context) => new PrestaShopReader(context),
}
