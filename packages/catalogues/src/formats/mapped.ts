/** Tables whose columns a mapping explains: their rows become rows of our own format. */
import { toKey } from '../columns/guess.ts'
import type { Draft, ReaderContext } from '../draft.ts'
import type { SourceRow } from '../source-row.ts'
import type { CatalogueItem, ColumnMapping } from '../types.ts'
import { quote } from '../values/text.ts'
import { EntrepotReader, entrepot } from './entrepot.ts'
import type { FormatReader, TableFormat } from './reader.ts'

// No names of fields: a column of the file must not be one by chance.
const IGNORED = '\u0000'
const FURTHER = '\u0001'

/** Our own format, with the columns of a mapping. */
export function mappedFormat(mapping: ColumnMapping): TableFormat {
  const targets = new Map(
    Object.entries(mapping.columns).map(([name, target]) => [toKey(name), target]),
  )
  return {
    columns: {
      ...entrepot.columns,
      PriceWithoutVat: ['pricewithoutvat'],
      Currency: ['currency'],
    },
    control: [IGNORED],
    toName: (name) => {
      const target = targets.get(toKey(name)) ?? 'ExtraData'
      if (target === 'Ignore') return IGNORED
      return target === 'ExtraData' ? `${FURTHER}${name}` : target.toLowerCase()
    },
    fits: () => false,
    create: (context) => new MappedReader(context, mapping),
  }
}

class MappedReader implements FormatReader {
  readonly #context: ReaderContext
  readonly #own: EntrepotReader
  readonly #constants: NonNullable<ColumnMapping['constants']>
  /** That of the currency that amounts must have. */
  readonly #symbol: string | undefined

  constructor(context: ReaderContext, mapping: ColumnMapping) {
    this.#context = context
    this.#constants = mapping.constants ?? {}
    this.#symbol = context.currency && symbolOf(context.currency)
    this.#own = new EntrepotReader(context, mappedFormat(mapping), {
      complete: (draft, source) => this.#complete(draft, source),
    })
  }

  read(source: SourceRow): CatalogueItem[] {
    return this.#own
      .read(source)
      .map((item) =>
        item.kind === 'product'
          ? { ...item, product: { ...item.product, ...this.#constants } }
          : item,
      )
  }

  end(): CatalogueItem[] {
    return []
  }

  #complete(draft: Draft, source: SourceRow): void {
    this.#checkCurrency(draft, source)
    if (source.has('pricewithoutvat')) {
      this.#addNetPrice(draft, source, source.get('pricewithoutvat'))
    }
  }

  #addNetPrice(draft: Draft, source: SourceRow, text: string): void {
    const column = source.nameOf('pricewithoutvat')
    const net = draft.number(text, column)
    const own = draft.number(source.get('vatrate'), source.nameOf('vatrate'))
    const rate = own ?? this.#constants.VatRate ?? this.#context.vatRate
    if (net === undefined || net <= 0) draft.priced(0)
    else if (rate === undefined || rate === null)
      draft.note(`${column} is left out: prices include VAT, and its rate is not known`)
    else {
      draft.note(`${column} is stored with a VAT of ${rate}%: ${quote(text)}`)
      draft.priced(net * (1 + rate / 100))
    }
  }

  /** Amounts are not converted, so those in another currency are refused. */
  #checkCurrency(draft: Draft, source: SourceRow): void {
    const { currency: wanted } = this.#context
    const given = source.get('currency')
    if (given === '' || wanted === undefined) return
    if (given.toUpperCase() === wanted || given === this.#symbol) return
    draft.issue(`${source.nameOf('currency')} is ${quote(given)}, but prices must be in ${wanted}`)
  }
}

function symbolOf(currency: string): string | undefined {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const parts = new Intl.NumberFormat('en', style).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value
}
