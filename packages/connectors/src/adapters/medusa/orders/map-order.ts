/** Orders of the hub as draft orders of Medusa, and what the shop made of them. Pure. */
import type { Schemas } from '@entrepot/client'
import type { OrderToWrite, ShopOrder } from '../../../adapter/merchant.ts'
import type { RecordProblem } from '../../../adapter/outcomes.ts'
import {
  type Decimal,
  decimal,
  fromCents,
  over,
  times,
  toCents,
  toText,
  withTax,
} from '../decimal.ts'
import type { Order, OrderItem, Region, TaxLine } from '../types.ts'

type HubOrder = Schemas['OrderResponse']
type HubLine = HubOrder['Lines'][number]
type Address = HubOrder['ShippingAddress']

/** Names in the metadata of orders and lines of Medusa. */
export const MARK = 'entrepot_mark'
/** The marks of cancellations without whose units an order was written. Marks have no spaces. */
export const LEFT_OUT = 'entrepot_left_out'
export const LINE = 'entrepot_line'
export const UNITS = 'entrepot_units'
export const CANCELLED_BY = 'entrepot_cancelled_by'

/** How Medusa taxes a line or the shipping of an order. */
export interface TaxTerms {
  readonly isInclusive: boolean
  /** In percent. */
  readonly rate: number
}

/** A line that is to be delivered, with what the buyer pays for all its units. */
export interface OrderedLine {
  readonly line: HubLine
  readonly units: number
  readonly cents: bigint
}

/** What is left of an order: units that it says are cancelled are not sent to the shop. */
export interface OrderedParts {
  readonly lines: readonly OrderedLine[]
  readonly shippingCents: bigint
  readonly totalCents: bigint
}

/**
 * The total is what the buyer paid. The sum is rounded after each line, and not each line, since thirds of a cent of many lines add up; what
 * the lines leave of the total is for shipping.
 */
export function partsOf({ Lines, OriginalTotalInclVat }: HubOrder): OrderedParts {
  const cancelled = Lines.map((line) => worthOf(line, line.CancelledQuantity))
  const totalCents = toCents(decimal(OriginalTotalInclVat) - sumOf(cancelled))
  let exact = 0n
  let cents = 0n
  const lines = Lines.flatMap((line) => {
    const units = line.Quantity - line.CancelledQuantity
    if (units <= 0) return []
    exact += worthOf(line, units)
    const before = cents
    const rounded = toCents(exact)
    cents = rounded < totalCents ? rounded : totalCents
    return [{ line, units, cents: cents - before }]
  })
  return { lines, shippingCents: totalCents - cents, totalCents }
}

/** What the buyer pays for units of a line, not rounded. */
function worthOf(line: HubLine, units: number): Decimal {
  const discount =
    decimal(line.OriginalDiscountInclVat) + decimal(line.OriginalOrderDiscountInclVat)
  const whole = decimal(line.OriginalUnitPriceInclVat) * BigInt(line.Quantity) - discount
  return (whole * BigInt(units)) / BigInt(line.Quantity)
}

const sumOf = (values: readonly Decimal[]): Decimal => values.reduce((sum, one) => sum + one, 0n)

/** The ids of Medusa that an order needs. */
export interface DraftTerms {
  readonly region: Region
  readonly salesChannelId: string
  readonly shippingOptionId: string
  readonly taxOfLine: (line: HubLine) => TaxTerms
  readonly taxOfShipping: TaxTerms
}

/** The body of a draft order. The prices are such that Medusa, after its tax, comes to what the buyer paid. */
export function toDraft(
  { order, mark, productIds, leftOut = [] }: OrderToWrite,
  parts: OrderedParts,
  terms: DraftTerms,
): Record<string, unknown> {
  return {
    region_id: terms.region.id,
    currency_code: terms.region.currency_code,
    sales_channel_id: terms.salesChannelId,
    ...(order.Email !== '' && { email: order.Email }),
    no_notification_order: true,
    shipping_address: toAddress(order.ShippingAddress, order.Phone),
    billing_address: {
      ...toAddress(order.BillingAddress, order.Phone),
      address_2: searchTextOf(mark),
    },
    items: parts.lines.map(({ line, units, cents }) => ({
      variant_id: productIds.get(line.MerchantProductReference),
      quantity: units,
      unit_price: toText(priceBefore(terms.taxOfLine(line), cents, units)),
      metadata: { [LINE]: String(line.Id), [UNITS]: units },
    })),
    shipping_methods: [
      {
        name: 'Shipping',
        shipping_option_id: terms.shippingOptionId,
        amount: toText(priceBefore(terms.taxOfShipping, parts.shippingCents, 1)),
      },
    ],
    metadata: {
      [MARK]: mark,
      ...(leftOut.length > 0 && { [LEFT_OUT]: leftOut.join(' ') }),
      entrepot_channel: order.ChannelName,
      entrepot_channel_reference: order.ChannelReference,
    },
  }
}

function priceBefore({ isInclusive, rate }: TaxTerms, cents: bigint, units: number): Decimal {
  const each = fromCents(cents) / BigInt(units)
  return isInclusive ? each : over(each, withTax(rate))
}

