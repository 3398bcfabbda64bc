/** A product while its row is read: each value is converted, and issues are collected. */
import { ExtraValues } from './extra-values.ts'
import { filledOf, firstOf, type SourceRow } from './source-row.ts'
import type {
  CatalogueItem,
  CatalogueProduct,
  NumberField,
  TextField,
  TextLimits,
  UnmanagedStock,
} from './types.ts'
import {
  type DecimalSeparator,
  explainAmount,
  type ParsedAmount,
  parseAmount,
} from './values/amounts.ts'
import type { DayOrder } from './values/dates.ts'
import { parseFlag } from './values/flags.ts'
import { findGtinProblem } from './values/gtin.ts'
import {
  cutOff,
  firstAddress,
  isWebUrl,
  normalizeReference,
  optionField,
  quote,
  toBlock,
  toLine,
} from './values/text.ts'

/** Settings that the readers of all formats share. */
export interface ReaderContext {
  /** Null if the file does not tell: see {@link parseAmount}. */
  readonly decimal: DecimalSeparator | null
  readonly dayOrder: DayOrder
  /** Most characters of texts. */
  readonly limits: TextLimits
  readonly unmanagedStock: UnmanagedStock | undefined
  readonly imageBase: string | undefined
  readonly currency: string | undefined
  readonly vatRate: number | undefined
  readonly now: Date
}

/** The note of a product for which the file has no price. */
export const NO_PRICE = 'has no price, so channels get it without one or not at all'

const BLOCKS: ReadonlySet<TextField> = new Set(['Description', 'Details'])

/** A product while its row is read. */
export class Draft {
  readonly row: number
  readonly reference: string
  readonly #context: ReaderContext
  readonly #product: CatalogueProduct
  readonly #issues: string[] = []
  readonly #notes: string[] = []
  #extra: ExtraValues | undefined
  #hasUnmanagedStock = false

  /** @param column what the file calls the reference, for messages */
  constructor(row: number, reference: string, context: ReaderContext, column: string) {
    this.row = row
    this.reference = normalizeReference(toLine(reference))
    this.#product = { MerchantProductReference: this.reference }
    this.#context = context
    this.#checkReference('MerchantProductReference', this.reference, column)
  }

  /** Sets a text; empty means 'no value'. A text that is too long is cut off, with a note. */
  text(field: TextField, text: string): this {
    const clean = BLOCKS.has(field) ? toBlock(text) : toLine(text)
    const limit = this.#context.limits[field] ?? Number.POSITIVE_INFINITY
    if (clean.length > limit) this.note(`${field} is cut off after ${limit} characters`)
    this.#product[field] = clean === '' ? null : cutOff(clean, limit)
    return this
  }

  /** Sets the reference of the parent; empty means 'no parent'. */
  parent(reference: string, column: string): this {
    const clean = normalizeReference(toLine(reference))
    this.#checkReference('ParentMerchantReference', clean, column)
    this.#product.ParentMerchantReference = clean === '' ? null : clean
    return this
  }

