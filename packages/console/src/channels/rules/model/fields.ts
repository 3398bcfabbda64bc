/** The fields and the operators of conditions, in words. Pure. */

/** What the values of a field are. */
export type FieldKind = 'text' | 'number' | 'boolean'

/** What the names of fields in ExtraData begin with. */
export const EXTRA_DATA = 'ExtraData.'

/** The fields that people choose from, in this order: label and kind. */
const FIELDS: Readonly<Record<string, readonly [label: string, kind: FieldKind]>> = {
  Brand: ['Brand', 'text'],
  CategoryTrail: ['Category', 'text'],
  Price: ['Price', 'number'],
  MSRP: ['List price (MSRP)', 'number'],
  PurchasePrice: ['Purchase price', 'number'],
  StockAvailable: ['Units that can be sold', 'number'],
  Stock: ['Stock', 'number'],
  MerchantProductReference: ['Reference', 'text'],
  ParentMerchantReference: ['Reference of the parent', 'text'],
  ChannelProductReference: ['Reference of the channel', 'text'],
  Name: ['Name', 'text'],
  Description: ['Description', 'text'],
  Details: ['Details', 'text'],
  Size: ['Size', 'text'],
  Color: ['Colour', 'text'],
  Ean: ['EAN', 'text'],
  ManufacturerProductNumber: ["Manufacturer's number", 'text'],
  DiscountRate: ['Discount rate', 'number'],
  VatRate: ['VAT rate', 'number'],
  VatClass: ['VAT class', 'text'],
  ShippingCost: ['Shipping cost', 'number'],
  ShippingTime: ['Shipping time', 'text'],
  Url: ['Web address', 'text'],
  ImageUrl: ['Picture', 'text'],
  IsActive: ['Active', 'boolean'],
}

/** The options of the choice of a field. The last one is a field of the extra data, whose name is typed. */
export const FIELD_OPTIONS = [
  ...Object.entries(FIELDS).map(([value, [label]]) => ({ value, label })),
  { value: EXTRA_DATA, label: 'Extra data ...' },
]

/** The kind of the values of a field; undefined if the console does not know the field. */
export function kindOf(field: string): FieldKind | undefined {
  if (field.startsWith(EXTRA_DATA)) return 'text'
  return Object.hasOwn(FIELDS, field) ? FIELDS[field]?.[1] : undefined
}

/** A field in words. */
export function fieldLabel(field: string): string {
  if (field.startsWith(EXTRA_DATA)) return field.slice(EXTRA_DATA.length)
  return Object.hasOwn(FIELDS, field) ? (FIELDS[field]?.[0] ?? field) : field
}

/** The operators in words. `Missing` is Exists with false. */
export const OPERATORS = {
  Is: 'is',
  IsNot: 'is not',
  In: 'is one of',
  Contains: 'contains',
  StartsWith: 'starts with',
  Above: 'is above',
  Below: 'is below',
  Exists: 'has a value',
  Missing: 'has no value',
} as const

/** An operator of the form. */
export type Operator = keyof typeof OPERATORS

const OF_KIND: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: ['Is', 'IsNot', 'In', 'Contains', 'StartsWith', 'Above', 'Below', 'Exists', 'Missing'],
  number: ['Is', 'IsNot', 'In', 'Above', 'Below', 'Exists', 'Missing'],
  boolean: ['Is', 'IsNot', 'Exists', 'Missing'],
}

/** The operators that a field can have. */
export function operatorsOf(field: string): readonly Operator[] {
  return OF_KIND[kindOf(field) ?? 'text']
}
