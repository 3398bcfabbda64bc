/** An order of the hub as a sale of Tryton. */
import type { Schemas } from '@entrepot/client'
import { date, decimal, type Value } from '../values.ts'
import { type GrossLine, scaled, text } from './prices.ts'

type Order = Schemas['OrderResponse']
type Line = Schemas['OrderLineResponse']

/** Decimals of amounts of the hub. */
const DIGITS = 4

/** A line of the sale before it has a price. */
export interface LineDraft {
  /** Of the hub; undefined for shipping costs. */
  readonly lineId?: number
  readonly quantity: number
  /** With VAT, of all units, after discounts. */
  readonly gross: string
  readonly rate: number
  /** Why the price is lower than that of the product. */
  readonly discount?: string
  readonly product: TrytonProduct
}

/** What a line of a sale needs of its product. */
export interface TrytonProduct {
  readonly id: number
  /** The unit in which stock is kept: one unit of the hub. */
  readonly unit: number
  /** The taxes that Tryton would take. */
  readonly taxes: readonly number[]
}

/** A tax of Tryton that can be used for sales. */
export interface TrytonTax {
  readonly id: number
  readonly name: string
  /** In percent. */
  readonly rate: number
}

/** The lines that the buyer has paid, shipping costs last. Their amounts add up to `OriginalTotalInclVat` before rounding. */
export function linesOf(
  order: Order,
  products: ReadonlyMap<string, TrytonProduct>,
  shipping: TrytonProduct | undefined,
): readonly LineDraft[] {
  const drafts: LineDraft[] = []
  let orderDiscount = amount(order.OriginalDiscountInclVat)
  for (const line of order.Lines) {
    const product = products.get(line.MerchantProductReference)
    if (product === undefined) throw new TypeError(`The line ${line.Id} has no product.`)
    orderDiscount -= amount(line.OriginalOrderDiscountInclVat)
    const discount = discountOf(line, order)
    drafts.push({
      lineId: line.Id,
      quantity: line.Quantity,
      gross: text(grossOf(line), DIGITS),
      rate: line.VatRate ?? 0,
      ...(discount === undefined ? {} : { discount }),
      product,
    })
  }
  const costs = amount(order.OriginalShippingCostsInclVat) - orderDiscount
  if (costs > 0n && shipping !== undefined) {
    const rate = order.ShippingVatRate ?? order.MaxVatRate ?? 0
    drafts.push({ quantity: 1, gross: text(costs, DIGITS), rate, product: shipping })
  }
  return drafts
}

function grossOf(line: Line): bigint {
  const full = BigInt(line.Quantity) * amount(line.OriginalUnitPriceInclVat)
  return full - amount(line.OriginalDiscountInclVat) - amount(line.OriginalOrderDiscountInclVat)
}

function discountOf(line: Line, order: Order): string | undefined {
  const own = amount(line.OriginalDiscountInclVat)
  const shared = amount(line.OriginalOrderDiscountInclVat)
  if (own + shared === 0n) return undefined
  const taken = `${text(own + shared, DIGITS)} ${order.CurrencyCode}`
  const words = [own > 0n && line.DiscountDescription, shared > 0n && order.DiscountDescription]
  return [`Discount ${taken}`, ...words.filter(Boolean)].join(', ')
}

const amount = (value: number | null) => scaled(plain(value ?? 0), DIGITS)

/** Without an exponent, which tiny and huge numbers have as texts. */
const plain = (value: number) => value.toFixed(DIGITS)

/** What is wrong with the taxes of an order, for a person. */
export interface TaxProblem {
  readonly code: 'tax_unknown' | 'tax_ambiguous'
  readonly rate: number
  readonly names: readonly string[]
}

/**
 * The tax of a line: the one that the settings name for country and rate, the one of the product if it has the rate, or else the only one
 * with the rate. A line without VAT may have no tax.
 *
 * @returns undefined for no tax
 */
export function taxOf(
  { rate, product }: LineDraft,
  country: string | null,
  taxes: readonly TrytonTax[],
  named: ReadonlyMap<string, string>,
): TrytonTax | TaxProblem | undefined {
  const name = named.get(`${country}:${rate}`) ?? named.get(String(rate))
  const candidates = taxes.filter((tax) => tax.rate === rate)
  if (name !== undefined) {
    const found = candidates.filter((tax) => tax.name === name)
    return found[0] ?? { code: 'tax_unknown', rate, names: [name] }
  }
  const own = candidates.find((tax) => product.taxes.length === 1 && product.taxes[0] === tax.id)
  if (own !== undefined) return own
  if (candidates.length === 1) return candidates[0]
  if (rate === 0) return undefined
  const names = candidates.map((tax) => tax.name)
  return { code: names.length > 1 ? 'tax_ambiguous' : 'tax_unknown', rate, names }
}

/** `DE:19=USt 19 %; 21=BTW 21%`: names of taxes by country and rate. */
export function parseTaxNames(setting: string): ReadonlyMap<string, string> {
  const entries = setting.split(';').flatMap((entry): [string, string][] => {
    const match = /^\s*(?:([A-Z]{2}):)?(\d+(?:\.\d+)?)\s*=\s*(.+?)\s*$/.exec(entry)
    if (match === null) return []
    const [, country, rate, name = ''] = match
    const key = country === undefined ? String(Number(rate)) : `${country}:${Number(rate)}`
    return [[key, name]]
  })
  return new Map(entries)
}

/** What {@link netPrices} needs of a line. */
export const toGrossLine = (draft: LineDraft, tax: TrytonTax | undefined): GrossLine => ({
  quantity: draft.quantity,
  gross: draft.gross,
  rate: draft.rate,
  tax: tax?.id,
})

/** Of the line with shipping costs. It and those after it are no lines of the hub. */
export const SHIPPING_SEQUENCE = 2_000_000_000

/** A line of the sale. Its `sequence` is the id of the line of the hub, which survives copies such as the sale of a return. */
export function saleLine(draft: LineDraft, tax: TrytonTax | undefined, unitPrice: string): Value {
  return {
    type: 'line',
    sequence: draft.lineId ?? SHIPPING_SEQUENCE,
    product: draft.product.id,
    unit: draft.product.unit,
    quantity: draft.quantity,
    unit_price: decimal(unitPrice),
    taxes: tax === undefined ? [] : [['add', [tax.id]]],
    note: draft.discount ?? null,
  }
}

/** A cent that no net price with the decimals of Tryton can give. It has no tax. */
export const roundingLine = (difference: string, product: TrytonProduct): Value => ({
  type: 'line',
  sequence: SHIPPING_SEQUENCE + 1,
  product: product.id,
  unit: product.unit,
  quantity: 1,
  unit_price: decimal(difference),
  description: 'Rounding difference',
})

/** The records of Tryton around a sale. */
export interface SaleRecords {
  readonly company: number
  readonly currency: number
  readonly party: number
  readonly invoiceAddress: number
  readonly shipmentAddress: number
  readonly warehouse: number
}

/** The head of the sale. The order date is that of the buyer, so that Tryton takes the taxes and rates of that day. */
export function saleHead(
  order: Order,
  mark: string,
  records: SaleRecords,
): { readonly [name: string]: Value } {
  return {
    company: records.company,
    currency: records.currency,
    party: records.party,
    invoice_address: records.invoiceAddress,
    shipment_address: records.shipmentAddress,
    warehouse: records.warehouse,
    reference: mark,
    description: `${order.ChannelName} ${order.ChannelReference}`,
    sale_date: date(order.OrderDate),
  }
}
