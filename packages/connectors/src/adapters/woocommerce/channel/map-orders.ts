/** Orders of the shop as orders of the hub: with what the buyer has paid, to the cent. */
import { hash } from 'node:crypto'
import type { Schemas } from '@entrepot/client'
import type { OrderOfShop, ShopChannelOrder } from '../../../adapter/channel.ts'
import type { RecordProblem } from '../../../adapter/outcomes.ts'
import { roundMicros, toMicros, toNumber } from '../api/amounts.ts'
import { decodeEntities, plainText } from '../api/refusals.ts'
import { metaOf, type WooAddress, type WooLine, type WooOrder } from '../api/wire.ts'
import { cancellationsOf, type OrderState, shippedOf } from '../shared/map-fulfilments.ts'
import { grossOf, percentOf } from '../shared/taxes.ts'

/** Keys in which plugins and the shop keep VAT numbers. */
const VAT_KEYS = [
  '_billing_vat_number',
  'billing_vat_number',
  '_vat_number',
  'vat_number',
  '_billing_eu_vat_number',
]

/**
 * Whether the shop has ever sold the order. One that is not paid is no order yet: the shop cancels it after an hour. Orders by cash on
 * delivery have no date of payment.
 */
export function isSold(order: WooOrder): boolean {
  if (order.status === 'processing' || order.status === 'completed') return true
  if (['pending', 'on-hold', 'checkout-draft', 'auto-draft', 'failed'].includes(order.status))
    return false
  return (
    order.date_paid_gmt !== null ||
    order.date_completed_gmt !== null ||
    order.payment_method === 'cod'
  )
}

export function toChannelOrder(state: OrderState, url: string): ShopChannelOrder {
  const { order } = state
  const at = { shopId: String(order.id), url }
  const bare = order.line_items.find(({ sku }) => !sku)
  if (bare !== undefined) return { ...at, problem: lineWithoutSku(order, bare) }
  if (order.line_items.length === 0) return { ...at, problem: noLines(order) }
  return {
    ...at,
    order: toRequest(order),
    identity: identityOf(order),
    cancellations: cancellationsOf(state),
    shipped: shippedOf(state),
  }
}

/** MySQL gives ids again after a restore. The key is a secret of the buyer, so only its hash is kept. */
export function identityOf({ order_key }: Pick<WooOrder, 'order_key'>): string {
  return hash('sha256', order_key, 'base64url').slice(0, 16)
}

function toRequest(order: WooOrder): OrderOfShop {
  const shipsElsewhere = Boolean(order.shipping.country || order.shipping.address_1)
  const vatNo = VAT_KEYS.map((key) => metaOf(order, key)).find(
    (value) => typeof value === 'string' && value !== '',
  )
  return {
    // The number may change with a plugin for numbers, and the id does not.
    ChannelReference: String(order.id),
    CurrencyCode: order.currency,
    OrderDate: `${order.date_created_gmt}Z`,
    Email: order.billing.email || null,
    Phone: order.shipping.phone || order.billing.phone || null,
    PaymentMethod: plainText(order.payment_method_title) || null,
    ...(order.customer_id > 0 && { ChannelCustomerReference: String(order.customer_id) }),
    ...(vatNo !== undefined && { VatNo: String(vatNo) }),
    BillingAddress: toAddress(order.billing),
    ShippingAddress: toAddress(shipsElsewhere ? order.shipping : order.billing),
    ...amountsOf(order),
    ...extraOf(order),
  }
}

function extraOf(order: WooOrder): Pick<Schemas['OrderRequest'], 'ExtraData'> {
  const extra = {
    ...(order.number !== String(order.id) && { OrderNumber: order.number }),
    ...(order.customer_note !== '' && { CustomerNote: decodeEntities(order.customer_note) }),
  }
  return Object.keys(extra).length > 0 ? { ExtraData: extra } : {}
}

type Amounts = Pick<
  Schemas['OrderRequest'],
  'Lines' | 'ShippingCostsInclVat' | 'ShippingVatAmount' | 'DiscountInclVat' | 'DiscountDescription'
>

