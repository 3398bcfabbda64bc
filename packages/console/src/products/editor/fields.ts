/** The fields of a product that a person types, in the order of the form. Pure. */
import type { Output } from '@entrepot/client'
import type { Product } from '../queries.ts'

/** How a field is typed. */
export type FieldKind = 'line' | 'text' | 'amount' | 'percent' | 'units'

/** A part of the form. */
export type FieldPart = 'basics' | 'offer' | 'identity' | 'variant'

/** A field of the form. */
export interface Field {
  readonly name: FieldName
  readonly label: string
  readonly kind: FieldKind
  readonly part: FieldPart
  readonly hint?: string
  /** The VAT of orders for which it counts. @default both */
  readonly vatRule?: VatRule
}

/** How the VAT of orders is calculated, as the settings say. */
type VatRule = Output<'getCustomer'>['VatRule']

/** A field that a person types as one text. */
export type FieldName = Exclude<
  keyof Product,
  | 'Id'
  | 'MerchantProductReference'
  | 'ImageUrl'
  | 'ExtraData'
  | 'IsActive'
  | 'Children'
  | 'CreatedAt'
  | 'UpdatedAt'
  | 'StockCountedAt'
  | 'StockReserved'
  | 'StockAvailable'
  | 'Actions'
>

/** The fields by name. One that the API has and this table lacks does not compile. */
const BY_NAME: Readonly<Record<FieldName, Omit<Field, 'name'>>> = {
  Name: { label: 'Name', kind: 'line', part: 'basics' },
  Brand: { label: 'Brand', kind: 'line', part: 'basics' },
  CategoryTrail: {
    label: 'Category',
    kind: 'line',
    part: 'basics',
    hint: 'A path, such as Home > Kitchen > Mugs',
  },
  Description: {
    label: 'Description',
    kind: 'text',
    part: 'basics',
    hint: 'As shown to buyers. HTML is allowed',
  },
  Details: {
    label: 'Details',
    kind: 'text',
    part: 'basics',
    hint: 'Further text for channels, such as specifications',
  },
  Price: { label: 'Price', kind: 'amount', part: 'offer', hint: 'Incl. VAT' },
  Stock: {
    label: 'Stock',
    kind: 'units',
    part: 'offer',
    hint: 'Units in stock now. A change is recorded as a count',
  },
  MSRP: { label: 'Suggested retail price', kind: 'amount', part: 'offer', hint: 'Incl. VAT' },
  PurchasePrice: { label: 'Purchase price', kind: 'amount', part: 'offer', hint: 'Excl. VAT' },
  DiscountRate: {
    label: 'Discount',
    kind: 'percent',
    part: 'offer',
    hint: 'Information for channels. Does not lower the price',
  },
  VatRate: {
    label: 'VAT',
    kind: 'percent',
    part: 'offer',
    hint: 'Default rate if empty',
    vatRule: 'product',
  },
  VatClass: {
    label: 'VAT class',
    kind: 'line',
    part: 'offer',
    hint: 'Such as reduced. Standard if empty',
    vatRule: 'destination',
  },
  ShippingCost: {
    label: 'Shipping costs',
    kind: 'amount',
    part: 'offer',
    hint: 'Sent to channels unchanged',
  },
  ShippingTime: {
    label: 'Delivery time',
    kind: 'line',
    part: 'offer',
    hint: 'In words, such as 2 to 3 days',
  },
  Ean: { label: 'EAN', kind: 'line', part: 'identity', hint: 'EAN, UPC or ISBN' },
  ManufacturerProductNumber: {
    label: "Manufacturer's number",
    kind: 'line',
    part: 'identity',
  },
  ChannelProductReference: {
    label: 'Reference for channels',
    kind: 'line',
    part: 'identity',
    hint: 'Proposed to channels as their own reference',
  },
  Url: { label: 'Product page URL', kind: 'line', part: 'identity' },
  ParentMerchantReference: {
    label: 'Parent',
    kind: 'line',
    part: 'variant',
    hint: 'Reference of the product of which this is a variant',
  },
  Size: { label: 'Size', kind: 'line', part: 'variant' },
  Color: { label: 'Colour', kind: 'line', part: 'variant' },
}

/** The names of the fields, in their order. */
export const FIELD_NAMES = Object.keys(BY_NAME) as readonly FieldName[]

/** The field with a name. */
export const fieldOf = (name: FieldName): Field => ({ name, ...BY_NAME[name] })

/** The fields of a part of the form. */
export const fieldsOf = (part: FieldPart): readonly Field[] =>
  FIELD_NAMES.map(fieldOf).filter((field) => field.part === part)

/** @param used how the VAT of orders is calculated; undefined while that is not known */
export function hintOf(
  { hint, vatRule }: Pick<Field, 'hint' | 'vatRule'>,
  used: VatRule | undefined,
): string | undefined {
  if (vatRule === undefined || used === undefined || used === vatRule) return hint
  return `Only for VAT by ${vatRule}. Your settings use VAT by ${used}`
}
