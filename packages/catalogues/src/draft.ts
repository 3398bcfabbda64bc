/** A product while its row is read: each value is converted, and issues are collected. */
import type { SourceRow } from './source-row.ts'
import type {
  CatalogueItem,
  CatalogueProduct,
  NumberField,
  TextField,
  UnmanagedStock,
} from './types.ts'
import { parseAmount, parseFlag, toBlock, toLine } from './values.ts'

/** Settings that the readers of all formats share. */
export interface ReaderContext {
  readonly decimal: '.' | ','
  readonly unmanagedStock: UnmanagedStock | undefined
  readonly imageBase: string | undefined
  readonly currency: string | undefined
  readonly now: Date
}

/** Limits of ExtraData in the hub. Values that exceed them are left out with a note. */
const MAX_EXTRA = 100
const MAX_EXTRA_NAME = 100
const MAX_EXTRA_TEXT = 4000

const BLOCKS: ReadonlySet<TextField> = new Set(['Description', 'Details'])

/** A product while its row is read. */
export class Draft {
  readonly row: number
  readonly reference: string
  readonly #context: ReaderContext
  readonly #product: CatalogueProduct
  readonly #issues: string[] = []
  readonly #notes: string[] = []
  #extra: Map<string, string> | undefined

  constructor(row: number, reference: string, context: ReaderContext) {
    this.row = row
    this.reference = toLine(reference)
    this.#product = { MerchantProductReference: this.reference }
    this.#context = context
  }

  /** Sets a text; empty means 'no value'. */
  text(field: TextField, text: string): this {
    const clean = BLOCKS.has(field) ? toBlock(text) : toLine(text)
    this.#product[field] = clean === '' ? null : clean
    return this
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
    const clean = toLine(text)
    if (clean !== '') this.#product.Name = clean
    return this
  }

  /** Sets an amount of money or a percentage. Empty means 'no value'. */
  amount(field: NumberField, text: string, column: string): this {
    if (text.trim() === '') {
      this.#product[field] = null
      return this
    }
    const parsed = parseAmount(text, this.#context.decimal)
    if (parsed === undefined) {
      const wanted = this.#context.decimal === '.' ? '1299.50' : '1299,50'
      return this.issue(`${column} is not a number such as ${wanted}: ${quote(text)}`)
    }
    const { currency } = this.#context
    if (parsed.currency !== null && currency !== undefined && parsed.currency !== currency) {
      return this.issue(`${column} is in ${parsed.currency}, but prices must be in ${currency}`)
    }
    // The hub stores four decimals; shops export more.
    this.#product[field] = Math.round(parsed.amount * 10_000) / 10_000
    return this
  }

  amountOf(field: NumberField, source: SourceRow, ...columns: readonly string[]): this {
    const found = firstOf(source, columns)
    if (found === undefined) return this
    return this.amount(field, found, columns.find((name) => source.get(name) !== '') ?? '')
  }

  /** Sets the price. 0 means that the shop has no price for the product. It becomes null, because the product must not be sold for nothing. */
  price(text: string, column: string): this {
    this.amount('Price', text, column)
    if (this.#product.Price === 0) this.#product.Price = null
    return this
  }

  /** Sets the stock of a product whose stock the shop counts. A number below 0 means that more was sold than was in stock; it becomes 0. */
  stock(text: string, column: string): this {
    const parsed = parseAmount(text, this.#context.decimal)
    if (parsed === undefined) return this.issue(`${column} is not a whole number: ${quote(text)}`)
    this.#product.Stock = Math.max(0, Math.floor(parsed.amount))
    return this
  }

  /** Sets the stock of a product whose stock the shop does not count, from the option `unmanagedStock`. */
  unmanaged(isAvailable: boolean): this {
    const { unmanagedStock: said } = this.#context
    if (typeof said === 'number') this.#product.Stock = said
    else if (said !== undefined) this.#product.Stock = isAvailable ? said.available : 0
    return this
  }

  active(isActive: boolean): this {
    this.#product.IsActive = isActive
    return this
  }

  /** Sets `IsActive` from a cell. An empty cell changes nothing. */
  activeBy(text: string, column: string): this {
    if (text.trim() === '') return this
    const flag = parseFlag(text)
    return flag === undefined
      ? this.issue(`${column} is neither yes nor no: ${quote(text)}`)
      : this.active(flag)
  }

  /** Sets the URL of an image. A path is appended to `imageBase`. A text that gives no URL goes to ExtraData. */
  image(text: string, column: string): this {
    const address = toLine(text)
    if (address === '') return this.text('ImageUrl', '')
    const { imageBase } = this.#context
    if (isWebUrl(address)) return this.text('ImageUrl', address)
    const whole = imageBase && `${imageBase.replace(/\/$/, '')}/${address.replace(/^\//, '')}`
    return whole && isWebUrl(whole) ? this.text('ImageUrl', whole) : this.extra(column, address)
  }

  /** Sets the URL of the product page. A text that is not a URL goes to ExtraData. */
  url(text: string, column: string): this {
    const address = toLine(text)
    return address === '' || isWebUrl(address)
      ? this.text('Url', address)
      : this.extra(column, address)
  }

  /** Adds a text that has no product field to ExtraData. */
  extra(name: string, text: string): this {
    const [key, value] = [toLine(name), toBlock(text)]
    if (key === '' || value === '') return this
    this.#extra ??= new Map()
    if (key.length > MAX_EXTRA_NAME) this.note(`${quote(key)} is left out: its name is too long`)
    else if (value.length > MAX_EXTRA_TEXT)
      this.note(`${quote(key)} is left out: its text is too long`)
    else if (this.#extra.size >= MAX_EXTRA && !this.#extra.has(key))
      this.note(`${quote(key)} is left out: a product has at most ${MAX_EXTRA} further values`)
    else this.#extra.set(key, value)
    return this
  }

  /** Records that the file has columns for ExtraData, so that ExtraData becomes null for a product without values there. */
  extras(): this {
    this.#extra ??= new Map()
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
    if (this.#extra)
      product.ExtraData = this.#extra.size > 0 ? Object.fromEntries(this.#extra) : null
    return { kind: 'product', row, product, notes: this.#notes }
  }
}

/** The first text in the columns that is not empty; '' if there is none; undefined if the file has none of the columns. */
export function firstOf(source: SourceRow, columns: readonly string[]): string | undefined {
  let isThere = false
  for (const name of columns) {
    if (!source.has(name)) continue
    isThere = true
    const text = source.raw(name)
    if (text.trim() !== '') return text
  }
  return isThere ? '' : undefined
}

export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/** Quotes a text for a message, and cuts it off after 60 characters. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text)
}
