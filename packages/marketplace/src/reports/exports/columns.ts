/** The columns of exports, as SQL. CSV and NDJSON have the same names and the same order of rows. */

/** A column. Its values come from an expression over the tables of the kind. */
export interface Column {
  readonly name: string
  readonly sql: string
  /** Only texts can be formulas of a spreadsheet. Moments and flags (`true`) are written as the API writes them. */
  readonly type: 'text' | 'plain' | 'moment' | 'flag'
}

/** A JSON object that CSV spreads over several columns, such as `ShippingAddress.City`. */
export interface Group {
  readonly name: string
  readonly sql: string
  readonly fields: readonly string[]
}

export type Columns = readonly (Column | Group)[]

/** Table and alias of a column, and its names: of SQL and of the API. */
const read =
  (type: Column['type'], toSql: (column: string) => string = (column) => column) =>
  (alias: string, names: Readonly<Record<string, string>>): Column[] =>
    Object.entries(names).map(([name, column]) => ({
      name,
      type,
      sql: toSql(`${alias}.${column}`),
    }))

export const texts = read('text')
export const plains = read('plain')
export const amounts = read('plain', (column) => `trim_scale(${column})`)
export const moments = read('moment')
const flags = read('flag')
/** JSON begins with a bracket, so no spreadsheet takes it for a formula. */
const json = plains

const ADDRESS = [
  ...['Gender', 'Salutation', 'CompanyName', 'FirstName', 'LastName', 'StreetName', 'HouseNr'],
  ...['HouseNrAddition', 'ZipCode', 'City', 'Region', 'CountryIso'],
]

/** The fields that an import takes, and no others: it would store them as ExtraData. */
export const PRODUCT_COLUMNS: Columns = [
  ...texts('p', {
    MerchantProductReference: 'merchant_product_reference',
    ParentMerchantReference: 'parent_reference',
    ChannelProductReference: 'channel_product_reference',
    Name: 'name',
    Description: 'description',
    Details: 'details',
    Brand: 'brand',
    Size: 'size',
    Color: 'color',
    Ean: 'ean',
    ManufacturerProductNumber: 'manufacturer_product_number',
  }),
  ...plains('p', { Stock: 'stock' }),
  ...amounts('p', {
    Price: 'price',
    MSRP: 'msrp',
    PurchasePrice: 'purchase_price',
    DiscountRate: 'discount_rate',
    VatRate: 'vat_rate',
    ShippingCost: 'shipping_cost',
  }),
  ...texts('p', {
    ShippingTime: 'shipping_time',
    Url: 'url',
    ImageUrl: 'image_url',
    CategoryTrail: 'category_trail',
  }),
  // Of the product itself, so that an import restores it. The lists of the API answer whether it is offered.
  ...flags('p', { IsActive: 'is_active' }),
  ...json('p', { ExtraData: 'extra_data' }),
]

export const ORDER_COLUMNS: Columns = [
  ...plains('o', { Id: 'order_id' }),
  ...texts('o', {
    MerchantReference: 'merchant_reference',
    ChannelReference: 'channel_reference',
  }),
  ...plains('o', { ChannelId: 'channel_id' }),
  ...texts('ch', { ChannelName: 'name' }),
  ...plains('o', { Status: 'status' }),
  ...texts('o', {
    ChannelCustomerReference: 'channel_customer_reference',
    Email: 'email',
    Phone: 'phone',
    CompanyRegistrationNo: 'company_registration_no',
    VatNo: 'vat_no',
    PaymentMethod: 'payment_method',
  }),
  ...plains('o', { CurrencyCode: 'currency_code' }),
  ...amounts('o', {
    RateToBaseCurrency: 'rate_to_base_currency',
    TotalInclVat: 'total_incl_vat',
    TotalVat: 'total_vat',
    ShippingCostsInclVat: 'shipping_costs_incl_vat',
    ShippingCostsVat: 'shipping_costs_vat',
    OriginalTotalInclVat: 'original_total_incl_vat',
    OriginalTotalVat: 'original_total_vat',
    OriginalShippingCostsInclVat: 'original_shipping_costs_incl_vat',
    OriginalShippingCostsVat: 'original_shipping_costs_vat',
    MaxVatRate: 'max_vat_rate',
  }),
  ...plains('o', { LineCount: 'line_count' }),
  { name: 'BillingAddress', sql: 'o.billing_address', fields: ADDRESS },
  { name: 'ShippingAddress', sql: 'o.shipping_address', fields: ADDRESS },
  ...json('o', { ExtraData: 'extra_data' }),
  ...moments('o', {
    OrderDate: 'order_date',
    AcknowledgedDate: 'acknowledged_at',
    CreatedAt: 'created_at',
    UpdatedAt: 'updated_at',
  }),
]

export const ORDER_LINE_COLUMNS: Columns = [
  ...plains('l', { OrderId: 'order_id', Id: 'line_id' }),
  ...texts('o', {
    MerchantOrderReference: 'merchant_reference',
    ChannelOrderReference: 'channel_reference',
  }),
  ...plains('o', { ChannelId: 'channel_id', OrderStatus: 'status' }),
  ...moments('o', { OrderDate: 'order_date' }),
  ...texts('l', {
    MerchantReference: 'merchant_reference',
    ChannelReference: 'channel_reference',
    MerchantProductReference: 'merchant_product_reference',
    ChannelProductReference: 'channel_product_reference',
  }),
  ...plains('l', {
    Quantity: 'quantity',
    ShippedQuantity: 'shipped',
    CancelledQuantity: 'cancelled',
    MancoQuantity: 'manco',
    BackorderQuantity: 'backordered',
    ReturnedQuantity: 'returned',
  }),
  ...plains('o', { CurrencyCode: 'currency_code' }),
  ...amounts('l', {
    VatRate: 'vat_rate',
    UnitPriceInclVat: 'unit_price_incl_vat',
    UnitVat: 'unit_vat',
    OriginalUnitPriceInclVat: 'original_unit_price_incl_vat',
    OriginalUnitVat: 'original_unit_vat',
    FeeFixed: 'fee_fixed',
    FeeRate: 'fee_rate',
  }),
  ...texts('l', { DeliveryTimeIndication: 'delivery_time_indication' }),
]
