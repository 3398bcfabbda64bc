/** The product CSVs of Wix: that of its first catalogue (`handleId`), and that of the present one (`handle`). */
import { Draft, type ReaderContext } from '../draft.ts'
import { firstOf, type SourceRow } from '../source-row.ts'
import type { CatalogueItem } from '../types.ts'
import { normalizeReference } from '../values/text.ts'
import { skipped, type TableFormat, usedColumns } from './reader.ts'
import { findSharedSkus, noteReferences, RowGroupReader, withOptions } from './variants.ts'

const COLUMNS = {
  MerchantProductReference: ['sku'],
  ParentMerchantReference: ['handleid', 'handle'],
  Name: ['name'],
  Description: ['description', 'plaindescription'],
  Brand: ['brand'],
  Ean: ['barcode'],
  Price: ['price'],
  MSRP: ['strikethroughprice'],
  PurchasePrice: ['cost'],
  Stock: ['inventory'],
  CategoryTrail: ['primarycategoryslug', 'collection', 'categoryslugs'],
  ImageUrl: ['productimageurl', 'media'],
  IsActive: ['visible'],
} as const satisfies TableFormat['columns']

const OPTIONS = [1, 2, 3, 4, 5, 6].map((number) => ({
  name: `productoptionname${number}`,
  type: `productoptiontype${number}`,
  values: [`productoptiondescription${number}`, `productoptionchoices${number}`],
}))

const CONTROL = [
  'fieldtype',
  'surcharge',
  'discountmode',
  'discountvalue',
  ...OPTIONS.flatMap(({ name, type, values }) => [name, type, ...values]),
]

/** Where the files of the present catalogue have no whole addresses. */
const MEDIA = 'https://static.wixstatic.com/media/'

class WixReader {
  readonly #context: ReaderContext
  readonly #used = usedColumns(wix)
  readonly #isUsed = (name: string) => this.#used.has(name)

  constructor(context: ReaderContext) {
    this.#context = context
  }

