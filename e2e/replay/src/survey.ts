/**
 * The first pass over the file. It collects what the second pass needs in advance: the products, and the number of rows of each invoice,
 * because an invoice can continue later in the file. It also calculates the sums directly from the rows, to compare them with those of the
 * hub.
 */
import { toCents } from './amounts.ts'
import { type CancelledRow, classify, type RefusalReason, type SaleRow } from './classify.ts'
import { readRows } from './read-rows.ts'
import { addTo, count, type MonthSums } from './sums.ts'

/** A sales invoice in the first pass. */
export interface SurveyedInvoice {
  /** Month of its first imported row. Empty if it has no such row. */
  month: string
  /** Day of that row. */
  day: string
  /** In ten-thousandths. */
  amount: bigint
  /** Number of imported rows. */
  rows: number
  /** Number of units in these rows. */
  units: number
  /** Number of parts into which other invoices split it. */
  parts: number
}

/** A stock code in the first pass. */
export interface SurveyedProduct {
  /** The last description that is not empty. */
  name: string
  /** The last price above zero. Undefined if there was none. */
  price: string | undefined
  /** Units that the imported rows sell. */
  units: number
}

/**
 * Collects the content of a file row by row. Every row is counted in exactly one of: carried (becomes a line of an order), cancelled,
 * refused, left out because of the limit.
 */
export class Survey {
  readonly limit: number
  /** Rows after the header. */
  rows = 0
  /** Rows that become lines of orders. */
  carried = 0
  /** Rows after the last invoice within the limit, except rows of earlier invoices. */
  leftOut = 0
  readonly refused = new Map<RefusalReason, number>()
  /** Rows of cancellation invoices, in the order of the file. */
  readonly cancelled: CancelledRow[] = []
  /** The sales invoices within the limit. */
  readonly invoices = new Map<string, SurveyedInvoice>()
  readonly products = new Map<string, SurveyedProduct>()
  /** Sums of the imported rows by the month of their invoice. */
  readonly months: MonthSums = new Map()
  #isFull = false
  /** The sales invoice of the previous row. Undefined if that row was not part of one. */
  #last: string | undefined

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.limit = limit
  }

  /** Adds the next row. */
  add(fields: readonly string[]): void {
    this.rows += 1
    const classified = classify(fields)
    const { invoice } = classified
    const entry = invoice === undefined ? undefined : this.#entryOf(invoice)
    if (this.#isFull && entry === undefined) this.leftOut += 1
    else if (classified.refused !== undefined) count(this.refused, classified.refused)
    else if (classified.invoice === undefined) this.cancelled.push(classified.cancelled)
    else this.#carry(classified.row, entry as SurveyedInvoice)
    this.#last = invoice
  }

  /** Number of invoices with at least one imported row. Each becomes an order. */
  get orders(): number {
    return this.invoices.values().reduce((sum, { rows }) => sum + Math.min(rows, 1), 0)
  }

  /** Codes that differ from another code only in upper and lower case. */
  findCaseVariants(): ReadonlySet<string> {
    const byName = Map.groupBy(this.products.keys(), (code) => code.toLowerCase())
    return new Set([...byName.values()].filter((codes) => codes.length > 1).flat())
  }

  #entryOf(invoice: string): SurveyedInvoice | undefined {
    const known = this.invoices.get(invoice)
    if (known !== undefined) return known
    if (this.invoices.size >= this.limit) {
      this.#isFull = true
      return undefined
    }
    const entry = { month: '', day: '', amount: 0n, rows: 0, units: 0, parts: 0 }
    this.invoices.set(invoice, entry)
    return entry
  }

  #carry(row: SaleRow, entry: SurveyedInvoice): void {
    this.carried += 1
    if (entry.rows === 0) {
      entry.month = row.date.slice(0, 7)
      entry.day = row.date.slice(0, 10)
    }
    // An order is paid in cents: its sum is rounded, not its rows.
    const before = toCents(entry.amount)
    entry.amount += row.unitPrice * BigInt(row.quantity)
    if (row.invoice !== this.#last) entry.parts += 1
    addTo(this.months, entry.month, {
      orders: entry.rows === 0 ? 1 : 0,
      lines: 1,
      units: row.quantity,
      amount: toCents(entry.amount) - before,
    })
    entry.rows += 1
    entry.units += row.quantity
    this.#learnProduct(row)
  }

  #learnProduct({ code, description, unitPrice, price, quantity }: SaleRow): void {
    const product = this.products.get(code) ?? { name: '', price: undefined, units: 0 }
    if (description !== '') product.name = description
    if (unitPrice > 0n) product.price = price
    product.units += quantity
    this.products.set(code, product)
  }
}

/**
 * Surveys a file.
 *
 * @param limit number of sales invoices to read, in the order of their first rows
 * @throws ReplayError `REPLAY_FILE`
 * @example
 * const survey = await surveyFile('online_retail.csv.gz', 200)
 */
export async function surveyFile(
  file: string,
  limit?: number,
  signal?: AbortSignal,
): Promise<Survey> {
  const survey = new Survey(limit)
  for await (const fields of readRows(file)) {
    signal?.throwIfAborted()
    survey.add(fields)
  }
  return survey
}
