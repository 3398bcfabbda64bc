/** The columns of orders and of their lines. A field of the wire schema without a column does not compile. */
import type { ColumnsOf } from '../../kit/sql/columns.ts'
import { Address } from './addresses/schema.ts'
import type {
  CalculatedLineField,
  OrderLineRequest,
  OrderLineResponse,
  OrderRecord,
  OrderRequest,
} from './schema.ts'

const TEXT = { type: 'text', write: 'once' } as const
const AMOUNT = { type: 'numeric', write: 'again' } as const
// What the channel has given, also while the product of a line is unknown.
const GIVEN = { type: 'numeric', null: true, write: 'once', export: false } as const
const ADDRESS_FIELDS = Object.keys(Address.properties)
const ADDRESS = { type: 'jsonb', write: 'again', fields: ADDRESS_FIELDS } as const

/** Orders `o` with their channels `ch`. Fields with `write: 'again'` are written by corrections, too. */
export const ORDER_COLUMNS = {
  Id: { column: 'order_id', type: 'bigint' },
  MerchantReference: { column: 'merchant_reference', type: 'text' },
  ChannelReference: { column: 'channel_reference', ...TEXT },
  ChannelId: { column: 'channel_id', type: 'bigint', write: 'once' },
  ChannelName: { column: 'name', type: 'text', of: 'ch' },
  CanShipPartialOrderLines: {
    column: 'can_ship_partial_order_lines',
    type: 'boolean',
    of: 'ch',
    export: false,
  },
  Status: { column: 'status', type: 'text', write: 'again' },
  Corrections: { column: 'corrections', type: 'jsonb', write: 'again', export: false },
  Warnings: { column: 'warnings', type: 'jsonb', write: 'again', export: false },
  ChannelCustomerReference: { column: 'channel_customer_reference', ...TEXT },
  Email: { column: 'email', type: 'text', write: 'again' },
  Phone: { column: 'phone', type: 'text', write: 'again' },
  CompanyRegistrationNo: { column: 'company_registration_no', ...TEXT },
  VatNo: { column: 'vat_no', ...TEXT },
  PaymentMethod: { column: 'payment_method', ...TEXT },
  CurrencyCode: { column: 'currency_code', ...TEXT },
  RateToBaseCurrency: { column: 'rate_to_base_currency', ...AMOUNT },
  TotalInclVat: { column: 'total_incl_vat', ...AMOUNT },
  TotalVat: { column: 'total_vat', ...AMOUNT },
  ShippingCostsInclVat: { column: 'shipping_costs_incl_vat', ...AMOUNT },
  ShippingCostsVat: { column: 'shipping_costs_vat', ...AMOUNT },
  OriginalTotalInclVat: { column: 'original_total_incl_vat', type: 'numeric', write: 'once' },
  OriginalTotalVat: { column: 'original_total_vat', ...AMOUNT },
  OriginalShippingCostsInclVat: {
    column: 'original_shipping_costs_incl_vat',
    type: 'numeric',
    write: 'once',
  },
  OriginalShippingCostsVat: { column: 'original_shipping_costs_vat', ...AMOUNT },
  ShippingVatRate: { column: 'shipping_vat_rate', ...AMOUNT },
  ShippingVatAmount: { column: 'shipping_vat_amount', type: 'numeric', write: 'once' },
  ShippingVatSource: { column: 'shipping_vat_source', type: 'text', write: 'again' },
  GivenShippingVatRate: { column: 'given_shipping_vat_rate', ...GIVEN },
  DiscountInclVat: { column: 'discount_incl_vat', ...AMOUNT },
  OriginalDiscountInclVat: {
    column: 'original_discount_incl_vat',
    type: 'numeric',
    write: 'once',
  },
  DiscountDescription: { column: 'discount_description', ...TEXT },
  MaxVatRate: { column: 'max_vat_rate', ...AMOUNT },
  LineCount: { column: 'line_count', type: 'integer', read: false },
  BillingAddress: { column: 'billing_address', ...ADDRESS },
  ShippingAddress: { column: 'shipping_address', ...ADDRESS },
  ExtraData: { column: 'extra_data', type: 'jsonb', write: 'once' },
  OrderDate: { column: 'order_date', type: 'timestamptz' },
  AcknowledgedDate: { column: 'acknowledged_at', type: 'timestamptz' },
  CreatedAt: { column: 'created_at', type: 'timestamptz' },
  UpdatedAt: { column: 'updated_at', type: 'timestamptz' },
} as const satisfies ColumnsOf<
  Exclude<keyof OrderRecord | keyof OrderRequest, 'Lines' | 'ShipBy' | 'RefundedInclVat'>,
  // The insert writes OrderDate itself: it is the time of the insert if the channel sends none.
  Exclude<keyof OrderRequest, 'OrderDate'>
