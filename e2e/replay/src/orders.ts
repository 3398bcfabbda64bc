/** Converts an invoice to the order that a channel posts, and a stored order to its acknowledgement and its sums. */
import { toTenThousandths } from './amounts.ts'
import { isoOf } from './countries.ts'
import { ReplayError } from './errors.ts'
import type { Invoice } from './invoices.ts'
import type { Sums } from './sums.ts'

/** The used fields of an order in an answer of the hub. Written again here, so that the replay does not rely on the types of the hub. */
export interface OrderAnswer {
  readonly Id: number
  readonly ChannelReference: string
  readonly MerchantReference: string | null
  readonly Status: string
  readonly OrderDate: string
  /** In the base currency of the customer. */
  readonly TotalInclVat: number | null
  /** In the currency of the order. */
  readonly OriginalTotalInclVat: number | null
  readonly Corrections: readonly { readonly Code: string; readonly Message: string }[]
  readonly Lines: readonly {
    readonly Id: number
    readonly ChannelReference: string
    readonly MerchantReference: string | null
    readonly MerchantProductReference: string
    readonly Quantity: number
    readonly OriginalUnitPriceInclVat: number | null
  }[]
}

/**
 * The body of the POST for an invoice. The same invoice always produces the same body, so that the hub recognises a repeated request. The
 * reference of a line is its position among the imported rows of the invoice, starting at 1.
 */
export function toOrder({ number, rows }: Invoice, currency: string) {
  const [first] = rows
  const { customer, country } = first
  const iso = isoOf(country)
  return {
    ChannelReference: number,
    ...(customer !== '' && { ChannelCustomerReference: customer }),
    Email: customer === '' ? 'guest@example.com' : `customer-${customer}@example.com`,
    CurrencyCode: currency,
    OrderDate: first.date,
    ShippingAddress: iso === undefined ? {} : { CountryIso: iso },
    ExtraData: { Country: country },
    Lines: rows.map((row, index) => ({
      ChannelReference: String(index + 1),
      MerchantProductReference: row.code,
      Quantity: row.quantity,
      UnitPriceInclVat: Number(row.price),
    })),
  }
}

/** The body that acknowledges an order. The reference is the invoice number, and those of the lines are `<invoice>-<line>`. */
export function toAcknowledgement({ Id, ChannelReference, Lines }: OrderAnswer) {
  return {
    OrderId: Id,
    MerchantOrderReference: ChannelReference,
    Lines: Lines.map((line) => ({
      OrderLineId: line.Id,
      MerchantOrderLineReference: `${ChannelReference}-${line.ChannelReference}`,
    })),
  }
}

/** The sums of a stored order. The amount is the total that the hub answers. */
export function sumsOf(order: OrderAnswer): Sums {
  return {
    orders: 1,
    lines: order.Lines.length,
    units: order.Lines.reduce((sum, line) => sum + line.Quantity, 0),
    amount: amountOf(order.OriginalTotalInclVat, order),
  }
}

/** The total of a stored order in the base currency of the customer. */
export function baseAmountOf(order: OrderAnswer): bigint {
  return amountOf(order.TotalInclVat, order)
}

/**
 * A text with everything that an invoice and its order must have in common: date, products, quantities, prices and their sequence. Equal
 * texts mean equal content.
 */
export function fingerprintOf({ rows: [first, ...others] }: Invoice): string {
  const lines = [first, ...others].map((row) => [row.code, row.quantity, `${row.unitPrice}`])
  return JSON.stringify([Date.parse(first.date), lines])
}

/** The same text for a stored order. */
export function answeredFingerprintOf(order: OrderAnswer): string {
  const lines = order.Lines.map((line) => [
    line.MerchantProductReference,
    line.Quantity,
    `${amountOf(line.OriginalUnitPriceInclVat, order)}`,
  ])
  return JSON.stringify([Date.parse(order.OrderDate), lines])
}

/** A JSON number of at most 15 digits is printed as it was written (IEEE 754), so its text is exact. */
function amountOf(value: number | null, { ChannelReference }: OrderAnswer): bigint {
  const amount = toTenThousandths(String(value))
  if (amount !== undefined) return amount
  const message = `The hub answered ${value} as an amount in order ${ChannelReference}, which is not an amount.`
  throw new ReplayError('REPLAY_UNEXPECTED_ANSWER', message)
}
