/** The second pass over the file: groups rows into invoices, and counts irregular rows. */
import { classify, type SaleRow } from './classify.ts'
import { isoOf } from './countries.ts'
import { ReplayError } from './errors.ts'
import { count } from './sums.ts'
import type { Survey } from './survey.ts'

/** A sales invoice with its rows that become lines of the order, in the order of the file. There is at least one row. */
export interface Invoice {
  readonly number: string
  readonly rows: readonly [SaleRow, ...SaleRow[]]
}

/**
 * Groups rows into invoices. Each invoice is returned as soon as its last row has been read, so only unfinished ones are in memory. Stops
 * reading after the last invoice within the limit of the survey.
 *
 * @param rows the same rows as in the survey
 * @throws ReplayError `REPLAY_FILE` if the rows are not the same
 */
export async function* groupInvoices(
  rows: AsyncIterable<readonly string[]>,
  survey: Survey,
): AsyncGenerator<Invoice> {
  const unfinished = new Map<string, SaleRow[]>()
  let missing = survey.orders
  if (missing === 0) return
  for await (const fields of rows) {
    const classified = classify(fields)
    if (classified.refused !== undefined || classified.invoice === undefined) continue
    const surveyed = survey.invoices.get(classified.invoice)
    if (surveyed === undefined) continue
    const ofInvoice = unfinished.get(classified.invoice) ?? []
    ofInvoice.push(classified.row)
    unfinished.set(classified.invoice, ofInvoice)
    if (ofInvoice.length < surveyed.rows) continue
    unfinished.delete(classified.invoice)
    yield { number: classified.invoice, rows: ofInvoice as [SaleRow, ...SaleRow[]] }
    missing -= 1
    if (missing === 0) return
  }
  throw new ReplayError(
    'REPLAY_FILE',
    `The file changed while it was read: ${missing} invoices are not complete. Run the replay again.`,
  )
}

/** Kinds of irregular rows that are imported without a change. The summary prints these texts. */
export const NOTES = {
  zeroPrice: 'price zero',
  sameProduct: 'product that is also in an earlier line of the invoice',
  exactRepeat: 'exact repeat of an earlier row of the invoice',
  caseVariant: 'code that differs from another code only in upper and lower case',
  noProduct: 'code that is not a product (POST, DOT, M, BANK CHARGES and the like)',
  noDescription: 'no description',
  guest: 'no customer: ordered as a guest',
  noCountry: 'country without an ISO code: ordered without a country, name in ExtraData',
  laterTime: 'time later than that of the first row of the invoice, which gives the order date',
  cameBack: 'row of an invoice that continues after other invoices: joined with its other rows',
} as const
export type Note = keyof typeof NOTES

// Codes for items that are not goods: postage, carriage, manual corrections, discounts, samples, fees, charity.
const NO_PRODUCTS = new Set(
  ['POST', 'DOT', 'C2', 'M', 'D', 'S', 'B', 'BANK CHARGES', 'AMAZONFEE', 'CRUK'].map((code) =>
    code.toLowerCase(),
  ),
)

/** Counts irregular rows of an invoice. A row can be of several kinds. */
export function noteDirt(
  notes: Map<Note, number>,
  invoice: Invoice,
  survey: Survey,
  caseVariants: ReadonlySet<string>,
): void {
  const codes = new Set<string>()
  const texts = new Set<string>()
  const cameBack = (survey.invoices.get(invoice.number)?.parts ?? 1) > 1
  const [{ date }] = invoice.rows
  for (const row of invoice.rows) {
    const kinds: Readonly<Record<Note, boolean>> = {
      zeroPrice: row.unitPrice === 0n,
      sameProduct: codes.has(row.code),
      exactRepeat: texts.has(row.text),
      caseVariant: caseVariants.has(row.code),
      noProduct: NO_PRODUCTS.has(row.code.toLowerCase()),
      noDescription: row.description === '',
      guest: row.customer === '',
      noCountry: isoOf(row.country) === undefined,
      laterTime: row.date !== date,
      cameBack,
    }
    for (const [note, isSo] of Object.entries(kinds)) if (isSo) count(notes, note as Note)
    codes.add(row.code)
    texts.add(row.text)
  }
}
