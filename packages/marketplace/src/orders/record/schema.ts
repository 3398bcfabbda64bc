/** Wire shapes of orders. Names are in PascalCase. */
import { type Static, Type } from 'typebox'
import { Actions } from '../../kit/principals/actions.ts'
import { IN_USE } from '../../kit/shared/formats.ts'
import {
  Answered,
  Count,
  DateTime,
  ExtraData,
  hinted,
  Line,
  MAX_REFERENCE,
  Maybe,
  Money,
  Nullable,
  OneOf,
  Percentage,
  Reference,
  STRICT,
} from '../../kit/shared/wire.ts'
import { Address, StoredAddress, Warning } from './addresses/schema.ts'
import { VAT_SOURCES } from './amounts/vat-sources.ts'
import { ORDER_ORIGIN } from './origin-schema.ts'
import { ORDER_ACTIONS } from './state/actions.ts'
import { Correction } from './state/correction-schema.ts'
import { ORDER_STATUSES, type OrderStatus } from './state/statuses.ts'

/** Maximum number of lines of an order: four times the longest order seen in practice (1,114 lines). */
export const MAX_LINES = 5_000

/** An email address. */
export const Email = Type.Unsafe<string>({ type: 'string', format: 'email', maxLength: 250 })

const DISCOUNT = {
  'x-below-minimum': 'a discount is not negative: it is taken off',
}
const NOT_NEGATIVE = {
  'x-below-minimum':
    'send a discount or a gift card as DiscountInclVat of the line or of the order',
}

/** A line of an order as a channel creates it. */
export const OrderLineRequest = Type.Object(
  {
    ChannelReference: Reference(50, "The channel's reference of the line; unique in the order."),
    MerchantProductReference: Reference(
      MAX_REFERENCE,
      'The product that was sold.',
      'product-reference',
    ),
    Quantity: hinted(Count(1, 1_000_000, 'Units sold.'), NOT_NEGATIVE),
    UnitPriceInclVat: hinted(
      Money('The price of one unit, in the currency of the order. The total is rounded, not this.'),
      NOT_NEGATIVE,
    ),
    DiscountInclVat: Maybe(
      hinted(
        Money('Taken off the price of all units of the line together; null counts as 0.'),
        DISCOUNT,
      ),
    ),
    DiscountDescription: Maybe(Line(255, 'What the discount is, such as the code of a coupon.')),
    VatRate: Maybe(
      Percentage('The VAT rate in percent; without it, the rule of the merchant decides.'),
    ),
    VatAmount: Maybe(
      Money(
        'The VAT or sales tax that is included in the price of all units of the line together, after discounts. It is used instead of a rate.',
      ),
    ),
    FeeFixed: Maybe(Money("The channel's fee for the line.")),
    FeeRate: Maybe(Percentage("The channel's fee in percent.")),
  },
  { ...STRICT, title: 'OrderLineRequest' },
)
export type OrderLineRequest = Static<typeof OrderLineRequest>

/** An order as a channel creates it, or a merchant for one of its channels. */
export const OrderRequest = Type.Object(
  {
    ...ORDER_ORIGIN,
    ChannelCustomerReference: Maybe(Reference(50, "The channel's reference of the buyer.")),
    Email: Maybe(Email),
    Phone: Maybe(Line(50)),
    CompanyRegistrationNo: Maybe(Line(50)),
    VatNo: Maybe(Line(50)),
    PaymentMethod: Maybe(Line(50)),
    CurrencyCode: Type.Unsafe<string>({
      type: 'string',
      format: 'currency',
      [IN_USE]: true,
      description: 'ISO 4217: the currency of all amounts here.',
    }),
    ShippingCostsInclVat: Maybe(hinted(Money('Null counts as 0.'), NOT_NEGATIVE)),
    ShippingVatRate: Maybe(
      Percentage(
        'The VAT rate of the shipping costs in percent; the highest of the lines when left out.',
      ),
    ),
    ShippingVatAmount: Maybe(
      Money(
        'The VAT or sales tax that is included in the shipping costs. It is used instead of a rate.',
      ),
    ),
    DiscountInclVat: Maybe(
      hinted(
        Money(
          'Discounts on the whole order and gift cards, taken off its lines and then its shipping costs; null counts as 0.',
        ),
        DISCOUNT,
      ),
    ),
    DiscountDescription: Maybe(Line(255, 'What the discount is, such as the code of a coupon.')),
    OrderDate: Maybe(DateTime('When the buyer ordered; now when left out.')),
    BillingAddress: Maybe(Address),
    ShippingAddress: Address,
    ExtraData: Maybe(ExtraData),
    Lines: Type.Array(OrderLineRequest, { minItems: 1, maxItems: MAX_LINES }),
  },
  { ...STRICT, title: 'OrderRequest' },
)
export type OrderRequest = Static<typeof OrderRequest>

