/** Magento 2's product CSV. */
import { Draft, firstOf, type ReaderContext } from '../draft.ts'
import type { SourceRow } from '../source-row.ts'
import type { CatalogueItem, CatalogueProduct } from '../types.ts'
import { isOnSale, optionField } from '../values.ts'
import { type FormatReader, skipped, type TableFormat, usedColumns } from './reader.ts'

/** Products that wait for the configurable that names them. An export writes them shortly before it. */
const MAX_WAITING = 2_000

const COLUMNS = {
  MerchantProductReference: ['sku'],
  ParentMerchantReference: ['configurable_variations'],
  Name: ['name'],
  Description: ['description', 'short_description'],
  Brand: ['additional_attributes'],
  Ean: ['additional_attributes'],
  ManufacturerProductNumber: ['additional_attributes'],
  Price: ['special_price', 'price'],
  MSRP: ['msrp_price', 'msrp'],
  PurchasePrice: ['cost'],
  Stock: ['qty'],
  Size: ['additional_attributes', 'configurable_variations'],
  Color: ['additional_attributes', 'configurable_variations'],
  CategoryTrail: ['categories'],
  VatRate: ['tax_class_name'],
  ImageUrl: ['base_image'],
  IsActive: ['product_online', 'status'],
} as const satisfies TableFormat['columns']

const KINDS = new Set(['', 'simple', 'virtual', 'configurable'])
const ATTRIBUTE_FIELDS: Readonly<Record<string, 'Brand' | 'Ean' | 'ManufacturerProductNumber'>> = {
  brand: 'Brand',
  manufacturer: 'Brand',
  ean: 'Ean',
  gtin: 'Ean',
  barcode: 'Ean',
  upc: 'Ean',
  mpn: 'ManufacturerProductNumber',
}

class MagentoReader implements FormatReader {
  readonly #context: ReaderContext
  readonly #used = usedColumns(magento)
  readonly #isUsed = (name: string) => this.#used.has(name)
  /** In the order of the file. */
  readonly #waiting = new Map<string, CatalogueItem>()

  constructor(context: ReaderContext) {
    this.#context = context
  }

