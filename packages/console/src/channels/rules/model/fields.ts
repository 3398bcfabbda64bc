/** The fields and the operators of conditions, as people choose from them. Pure. */
import {
  EXTRA_DATA,
  FIELDS,
  type FieldKind,
  fieldWords,
  kindOf,
  type OPERATOR_WORDS,
} from '@entrepot/marketplace/offer-rules'

/** The fields that most rules ask about come first. */
const FIRST = 'Brand CategoryTrail Price MSRP PurchasePrice StockAvailable Stock'.split(' ')

/** Fields with an amount of money, in the currency of the merchant. */
export const AMOUNTS: ReadonlySet<string> = new Set([
  'Price',
  'MSRP',
  'PurchasePrice',
  'ShippingCost',
])

/** The options of the choice of a field. The last one is a field of the extra data, whose name is typed. */
export const FIELD_OPTIONS = [
  ...[...new Set([...FIRST, ...Object.keys(FIELDS)])].map((value) => ({
    value,
    label: fieldWords(value),
  })),
  { value: EXTRA_DATA, label: 'Extra data ...' },
]

/** An operator of the form. `Missing` is Exists with false. */
export type Operator = keyof typeof OPERATOR_WORDS

const OF_KIND: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: ['Is', 'IsNot', 'In', 'Contains', 'StartsWith', 'Above', 'Below', 'Exists', 'Missing'],
  number: ['Is', 'IsNot', 'In', 'Above', 'Below', 'Exists', 'Missing'],
  boolean: ['Is', 'IsNot', 'Exists', 'Missing'],
}

/** The kind of a field that is being chosen: of extra data without a name yet, text. */
export function chosenKind(field: string): FieldKind {
  return kindOf(field) ?? 'text'
}

/** The operators that a field can have. */
export function operatorsOf(field: string): readonly Operator[] {
  return OF_KIND[chosenKind(field)]
}