  readonly toItems = (
    handle: string,
    rows: readonly [SourceRow, ...SourceRow[]],
  ): CatalogueItem[] => {
    const product = rows.find((source) => kindOf(source) === 'product') ?? rows[0]
    const variants = rows.filter((source) => kindOf(source) === 'variant' && source !== product)
    const additions = rows
      .filter((source) => source !== product && !variants.includes(source))
      .map((source) => skipped(source, handle, 'only adds an image'))
    const items = variants.length === 0 ? [this.#single(handle, product)] : []
    if (variants.length > 0) items.push(...this.#family(handle, product, variants))
    return [...items, ...additions]
  }

  #single(handle: string, product: SourceRow): CatalogueItem {
    const sku = skuOf(product)
    const draft = new Draft(product.row, sku || handle, this.#context, sku ? 'sku' : 'handleId')
    draft.parent('', 'handleId')
    this.#addShared(draft, product)
    this.#addOffer(draft, product, product)
    return draft.finish()
  }

  #family(handle: string, product: SourceRow, variants: readonly SourceRow[]): CatalogueItem[] {
    const parent = new Draft(product.row, handle, this.#context, 'handleId')
    this.#addShared(parent, product)
    const skus = variants.map(skuOf)
    const shared = findSharedSkus(skus, parent.reference)
    noteReferences(parent, skus, shared)
    const children = variants.map((variant) =>
      this.#child(parent.reference, product, variant, shared),
    )
    return [parent.finish(), ...children]
  }

  #child(
    handle: string,
    product: SourceRow,
    variant: SourceRow,
    shared: ReadonlySet<string>,
  ): CatalogueItem {
    const sku = skuOf(variant)
    const options = OPTIONS.map((option) => ({
      name: product.get(option.name) || variant.get(option.name),
      value: toChoice(firstOf(variant, option.values) ?? ''),
    })).filter(({ value }) => value !== '')
    const values = options.map(({ value }) => value)
    const isOwn = sku !== '' && !shared.has(sku)
    const reference = isOwn ? sku : withOptions(sku || handle, values)
    const draft = new Draft(variant.row, reference, this.#context, isOwn ? 'sku' : 'handleId')
    if (!isOwn && values.length === 0) {
      draft.issue('has neither a sku of its own nor the value of an option')
    }
    draft.parent(handle, 'handleId')
    draft.name([product.get('name'), ...values].filter((text) => text !== '').join(' '))
    for (const { name, value } of options) draft.option(name, value)
    draft.activeBy(variant.raw('visible'), 'visible').rest(variant, this.#isUsed)
    this.#addOffer(draft, product, variant)
    return draft.finish()
  }

  #addShared(draft: Draft, product: SourceRow): void {
    draft
      .name(product.raw('name'))
      .textOf('Description', product, ...COLUMNS.Description)
      .textOf('Brand', product, ...COLUMNS.Brand)
      .activeBy(product.raw('visible'), 'visible')
    const category = firstOf(product, COLUMNS.CategoryTrail)
    if (category !== undefined) draft.text('CategoryTrail', category.split(';')[0] ?? '')
    const image = firstOf(product, COLUMNS.ImageUrl)
    if (image !== undefined) draft.image(toAddress(image), product.nameOf('productimageurl'))
    draft.rest(product, this.#isUsed)
  }

  /** What the row of a variant leaves empty is as in the row of its product. */
  #addOffer(draft: Draft, product: SourceRow, variant: SourceRow): void {
    const of = (name: string) => variant.get(name) || product.get(name)
    if (product.has('price')) this.#addPrice(draft, product, variant)
    if (product.has('strikethroughprice')) {
      draft.amount('MSRP', of('strikethroughprice'), 'strikethroughPrice')
    }
    if (product.has('cost')) draft.amount('PurchasePrice', of('cost'), 'cost')
    if (variant.get('barcode') !== '') draft.ean(variant.raw('barcode'), 'barcode')
    const inventory = of('inventory')
    if (/^in_?stock$/i.test(inventory)) draft.unmanaged(true)
    else if (/^out_?of_?stock$/i.test(inventory)) draft.unmanaged(false)
    else if (inventory !== '') draft.stock(inventory, 'inventory')
  }

  /** The first catalogue writes a price, the surcharge of a variant, and a discount of the product. */
  #addPrice(draft: Draft, product: SourceRow, variant: SourceRow): void {
    const text = variant.get('price') || product.get('price')
    const surcharge = draft.number(variant.get('surcharge'), 'surcharge') ?? 0
    const discount = draft.number(product.get('discountvalue'), 'discountValue') ?? 0
    if (surcharge === 0 && discount === 0) {
      draft.price(text, 'price')
      return
    }
    const price = draft.number(text, 'price')
    if (price === undefined) return
    const whole = price + surcharge
    const isPercent = product.get('discountmode').toUpperCase() === 'PERCENT'
    const reduced = isPercent ? whole * (1 - discount / 100) : whole - discount
    draft.priced(reduced)
    if (discount > 0) draft.money('MSRP', whole)
  }
}

function kindOf(source: SourceRow): string {
  return source.get('fieldtype').toLowerCase()
}

function skuOf(source: SourceRow): string {
  return normalizeReference(source.get('sku'))
}

/** The name of a choice. Colours are written with their code: `#ff0000:Red`. */
function toChoice(text: string): string {
  const parts = text.split(':').map((part) => part.trim())
  const names = parts.filter((part) => !/^(#[0-9a-f]{3,8}|rgba?\(.*\))$/i.test(part))
  return (names.length > 0 ? names : parts).join(':')
}

/** The first image. Wix writes the names of its own images without an address. */
function toAddress(images: string): string {
  const [first = ''] = images.split(';').map((image) => image.trim())
  const isName = /^[\w~.-]+\.(?:jpe?g|png|gif|webp|avif)$/i.test(first)
  return isName ? `${MEDIA}${first}` : first
}

/** Wix's product CSV. */
export const wix: TableFormat = {
  columns: COLUMNS,
  control: CONTROL,
  fits: (has) => has('fieldtype') && COLUMNS.ParentMerchantReference.some(has),
  create: (context) =>
    new RowGroupReader({
      column: 'handleId',
      keyOf: (source) =>
        normalizeReference(firstOf(source, COLUMNS.ParentMerchantReference)?.trim() ?? ''),
      referenceOf: skuOf,
      toItems: new WixReader(context).toItems,
    }),
}
