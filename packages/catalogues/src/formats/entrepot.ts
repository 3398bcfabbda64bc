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
  'Url',
  'ImageUrl',
  'CategoryTrail',
  'StockCountedAt',
  'VatClass',
] as const satisfies readonly TextField[]
const AMOUNTS = [
  'Price',
  'MSRP',
  'PurchasePrice',
  'DiscountRate',
  'VatRate',
  'ShippingCost',
] as const

const EXTRA_PREFIX = /^extradata\./i
const own = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, [name.toLowerCase()]]))

const columns: TableFormat['columns'] = own(
  'MerchantProductReference',
  'Name',
  'ParentMerchantReference',
  ...TEXTS,
  'Ean',
  'Stock',
  ...AMOUNTS,
  'IsActive',
  'ExtraData',
)

class EntrepotReader implements FormatReader {
  readonly #context: ReaderContext
  readonly #isUsed: (name: string) => boolean

  constructor(context: ReaderContext) {
    this.#context = context
    const used = usedColumns(entrepot)
    this.#isUsed = (name) => used.has(name)
  }

  read(source: SourceRow): CatalogueItem[] {
    const draft = new Draft(
      source.row,
      source.raw('merchantproductreference'),
      this.#context,
      'MerchantProductReference',
    )
    draft.name(source.raw('name'))
    for (const field of TEXTS) draft.textOf(field, source, field.toLowerCase())
    const parent = firstOf(source, ['parentmerchantreference'])
    if (parent !== undefined) draft.parent(parent, 'ParentMerchantReference')
    draft.eanOf(source, 'ean')
    for (const field of AMOUNTS) {
      const text = firstOf(source, [field.toLowerCase()])
      if (text !== undefined) draft.amount(field, text, field)
    }
    // A parent, which only names its children, has none.
    const isSold = parent === undefined || parent.trim() !== ''
    if (isSold && source.has('price') && source.get('price') === '') draft.note(NO_PRICE)
    const stock = source.get('stock')
    if (stock !== '') draft.stock(stock, 'Stock')
    else draft.unmanaged(true)
    draft.activeBy(source.raw('isactive'), 'IsActive')
    addExtra(draft, source, this.#isUsed)
    return [draft.finish()]
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
