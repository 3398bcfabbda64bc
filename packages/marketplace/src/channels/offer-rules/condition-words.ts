/** Conditions, their fields and their operators in words. Pure. */
import type { Condition, FieldCondition } from './shapes/condition-schema.ts'
import { EXTRA_DATA, type Operator } from './shapes/names.ts'

/** Fields whose names say little to people. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  CategoryTrail: 'Category',
  ChannelProductReference: 'Reference of the channel',
  Color: 'Colour',
  DiscountRate: 'Discount rate',
  Ean: 'EAN',
  ImageUrl: 'Picture',
  IsActive: 'Active',
  MSRP: 'List price (MSRP)',
  ManufacturerProductNumber: "Manufacturer's number",
  MerchantProductReference: 'Reference',
  ParentMerchantReference: 'Reference of the parent',
  PurchasePrice: 'Purchase price',
  ShippingCost: 'Shipping costs',
  ShippingTime: 'Shipping time',
  StockAvailable: 'Units that can be sold',
  Url: 'Web address',
  VatClass: 'VAT class',
  VatRate: 'VAT rate',
}

/** The operators in words. `Missing` is Exists with false. */
export const OPERATOR_WORDS = {
  Is: 'is',
  IsNot: 'is not',
  In: 'is one of',
  Contains: 'contains',
  StartsWith: 'starts with',
  Above: 'is above',
  Below: 'is below',
  Exists: 'has a value',
  Missing: 'has no value',
} as const satisfies Readonly<Record<Operator | 'Missing', string>>

/**
 * A field of conditions in words.
 *
 * @example fieldWords('ExtraData.Season') // 'Season'
 */
export function fieldWords(field: string): string {
  if (field.startsWith(EXTRA_DATA)) return field.slice(EXTRA_DATA.length)
  return Object.hasOwn(FIELD_WORDS, field) ? (FIELD_WORDS[field] ?? field) : field
}

/**
 * A condition in words.
 *
 * @example conditionWords({ all: [{ Field: 'Brand', Is: 'Acme' }, { Field: 'Price', Above: 5 }] }) // 'Brand is Acme and Price is above 5'
 */
export function conditionWords(condition: Condition): string {
  if ('not' in condition) return `not (${conditionWords(condition.not)})`
  if ('all' in condition) return condition.all.map(innerWords).join(' and ')
  if ('any' in condition) return condition.any.map(innerWords).join(' or ')
  const { Field, ...operators } = condition as FieldCondition
  const [[name, operand] = []] = Object.entries(operators)
  return `${fieldWords(Field)} ${operatorWords(name as Operator, operand)}`
}

function innerWords(condition: Condition): string {
  const words = conditionWords(condition)
  return 'all' in condition || 'any' in condition ? `(${words})` : words
}

function operatorWords(name: Operator, operand: unknown): string {
  if (name === 'Exists') return OPERATOR_WORDS[operand === false ? 'Missing' : 'Exists']
  return `${OPERATOR_WORDS[name]} ${[operand].flat().join(', ')}`
}
