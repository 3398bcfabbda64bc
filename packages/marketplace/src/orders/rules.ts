/** The rules of orders: amounts, VAT, corrections and status. They need no database. */

import type { Customer } from '../customers/schema.ts'
import { hashContent } from '../shared/canonical-json.ts'
import type { Fault } from '../shared/errors.ts'
import {
  type Decimal,
  decimal,
  MAX_TOTAL,
  minorUnits,
  PRICE_DECIMALS,
  round,
  vatWithin,
} from '../shared/money.ts'
import type { Correction, OrderRequest } from './schema.ts'
import type { SoldProduct } from './sold-products.ts'

/** The values that the price of an order depends on. */
export interface OrderTerms {
  readonly CurrencyCode: string
  readonly OriginalShippingCostsInclVat: number
  readonly Lines: readonly {
    readonly MerchantProductReference: string
    readonly Quantity: number
    readonly OriginalUnitPriceInclVat: number
  }[]
}

/** The amounts of a line, and the values from its product. */
export interface PricedLine {
  readonly ChannelProductReference: string | null
  readonly DeliveryTimeIndication: string | null
  readonly VatRate: number | null
  readonly OriginalUnitVat: number | null
  readonly UnitPriceInclVat: number | null
  readonly UnitVat: number | null
}

/** The amounts of an order, and its remaining corrections. */
export interface PricedOrder {
  readonly Corrections: readonly Correction[]
  readonly MaxVatRate: number | null
  readonly OriginalShippingCostsVat: number | null
  readonly OriginalTotalInclVat: number
  readonly OriginalTotalVat: number | null
  readonly ShippingCostsInclVat: number | null
  readonly ShippingCostsVat: number | null
  readonly TotalInclVat: number | null
  readonly TotalVat: number | null
  readonly Lines: readonly PricedLine[]
}

/** The products of the lines of an order on its channel, by the reference of the merchant. */
export type SoldProducts = ReadonlyMap<string, SoldProduct>

/**
 * Prices an order that is not acknowledged.
 *
 * - `TotalInclVat` is exact: the sum of quantity x unit price, plus shipping.
 * - `TotalVat` is the VAT in it: the exact sum of all lines, rounded once to the decimals of the currency, plus the VAT of shipping at the
 *   highest rate of the order.
 * - Base amounts equal the original ones if the order is in the base currency. For another currency there is no rate: base amounts are
 *   null, and the order requires correction.
 * - VAT is null while a product is unknown.
 */
export function priceOrder(
  terms: OrderTerms,
  customer: Customer,
  products: SoldProducts,
): PricedOrder {
  const isBase = terms.CurrencyCode === customer.baseCurrency
  const corrections = findCorrections(terms, customer, products)
  const lines = terms.Lines.map((line) => priceLine(line, customer, products, isBase))
  const amounts = amountsOf(terms)
  const totalInclVat = totalOf(terms, amounts)
  const vat = vatOf(terms, lines, amounts)
  return {
    Corrections: corrections,
    MaxVatRate: vat?.maxRate ?? null,
    OriginalShippingCostsVat: vat?.shipping ?? null,
    OriginalTotalInclVat: totalInclVat,
    OriginalTotalVat: vat?.total ?? null,
    ShippingCostsInclVat: isBase ? terms.OriginalShippingCostsInclVat : null,
    ShippingCostsVat: isBase ? (vat?.shipping ?? null) : null,
    TotalInclVat: isBase ? totalInclVat : null,
    TotalVat: isBase ? (vat?.total ?? null) : null,
    Lines: lines,
  }
}

function priceLine(
  line: OrderTerms['Lines'][number],
  customer: Customer,
  products: SoldProducts,
  isBase: boolean,
): PricedLine {
  const product = products.get(line.MerchantProductReference)
  const price = line.OriginalUnitPriceInclVat
  const vatRate = product === undefined ? null : (product.vatRate ?? customer.defaultVatRate)
  const unitVat =
    vatRate === null ? null : round(vatWithin(decimal(price), vatRate), PRICE_DECIMALS).toNumber()
  return {
    ChannelProductReference: product?.channelProductReference ?? null,
    DeliveryTimeIndication: product?.shippingTime ?? null,
    VatRate: vatRate,
    OriginalUnitVat: unitVat,
    UnitPriceInclVat: isBase ? price : null,
    UnitVat: isBase ? unitVat : null,
  }
}

/** The amount of each line: quantity x unit price. */
function amountsOf(terms: OrderTerms): readonly Decimal[] {
  return terms.Lines.map((line) => decimal(line.OriginalUnitPriceInclVat).times(line.Quantity))
}

