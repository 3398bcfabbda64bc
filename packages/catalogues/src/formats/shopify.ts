/** Shopify's product CSV: the rows of one Handle are a product, its variants and its images. */
import { Draft, firstOf, type ReaderContext } from '../draft.ts'
import type { SourceRow } from '../source-row.ts'
import type { CatalogueItem } from '../types.ts'
import { optionField } from '../values.ts'
import { type FormatReader, skipped, type TableFormat, usedColumns } from './reader.ts'

/** Rows of one Handle. Shopify allows 2,048 variants and 250 images. */
const MAX_ROWS = 5_000

// Shopify renamed the columns of its template; exports of both kinds exist.
const COLUMNS = {
  MerchantProductReference: ['variant sku', 'sku'],
  ParentMerchantReference: ['handle', 'url handle'],
  Name: ['title'],
  Description: ['body (html)', 'description'],
  Brand: ['vendor'],
  Ean: ['variant barcode', 'barcode'],
  ManufacturerProductNumber: ['google shopping / mpn'],
  Price: ['variant price', 'price'],
  MSRP: ['variant compare at price', 'compare-at price'],
  PurchasePrice: ['cost per item'],
  Stock: ['variant inventory qty', 'inventory quantity'],
  CategoryTrail: ['product category', 'type'],
  VatRate: ['variant taxable', 'charge tax'],
  ImageUrl: ['variant image', 'variant image url', 'image src', 'product image url'],
  IsActive: ['status', 'published', 'published on online store'],
} as const satisfies TableFormat['columns']

const TRACKER = ['variant inventory tracker', 'inventory tracker']
const POLICY = ['variant inventory policy', 'continue selling when out of stock']
const PRODUCT_IMAGE = ['image src', 'product image url']
const VARIANT_IMAGE = ['variant image', 'variant image url']
/** A row with one of these is a variant; others only add an image or an option. */
const VARIANT_SIGNS = [
  ...COLUMNS.MerchantProductReference,
  ...COLUMNS.Price,
  ...COLUMNS.Ean,
  ...POLICY,
]
const OPTIONS = [1, 2, 3].map((number) => ({
  name: `option${number} name`,
  value: `option${number} value`,
}))

/** Columns of a variant without a field: they go to the ExtraData of the variant, all others to that of the product. */
const OF_VARIANT = /^(variant |weight|requires shipping|fulfillment service|tax code|unit price)/
const CONTROL = [
  ...TRACKER,
  ...POLICY,
  ...OPTIONS.flatMap(({ name, value }) => [name, value]),
  'option1 linked to',
  'option2 linked to',
  'option3 linked to',
  'image position',
  'image alt text',
]

class ShopifyReader implements FormatReader {
  readonly #context: ReaderContext
  readonly #used = usedColumns(shopify)
  readonly #isOfVariant = (name: string) => this.#used.has(name) || OF_VARIANT.test(name)
  readonly #isOfProduct = (name: string) => this.#used.has(name) || !OF_VARIANT.test(name)
  #handle = ''
  #rows: SourceRow[] = []

  constructor(context: ReaderContext) {
    this.#context = context
  }

  read(source: SourceRow): CatalogueItem[] {
    const handle = unquoted(firstOf(source, COLUMNS.ParentMerchantReference) ?? '')
    if (handle === '') return [error(source, 'has no Handle')]
    if (handle === this.#handle && this.#rows.length < MAX_ROWS) {
      this.#rows.push(source)
      return []
    }
    if (handle === this.#handle) {
      return [error(source, `is behind the first ${MAX_ROWS} rows of its Handle`)]
    }
    const items = this.end()
    this.#handle = handle
    this.#rows = [source]
    return items
  }

