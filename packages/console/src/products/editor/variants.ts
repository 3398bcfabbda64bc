/** Variants that are created with their parent. Pure but for the language of numbers. */
import { readTyped } from '../change/amount.ts'

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
