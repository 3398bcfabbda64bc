import type { Schemas } from '@entrepot/client'
import type { ShopChannelOrder } from '../../../adapter/channel.ts'
import type { RecordProblem } from '../../../adapter/outcomes.ts'
import { type MailingAddress, readAddress } from './address.ts'
import {
  type CourseLine,
  type List,
  mapFulfilments,
  type OrderCourse,
  ownCancellationsOf,
} from './course.ts'
import { adminUrl, numberOf } from './ids.ts'
import { fromCents, type MoneySet, paidCents } from './money.ts'

interface TaxLine {
  readonly rate: number | null
  readonly priceSet: MoneySet
}

export interface WholeLine extends CourseLine {
  readonly originalUnitPriceSet: MoneySet
  readonly discountAllocations: readonly { readonly allocatedAmountSet: MoneySet }[]
  readonly taxLines: readonly TaxLine[]
}

export interface WholeOrder extends OrderCourse {
  readonly lineItems: List<WholeLine>
  readonly createdAt: string
  readonly processedAt: string
  readonly test: boolean
  readonly confirmed: boolean
  readonly sourceName: string | null
  readonly displayFinancialStatus: string | null
  readonly taxesIncluded: boolean
  readonly email: string | null
  readonly phone: string | null
  readonly note: string | null
  readonly paymentGatewayNames: readonly string[]
  readonly discountCodes: readonly string[]
  readonly customer: { readonly id: string } | null
  readonly shippingAddress: MailingAddress | null
  readonly billingAddress: MailingAddress | null
  readonly totalPriceSet: MoneySet
  readonly shippingLines: {
    readonly nodes: readonly {
      readonly title: string
      readonly discountedPriceSet: MoneySet
      readonly taxLines: readonly TaxLine[]
    }[]
  }
}

/** States of payment in which an order is the buyer's last word. Others, such as PENDING, change when the buyer has paid. */
const PAID = new Set(['PAID', 'AUTHORIZED', 'PARTIALLY_PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'])

/**
 * Whether an order is one for the hub: paid, no test, and not written by the hub itself. Cancelling an order whose payment was only
 * authorized makes it VOIDED, so the cancelled ones are read whatever became of the payment.
 */
export function isForHub(order: WholeOrder, options: { readonly testOrders: boolean }): boolean {
  if (order.mark !== null || !order.confirmed) return false
  if (order.test && !options.testOrders) return false
  return isPaid(order) || order.cancelledAt !== null
}

function isPaid({ displayFinancialStatus }: WholeOrder): boolean {
  return PAID.has(displayFinancialStatus ?? '')
}

/** An order as the hub takes it, in the currency in which the buyer paid and equal to the cent. */
export function mapOrder(order: WholeOrder, shop: string): ShopChannelOrder {
  const url = adminUrl(shop, `orders/${numberOf(order.id)}`)
  const problem = isPaid(order) ? problemOf(order) : undefined
  if (problem) return { shopId: order.id, url, problem }
  const lines = order.lineItems.nodes
    .filter((line) => line.quantity > 0)
    .map((line) => mapLine(line, order))
  return {
    shopId: order.id,
    url,
    order: {
      ChannelReference: numberOf(order.id),
      ...buyerOf(order),
      PaymentMethod: order.paymentGatewayNames[0] ?? null,
      CurrencyCode: order.presentmentCurrencyCode,
      ...totalsOf(order, lines),
      OrderDate: order.processedAt,
      BillingAddress: order.billingAddress ? readAddress(order.billingAddress) : null,
      ShippingAddress: readAddress(order.shippingAddress ?? order.billingAddress ?? NO_ADDRESS),
      ExtraData: { Order: order.name, ...(order.note ? { Note: order.note.slice(0, 1000) } : {}) },
      Lines: lines.map(({ request }) => request),
    },
    cancellations: ownCancellationsOf(order),
    shipped: mapFulfilments(order).shipments.flatMap(({ units, isVoided }) =>
      isVoided ? [] : units,
    ),
    ...(isPaid(order) ? {} : { isOnlyUpdate: true }),
  }
}