/** Fees are part of the shipping costs, negative ones a discount. What is left of the total, such as a gift card, is one, too. */
function amountsOf(order: WooOrder): Amounts {
  const fees = order.fee_lines.map((fee) => ({ gross: grossOf(fee), tax: toMicros(fee.total_tax) }))
  const charged = fees.filter(({ gross }) => gross > 0)
  const lines = order.line_items.reduce((sum, line) => sum + grossOf(line), 0)
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const shipping =
    toMicros(order.shipping_total) +
    toMicros(order.shipping_tax) +
    sum(charged.map(({ gross }) => gross))
  const rest = toMicros(order.total) - lines - shipping
  const discount = Math.max(0, -rest)
  const shippingTax = toMicros(order.shipping_tax) + sum(charged.map(({ tax }) => tax))
  const names = [
    ...order.fee_lines.filter((fee) => grossOf(fee) < 0).map(({ name }) => name),
    ...(discount > 0 ? order.coupon_lines.map(({ code }) => code) : []),
  ]
  return {
    // A discount of the order lowers the VAT of its lines, so the hub reckons it by their rates.
    Lines: order.line_items.map((line) => toLine(order, line, discount === 0)),
    ShippingCostsInclVat: toNumber(shipping + Math.max(0, rest), 2),
    ShippingVatAmount: toNumber(shippingTax, 2),
    ...(discount > 0 && {
      DiscountInclVat: toNumber(discount, 2),
      DiscountDescription: plainText(names.join(', ')) || null,
    }),
  }
}

function toLine(order: WooOrder, line: WooLine, withVat: boolean): Schemas['OrderLineRequest'] {
  const paid = grossOf(line)
  const before = Math.max(paid, toMicros(line.subtotal) + toMicros(line.subtotal_tax))
  const unit = Math.ceil(before / line.quantity / 100) * 100
  // What is above the price that was paid: coupons, and what is left when the price of one unit has more than four decimals.
  const discount = unit * line.quantity - paid
  const coupons = order.coupon_lines.map(({ code }) => code).join(', ')
  const tax = toMicros(line.total_tax)
  return {
    ChannelReference: String(line.id),
    MerchantProductReference: line.sku ?? '',
    Quantity: line.quantity,
    UnitPriceInclVat: toNumber(unit),
    ...(discount > 0 && {
      DiscountInclVat: toNumber(discount),
      DiscountDescription: coupons || null,
    }),
    ...(withVat && { VatAmount: toNumber(tax, 2) }),
    VatRate: roundMicros(percentOf(order, line) * 1_000_000, 4) / 1_000_000,
  }
}

const HOUSE_NUMBER = /^(.*\D)\s+(\d+)\s*([a-z]?(?:[-/ ]?[a-z\d]{1,4})?)$/i

function toAddress(address: WooAddress): Schemas['Address'] {
  const textOf = (text: string | undefined) => decodeEntities(text ?? '').trim() || null
  return {
    FirstName: textOf(address.first_name),
    LastName: textOf(address.last_name),
    CompanyName: textOf(address.company),
    ...toStreet(textOf(address.address_1) ?? '', textOf(address.address_2) ?? ''),
    ZipCode: textOf(address.postcode),
    City: textOf(address.city),
    Region: textOf(address.state),
    CountryIso: textOf(address.country),
  }
}

function toStreet(
  first: string,
  second: string,
): Pick<Schemas['Address'], 'StreetName' | 'HouseNr' | 'HouseNrAddition'> {
  const [, street, number, addition] = HOUSE_NUMBER.exec(first) ?? []
  if (street === undefined || number === undefined) {
    return { StreetName: [first, second].filter(Boolean).join(', ') || null }
  }
  return {
    StreetName: street.trim(),
    HouseNr: number,
    HouseNrAddition: [addition, second].filter(Boolean).join(' ') || null,
  }
}

function lineWithoutSku(order: WooOrder, line: WooLine): RecordProblem {
  return {
    code: 'missing_sku',
    message: `Order ${order.number} has ${JSON.stringify(plainText(line.name))}, which has no SKU.`,
    remedy:
      'Give the product the SKU that it has in the hub, and retry, or sell it outside of the hub.',
  }
}

function noLines(order: WooOrder): RecordProblem {
  return {
    code: 'no_lines',
    message: `Order ${order.number} has no products.`,
    remedy: 'Add a product to the order in the shop, or cancel it.',
  }
}
