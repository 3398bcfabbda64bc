/**
 * The first pass over the file. It finds out what the second one, which makes the orders, has to know beforehand: the
 * products, and how many rows each invoice has, since one may come back later in the file. It also makes the sums that the
 * hub is held against, straight from the rows.
 */
import { type CancelledRow, classify, type RefusalReason, type SaleRow } from './classify.ts'
import { readRows } from './read-rows.ts'
import { addTo, count, type MonthSums } from './sums.ts'

/** A sales invoice as the first pass saw it. */
export interface SurveyedInvoice {
  /** Month of its first carried row; empty while it has none. */
  month: string
  /** Carried rows. */
  rows: number
  /** Their units. */
  units: number
  /** Into how many parts other invoices cut it. */
  parts: number
}

/** A stock code as the first pass saw it. */
export interface SurveyedProduct {
  /** The last description that is not empty. */
  name: string
  /** The last price above zero; undefined when there was none. */
  price: string | undefined
}

/** Collects what a file holds, row by row. Every row ends in exactly one of: carried, cancelled, refused, left
 * out by the limit. */
export class Survey {
  readonly limit: number
  /** Rows after the header. */
  rows = 0
  /** Rows that become lines of orders. */
  carried = 0
  /** Rows after the last invoice that the limit lets in, apart from those of the invoices let in before. */
  leftOut = 0
  readonly refused = new Map<RefusalReason, number>()
  /** Rows of cancellation invoices, in the order of the file. */
  readonly cancelled: CancelledRow[] = []
  /** The sales invoices that the limit lets in. */
  readonly invoices = new Map<string, SurveyedInvoice>()
  readonly products = new Map<string, SurveyedProduct>()
  /** Sums of the carried rows by the month of their invoice. */
  readonly months: MonthSums = new Map()
  #isFull = false
  /** Sales invoice of the row before; undefined after a row of no such invoice. */
  #last: string | undefined

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.limit = limit
  }

  /** Takes in the next row. */
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

  /** Invoices of which at least one row is carried: as many orders are posted. */
  get orders(): number {
    return this.invoices.values().reduce((sum, { rows }) => sum + Math.min(rows, 1), 0)
  }

  /** Codes that another code equals but for upper and lower case. */
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
    const entry = { month: '', rows: 0, units: 0, parts: 0 }
    this.invoices.set(invoice, entry)
    return entry
  }

  #carry(row: SaleRow, entry: SurveyedInvoice): void {
    this.carried += 1
    if (entry.rows === 0) entry.month = row.date.slice(0, 7)
    if (row.invoice !== this.#last) entry.parts += 1
    addTo(this.months, entry.month, {
      orders: entry.rows === 0 ? 1 : 0,
      lines: 1,
      units: row.quantity,
      amount: row.unitPrice * BigInt(row.quantity),
    })
    entry.rows += 1
    entry.units += row.quantity
    this.#learnProduct(row)
  }

  #learnProduct({ code, description, unitPrice, price }: SaleRow): void {
    const product = this.products.get(code) ?? { name: '', price: undefined }
    if (description !== '') product.name = description
    if (unitPrice > 0n) product.price = price
    this.products.set(code, product)
  }
}

/**
 * Surveys a file.
 *
 * @param limit how many sales invoices are let in, in the order of their first rows
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
