import type { Schemas } from '@entrepot/client'
import type { OrderToWrite } from '../../../adapter/merchant.ts'
import { writeAddress } from './address.ts'
import { NAMESPACE } from './ids.ts'
import { type Currencies, cents, moneyBag, splitByWeight } from './money.ts'

/** Attribute of a line that names the line of the hub. Shopify hides names that begin with an underscore from buyers. */
export const LINE_ATTRIBUTE = '_entrepot_line'
/** Tag of orders of the hub, by which their changes are read. */
export const ORDER_TAG = 'entrepot'

interface PricedLine {
  readonly line: Schemas['OrderLineResponse']
  /** Of all units, before and after all discounts. */
  readonly gross: number
  readonly net: number
  /** Rounded up, so that what is too much can be a discount. */
  readonly unit: number
}

/**
 * An order with the prices that the buyer paid. Shopify computes line totals from whole cents and takes one discount for an order, so
 * unit prices are rounded up to a cent, and one fixed discount takes off all discounts with what the rounding has added: the total is that
 * of the hub.
 */
export function mapOrderToWrite(
  { order, mark }: OrderToWrite,
  variants: ReadonlyMap<string, string>,
  currencies: Currencies,
) {
  const lines = order.Lines.map(priceLine)
  const taxes = taxesOf(order, lines)
  const shipping = shippingOf(order, lines)
  const units = lines.reduce((sum, { unit, line }) => sum + unit * line.Quantity, 0)
  const total = cents(order.OriginalTotalInclVat)
  const discount = units + shipping - total
  return {
    currency: currencies.shop,
    presentmentCurrency: currencies.paid,
    taxesIncluded: true,
    processedAt: order.OrderDate,
    sourceIdentifier: mark,
    tags: [ORDER_TAG, order.ChannelName.slice(0, 40)],
    note: `${order.ChannelName}: ${order.ChannelReference}`,
    ...(order.Email ? { email: order.Email } : {}),
    financialStatus: 'PAID',
    shippingAddress: writeAddress(order.ShippingAddress, order.Phone),
    billingAddress: writeAddress(order.BillingAddress, order.Phone),
    customAttributes: attributesOf(order),
    metafields: [{ namespace: NAMESPACE, key: 'mark', type: 'id', value: mark }],
    lineItems: lines.map((line, index) => lineItem(line, variants, taxes.lines[index], currencies)),
    shippingLines: shippingLines(order, shipping, taxes.shipping, currencies),
    ...discountOf(order, discount, currencies),
    transactions: [
      {
        kind: 'SALE',
        status: 'SUCCESS',
        gateway: order.PaymentMethod || ORDER_TAG,
        amountSet: moneyBag(total, currencies),
        processedAt: order.OrderDate,
      },
    ],
  }
}

function lineItem(
  { line, unit }: PricedLine,
  variants: ReadonlyMap<string, string>,
  tax: number | undefined,
  currencies: Currencies,
) {
  return {
    variantId: variants.get(line.MerchantProductReference),
    quantity: line.Quantity,
    priceSet: moneyBag(unit, currencies),
    requiresShipping: true,
    properties: [{ name: LINE_ATTRIBUTE, value: String(line.Id) }],
    ...taxLines(tax, line.VatRate, currencies),
  }
}

function shippingLines(
  order: Schemas['OrderResponse'],
  shipping: number,
  tax: number | undefined,
  currencies: Currencies,
) {
  if (shipping <= 0) return []
  const line = { title: 'Shipping', code: ORDER_TAG, source: ORDER_TAG }
  const priceSet = moneyBag(shipping, currencies)
  return [{ ...line, priceSet, ...taxLines(tax, order.ShippingVatRate, currencies) }]
}

function priceLine(line: Schemas['OrderLineResponse']): PricedLine {
  const exact = Number((line.OriginalUnitPriceInclVat * 100).toFixed(6))
  const gross = cents(line.OriginalUnitPriceInclVat * line.Quantity)
  const discounts = cents(line.OriginalDiscountInclVat) + cents(line.OriginalOrderDiscountInclVat)
  return { line, gross, net: gross - discounts, unit: Math.ceil(exact) }
}

/** A discount that is larger than all lines takes the rest off the shipping costs, as the hub does. */
function shippingOf(order: Schemas['OrderResponse'], lines: readonly PricedLine[]): number {
  const net = lines.reduce((sum, line) => sum + line.net, 0)
  return Math.max(0, cents(order.OriginalTotalInclVat) - Math.max(0, net))
}

/** The VAT of the order, split over its lines and its shipping, so that the sum is that of the hub. */
function taxesOf(order: Schemas['OrderResponse'], lines: readonly PricedLine[]) {
  if (order.OriginalTotalVat === null)
    return { lines: lines.map(() => undefined), shipping: undefined }
  const shipping = cents(order.OriginalShippingCostsVat ?? 0)
  const rest = cents(order.OriginalTotalVat) - shipping
  const weights = lines.map(({ line, net }) =>
    line.VatAmount === null
      ? (Math.max(0, net) * (line.VatRate ?? 0)) / (100 + (line.VatRate ?? 0))
      : cents(line.VatAmount),
  )
  return { lines: splitByWeight(rest, weights), shipping }
}

function taxLines(tax: number | undefined, rate: number | null, currencies: Currencies) {
  if (tax === undefined || tax <= 0) return {}
  return {
    taxLines: [{ title: 'VAT', rate: decimalRate(rate), priceSet: moneyBag(tax, currencies) }],
  }
}

/** Shopify writes 21 % as 0.21. */
function decimalRate(rate: number | null): string {
  return String(Number(((rate ?? 0) / 100).toFixed(6)))
}

function discountOf(order: Schemas['OrderResponse'], discount: number, currencies: Currencies) {
  if (discount <= 0) return {}
  const words =
    order.DiscountDescription ??
    order.Lines.find((line) => line.DiscountDescription)?.DiscountDescription
  return {
    discountCode: {
      itemFixedDiscountCode: {
        code: words || 'Discount',
        amountSet: moneyBag(discount, currencies),
      },
    },
  }
}

function attributesOf(order: Schemas['OrderResponse']) {
  const values = {
    Channel: order.ChannelName,
    'Channel order': order.ChannelReference,
    'VAT number': order.VatNo,
    'Company registration': order.CompanyRegistrationNo,
  }
  return Object.entries(values).flatMap(([key, value]) => (value ? [{ key, value }] : []))
}
