/** The second pass over the file: rows become invoices, and the dirt that they carry is counted. */
import { classify, type SaleRow } from './classify.ts'
import { isoOf } from './countries.ts'
import { ReplayError } from './errors.ts'
import { count } from './sums.ts'
import type { Survey } from './survey.ts'

/** A sales invoice with the rows of it that are carried, in the order of the file; at least one. */
export interface Invoice {
  readonly number: string
  readonly rows: readonly [SaleRow, ...SaleRow[]]
}

/**
 * Makes invoices of rows, each as soon as its last row has come: only unfinished ones are held. Ends with the last invoice
 * that the survey let in, without reading on.
 *
 * @param rows the same ones that the survey has seen
 * @throws ReplayError `REPLAY_FILE` when they are not the same
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
    `The file has changed while it was read: ${missing} invoices are not complete. Run the replay again.`,
  )
}

/** Kinds of dirt that orders carry as they are; the texts stand in the summary. */
export const NOTES = {
  zeroPrice: 'price zero',
  sameProduct: 'product that an earlier line of the invoice has too',
  exactRepeat: 'exact repeat of an earlier row of the invoice',
  caseVariant: 'code that another code equals but for upper and lower case',
  noProduct: 'code that is no product (POST, DOT, M, BANK CHARGES and the like)',
  noDescription: 'no description',
  guest: 'no customer: ordered as a guest',
  noCountry: 'country without an ISO code: ordered without one, its name in ExtraData',
  laterTime: 'time after the one of the invoice, whose first row dates the order',
  cameBack: 'row of an invoice that comes back after other invoices: put together again',
} as const
export type Note = keyof typeof NOTES

// What the shop books beside goods: postage, carriage, manual corrections, discounts, samples, fees, charity.
const NO_PRODUCTS = new Set(
  ['POST', 'DOT', 'C2', 'M', 'D', 'S', 'B', 'BANK CHARGES', 'AMAZONFEE', 'CRUK'].map((code) =>
    code.toLowerCase(),
  ),
)

/** Counts the dirt in the rows of an invoice. A row may be of several kinds. */
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
