/** Variants that are created with their parent. Pure but for the language of numbers. */
import { readTyped } from '../change/amount.ts'
import type { Product } from '../queries.ts'
import { EMPTY_FORM, type ProductForm, textOf } from './form.ts'

/** The fields of a variant that is created with its parent; its own page has all of them. */
export const VARIANT_FIELDS = [
  { name: 'MerchantProductReference', label: 'Reference' },
  { name: 'Name', label: 'Name' },
  { name: 'Size', label: 'Size' },
  { name: 'Color', label: 'Colour' },
  { name: 'Ean', label: 'EAN' },
  { name: 'Price', label: 'Price' },
  { name: 'Stock', label: 'Stock' },
] as const

/** A field of a variant. */
export type VariantField = (typeof VARIANT_FIELDS)[number]['name']

/** What is typed of a variant. */
export type VariantForm = Readonly<Record<VariantField, string>>

/** A variant of which nothing is typed. */
export const NEW_VARIANT = Object.fromEntries(
  VARIANT_FIELDS.map(({ name }) => [name, '']),
) as VariantForm

/** What variants have of their parent. Channels and orders take prices and VAT from the variant itself. */
export interface VariantParent {
  readonly Name: string
  readonly Price: number | null
  readonly VatRate: number | null
  readonly VatClass: string | null
}

/** A variant as the hub takes it, with the price of its parent unless it has one, and what is wrong with its texts. */
export function readVariant(
  form: VariantForm,
  parent: VariantParent,
  path: string,
): { readonly child: Child; readonly issues: Readonly<Record<string, string>> } {
  const issues: Record<string, string> = {}
  const number = (field: 'Price' | 'Stock') => {
    const typed = readTyped(field, form[field])
    if ('value' in typed) return typed.value
    issues[`${path}/${field}`] = 'issue' in typed ? typed.issue : 'Type how many units there are.'
    return null
  }
  const reference = form.MerchantProductReference.trim()
  if (reference === '') issues[`${path}/MerchantProductReference`] = 'Type a reference.'
  const child = {
    MerchantProductReference: reference,
    Name: form.Name.trim() || nameOf(form, parent.Name),
    Size: form.Size.trim() || null,
    Color: form.Color.trim() || null,
    Ean: form.Ean.trim() || null,
    Price: form.Price.trim() === '' ? parent.Price : number('Price'),
    VatRate: parent.VatRate,
    VatClass: parent.VatClass,
    Stock: number('Stock'),
  }
  return { child, issues }
}

/** What channels and orders take from the variant itself. */
const OWN = ['Price', 'VatRate', 'VatClass'] as const

type Relative = Pick<Product, (typeof OWN)[number]>

/**
 * The form of a variant of a product that exists, with the price and the VAT that all its siblings have. Those of the parent, which is not
 * sold itself once it has variants, may be old.
 *
 * @param parent undefined if it could not be read
 */
export function variantFormOf(
  reference: string,
  parent: Relative | undefined,
  siblings: readonly Relative[],
  currency: string,
): ProductForm {
  const own = OWN.map((name) => {
    const found = new Set(siblings.map((sibling) => sibling[name]))
    const [common = null] = found.size === 1 ? found : []
    return [name, textOf(name, common ?? parent?.[name] ?? null, currency)]
  })
  const values = { ...EMPTY_FORM.values, ParentMerchantReference: reference }
  return { ...EMPTY_FORM, values: { ...values, ...Object.fromEntries(own) } }
}

interface Child extends VariantParent {
  readonly MerchantProductReference: string
  readonly Size: string | null
  readonly Color: string | null
  readonly Ean: string | null
  readonly Stock: number | null
}

/** A name for a variant without one. @example nameOf(form, 'Shirt') // 'Shirt, L, blue' */
export function nameOf({ Size, Color }: VariantForm, parentName: string): string {
  return [parentName, Size, Color]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ')
}