  end(): CatalogueItem[] {
    const [first, ...others] = this.#rows
    if (first === undefined) return []
    this.#rows = []
    const variants = [first, ...others].filter(isVariant)
    const additions = others
      .filter((source) => !isVariant(source))
      .map((source) => skipped(source, this.#handle, 'only adds an image or an option'))
    if (variants.length > 1) return [...this.#family(first, variants), ...additions]
    return [this.#single(first, variants[0] ?? first), ...additions]
  }

  #single(first: SourceRow, variant: SourceRow): CatalogueItem {
    const draft = new Draft(variant.row, skuOf(variant) || this.#handle, this.#context)
    draft.name(first.raw('title'))
    this.#addShared(draft, first)
    this.#addVariant(draft, first, variant)
    if (COLUMNS.ImageUrl.some((name) => first.has(name))) {
      draft.image(imageOf(variant) || imageOf(first), 'Image Src')
    }
    return draft.finish()
  }

  #family(first: SourceRow, variants: readonly SourceRow[]): CatalogueItem[] {
    const parent = new Draft(first.row, this.#handle, this.#context).name(first.raw('title'))
    this.#addShared(parent, first)
    const image = firstOf(first, PRODUCT_IMAGE)
    if (image !== undefined) parent.image(image, 'Image Src')
    const items = [parent.finish()]
    for (const [index, variant] of variants.entries()) {
      const reference = skuOf(variant) || `${this.#handle}-${index + 1}`
      const draft = new Draft(variant.row, reference, this.#context)
      if (reference === this.#handle) draft.issue('has its own Handle as SKU')
      draft.text('ParentMerchantReference', this.#handle)
      const values = OPTIONS.map(({ value }) => variant.get(value)).filter((text) => text !== '')
      draft.name([first.get('title'), ...values].filter((text) => text !== '').join(' '))
      this.#addVariant(draft, first, variant)
      const own = firstOf(variant, VARIANT_IMAGE)
      if (own !== undefined) draft.image(own, 'Variant Image')
      items.push(draft.finish())
    }
    return items
  }

  /** What the first row says for the product as a whole. */
  #addShared(draft: Draft, first: SourceRow): void {
    draft
      .textOf('Description', first, ...COLUMNS.Description)
      .textOf('Brand', first, ...COLUMNS.Brand)
      .textOf('CategoryTrail', first, ...COLUMNS.CategoryTrail)
    const status = first.get('status').toLowerCase()
    const published = first.get('published') || first.get('published on online store')
    if (status !== '' || published !== '') {
      const isHidden = published.toLowerCase() === 'false'
      draft.active((status === '' || status === 'active') && !isHidden)
    }
    draft.rest(first, this.#isOfVariant)
  }

  #addVariant(draft: Draft, first: SourceRow, variant: SourceRow): void {
    const of = (names: readonly string[]) => firstOf(variant, names)
    const price = of(COLUMNS.Price)
    if (price !== undefined) draft.price(price, 'Variant Price')
    draft
      .amountOf('MSRP', variant, ...COLUMNS.MSRP)
      .amountOf('PurchasePrice', variant, ...COLUMNS.PurchasePrice)
      .textOf('ManufacturerProductNumber', variant, ...COLUMNS.ManufacturerProductNumber)
    const barcode = of(COLUMNS.Ean)
    if (barcode !== undefined) draft.text('Ean', unquoted(barcode))
    if ((of(COLUMNS.VatRate) ?? '').trim().toLowerCase() === 'false')
      draft.amount('VatRate', '0', '')
    addStock(draft, variant)
    for (const { name, value } of OPTIONS) addOption(draft, first.get(name), variant.get(value))
    for (const [name, text] of variant.others(this.#isOfProduct)) draft.extra(name, text)
  }
}

function addOption(draft: Draft, name: string, value: string): void {
  // Shopify writes the option Title with the value Default Title for products without options.
  if (value === '' || value === 'Default Title') return
  const field = optionField(name)
  if (field) draft.text(field, value)
  else draft.extra(name || 'Option', value)
}

function addStock(draft: Draft, variant: SourceRow): void {
  const count = firstOf(variant, COLUMNS.Stock)
  const tracker = firstOf(variant, TRACKER)
  if (tracker?.trim() === '') draft.unmanaged(true)
  else if (count !== undefined && count.trim() !== '') draft.stock(count, 'Variant Inventory Qty')
}

function isVariant(source: SourceRow): boolean {
  return VARIANT_SIGNS.some((name) => source.get(name) !== '')
}

function skuOf(source: SourceRow): string {
  return unquoted(firstOf(source, COLUMNS.MerchantProductReference) ?? '')
}

/** Shopify puts an apostrophe before numbers, so that spreadsheets keep their zeros. */
function unquoted(text: string): string {
  return text.trim().replace(/^'/, '')
}

function imageOf(source: SourceRow): string {
  return firstOf(source, [...VARIANT_IMAGE, ...PRODUCT_IMAGE]) ?? ''
}

function error(source: SourceRow, message: string): CatalogueItem {
  return { kind: 'error', row: source.row, reference: skuOf(source) || null, message }
}

/** Shopify's product CSV. */
export const shopify: TableFormat = {
  columns: COLUMNS,
  control: CONTROL,
  fits: (has) =>
    (has('handle') || has('url handle')) && (has('variant price') || has('option1 name')),
  create: (context) => new ShopifyReader(context),
}
