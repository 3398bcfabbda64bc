/** Records of the hub with the fields that the adapter reads. */
import type { Schemas } from '@entrepot/client'
import { splitByWeight } from '../../src/adapters/shopify/mapping/money.ts'

type Order = Schemas['OrderResponse']
type Line = Schemas['OrderLineResponse']

const ADDRESS = {
  Gender: null,
  Salutation: null,
  CompanyName: null,
  FirstName: 'Ann',
  LastName: 'Example',
  StreetName: 'Keizersgracht',
  HouseNr: '12',
  HouseNrAddition: 'b',
  ZipCode: '1015 CN',
  City: 'Amsterdam',
  Region: null,
  CountryIso: 'NL',
}

/** An order with VAT of 21 %, whose discount is taken off its lines in proportion. */
export function orderOf(
  lines: readonly Partial<Line>[],
  { shipping = 0, discount = 0 }: { readonly shipping?: number; readonly discount?: number } = {},
): Order {
  const round = (amount: number) => Math.round(amount * 100 + 1e-7) / 100
  const shares = splitByWeight(
    Math.round(discount * 100),
    lines.map(
      ({ Quantity = 1, OriginalUnitPriceInclVat = 10 }) => Quantity * OriginalUnitPriceInclVat,
    ),
  )
  const complete = lines.map((line, index) => ({
    Id: 11 + index,
    Quantity: 1,
    OriginalUnitPriceInclVat: 10,
    OriginalDiscountInclVat: 0,
    OriginalOrderDiscountInclVat: (shares[index] ?? 0) / 100,
    VatRate: 21,
    VatAmount: null,
    DiscountDescription: null,
    ...line,
  }))
  const goods = round(
    complete.reduce(
      (sum, one) => sum + one.Quantity * one.OriginalUnitPriceInclVat - one.OriginalDiscountInclVat,
      0,
    ),
  )
  const total = round(goods - discount + shipping)
  return {
    Id: 1,
    ChannelReference: 'C-1',
    ChannelName: 'Market',
    Email: 'ann@example.com',
    Phone: '+31201234567',
    VatNo: null,
    CompanyRegistrationNo: null,
    PaymentMethod: 'ideal',
    CurrencyCode: 'EUR',
    RateToBaseCurrency: 1,
    OrderDate: '2026-11-01T10:00:00Z',
    OriginalShippingCostsInclVat: shipping,
    OriginalShippingCostsVat: round((shipping * 21) / 121),
    ShippingVatRate: 21,
    OriginalTotalInclVat: total,
    OriginalTotalVat: round(((goods - discount) * 21) / 121) + round((shipping * 21) / 121),
    DiscountDescription: null,
    BillingAddress: ADDRESS,
    ShippingAddress: ADDRESS,
    Lines: complete,
  } as unknown as Order
}
