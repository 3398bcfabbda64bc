/** Orders of Vendure as the hub takes them. Pure. */
import type { Schemas } from '@entrepot/client'
import type { OrderOfShop, ShopChannelOrder } from '../../../adapter/channel.ts'
import type { RecordProblem } from '../../../adapter/outcomes.ts'
import { fromUnits } from '../money.ts'
import { followUnits, shippedOf } from './cancellations-of.ts'
import { amountsOf, type LineAmounts, wasOrdered } from './map-amounts.ts'
import type { VendureAddress, VendureLine, VendureOrder } from './order.ts'

type OrderRequest = Schemas['OrderRequest']

/** States in which the staff of the shop is changing an order: it is read again when they have finished, since its state moves then. */
const UNFINISHED = [
  'Draft',
  'AddingItems',
  'ArrangingPayment',
  'Modifying',
  'ArrangingAdditionalPayment',
]

/**
 * Whether an order is for the hub. An order of several sellers is left out, since each of them has an order of its own.
 */
export function isForHub({ type, state, orderPlacedAt }: VendureOrder): boolean {
  return type !== 'Aggregate' && orderPlacedAt !== null && !UNFINISHED.includes(state)
}

/** An order with its cancellations. */
export function toChannelOrder(
  order: VendureOrder,
  precision: number,
  dashboard: string,
): ShopChannelOrder {
  const { cancellations, added } = followUnits(order)
  const hasMore = [...added.values()].some((quantity) => quantity > 0)
  return {
    shopId: order.id,
    url: `${dashboard}/orders/${order.id}`,
    order: toOrderRequest(order, precision),
    cancellations,
    shipped: shippedOf(order),
    ...(hasMore && { leftOut: problemOfAdded(order) }),
  }
}

/** The hub takes no units that are added to an order later. */
function problemOfAdded({ code }: VendureOrder): RecordProblem {
  return {
    code: 'units_added',
    message: `Units were added to order ${code} in the shop after the buyer had placed it. The merchant does not know of them; what is cancelled of the others still comes to the hub.`,
    remedy:
      'Cancel the added units in the shop and enter them as an order of their own, or send them without the hub.',
  }
}

/** The order as the buyer placed it. It stays the same whatever happens later. */
export function toOrderRequest(order: VendureOrder, precision: number): OrderOfShop {
  const { code, customer, currencyCode, orderPlacedAt, payments, couponCodes } = order
  const { lines, shipping, shippingTax, discount } = amountsOf(order)
  const shippingAddress = toAddress(order.shippingAddress, customer)
  const methods = [...new Set((payments ?? []).map(({ method }) => method))].join(', ')
  const phone = order.shippingAddress?.phoneNumber || customer?.phoneNumber
  const extraData = extraDataOf(order)
  return {
    ChannelReference: code,
    ...(customer && { ChannelCustomerReference: customer.id, Email: customer.emailAddress }),
    ...(phone && { Phone: phone.slice(0, 50) }),
    ...(methods && { PaymentMethod: methods.slice(0, 50) }),
    CurrencyCode: currencyCode,
    ShippingCostsInclVat: fromUnits(shipping, precision),
    ...(shipping > 0 && shippingVatOf(order, shipping, shippingTax, precision)),
    ...(discount > 0 && { DiscountInclVat: fromUnits(discount, precision) }),
    ...(discount > 0 && {
      DiscountDescription: order.surcharges.map(descriptionOf).join(', ').slice(0, 255),
    }),
    ...(orderPlacedAt !== null && { OrderDate: orderPlacedAt }),
    ...(order.billingAddress?.streetLine1 && {
      BillingAddress: toAddress(order.billingAddress, customer),
    }),
    ShippingAddress: shippingAddress,
    ...(Object.keys(extraData).length > 0 && { ExtraData: extraData }),
    Lines: order.lines
      .filter(wasOrdered)
      .map((line) =>
        toLine(line, lines.get(line.id) ?? { gross: 0, paid: 0 }, precision, couponCodes),
      ),
  }
}

/**
 * The tax of the shipping costs: as the rate of a line, if it amounts to the same. The API does not tell the rate, and one that is calculated
 * from whole cents would be 21.03 %.
 */
function shippingVatOf(
  { lines }: VendureOrder,
  shipping: number,
  tax: number,
  precision: number,
): Pick<OrderRequest, 'ShippingVatRate' | 'ShippingVatAmount'> {
  const rates = [...new Set(lines.map(({ taxRate }) => taxRate))].sort((one, other) => other - one)
  const rate = rates.find((one) => Math.round(shipping - shipping / (1 + one / 100)) === tax)
  if (rate !== undefined) return { ShippingVatRate: rate }
  return { ShippingVatAmount: fromUnits(Math.max(0, tax), precision) }
}

const descriptionOf = ({ description }: { readonly description: string }) => description

/**
 * A line. Where the price of a unit has no four decimals, such as one that was calculated from a price without tax, it is rounded up, and the
 * rest is part of the discount: so the amount of the line is exact.
 */
function toLine(
  line: VendureLine,
  { gross, paid }: LineAmounts,
  precision: number,
  couponCodes: readonly string[],
) {
  const { id, orderPlacedQuantity: quantity, taxRate, productVariant, discounts } = line
  const scale = 10 ** (4 - precision)
  const unit = Math.ceil(Math.round(gross * scale) / quantity)
  const discount = unit * quantity - Math.round(paid * scale)
  const description =
    [...new Set(discounts.map(descriptionOf))].join(', ') || couponCodes.join(', ')
  return {
    ChannelReference: id,
    MerchantProductReference: productVariant.sku,
    Quantity: quantity,
    UnitPriceInclVat: fromUnits(unit, 4),
    VatRate: taxRate,
    ...(discount > 0 && { DiscountInclVat: fromUnits(discount, 4) }),
    ...(discount > 0 && description !== '' && { DiscountDescription: description.slice(0, 255) }),
  }
}

function extraDataOf({ shippingLines, couponCodes, surcharges }: VendureOrder) {
  const methods = shippingLines.map(({ shippingMethod }) => shippingMethod.name).join(', ')
  const added = surcharges.filter(({ priceWithTax }) => priceWithTax > 0).map(descriptionOf)
  return {
    ...(methods !== '' && { ShippingMethod: methods }),
    ...(couponCodes.length > 0 && { CouponCodes: couponCodes.join(', ') }),
    ...(added.length > 0 && { Surcharges: added.join(', ') }),
  }
}

/** An address. Vendure has one field for the name; the customer has both parts. */
export function toAddress(
  address: VendureAddress | null,
  customer: VendureOrder['customer'],
): Schemas['Address'] {
  const { company, streetLine1, streetLine2, postalCode, city, province, countryCode } =
    address ?? ({} as Partial<VendureAddress>)
  const fullName = address?.fullName?.trim() ?? ''
  const { firstName = '', lastName = '' } = customer ?? {}
  const isCustomer = fullName === '' || fullName === `${firstName} ${lastName}`
  const [first, last] = isCustomer ? [firstName, lastName] : splitName(fullName)
  const parts = {
    CompanyName: company,
    ...{ FirstName: first, LastName: last },
    StreetName: [streetLine1, streetLine2].filter(Boolean).join(', '),
    ...{ ZipCode: postalCode, City: city, Region: province, CountryIso: countryCode },
  }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value))
}

/** The first word is the first name: nothing in the address says more. */
function splitName(fullName: string): readonly [string, string] {
  const space = fullName.indexOf(' ')
  return space === -1 ? ['', fullName] : [fullName.slice(0, space), fullName.slice(space + 1)]
}
