/** Our own columns: the names of the fields of the API. */
import { Draft, NO_PRICE, type ReaderContext } from '../draft.ts'
import { firstOf, type SourceRow } from '../source-row.ts'
import type { CatalogueItem, TextField } from '../types.ts'
import type { FormatReader, TableFormat } from './reader.ts'
import { usedColumns } from './reader.ts'

const TEXTS = [
  'ChannelProductReference',
  'Description',
  'Details',
  'Brand',
  'Size',
  'Color',
  'ManufacturerProductNumber',
  'ShippingTime',
  'CategoryTrail',
  'StockCountedAt',
  'VatClass',
] as const satisfies readonly TextField[]
const AMOUNTS = ['MSRP', 'PurchasePrice', 'DiscountRate', 'VatRate', 'ShippingCost'] as const

const EXTRA_PREFIX = /^extradata\./i
const own = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, [name.toLowerCase()]]))

const columns: TableFormat['columns'] = own(
  'MerchantProductReference',
  'Name',
  'ParentMerchantReference',
  ...TEXTS,
  'Url',
  'ImageUrl',
  'Ean',
  'Stock',
  'Price',
  ...AMOUNTS,
  'IsActive',
  'ExtraData',
)

/** What a mapping changes: files of others call their columns as they like, and 0 is no price there. */
export interface Mapped {
  readonly complete: (draft: Draft, source: SourceRow) => void
}

/** Reads rows by the names of the fields of the API. */
export class EntrepotReader implements FormatReader {
  readonly #context: ReaderContext
  readonly #isUsed: (name: string) => boolean
  readonly #mapped: Mapped | undefined

  constructor(
    context: ReaderContext,
    format: Pick<TableFormat, 'columns' | 'control'> = entrepot,
    mapped?: Mapped,
  ) {
    this.#context = context
    this.#mapped = mapped
    const used = usedColumns(format)
    this.#isUsed = (name) => used.has(name)
  }

  read(source: SourceRow): CatalogueItem[] {
    const nameOf = (field: string) => source.nameOf(field.toLowerCase())
    const draft = new Draft(
      source.row,
      source.raw('merchantproductreference'),
      this.#context,
      nameOf('MerchantProductReference'),
    )
    draft.name(source.raw('name'))
    for (const field of TEXTS) draft.textOf(field, source, field.toLowerCase())
    this.#addAddresses(draft, source)
    const parent = firstOf(source, ['parentmerchantreference'])
    if (parent !== undefined) draft.parent(parent, nameOf('ParentMerchantReference'))
    draft.eanOf(source, 'ean')
    for (const field of AMOUNTS) draft.amountOf(field, source, field.toLowerCase())
    // A parent, which only names its children, has none.
    const isSold = parent === undefined || parent.trim() !== ''
    this.#addPrice(draft, source, isSold)
    const stock = source.get('stock')
    if (stock !== '') draft.stock(stock, nameOf('Stock'))
    else draft.unmanaged(true)
    draft.activeBy(source.raw('isactive'), nameOf('IsActive'))
    addExtra(draft, source, this.#isUsed)
    this.#mapped?.complete(draft, source)
    return [draft.finish()]
  }

  /** Ours are checked where they are stored; those of others may be relative, or several. */
  #addAddresses(draft: Draft, source: SourceRow): void {
    if (this.#mapped === undefined) {
      draft.textOf('Url', source, 'url').textOf('ImageUrl', source, 'imageurl')
      return
    }
    if (source.has('url')) draft.url(source.raw('url'), source.nameOf('url'))
    if (source.has('imageurl')) draft.image(source.raw('imageurl'), source.nameOf('imageurl'))
  }

  #addPrice(draft: Draft, source: SourceRow, isSold: boolean): void {
    if (!source.has('price')) return
    const column = source.nameOf('price')
    const text = source.raw('price')
    if (this.#mapped && text.trim() !== '') draft.price(text, column)
    else {
      draft.amount('Price', text, column)
      if (isSold && text.trim() === '') draft.note(NO_PRICE)
    }
  }

  end(): CatalogueItem[] {
    return []
  }
}

/** ExtraData stands in a column as JSON, in columns of its own, or both. */
function addExtra(draft: Draft, source: SourceRow, isUsed: (name: string) => boolean): void {
  const json = source.get('extradata')
  if (json !== '') {
    const values = parseTexts(json)
    if (values === undefined) draft.issue('ExtraData is not a JSON object of texts')
    for (const [name, text] of values ?? []) draft.extra(name, text)
  }
  let hasColumn = source.has('extradata')
  for (const [name, text] of source.others(isUsed)) {
    draft.extra(name.replace(EXTRA_PREFIX, ''), text)
    hasColumn = true
  }
  if (hasColumn) draft.extras()
}

function parseTexts(json: string): readonly (readonly [string, string])[] | undefined {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const entries = Object.entries(value)
    return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
      ? entries
      : undefined
  } catch {
    return undefined
  }
}

/** Our own columns. A column with another name is a value of ExtraData. */
export const entrepot: TableFormat = {
  columns,
  control: [],
  fits: (has) => has('merchantproductreference'),
  create: (context) => new EntrepotReader(context),
}
