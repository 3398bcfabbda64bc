/** The rules of orders: amounts, VAT, corrections and status. They need no database. */

import type { Customer } from '../../kit/principals/customer.ts'
import { hashContent } from '../../kit/shared/canonical-json.ts'
import { quoteReference } from '../../kit/shared/clean-text.ts'
import type { Issue } from '../../kit/shared/errors.ts'
import { type Decimal, decimal, minorUnits, PRICE_DECIMALS, round } from '../../kit/shared/money.ts'
import type { Warning } from './addresses/schema.ts'
import {
  exactAmount,
  MAX_TOTAL,
  type OrderTerms,
  payOrder,
  vatOf,
  vatWithin,
} from './amounts/amounts.ts'
import { type DecidedVat, decideShippingVat, decideVat, warningsOf } from './amounts/decide-vat.ts'
import type { DestinationRates } from './amounts/destination-store.ts'
import { MAX_RATE_AGE_DAYS } from './amounts/exchange-rate-store.ts'
import type { VatSource } from './amounts/vat-sources.ts'
import type { NamedOrderRequest, OrderRequest } from './schema.ts'
import type { SoldProduct } from './sold-product-store.ts'
import type { Correction } from './state/correction-schema.ts'

/** The amounts of a line, and the values from its product. */
export interface PricedLine {
  readonly ChannelProductReference: string | null
  readonly DeliveryTimeIndication: string | null
  readonly VatRate: number | null
  readonly VatSource: VatSource | null
  readonly OriginalUnitVat: number | null
  readonly UnitPriceInclVat: number | null
  readonly UnitVat: number | null
  readonly DiscountInclVat: number | null
  readonly OriginalOrderDiscountInclVat: number
}

/** The amounts of an order, and its remaining corrections. */
export interface PricedOrder {
  readonly Corrections: Correction[]
  readonly Warnings: Warning[]
  /** Units of the base currency for one unit of the currency of the order. Null while there is no rate. */
  readonly RateToBaseCurrency: number | null
  readonly MaxVatRate: number | null
  readonly OriginalShippingCostsInclVat: number
  readonly OriginalShippingCostsVat: number | null
  readonly ShippingVatRate: number | null
  readonly ShippingVatSource: VatSource | null
  readonly OriginalTotalInclVat: number
  readonly OriginalTotalVat: number | null
  readonly DiscountInclVat: number | null
  readonly ShippingCostsInclVat: number | null
  readonly ShippingCostsVat: number | null
  readonly TotalInclVat: number | null
  readonly TotalVat: number | null
  readonly Lines: readonly PricedLine[]
}

/** The products in the lines of an order, as its channel lists them, by MerchantProductReference. */
export type SoldProducts = ReadonlyMap<string, SoldProduct>

/**
 * Prices an order that is not acknowledged.
 *
 * - `OriginalTotalInclVat` is what the buyer paid: the exact sum of quantity x unit price, plus shipping, rounded once to the decimals of
 *   the currency, half away from zero. Shipping costs are rounded in the same way, and unit prices stay as they are.
 * - The discount of a line is taken off the line; that of the order is taken off the lines in proportion to their amounts, and what
 *   exceeds them off the shipping costs.
 * - `OriginalTotalVat` is the VAT in `TotalInclVat`: the exact sum of all lines, rounded once to the decimals of the currency, plus the VAT of
 *   shipping, rounded in the same way. `decideVat` has the rates and the amounts that count instead of them.
 * - Amounts in the base currency are the original amounts times the rate. Unit amounts have four decimals; shipping and totals have the
 *   decimals of the base currency. Without a rate they are null, and the order requires correction.
 * - VAT is null while a product is unknown.
 *
 * @param rate units of the base currency for one unit of the currency of the order; null if there is none
 * @param destination the VAT rates of the country to which the order is sent, if they matter
 */