function toAddress(address: Address, phone: string | null): Record<string, string> {
  const street = [address.StreetName, address.HouseNr, address.HouseNrAddition]
  const fields = {
    first_name: address.FirstName,
    last_name: address.LastName,
    company: address.CompanyName,
    address_1: street.filter((part) => part).join(' '),
    city: address.City,
    postal_code: address.ZipCode,
    province: address.Region,
    country_code: address.CountryIso?.toLowerCase(),
    phone,
  }
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

/**
 * The mark in a field that Medusa can search: metadata it cannot. It ends with a full stop, so that the search for order 1 does not
 * find orders 10 to 19; what the search finds is compared with the metadata.
 */
export function searchTextOf(mark: string): string {
  return `${mark}.`
}

/** The reason why the shop cannot take an order that it need not be asked about. */
export function draftProblem(
  { order, productIds }: OrderToWrite,
  regions: readonly Region[],
): RecordProblem | undefined {
  const unknown = order.Lines.find(
    ({ MerchantProductReference, Quantity, CancelledQuantity }) =>
      CancelledQuantity < Quantity && !productIds.has(MerchantProductReference),
  )
  if (unknown) {
    return {
      code: 'unknown_product',
      message: `The shop has no variant with the SKU ${unknown.MerchantProductReference}.`,
      remedy: 'Create the variant in Medusa, or cancel the line, and retry.',
    }
  }
  return regionFor(order, regions) ? undefined : regionProblem(order, regions)
}

/** The region with the country and the currency of an order. A country is in one region at most. */
export function regionFor(order: HubOrder, regions: readonly Region[]): Region | undefined {
  const country = order.ShippingAddress.CountryIso?.toLowerCase()
  return regions.find(
    ({ countries, currency_code }) =>
      currency_code === order.CurrencyCode.toLowerCase() &&
      countries?.some(({ iso_2 }) => iso_2 === country),
  )
}

function regionProblem(order: HubOrder, regions: readonly Region[]): RecordProblem {
  const country = order.ShippingAddress.CountryIso ?? 'no country'
  const region = regions.find(({ countries }) =>
    countries?.some(({ iso_2 }) => iso_2 === country.toLowerCase()),
  )
  if (!region) {
    return {
      code: 'country_not_served',
      message: `The order goes to ${country}, which is in no region of the shop.`,
      remedy: `Add ${country} to a region in Medusa under Settings, Regions, and to a shipping zone, and retry; or cancel the order.`,
    }
  }
  return {
    code: 'currency_not_available',
    message: `The order is in ${order.CurrencyCode}; the region "${region.name}" with ${country} has ${region.currency_code.toUpperCase()}.`,
    remedy: `Let the channel sell in ${region.currency_code.toUpperCase()} there, or cancel the order. Medusa has one currency for each region.`,
  }
}

/** How Medusa taxed an order that it has: by the id of the hub's line, and of the shipping. */
export function taxesOf({ items = [], shipping_methods = [] }: Order): {
  readonly lines: ReadonlyMap<string, TaxTerms>
  readonly shipping: TaxTerms
} {
  const lines = items.map((item) => [String(item.metadata?.[LINE]), taxTermsOf(item)] as const)
  const [shipping] = shipping_methods
  return {
    lines: new Map(lines),
    shipping: shipping ? taxTermsOf(shipping) : { isInclusive: true, rate: 0 },
  }
}

export function taxTermsOf(taxed: {
  readonly is_tax_inclusive: boolean
  readonly tax_lines?: readonly TaxLine[]
}): TaxTerms {
  const rate = (taxed.tax_lines ?? []).reduce((sum, line) => sum + line.rate, 0)
  return { isInclusive: taxed.is_tax_inclusive, rate }
}

/** What the buyer pays for units of a line, with tax. */
export function priceOfUnits(item: OrderItem, units: number): Decimal {
  const { isInclusive, rate } = taxTermsOf(item)
  const price = decimal(item.unit_price) * BigInt(units)
  return isInclusive ? price : times(price, withTax(rate))
}

/** The line whose VAT the shop computes with another rate. */
export function taxProblem(
  { Lines, ShippingVatRate, OriginalShippingCostsInclVat }: HubOrder,
  order: Order,
): RecordProblem | undefined {
  const taxes = taxesOf(order)
  const remedy =
    'Correct the tax region in Medusa under Settings, Tax Regions, or the VAT of the product in the hub, and retry. ' +
    'To create such orders with the tax of the shop, change the setting of the connection.'
  for (const { Id, MerchantProductReference, VatRate } of Lines) {
    const shop = taxes.lines.get(String(Id))
    if (!shop || VatRate === null || decimal(VatRate) === decimal(shop.rate)) continue
    const message = `${MerchantProductReference} has ${VatRate}% VAT in the order, and ${shop.rate}% in the shop.`
    return { code: 'tax_differs', message, remedy }
  }
  const { rate } = taxes.shipping
  const isShippingTaxed = ShippingVatRate !== null && OriginalShippingCostsInclVat > 0
  if (!isShippingTaxed || decimal(ShippingVatRate) === decimal(rate)) return undefined
  const message = `The shipping costs have ${ShippingVatRate}% VAT in the order, and ${rate}% in the shop.`
  return { code: 'tax_differs', message, remedy }
}

export function toShopOrder(order: Order, adminUrl: string): ShopOrder {
  return {
    shopId: order.id,
    reference: order.custom_display_id ?? String(order.display_id),
    url: `${adminUrl}/orders/${order.id}`,
    lines: (order.items ?? []).flatMap(({ id, metadata }) => {
      const lineId = Number(metadata?.[LINE])
      return Number.isSafeInteger(lineId) ? [{ lineId, shopLineId: id }] : []
    }),
  }
}