>

/** Lines `l` of orders `o`. Fields with `write: 'again'` are written by corrections, too. */
export const ORDER_LINE_COLUMNS = {
  OrderId: { column: 'order_id', type: 'bigint', read: false },
  Id: { column: 'line_id', type: 'bigint' },
  MerchantOrderReference: { column: 'merchant_reference', type: 'text', of: 'o', read: false },
  ChannelOrderReference: { column: 'channel_reference', type: 'text', of: 'o', read: false },
  ChannelId: { column: 'channel_id', type: 'bigint', of: 'o', read: false },
  OrderStatus: { column: 'status', type: 'text', of: 'o', read: false },
  OrderDate: { column: 'order_date', type: 'timestamptz', of: 'o', read: false },
  MerchantReference: { column: 'merchant_reference', type: 'text' },
  ChannelReference: { column: 'channel_reference', ...TEXT },
  MerchantProductReference: { column: 'merchant_product_reference', type: 'text', write: 'again' },
  ChannelProductReference: { column: 'channel_product_reference', type: 'text', write: 'again' },
  Quantity: { column: 'quantity', type: 'integer', write: 'once' },
  ShippedQuantity: { column: 'shipped', type: 'integer' },
  CancelledQuantity: { column: 'cancelled', type: 'integer' },
  MancoQuantity: { column: 'manco', type: 'integer' },
  BackorderQuantity: { column: 'backordered', type: 'integer' },
  ReturnedQuantity: { column: 'returned', type: 'integer' },
  CurrencyCode: { column: 'currency_code', type: 'text', of: 'o', read: false },
  VatRate: { column: 'vat_rate', ...AMOUNT },
  VatAmount: { column: 'vat_amount', type: 'numeric', write: 'once' },
  VatSource: { column: 'vat_source', type: 'text', write: 'again' },
  GivenVatRate: { column: 'given_vat_rate', ...GIVEN },
  UnitPriceInclVat: { column: 'unit_price_incl_vat', ...AMOUNT },
  UnitVat: { column: 'unit_vat', ...AMOUNT },
  OriginalUnitPriceInclVat: {
    column: 'original_unit_price_incl_vat',
    type: 'numeric',
    write: 'once',
  },
  OriginalUnitVat: { column: 'original_unit_vat', ...AMOUNT },
  DiscountInclVat: { column: 'discount_incl_vat', ...AMOUNT },
  OriginalDiscountInclVat: {
    column: 'original_discount_incl_vat',
    type: 'numeric',
    write: 'once',
  },
  OriginalOrderDiscountInclVat: {
    column: 'original_order_discount_incl_vat',
    type: 'numeric',
    write: 'once',
  },
  DiscountDescription: { column: 'discount_description', ...TEXT },
  FeeFixed: { column: 'fee_fixed', type: 'numeric', write: 'once' },
  FeeRate: { column: 'fee_rate', type: 'numeric', write: 'once' },
  DeliveryTimeIndication: { column: 'delivery_time_indication', type: 'text', write: 'again' },
} as const satisfies ColumnsOf<
  Exclude<keyof OrderLineResponse | keyof OrderLineRequest, CalculatedLineField>,
  keyof OrderLineRequest
>