/** An order that has its reference. */
export type NamedOrderRequest = OrderRequest & { readonly ChannelReference: string }

const Amount = Nullable(Type.Number())
const Text = Nullable(Type.String())

const VatSource = Nullable(
  OneOf(
    VAT_SOURCES,
    "What decided the VAT rate. 'given': the channel. 'product': the product, or the default rate. 'destination': the table of VAT rates. 'outside-area': 0, because the table has no rate for the country. 'business': 0, because of the VAT number. Of shipping costs: what decided the line with the highest rate.",
  ),
)

const OrderLineResponse = Type.Object(
  {
    Id: Type.Integer(),
    MerchantReference: Text,
    ChannelReference: Type.String(),
    MerchantProductReference: Type.String(),
    ChannelProductReference: Nullable(
      Type.String({
        description:
          'The reference under which the channel listed the product, or listed it last, when the order was taken in or corrected.',
      }),
    ),
    Quantity: Type.Integer(),
    VatRate: Nullable(
      Type.Number({
        description: 'In percent. Of a given VatAmount without a rate: what it amounts to.',
      }),
    ),
    VatAmount: Nullable(
      Type.Number({ description: 'As the channel gave it, in the currency of the order.' }),
    ),
    VatSource,
    UnitPriceInclVat: Amount,
    UnitVat: Amount,
    OriginalUnitPriceInclVat: Type.Number(),
    OriginalUnitVat: Amount,
    DiscountInclVat: Amount,
    OriginalDiscountInclVat: Type.Number({
      description: 'Taken off the price of all units of the line together.',
    }),
    OriginalOrderDiscountInclVat: Type.Number({
      description: 'The part of the discount of the order that is taken off this line.',
    }),
    DiscountDescription: Text,
    FeeFixed: Amount,
    FeeRate: Amount,
    DeliveryTimeIndication: Text,
    Status: Type.Unsafe<OrderStatus>({ type: 'string', enum: ORDER_STATUSES }),
    ShippedQuantity: Type.Integer(),
    CancelledQuantity: Type.Integer(),
    MancoQuantity: Type.Integer({ description: 'Of the cancelled ones: could not be supplied.' }),
    BackorderQuantity: Type.Integer({ description: 'Of the open ones: wait for stock.' }),
    ReturnedQuantity: Type.Integer(),
    OpenQuantity: Type.Integer({ description: 'Neither shipped nor cancelled.' }),
    ShortUnits: Type.Integer({
      description:
        'Of the open ones: more than there are in stock after the orders that came before. 0 until a second after the order was stored.',
    }),
    ReturnableQuantity: Type.Integer({ description: 'Shipped and not returned.' }),
    RefundedInclVat: Type.Number({
      description: 'What returns and refunds give back for the line, in the currency of the order.',
    }),
  },
  { title: 'OrderLineResponse' },
)
export type OrderLineResponse = Static<typeof OrderLineResponse>

/** The fields of a line that no column has: they follow from its units, and from the stock. */
export type CalculatedLineField =
  | 'Status'
  | 'OpenQuantity'
  | 'ReturnableQuantity'
  | 'ShortUnits'
  | 'RefundedInclVat'

