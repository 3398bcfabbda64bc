/** Shopify's product CSV: the rows of one Handle are a product, its variants and its images. */
import { Draft, type ReaderContext } from '../draft.ts'
import { firstOf, type SourceRow } from '../source-row.ts'
import type { CatalogueItem } from '../types.ts'
import { normalizeReference } from '../values/text.ts'
import { skipped, type TableFormat, usedColumns } from './reader.ts'
import { findSharedSkus, noteReferences, RowGroupReader, withOptions } from './variants.ts'

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

/** Columns besides the Handle by which the format is recognised. */
const MARKS = [...Object.values(COLUMNS).flat()].filter(
  (name) => !(COLUMNS.ParentMerchantReference as readonly string[]).includes(name),
)

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

class ShopifyReader {
  readonly #context: ReaderContext
  readonly #used = usedColumns(shopify)
  readonly #isOfVariant = (name: string) => this.#used.has(name) || OF_VARIANT.test(name)
  readonly #isOfProduct = (name: string) => this.#used.has(name) || !OF_VARIANT.test(name)

  constructor(context: ReaderContext) {
    this.#context = context
  }

  readonly toItems = (
    handle: string,
    [first, ...others]: readonly [SourceRow, ...SourceRow[]],
  ): CatalogueItem[] => {
    const variants = [first, ...others].filter(isVariant)
    const additions = others
      .filter((source) => !isVariant(source))
      .map((source) => skipped(source, handle, 'only adds an image or an option'))
    // A variant that is alone keeps its reference when the next file has more of them.
    const isFamily = variants.length > 1 || (variants[0] && !skuOf(variants[0]) && hasOption(first))
    if (isFamily) return [...this.#family(handle, first, variants), ...additions]
    return [this.#single(handle, first, variants[0] ?? first), ...additions]
  }

  #single(handle: string, first: SourceRow, variant: SourceRow): CatalogueItem {
    const sku = skuOf(variant)
    const column = sku === '' ? 'Handle' : 'Variant SKU'
    const draft = new Draft(variant.row, sku || handle, this.#context, column)
    draft.parent('', 'Handle').name(first.raw('title'))
    this.#addShared(draft, first)
    this.#addVariant(draft, first, variant)
    if (COLUMNS.ImageUrl.some((name) => first.has(name))) {
      draft.image(imageOf(variant) || imageOf(first), 'Image Src')
    }
    return draft.finish()
  }

  #family(handle: string, first: SourceRow, variants: readonly SourceRow[]): CatalogueItem[] {
    const parent = new Draft(first.row, handle, this.#context, 'Handle')
    parent.name(first.raw('title'))
    this.#addShared(parent, first)
    const image = firstOf(first, PRODUCT_IMAGE)
    if (image !== undefined) parent.image(image, 'Image Src')
    const skus = variants.map(skuOf)
    const shared = findSharedSkus(skus, handle)
    noteReferences(parent, skus, shared)
    const children = variants.map((variant) =>
      this.#child(parent.reference, first, variant, shared),
    )
    return [parent.finish(), ...children]
  }

  #child(
    handle: string,
    first: SourceRow,
    variant: SourceRow,
    shared: ReadonlySet<string>,
  ): CatalogueItem {
    const sku = skuOf(variant)
    const options = OPTIONS.map(({ value }) => variant.get(value)).filter((text) => text !== '')
    const isOwn = sku !== '' && !shared.has(sku)
    const reference = isOwn ? sku : withOptions(sku || handle, options)
    const draft = new Draft(variant.row, reference, this.#context, isOwn ? 'Variant SKU' : 'Handle')
    if (!isOwn && options.length === 0) {
      draft.issue('has neither a SKU of its own nor the value of an option')
    }
    draft.parent(handle, 'Handle')
    draft.name([first.get('title'), ...options].filter((text) => text !== '').join(' '))
    this.#addVariant(draft, first, variant)
    const image = firstOf(variant, VARIANT_IMAGE)
    if (image !== undefined) draft.image(image, 'Variant Image')
    return draft.finish()
  }

  /** What the first row says for the product as a whole. */
  #addShared(draft: Draft, first: SourceRow): void {
    draft
      .textOf('Description', first, ...COLUMNS.Description)
      .textOf('Brand', first, ...COLUMNS.Brand)
      .textOf('CategoryTrail', first, ...COLUMNS.CategoryTrail)
    const flags = COLUMNS.IsActive.map((name) => draft.flag(first.raw(name), first.nameOf(name)))
    if (flags.some((flag) => flag !== undefined)) draft.active(!flags.includes(false))
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
    if (barcode !== undefined) draft.ean(unquoted(barcode), 'Variant Barcode')
    const isTaxable = draft.flag(of(COLUMNS.VatRate) ?? '', 'Variant Taxable')
    if (isTaxable === false) draft.amount('VatRate', '0', '')
    addStock(draft, variant)
    for (const { name, value } of OPTIONS) {
      if (!isDefault(variant.get(value))) draft.option(first.get(name), variant.get(value))
    }
    for (const [name, text] of variant.others(this.#isOfProduct)) draft.extra(name, text)
  }
}

function hasOption(first: SourceRow): boolean {
  return OPTIONS.some(({ name, value }) => first.get(name) !== '' && !isDefault(first.get(value)))
}

/** Shopify writes the option Title with the value Default Title for products without options. */
function isDefault(value: string): boolean {
  return value === '' || value === 'Default Title'
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
  return normalizeReference(unquoted(firstOf(source, COLUMNS.MerchantProductReference) ?? ''))
}

/** Shopify puts an apostrophe before numbers, so that spreadsheets keep their zeros. */
function unquoted(text: string): string {
  return text.trim().replace(/^'/, '')
}

function imageOf(source: SourceRow): string {
  return firstOf(source, [...VARIANT_IMAGE, ...PRODUCT_IMAGE]) ?? ''
}

/** The name that the rows of a product share. */
function handleOf(source: SourceRow): string {
  return normalizeReference(unquoted(firstOf(source, COLUMNS.ParentMerchantReference) ?? ''))
}

/** Shopify's product CSV. */
export const shopify: TableFormat = {
  columns: COLUMNS,
  control: CONTROL,
  // Files with some of the columns are used to change prices or stock.
  fits: (has) =>
    COLUMNS.ParentMerchantReference.some(has) && [...MARKS, ...CONTROL].some((name) => has(name)),
  create: (context) =>
    new RowGroupReader({
      column: 'Handle',
      keyOf: handleOf,
      referenceOf: skuOf,
      toItems: new ShopifyReader(context).toItems,
    }),
}
