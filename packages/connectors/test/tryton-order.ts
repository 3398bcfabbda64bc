/** Orders of the hub for tests of the adapters of Tryton and Medusa. */
import type { Schemas } from '@entrepot/client'
import type { OrderToWrite } from '../src/adapter/merchant.ts'

type Order = Schemas['OrderResponse']
type Line = Schemas['OrderLineResponse']

export interface LineSpec {
  readonly reference: string
  readonly quantity: number
  /** With VAT. */
  readonly price: number
  readonly rate?: number
  /** Of all units together. */
  readonly discount?: number
}

export interface OrderSpec {
  readonly id: number
  readonly lines: readonly LineSpec[]
  readonly shipping?: number
  readonly total: number
  readonly over?: Partial<Order>
}

export const markOf = (id: number, kind = 'order') => `entrepot:hub.example/1/${kind}/${id}`

export const ADDRESS: Schemas['AddressResponse'] = {
  Gender: null,
  Salutation: null,
  CompanyName: null,
  FirstName: 'Nora',
  LastName: 'Example',
  StreetName: 'Harbour street',
  HouseNr: '12',
  HouseNrAddition: 'a',
  ZipCode: '1011 AB',
  City: 'Amsterdam',
  Region: null,
  CountryIso: 'NL',
}

/** The fields that an adapter reads; others of the answer have no meaning for a shop. */
export function orderOf({ id, lines, shipping = 0, total, over = {} }: OrderSpec): Order {
  const order: Partial<Order> = {
    Id: id,
    ChannelReference: `C-${id}`,
    ChannelId: 1,
    ChannelName: 'Web',
    ChannelCustomerReference: null,
    Email: 'nora@example.com',
    Phone: '+31 20 1234567',
    VatNo: null,
    CurrencyCode: 'EUR',
    OrderDate: '2026-11-20T10:00:00.000Z',
    ShippingVatRate: 21,
    MaxVatRate: 21,
    OriginalShippingCostsInclVat: shipping,
    OriginalDiscountInclVat: 0,
    OriginalTotalInclVat: total,
    DiscountDescription: null,
    BillingAddress: ADDRESS,
    ShippingAddress: ADDRESS,
    Lines: lines.map((line, index) => lineOf(id * 100 + index, line)),
    ...over,
  }
  return order as Order
}

function lineOf(
  id: number,
  { reference, quantity, price, rate = 21, discount = 0 }: LineSpec,
): Line {
  const line: Partial<Line> = {
    Id: id,
    ChannelReference: `L-${id}`,
    MerchantProductReference: reference,
    Quantity: quantity,
    CancelledQuantity: 0,
    VatRate: rate,
    OriginalUnitPriceInclVat: price,
    OriginalDiscountInclVat: discount,
    OriginalOrderDiscountInclVat: 0,
    DiscountDescription: null,
  }
  return line as Line
}

export const toWrite = (spec: OrderSpec, products: ReadonlyMap<string, number>): OrderToWrite => ({
  order: orderOf(spec),
  mark: markOf(spec.id),
  productIds: new Map([...products].map(([reference, id]) => [reference, String(id)])),
})
