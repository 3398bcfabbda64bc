/** Google Merchant: RSS, Atom and TSV. */
import { Draft, type ReaderContext } from '../draft.ts'
import { firstOf, type SourceRow } from '../source-row.ts'
import type { CatalogueItem } from '../types.ts'
import { normalizeReference } from '../values/text.ts'
import { type FormatReader, type TableFormat, usedColumns } from './reader.ts'
import { isOnSale } from './sale.ts'

/** Groups whose first item is remembered, so that further items find their parent. */
const MAX_GROUPS = 100_000

const COLUMNS = {
  MerchantProductReference: ['id'],
  ParentMerchantReference: ['item_group_id'],
  Name: ['title'],
  Description: ['description'],
  Brand: ['brand'],
  Ean: ['gtin'],
  ManufacturerProductNumber: ['mpn'],
  Price: ['sale_price', 'price'],
  MSRP: ['price'],
  PurchasePrice: ['cost_of_goods_sold'],
  Stock: ['quantity', 'availability'],
  Size: ['size'],
  Color: ['color'],
  CategoryTrail: ['product_type', 'google_product_category'],
  Url: ['link'],
  ImageUrl: ['image_link'],
} as const satisfies TableFormat['columns']

interface Group {
  /** The first item, until it is yielded. */
  waiting: { readonly source: SourceRow; readonly item: CatalogueItem } | null
  readonly first: string
  readonly row: number
  hasParent: boolean
}

class GoogleReader implements FormatReader {
  readonly #context: ReaderContext
  readonly #used = usedColumns(google)
  readonly #isUsed = (name: string) => this.#used.has(name)
  readonly #groups = new Map<string, Group>()
  #last = ''

  constructor(context: ReaderContext) {
    this.#context = context
  }

