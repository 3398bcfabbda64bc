/** Decides for each row whether it becomes a line of an order, becomes a line of a cancellation, or is refused, and why. */
import { toTenThousandths } from './amounts.ts'
import { COLUMNS } from './read-rows.ts'

/** Reasons why a row is refused. The summary prints these texts. */
export const REFUSALS = {
  unreadable: 'unreadable: not eight columns, or an invalid number, date or code',
  adjustment: 'adjustment invoice (A...): bad debt is not an order',
  otherInvoice: 'invoice number of an unknown kind',
  negativeQuantity: 'negative quantity outside cancellations: stock written off, not sold',
  zeroQuantity: 'quantity zero',
  negativePrice: 'negative price on a sale or cancellation',
  positiveCancellation: 'quantity above zero on a cancellation invoice (C...)',
  finePrice: 'price with more than four decimals',
  tooLarge: 'quantity or price larger than the hub accepts',
} as const
export type RefusalReason = keyof typeof REFUSALS

/** A row that becomes a line of an order. */
export interface SaleRow {
  readonly invoice: string
  readonly code: string
  readonly description: string
  readonly quantity: number
  /** ISO 8601. The file contains no time zone, so its times are read as UTC. */
  readonly date: string
  /** The text in the file. */
  readonly price: string
  /** The price in ten-thousandths. */
  readonly unitPrice: bigint
  /** Empty for a guest. */
  readonly customer: string
  readonly country: string
  /** All fields in one text, to find exact repeats. */
  readonly text: string
}

/** A row of a cancellation invoice: returned goods. */
export interface CancelledRow {
  /** Including the C. */
  readonly invoice: string
  readonly code: string
  /** Returned units, above zero. */
  readonly quantity: number
  readonly date: string
  /** The refund per unit, in ten-thousandths. */
  readonly unitPrice: bigint
  /** Empty for a guest. */
  readonly customer: string
}

/** The result for a row. `invoice` is set if the row belongs to a sales invoice. */
export type Classified =
  | { readonly refused: RefusalReason; readonly invoice?: string }
  | { readonly refused: undefined; readonly invoice: string; readonly row: SaleRow }
  | {
      readonly refused: undefined
      readonly invoice?: undefined
      readonly cancelled: CancelledRow
    }

type Fields = readonly [string, string, string, string, string, string, string, string]

const DATE = /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/

// The limits of the hub's schema for an order line.
const MAX_QUANTITY = 1_000_000n
const MAX_PRICE = 99_999_999_999_999n

/**
 * Classifies one row. Every row has exactly one result, whatever its fields contain.
 *
 * @param fields in the order of COLUMNS
 * @example
 * classify(['536365', '85123A', 'HEART', '6', '2010-12-01 08:26:00', '2.55', '17850', 'United Kingdom']).refused // undefined
 */
export function classify(fields: readonly string[]): Classified {
  const [invoice, code, description, quantity, date, price, customer, country] = fields as Fields
  if (fields.length !== COLUMNS.length || invoice === '') return { refused: 'unreadable' }
  if (/^C\d+$/.test(invoice)) return classifyCancellation(fields)
  if (!/^\d+$/.test(invoice)) return { refused: kindOf(invoice) }
  const refuse = (refused: RefusalReason): Classified => ({ refused, invoice })
  if (code === '' || !/^-?\d+$/.test(quantity) || !isDate(date)) return refuse('unreadable')
  const unitPrice = toTenThousandths(price)
  if (unitPrice === undefined) {
    return refuse(/^-?\d+\.\d{5,}$/.test(price) ? 'finePrice' : 'unreadable')
  }
  const units = BigInt(quantity)
  if (units < 0n) return refuse('negativeQuantity')
  if (units === 0n) return refuse('zeroQuantity')
  if (unitPrice < 0n) return refuse('negativePrice')
  if (units > MAX_QUANTITY || unitPrice > MAX_PRICE) return refuse('tooLarge')
  const row: SaleRow = {
    invoice,
    code,
    description: description.trim(),
    quantity: Number(units),
    date: toIso(date),
    price,
    unitPrice,
    customer,
    country,
    text: fields.join('\0'),
  }
  return { refused: undefined, invoice, row }
}

function classifyCancellation(fields: readonly string[]): Classified {
  const [invoice, code, , quantity, date, price, customer] = fields as Fields
  const unitPrice = toTenThousandths(price)
  const isReadable = code !== '' && /^-?\d+$/.test(quantity) && isDate(date)
  if (!isReadable || unitPrice === undefined) return { refused: 'unreadable' }
  if (unitPrice < 0n) return { refused: 'negativePrice' }
  const units = -BigInt(quantity)
  if (units <= 0n) return { refused: units === 0n ? 'zeroQuantity' : 'positiveCancellation' }
  if (units > MAX_QUANTITY || unitPrice > MAX_PRICE) return { refused: 'tooLarge' }
  return {
    refused: undefined,
    cancelled: {
      invoice,
      code,
      quantity: Number(units),
      date: toIso(date),
      unitPrice,
      customer,
    },
  }
}

function toIso(date: string): string {
  return `${date.replace(' ', 'T')}Z`
}

function kindOf(invoice: string): RefusalReason {
  return /^A\d+$/.test(invoice) ? 'adjustment' : 'otherInvoice'
}

function isDate(text: string): boolean {
  const match = DATE.exec(text)
  if (match === null) return false
  // Date.parse reads the 31st of February as the 3rd of March.
  const time = Date.parse(`${match[1]}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(match[1] as string)
}