function totalOf(terms: OrderTerms, amounts: readonly Decimal[]): number {
  let total = decimal(terms.OriginalShippingCostsInclVat)
  for (const amount of amounts) total = total.plus(amount)
  return total.toNumber()
}

/** The VAT of an order. Undefined while the rate of a line is unknown. */
function vatOf(
  terms: OrderTerms,
  lines: readonly PricedLine[],
  amounts: readonly Decimal[],
): { total: number; shipping: number; maxRate: number } | undefined {
  const amountByRate = new Map<number, Decimal>()
  for (const [index, amount] of amounts.entries()) {
    const rate = lines[index]?.VatRate ?? null
    if (rate === null) return undefined
    amountByRate.set(rate, amountByRate.get(rate)?.plus(amount) ?? amount)
  }
  const decimals = minorUnits(terms.CurrencyCode)
  const maxRate = Math.max(...amountByRate.keys())
  const shipping = round(vatWithin(decimal(terms.OriginalShippingCostsInclVat), maxRate), decimals)
  let goods = decimal(0)
  for (const [rate, amount] of amountByRate) goods = goods.plus(vatWithin(amount, rate))
  return {
    total: round(goods, decimals).plus(shipping).toNumber(),
    shipping: shipping.toNumber(),
    maxRate,
  }
}

function findCorrections(
  terms: OrderTerms,
  customer: Customer,
  products: SoldProducts,
): readonly Correction[] {
  const corrections: Correction[] = []
  for (const [index, line] of terms.Lines.entries()) {
    const reference = line.MerchantProductReference
    const product = products.get(reference)
    if (product !== undefined && !product.isParent) continue
    const name = JSON.stringify(reference)
    corrections.push({
      Code: product === undefined ? 'UNKNOWN_PRODUCT' : 'PARENT_PRODUCT',
      Path: `/Lines/${index}/MerchantProductReference`,
      Message:
        product === undefined
          ? `There is no product ${name}: create it, or correct the line.`
          : `${name} is a parent and is not sold: correct the line to one of its children.`,
    })
  }
  if (terms.CurrencyCode !== customer.baseCurrency) {
    corrections.push({
      Code: 'NO_EXCHANGE_RATE',
      Path: '/CurrencyCode',
      Message: `There is no exchange rate from ${terms.CurrencyCode} to the base currency ${customer.baseCurrency}: the order can be cancelled by its ChannelOrderReference, but not acknowledged.`,
    })
  }
  return corrections
}

/** Whether a correction is about a line that cannot be sold. A customer can choose to refuse such lines. */
export function isUnsellable(correction: Correction): boolean {
  return correction.Code !== 'NO_EXCHANGE_RATE'
}

/** The terms of an order as a channel requests it. */
export function termsOf(request: OrderRequest): OrderTerms {
  return {
    CurrencyCode: request.CurrencyCode,
    OriginalShippingCostsInclVat: request.ShippingCostsInclVat ?? 0,
    Lines: request.Lines.map((line) => ({
      MerchantProductReference: line.MerchantProductReference,
      Quantity: line.Quantity,
      OriginalUnitPriceInclVat: line.UnitPriceInclVat,
    })),
  }
}

/** Checks rules that the schema of an order cannot express. */
export function orderFaults(request: OrderRequest): readonly Fault[] {
  const faults: Fault[] = []
  const seen = new Map<string, number>()
  for (const [index, line] of request.Lines.entries()) {
    const twin = seen.get(line.ChannelReference)
    if (twin === undefined) seen.set(line.ChannelReference, index)
    else {
      faults.push({
        path: `/Lines/${index}/ChannelReference`,
        message: `is already used by line ${twin}`,
      })
    }
  }
  if (isTotalTooLarge(termsOf(request))) {
    faults.push({ path: '/Lines', message: `must not add up to more than ${MAX_TOTAL}` })
  }
  return faults
}

function isTotalTooLarge(terms: OrderTerms): boolean {
  // Doubles are exact enough to recognise ordinary orders. Only an order near the limit is added up exactly.
  let estimate = terms.OriginalShippingCostsInclVat
  for (const line of terms.Lines) estimate += line.Quantity * line.OriginalUnitPriceInclVat
  return estimate > MAX_TOTAL / 2 && totalOf(terms, amountsOf(terms)) > MAX_TOTAL
}

/**
 * The fingerprint of the content of an order (SHA-256 in hex), which distinguishes a retry from another order with the same reference. The
 * order of keys, null instead of a missing property, the spelling of numbers and the offset of OrderDate make no difference.
 */
export function hashOrder(request: OrderRequest): string {
  const { ChannelId: _, OrderDate, ...rest } = request
  const date = OrderDate ? new Date(OrderDate).toISOString() : null
  return hashContent({ ...rest, OrderDate: date })
}