  read(original: SourceRow): CatalogueItem[] {
    const source = withoutNamespace(original)
    const group = source.get('item_group_id')
    const before = group === this.#last ? [] : this.#yieldWaiting()
    this.#last = group
    const item = this.#toItem(source, group)
    if (group === '' || item.kind !== 'product') return [...before, item]
    return [...before, ...this.#addToGroup(group, source, item)]
  }

  end(): CatalogueItem[] {
    return [...this.#yieldWaiting(), ...this.#unlinkSingles()]
  }

  /** A group with one item is no family. That is known at the end only: further items may stand anywhere. */
  #unlinkSingles(): CatalogueItem[] {
    const singles = [...this.#groups.values()].filter(({ hasParent }) => !hasParent)
    return singles.map(({ first, row }) => ({
      kind: 'link',
      row,
      product: { MerchantProductReference: first, ParentMerchantReference: null },
    }))
  }

  #yieldWaiting(): CatalogueItem[] {
    const group = this.#groups.get(this.#last)
    if (!group?.waiting) return []
    const { item } = group.waiting
    group.waiting = null
    return [item]
  }

  #addToGroup(
    name: string,
    source: SourceRow,
    item: Extract<CatalogueItem, { kind: 'product' }>,
  ): CatalogueItem[] {
    const { MerchantProductReference: reference } = item.product
    const group = this.#groups.get(name)
    if (group === undefined) {
      const [oldest] = this.#groups.keys()
      if (this.#groups.size >= MAX_GROUPS && oldest !== undefined) this.#groups.delete(oldest)
      this.#groups.set(name, {
        waiting: { source, item },
        first: reference,
        row: item.row,
        hasParent: false,
      })
      return []
    }
    const opening = group.hasParent ? [] : this.#openGroup(name, group, source)
    return [...opening, toChild(item, normalizeReference(parentOf(name)))]
  }

  /** The second item of a group makes it a family. */
  #openGroup(name: string, group: Group, source: SourceRow): CatalogueItem[] {
    const { waiting } = group
    group.hasParent = true
    group.waiting = null
    const shared = waiting?.source ?? source
    const parent = new Draft(shared.row, parentOf(name), this.#context, 'item_group_id').name(
      shared.raw('title'),
    )
    this.#addShared(parent, shared)
    if (waiting?.item.kind === 'product')
      return [parent.finish(), toChild(waiting.item, parent.reference)]
    const product = {
      MerchantProductReference: group.first,
      ParentMerchantReference: parent.reference,
    }
    return [parent.finish(), { kind: 'link', row: source.row, product }]
  }

  #toItem(source: SourceRow, group: string): CatalogueItem {
    const draft = new Draft(source.row, source.raw('id'), this.#context, 'id')
    draft.name(source.raw('title'))
    if (group === '' && source.has('item_group_id')) draft.parent('', 'item_group_id')
    this.#addShared(draft, source)
    draft
      .eanOf(source, 'gtin')
      .textOf('ManufacturerProductNumber', source, 'mpn')
      .textOf('Size', source, 'size')
      .textOf('Color', source, 'color')
      .amountOf('PurchasePrice', source, ...COLUMNS.PurchasePrice)
    this.#addOffer(draft, source)
    draft.rest(source, this.#isUsed)
    return draft.finish()
  }

  #addShared(draft: Draft, source: SourceRow): void {
    draft
      .textOf('Description', source, 'description')
      .textOf('Brand', source, 'brand')
      .textOf('CategoryTrail', source, ...COLUMNS.CategoryTrail)
    const link = firstOf(source, COLUMNS.Url)
    if (link !== undefined) draft.url(link, 'link')
    const image = firstOf(source, COLUMNS.ImageUrl)
    if (image !== undefined) draft.image(image, 'image_link')
  }

  #addOffer(draft: Draft, source: SourceRow): void {
    const dates = source.get('sale_price_effective_date')
    const [from = '', to = ''] = dates.split(/\s*\/\s*(?=\d{4}-)/)
    const sale = { column: 'sale_price', from, to, dates: ['sale_price_effective_date'] }
    const isSale = isOnSale(draft, source, sale, this.#context)
    const regular = firstOf(source, ['price'])
    const price = isSale ? source.raw('sale_price') : regular
    if (price !== undefined) draft.price(price, isSale ? 'sale_price' : 'price')
    if (regular !== undefined) draft.amount('MSRP', isSale ? regular : '', 'price')
    const quantity = source.get('quantity')
    if (quantity !== '') draft.stock(quantity, 'quantity')
    else draft.unmanaged(/^in[ _]stock$/i.test(source.get('availability')))
  }
}

/** Groups have names of their own, so that the parent of group 2 is another product than item 2. */
function parentOf(group: string): string {
  return `group:${group}`
}

function toChild(item: Extract<CatalogueItem, { kind: 'product' }>, parent: string): CatalogueItem {
  return { ...item, product: { ...item.product, ParentMerchantReference: parent } }
}

/** Tables write `g:image_link`, `image link` and `image_link`. */
function toName(name: string): string {
  return name.replace(NAMESPACE, '').replaceAll(' ', '_')
}

const NAMESPACE = /^g:\s*/i

/** Values of ExtraData have the same names as those of XML. */
function withoutNamespace(source: SourceRow): SourceRow {
  return {
    row: source.row,
    has: (name) => source.has(name),
    nameOf: (name) => source.nameOf(name).replace(NAMESPACE, ''),
    get: (name) => source.get(name),
    raw: (name) => source.raw(name),
    *others(isUsed) {
      for (const [name, text] of source.others(isUsed)) yield [name.replace(NAMESPACE, ''), text]
    },
  }
}

/** Google Merchant: RSS, Atom and TSV. */
export const google: TableFormat = {
  columns: COLUMNS,
  control: ['sale_price_effective_date'],
  fits: (has) =>
    has('id') && has('title') && (has('link') || has('image_link') || has('availability')),
  toName,
  create: (context) => new GoogleReader(context),
}