const ORDER_FIELDS = Answered(
  Type.Object(
    {
      Id: Type.Integer(),
      MerchantReference: Text,
      ChannelReference: Type.String(),
      ChannelId: Type.Integer(),
      ChannelName: Type.String(),
      ChannelCustomerReference: Text,
      Status: Type.Unsafe<OrderStatus>({ type: 'string', enum: ORDER_STATUSES }),
      Corrections: Type.Array(Correction),
      Warnings: Type.Array(Warning),
      CanShipPartialOrderLines: Type.Boolean(),
      Email: Type.String({ description: 'Empty if the order has none.' }),
      Phone: Text,
      CompanyRegistrationNo: Text,
      VatNo: Text,
      PaymentMethod: Text,
      CurrencyCode: Type.String(),
      RateToBaseCurrency: Nullable(
        Type.Number({
          description:
            'Units of the base currency of the merchant for one unit of CurrencyCode. Null while there is no exchange rate.',
        }),
      ),
      OrderDate: Type.String({ format: 'date-time' }),
      ShipBy: Nullable(
        Type.String({
          format: 'date-time',
          description:
            'Until when the order is to be shipped: the `HandlingDays` of the merchant after OrderDate, at the same time of the day in its `TimeZone`. Null if no unit is left to ship.',
        }),
      ),
      ShippingCostsInclVat: Amount,
      ShippingCostsVat: Amount,
      ShippingVatRate: Amount,
      ShippingVatAmount: Amount,
      ShippingVatSource: VatSource,
      TotalInclVat: Amount,
      TotalVat: Amount,
      OriginalShippingCostsInclVat: Type.Number(),
      OriginalShippingCostsVat: Amount,
      OriginalTotalInclVat: Type.Number(),
      OriginalTotalVat: Amount,
      RefundedInclVat: Type.Number({
        description: 'What returns and refunds give back, in the currency of the order.',
      }),
      DiscountInclVat: Amount,
      OriginalDiscountInclVat: Type.Number({
        description: 'Taken off the lines and then the shipping costs of the order.',
      }),
      DiscountDescription: Text,
      MaxVatRate: Amount,
      BillingAddress: StoredAddress,
      ShippingAddress: StoredAddress,
      ExtraData: Nullable(ExtraData),
      Lines: Type.Array(OrderLineResponse),
      AcknowledgedDate: Nullable(Type.String({ format: 'date-time' })),
      CreatedAt: Type.String({ format: 'date-time' }),
      UpdatedAt: Type.String({ format: 'date-time' }),
    },
    { title: 'OrderResponse' },
  ),
).properties

/** An order as webhooks send it: an answer without what its reader may do. */
export const OrderRecord = Type.Object(ORDER_FIELDS, { title: 'OrderRecord' })
export type OrderRecord = Static<typeof OrderRecord>

/** An order in an answer. Amounts without 'Original' are in the base currency of the customer. */
export const OrderResponse = Type.Object(
  { ...ORDER_FIELDS, Actions: Actions('OrderAction', ORDER_ACTIONS) },
  { title: 'OrderResponse' },
)
export type OrderResponse = Static<typeof OrderResponse>

/** The orders with which an order is combined. */
export const OrderCombination = Type.Object(
  {
    MerchantOrderReferences: Type.Array(
      Reference(50, "The merchant's reference of another order.", 'order-reference'),
      { maxItems: 100, description: 'The other orders of the combination; none: it has none.' },
    ),
  },
  { ...STRICT, title: 'OrderCombination' },
)
export type OrderCombination = Static<typeof OrderCombination>

/** The path parameter of an acknowledged order. */
export const OrderPath = Type.Object({ reference: Reference(50, "The merchant's reference.") })
export type OrderPath = Static<typeof OrderPath>

/** The path parameter of an order by its Id. */
export const OrderIdPath = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,15}$', description: 'Id of the order.' }),
})
export type OrderIdPath = Static<typeof OrderIdPath>