export function priceOrder(
  terms: OrderTerms,
  customer: Customer,
  products: SoldProducts,
  rate: number | null,
  destination?: DestinationRates,
): PricedOrder {
  const paid = payOrder(terms)
  const usable = usableRate(paid.total, rate)
  const decided = decideVat(terms, paid, customer, products, destination)
  const lines = terms.Lines.map((line, index) =>
    priceLine(line, paid.shares[index] as Decimal, products, decided[index], usable),
  )
  const known = decided.filter((vat) => vat !== undefined)
  // VAT is unknown while the rate of a line is.
  const ofShipping = known.length < lines.length ? undefined : decideShippingVat(terms, paid, known)
  const vat = ofShipping && vatOf(paid, known, ofShipping, terms.CurrencyCode)
  const decimals = minorUnits(customer.baseCurrency)
  const toBase = (amount: number | null) => convert(amount, usable, decimals)
  const [total, shipping] = [paid.total.toNumber(), paid.shippingCosts.toNumber()]
  return {
    Corrections: findCorrections(terms, customer, products, rate, usable),
    Warnings: warningsOf(terms, [...decided, ofShipping]),
    RateToBaseCurrency: usable,
    MaxVatRate: vat?.maxRate ?? null,
    OriginalShippingCostsInclVat: shipping,
    OriginalShippingCostsVat: vat?.shipping ?? null,
    ShippingVatRate: ofShipping?.rate ?? null,
    ShippingVatSource: ofShipping?.source ?? null,
    OriginalTotalInclVat: total,
    OriginalTotalVat: vat?.total ?? null,
    DiscountInclVat: toBase(terms.OriginalDiscountInclVat ?? 0),
    ShippingCostsInclVat: toBase(shipping),
    ShippingCostsVat: toBase(vat?.shipping ?? null),
    TotalInclVat: toBase(total),
    TotalVat: toBase(vat?.total ?? null),
    Lines: lines,
  }
}

/** Returns null for a rate that would make the total too large. */
function usableRate(total: Decimal, rate: number | null): number | null {
  if (rate === null || rate === 1) return rate
  return total.times(rate).gt(MAX_TOTAL) ? null : rate
}

/** The amount in the base currency. The amounts of an order in the base currency stay as they are. */
function convert(amount: number | null, rate: number | null, decimals: number): number | null {
  if (amount === null || rate === null) return null
  return rate === 1 ? amount : round(decimal(amount).times(rate), decimals).toNumber()
}

function priceLine(
  line: OrderTerms['Lines'][number],
  share: Decimal,
  products: SoldProducts,
  vat: DecidedVat | undefined,
  rate: number | null,
): PricedLine {
  const product = products.get(line.MerchantProductReference)
  const price = line.OriginalUnitPriceInclVat
  const exact = vat && (vat.amount?.div(line.Quantity) ?? vatWithin(decimal(price), vat.rate))
  const unitVat = exact ? round(exact, PRICE_DECIMALS).toNumber() : null
  return {
    ChannelProductReference: product?.channelProductReference ?? null,
    DeliveryTimeIndication: product?.shippingTime ?? null,
    VatRate: vat?.rate ?? null,
    VatSource: vat?.source ?? null,
    OriginalUnitVat: unitVat,
    UnitPriceInclVat: convert(price, rate, PRICE_DECIMALS),
    UnitVat: convert(unitVat, rate, PRICE_DECIMALS),
    DiscountInclVat: convert(line.OriginalDiscountInclVat ?? 0, rate, PRICE_DECIMALS),
    OriginalOrderDiscountInclVat: share.toNumber(),
  }
}

function findCorrections(
  terms: OrderTerms,
  customer: Customer,
  products: SoldProducts,
  rate: number | null,
  usable: number | null,
): Correction[] {
  const corrections: Correction[] = []
  for (const [index, line] of terms.Lines.entries()) {
    const reference = line.MerchantProductReference
    const product = products.get(reference)
    if (product !== undefined && !product.isParent) continue
    const name = quoteReference(reference)
    corrections.push({
      Code: product === undefined ? 'UNKNOWN_PRODUCT' : 'PARENT_PRODUCT',
      Path: `/Lines/${index}/MerchantProductReference`,
      Message:
        product === undefined
          ? `Product ${name} does not exist. Create it, or correct the line.`
          : `${name} is a parent product, which cannot be ordered. Change the line to one of its children.`,
    })
  }
  if (usable === null) corrections.push(missingRate(terms, customer, rate))
  return corrections
}