  /** A reference that was cut off would mean another product. */
  #checkReference(field: keyof TextLimits, reference: string, column: string): void {
    const limit = this.#context.limits[field] ?? Number.POSITIVE_INFINITY
    if (reference.length > limit) {
      this.issue(`${column} has ${reference.length} characters, and at most ${limit} are possible`)
    }
  }

  /** Sets the EAN. One that a spreadsheet has damaged, or whose check digit is wrong, is left out with a note. */
  ean(text: string, column: string): this {
    const problem = findGtinProblem(text.trim())
    if (problem === undefined) return this.text('Ean', text)
    return this.note(
      problem === 'damaged'
        ? `${column} is left out: this number was damaged by a spreadsheet: ${quote(text)}`
        : `${column} is left out: its check digit is wrong: ${quote(text)}`,
    )
  }

  eanOf(source: SourceRow, ...columns: readonly string[]): this {
    const found = firstOf(source, columns)
    return found === undefined ? this : this.ean(found, source.nameOf(filledOf(source, columns)))
  }

  /**
   * Sets a text from the first column that is not empty. Different texts in the other columns go to ExtraData. Nothing is set if the file
   * has none of the columns.
   */
  textOf(field: TextField, source: SourceRow, ...columns: readonly string[]): this {
    const found = firstOf(source, columns)
    if (found === undefined) return this
    for (const name of columns.slice(1)) {
      const text = source.raw(name)
      if (text.trim() !== found.trim()) this.extra(source.nameOf(name), text)
    }
    return this.text(field, found)
  }

  /** Sets a name. A name that is empty is left out, because a product always has one. */
  name(text: string): this {
    return toLine(text) === '' ? this : this.text('Name', text)
  }

  /** Sets an amount of money or a percentage. Empty means 'no value'. */
  amount(field: NumberField, text: string, column: string): this {
    if (text.trim() === '') {
      this.#product[field] = null
      return this
    }
    const parsed = this.#parse(text, column)
    if (parsed === undefined) return this
    const { currency } = this.#context
    if (parsed.currency !== null && currency !== undefined && parsed.currency !== currency) {
      return this.issue(`${column} is in ${parsed.currency}, but prices must be in ${currency}`)
    }
    return this.money(field, parsed.amount)
  }

  /** Sets an amount that was calculated. The hub stores four decimals; shops export more. */
  money(field: NumberField, amount: number): this {
    this.#product[field] = Math.round(amount * 10_000) / 10_000
    return this
  }

  /** The number of a text. Undefined if it is empty, or if it is none, which is an issue of the row. */
  number(text: string, column: string): number | undefined {
    return text.trim() === '' ? undefined : this.#parse(text, column)?.amount
  }

  amountOf(field: NumberField, source: SourceRow, ...columns: readonly string[]): this {
    const found = firstOf(source, columns)
    if (found === undefined) return this
    return this.amount(field, found, source.nameOf(filledOf(source, columns)))
  }

  /** The amount of a text. Undefined, and an issue of the row, if it is none, or could be two. */
  #parse(text: string, column: string): Extract<ParsedAmount, { outcome: 'amount' }> | undefined {
    const { decimal } = this.#context
    const parsed = parseAmount(text, decimal)
    if (parsed.outcome === 'amount') return parsed
    this.issue(`${column} ${explainAmount(parsed, text, decimal)}`)
    return undefined
  }

  /** Sets the price. 0 means that the shop has no price for the product. It becomes null, because the product must not be sold for nothing. */
  price(text: string, column: string): this {
    this.amount('Price', text, column)
    const { Price: price } = this.#product
    return price === 0 || price === null ? this.priced(0) : this
  }

  /** Sets a price that was calculated. */
  priced(amount: number): this {
    if (amount > 0) return this.money('Price', amount)
    this.#product.Price = null
    return this.note(NO_PRICE)
  }

  /**
   * Sets the stock of a product whose stock the shop counts. A number below 0 means that more was sold than was in stock; it becomes 0. Parts
   * of a unit are not sold: the number is rounded down, with a note.
   */
  stock(text: string, column: string): this {
    const parsed = this.#parse(text, column)
    if (parsed === undefined) return this
    const units = Math.max(0, Math.floor(parsed.amount))
    if (units < parsed.amount) this.note(`${column} is rounded down to ${units}: ${quote(text)}`)
    this.#product.Stock = units
    return this
  }

  /** Sets the stock of a product whose stock the shop does not count, from the option `unmanagedStock`. */
  unmanaged(isAvailable: boolean): this {
    const { unmanagedStock: said } = this.#context
    if (said === undefined) this.#hasUnmanagedStock = true
    else if (typeof said === 'number') this.#product.Stock = said
    else this.#product.Stock = isAvailable ? said.available : 0
    return this
  }

  active(isActive: boolean): this {
    this.#product.IsActive = isActive
    return this
  }

  /** Sets `IsActive` from a cell. An empty cell changes nothing, and neither does a word that is not known, which gets a note. */
  activeBy(text: string, column: string): this {
    const isActive = this.flag(text, column)
    return isActive === undefined ? this : this.active(isActive)
  }

  /** The flag of a cell. Undefined if the cell is empty, or has a word that is not known, which gets a note. */
  flag(text: string, column: string): boolean | undefined {
    if (text.trim() === '') return undefined
    const flag = parseFlag(text)
    if (flag === undefined) this.note(`${column} is neither yes nor no: ${quote(text)}`)
    return flag
  }

  /** Sets the URL of an image. A path is appended to `imageBase`. A text that gives no URL goes to ExtraData. */
  image(text: string, column: string): this {
    const address = firstAddress(toLine(text))
    if (address === '') return this.text('ImageUrl', '')
    const { imageBase } = this.#context
    if (isWebUrl(address)) return this.#address('ImageUrl', address, column)
    const whole = imageBase && `${imageBase.replace(/\/$/, '')}/${address.replace(/^\//, '')}`
    if (!whole || !isWebUrl(whole)) return this.extra(column, address)
    return this.#address('ImageUrl', whole, column)
  }

  /** An address that was cut off would lead somewhere else. */
  #address(field: 'Url' | 'ImageUrl', address: string, column: string): this {
    const limit = this.#context.limits[field] ?? Number.POSITIVE_INFINITY
    if (address.length <= limit) return this.text(field, address)
    return this.note(`${column} is left out: it has more than ${limit} characters`)
  }

  /** Sets the URL of the product page. A text that is not a URL goes to ExtraData. */
  url(text: string, column: string): this {
    const address = toLine(text)
    return address === '' || isWebUrl(address)
      ? this.#address('Url', address, column)
      : this.extra(column, address)
  }

  /** Sets the value of an option: a size or a colour by its name, and a value of ExtraData otherwise. */
  option(name: string, value: string): this {
    const field = optionField(name)
    return field ? this.text(field, value) : this.extra(name || 'Option', value)
  }

  /** Adds a text that has no product field to ExtraData. */
  extra(name: string, text: string): this {
    if (toLine(name) === '' || toBlock(text) === '') return this
    const note = this.extras().#extra?.add(toLine(name), toBlock(text))
    return note === undefined ? this : this.note(note)
  }

  /** Records that the file has columns for ExtraData, so that ExtraData becomes null for a product without values there. */
  extras(): this {
    this.#extra ??= new ExtraValues()
    return this
  }

  /** Adds all columns that the format does not use: see {@link SourceRow.others}. */
  rest(source: SourceRow, isUsed: (name: string) => boolean): this {
    for (const [name, text] of source.others(isUsed)) this.extra(name, text)
    return this.extras()
  }

  issue(message: string): this {
    this.#issues.push(message)
    return this
  }

  note(message: string): this {
    this.#notes.push(message)
    return this
  }

  /** The item of the row. */
  finish(): CatalogueItem {
    const { row, reference } = this
    if (reference === '') this.issue('has no reference')
    if (this.#issues.length > 0) {
      return { kind: 'error', row, reference: reference || null, message: this.#issues.join('; ') }
    }
    const product = this.#product
    if (this.#extra) product.ExtraData = this.#extra.toData()
    const item = { kind: 'product', row, product, notes: this.#notes } as const
    return this.#hasUnmanagedStock ? { ...item, hasUnmanagedStock: true } : item
  }
}