  read(source: SourceRow): CatalogueItem[] {
    const sku = source.get('sku')
    if (sku === '') return [skipped(source, '', 'only adds a value to the product before it')]
    const view = source.get('store_view_code') || source.get('_store')
    if (view !== '') return [skipped(source, sku, `only adds the texts of store view ${view}`)]
    const kind = (source.get('product_type') || source.get('_type')).toLowerCase()
    if (!KINDS.has(kind)) return [skipped(source, sku, `is a ${kind} product`)]
    const item = this.#toItem(source, sku, kind === 'configurable')
    if (kind === 'configurable') return [item, ...this.#claim(source, sku)]
    if (item.kind !== 'product') return [item]
    const duplicate = this.#waiting.get(item.product.MerchantProductReference)
    this.#waiting.delete(item.product.MerchantProductReference)
    this.#waiting.set(item.product.MerchantProductReference, item)
    return [...(duplicate ? [duplicate] : []), ...this.#release(MAX_WAITING)]
  }

  end(): CatalogueItem[] {
    return this.#release(0)
  }

  #release(keep: number): CatalogueItem[] {
    const items: CatalogueItem[] = []
    for (const [sku, item] of this.#waiting) {
      if (this.#waiting.size <= keep) break
      items.push(item)
      this.#waiting.delete(sku)
    }
    return items
  }

  /** The variations of a configurable: those that wait get their parent, the others are linked to it. */
  #claim(source: SourceRow, parent: string): CatalogueItem[] {
    return parseVariations(source.get('configurable_variations')).map(({ sku, options }) => {
      const item = this.#waiting.get(sku)
      if (item?.kind !== 'product') {
        const product = { MerchantProductReference: sku, ParentMerchantReference: parent }
        return { kind: 'link', row: source.row, product }
      }
      this.#waiting.delete(sku)
      const product: CatalogueProduct = { ...item.product, ParentMerchantReference: parent }
      for (const [name, value] of options) {
        const field = optionField(name)
        if (field) product[field] ??= value
      }
      return { ...item, product }
    })
  }

  #toItem(source: SourceRow, sku: string, isParent: boolean): CatalogueItem {
    const draft = new Draft(source.row, sku, this.#context)
      .name(source.raw('name'))
      .textOf('Description', source, ...COLUMNS.Description)
    const trail = firstOf(source, COLUMNS.CategoryTrail)
    if (trail !== undefined) draft.text('CategoryTrail', deepest(trail))
    if (source.get('tax_class_name').toLowerCase() === 'none') draft.amount('VatRate', '0', '')
    const image = firstOf(source, COLUMNS.ImageUrl)
    if (image !== undefined) draft.image(image === 'no_selection' ? '' : image, 'base_image')
    draft.activeBy(firstOf(source, COLUMNS.IsActive) ?? '', 'product_online')
    if (!isParent) this.#addOffer(draft, source)
    draft.rest(source, this.#isUsed)
    for (const [name, value] of parseAttributes(source.get('additional_attributes'))) {
      const key = name.toLowerCase()
      const field = ATTRIBUTE_FIELDS[key] ?? (isParent ? undefined : optionField(key))
      if (field) draft.text(field, value)
      else draft.extra(name, value)
    }
    return draft.finish()
  }

  #addOffer(draft: Draft, source: SourceRow): void {
    const special = source.get('special_price')
    const from = source.get('special_price_from_date')
    const isSpecial =
      special !== '' && isOnSale(from, source.get('special_price_to_date'), this.#context.now)
    const price = isSpecial ? special : firstOf(source, ['price'])
    if (price !== undefined) draft.price(price, isSpecial ? 'special_price' : 'price')
    draft
      .amountOf('MSRP', source, ...COLUMNS.MSRP)
      .amountOf('PurchasePrice', source, ...COLUMNS.PurchasePrice)
    const isManaged = source.get('manage_stock') !== '0'
    const quantity = source.get('qty')
    if (isManaged && quantity !== '') draft.stock(quantity, 'qty')
    else if (source.has('qty')) draft.unmanaged(source.get('is_in_stock') !== '0')
  }
}

/** `color=Black,size=XS`. A value may contain commas. */
function parseAttributes(text: string): readonly (readonly [string, string])[] {
  if (text === '') return []
  return text.split(/,(?=[A-Za-z0-9_]+=)/).flatMap((pair) => {
    const at = pair.indexOf('=')
    const value = pair.slice(at + 1).replace(/^"(.*)"$/s, '$1')
    return at > 0 ? [[pair.slice(0, at).trim(), value] as const] : []
  })
}

/** `sku=A-XS,size=XS,color=Black|sku=A-S,size=S,color=Black`. */
function parseVariations(text: string) {
  return text.split('|').flatMap((variation) => {
    const options = parseAttributes(variation)
    const sku = options.find(([name]) => name.toLowerCase() === 'sku')?.[1].trim()
    return sku ? [{ sku, options }] : []
  })
}

/** The deepest of `a/b,a/b/c`, without the root that all shops have. */
function deepest(categories: string): string {
  const trails = categories.split(',').map((trail) => trail.split('/').map((name) => name.trim()))
  const longest = trails.reduce((one, other) => (other.length > one.length ? other : one))
  const isRoot = longest.length > 1 && longest[0] === 'Default Category'
  return longest.slice(isRoot ? 1 : 0).join(' > ')
}

/** Magento 2's product CSV. */
export const magento: TableFormat = {
  columns: COLUMNS,
  control: [
    'product_type',
    '_type',
    'store_view_code',
    '_store',
    'manage_stock',
    'is_in_stock',
    'special_price_from_date',
    'special_price_to_date',
  ],
  fits: (has) => has('sku') && (has('product_type') || has('attribute_set_code') || has('_type')),
  create: (context) => new MagentoReader(context),
}