function missingRate(
  { CurrencyCode }: OrderTerms,
  { baseCurrency }: Customer,
  rate: number | null,
): Correction {
  const reason =
    rate === null
      ? `There is no exchange rate from ${CurrencyCode} to the base currency ${baseCurrency} for the date of the order or the ${MAX_RATE_AGE_DAYS} days before it: add one with PUT /v2/rates.`
      : `The exchange rate ${rate} from ${CurrencyCode} to the base currency ${baseCurrency} makes the total larger than ${MAX_TOTAL}: correct the rate with PUT /v2/rates.`
  return {
    Code: 'NO_EXCHANGE_RATE',
    Path: '/CurrencyCode',
    Message: `${reason} Until then, the order cannot be acknowledged. It can be cancelled by its ChannelOrderReference.`,
  }
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
    OriginalDiscountInclVat: request.DiscountInclVat ?? 0,
    GivenShippingVatRate: request.ShippingVatRate ?? null,
    ShippingVatAmount: request.ShippingVatAmount ?? null,
    VatNo: request.VatNo ?? null,
    Lines: request.Lines.map((line) => ({
      MerchantProductReference: line.MerchantProductReference,
      Quantity: line.Quantity,
      OriginalUnitPriceInclVat: line.UnitPriceInclVat,
      OriginalDiscountInclVat: line.DiscountInclVat ?? 0,
      GivenVatRate: line.VatRate ?? null,
      VatAmount: line.VatAmount ?? null,
    })),
  }
}

/** Checks rules that the schema of an order cannot express. */
export function orderIssues(request: OrderRequest): readonly Issue[] {
  const issues: Issue[] = []
  const seen = new Map<string, number>()
  for (const [index, line] of request.Lines.entries()) {
    const first = seen.get(line.ChannelReference)
    if (first === undefined) seen.set(line.ChannelReference, index)
    else {
      issues.push({
        path: `/Lines/${index}/ChannelReference`,
        message: `is already used by line ${first}`,
      })
    }
  }
  const terms = termsOf(request)
  if (isTotalTooLarge(terms)) {
    issues.push({ path: '/Lines', message: `must not add up to more than ${MAX_TOTAL}` })
  }
  return [...issues, ...discountIssues(terms)]
}

/** A discount takes off at most what there is to pay. */
function discountIssues(terms: OrderTerms): readonly Issue[] {
  const issues: Issue[] = []
  for (const [index, line] of terms.Lines.entries()) {
    const price = decimal(line.OriginalUnitPriceInclVat).times(line.Quantity)
    if (price.gte(line.OriginalDiscountInclVat ?? 0)) continue
    const message = `must be at most ${price}, the price of all units of the line`
    issues.push({ path: `/Lines/${index}/DiscountInclVat`, message })
  }
  if (issues.length > 0 || !terms.OriginalDiscountInclVat) return issues
  const most = exactAmount(terms)
  if (most.gte(terms.OriginalDiscountInclVat)) return issues
  const message = `must be at most ${most}, the amount of the lines and the shipping costs`
  return [{ path: '/DiscountInclVat', message }]
}

function isTotalTooLarge(terms: OrderTerms): boolean {
  // Floating-point numbers are exact enough for ordinary orders. The exact total is computed only near the limit.
  let estimate = terms.OriginalShippingCostsInclVat
  for (const line of terms.Lines) estimate += line.Quantity * line.OriginalUnitPriceInclVat
  return estimate > MAX_TOTAL / 2 && exactAmount(terms).gt(MAX_TOTAL)
}

/**
 * The fingerprint of the content of an order (SHA-256 in hex), which distinguishes a retry from another order with the same reference. It
 * does not depend on the sequence of keys, on null instead of a missing property, on the notation of numbers, or on the offset of
 * OrderDate.
 */
export function hashOrder(request: NamedOrderRequest): string {
  const { ChannelId: _, OrderDate, ...rest } = request
  const date = OrderDate ? new Date(OrderDate).toISOString() : null
  return hashContent({ ...rest, OrderDate: date })
}
