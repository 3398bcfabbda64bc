/** Names and limits that the shapes, the issues and the rules share. Without imports at run time, for browsers. */
import type { ProductRecord } from '../../../catalogue/products/rules.ts'

/** The percentage by which a price may move without review, if the rules give none. */
export const DEFAULT_GUARD_PERCENT = 40

/** The fields of a product on which a price can be based. */
export const BASES = ['Price', 'MSRP', 'PurchasePrice'] as const
export type Base = (typeof BASES)[number]

/** How deep conditions may be nested. */
export const MAX_DEPTH = 8

/** Maximum number of conditions in a rule set, including those that contain others. */
export const MAX_CONDITIONS = 1_000

/** Maximum number of values of In. */
export const MAX_VALUES = 1_000

/** Maximum length of a text in a condition. */
export const MAX_TEXT = 4_000

/** What can be asked about a field. */
export const OPERATORS = [
  'Is',
  'IsNot',
  'In',
  'Contains',
  'StartsWith',
  'Above',
  'Below',
  'Exists',
] as const
export type Operator = (typeof OPERATORS)[number]

/** The units that may be sold, as a field of conditions. */
export const STOCK_AVAILABLE = 'StockAvailable'

/** What the names of fields in ExtraData begin with. */
export const EXTRA_DATA = 'ExtraData.'

/** What the values of a field are. */
export type FieldKind = 'text' | 'number' | 'boolean'

/** The fields of conditions, and what their values are. Names in ExtraData are texts. */
export const FIELDS = {
  MerchantProductReference: 'text',
  ParentMerchantReference: 'text',
  ChannelProductReference: 'text',
  Name: 'text',
  Description: 'text',
  Details: 'text',
  Brand: 'text',
  Size: 'text',
  Color: 'text',
  Ean: 'text',
  ManufacturerProductNumber: 'text',
  Stock: 'number',
  Price: 'number',
  MSRP: 'number',
  PurchasePrice: 'number',
  DiscountRate: 'number',
  VatRate: 'number',
  ShippingCost: 'number',
  ShippingTime: 'text',
  Url: 'text',
  ImageUrl: 'text',
  CategoryTrail: 'text',
  VatClass: 'text',
  IsActive: 'boolean',
  [STOCK_AVAILABLE]: 'number',
} as const satisfies Readonly<
  Record<
    Exclude<keyof ProductRecord, 'ExtraData' | 'StockCountedAt'> | typeof STOCK_AVAILABLE,
    FieldKind
  >
>

/** The kind of the values of a field. Undefined if there is no such field. */
export function kindOf(field: string): FieldKind | undefined {
  if (Object.hasOwn(FIELDS, field)) return FIELDS[field as keyof typeof FIELDS]
  return field.startsWith(EXTRA_DATA) && field.length > EXTRA_DATA.length ? 'text' : undefined
}

/** Why an offer cannot be computed. The codes are stable. */
export const OFFER_PROBLEMS = {
  NO_PRICE: 'The product has no price.',
  NO_MSRP: 'The product has no MSRP.',
  NO_PURCHASE_PRICE: 'The product has no purchase price.',
  NO_RATE: 'There is no exchange rate.',
  NO_VAT_RATE: 'There is no VAT rate for the destination.',
  MIN_ABOVE_MAX: 'The minimum price is above the maximum.',
  NEGATIVE_PRICE: 'The price would be negative.',
  PRICE_TOO_HIGH: 'The price would be too high to be stored.',
} as const
export type OfferProblemCode = keyof typeof OFFER_PROBLEMS