const NO_ADDRESS: MailingAddress = {
  firstName: null,
  lastName: null,
  company: null,
  address1: null,
  address2: null,
  zip: null,
  city: null,
  provinceCode: null,
  province: null,
  countryCodeV2: null,
  phone: null,
}

function problemOf(order: WholeOrder): RecordProblem | undefined {
  const line = order.lineItems.nodes.find(({ sku, quantity }) => quantity > 0 && !sku?.trim())
  if (line === undefined) return undefined
  return {
    code: 'missing_sku',
    message: `Order ${order.name} has a line without SKU: "${line.title}".`,
    remedy:
      'Fulfil this order in Shopify, or give the product a SKU for later orders: those of the hub have their references as SKU.',
  }
}

function buyerOf(order: WholeOrder) {
  return {
    ChannelCustomerReference: order.customer ? numberOf(order.customer.id) : null,
    Email: order.email,
    Phone: order.phone ?? order.shippingAddress?.phone ?? order.billingAddress?.phone ?? null,
  }
}

interface MappedLine {
  readonly request: Schemas['OrderLineRequest']
  /** What the units cost in all, in cents. */
  readonly total: number
}

/**
 * A line whose total is that of Shopify. Discounts of the order are allotted to lines by Shopify. Where prices are without tax, the tax is
 * added to the price of a unit. If that has more than four decimals, it is rounded up, and the rest is part of the discount.
 */
function mapLine(line: WholeLine, order: WholeOrder): MappedLine {
  const unit = paidCents(line.originalUnitPriceSet)
  const tax = sumTax(line.taxLines)
  const discount = line.discountAllocations.reduce(
    (sum, one) => sum + paidCents(one.allocatedAmountSet),
    0,
  )
  const gross = unit * line.quantity + (order.taxesIncluded ? 0 : tax)
  const fineUnit = Math.ceil((gross * 100) / line.quantity)
  const [taxLine, ...others] = line.taxLines
  return {
    total: gross - discount,
    request: {
      ChannelReference: numberOf(line.id),
      MerchantProductReference: line.sku?.trim() ?? '',
      Quantity: line.quantity,
      UnitPriceInclVat: fineUnit / 10_000,
      DiscountInclVat: (fineUnit * line.quantity - (gross - discount) * 100) / 10_000,
      ...(taxLine?.rate != null && others.length === 0
        ? { VatRate: Number((taxLine.rate * 100).toFixed(4)) }
        : {}),
      VatAmount: fromCents(tax),
    },
  }
}

/**
 * Shipping with its tax. Tips, duties and fees are in the total of Shopify and have no field in the hub: they are added to the shipping
 * costs. What is missing, such as a rounding of cash, is a discount of the order.
 */
function totalsOf(order: WholeOrder, lines: readonly MappedLine[]) {
  const shippingTax = order.shippingLines.nodes.reduce(
    (sum, line) => sum + sumTax(line.taxLines),
    0,
  )
  const price = order.shippingLines.nodes.reduce(
    (sum, line) => sum + paidCents(line.discountedPriceSet),
    0,
  )
  const shipping = price + (order.taxesIncluded ? 0 : shippingTax)
  const known = lines.reduce((sum, line) => sum + line.total, shipping)
  const rest = paidCents(order.totalPriceSet) - known
  const words = order.discountCodes.join(', ')
  return {
    ShippingCostsInclVat: fromCents(shipping + Math.max(0, rest)),
    ShippingVatAmount: fromCents(shippingTax),
    DiscountInclVat: fromCents(Math.max(0, -rest)),
    DiscountDescription: words || null,
  }
}

function sumTax(taxLines: readonly TaxLine[]): number {
  return taxLines.reduce((sum, line) => sum + paidCents(line.priceSet), 0)
}
