/** Products of the hub as WooCommerce takes them. */
import type { Schemas } from '@entrepot/client'
import { META, type WooAttribute } from '../api/wire.ts'

type View = Schemas['ProductView']

export interface AttributeToWrite {
  readonly id?: number
  readonly name?: string
  readonly visible?: boolean
  readonly variation?: boolean
  readonly options?: readonly string[]
}

/** The texts of a product. Price and stock are written with the offers, and the type with the variants. */
export function toContent(
  product: View,
  options: { readonly taxClass?: string | undefined; readonly isVariant: boolean },
) {
  const { taxClass, isVariant } = options
  const ean = product.Ean ?? ''
  return {
    name: product.Name ?? product.MerchantProductReference,
    sku: product.MerchantProductReference,
    status: 'publish',
    description: [product.Description, product.Details].filter(Boolean).join('\n\n'),
    global_unique_id: ean,
    attributes: detailsOf(product, isVariant),
    ...(taxClass !== undefined && { tax_class: taxClass }),
    ...(product.ImageUrl && { meta_data: [{ key: META.image, value: product.ImageUrl }] }),
  }
}

/** What people see in the table of details. A channel that is not grouped gets variants as products of their own. */
function detailsOf(product: View, isVariant: boolean): AttributeToWrite[] {
  const own = isVariant ? [] : [['Size', product.Size] as const, ['Color', product.Color] as const]
  const details = [
    ['Brand', product.Brand] as const,
    ...own,
    ...Object.entries(product.ExtraData ?? {}),
  ]
  return details
    .filter(([, value]) => value)
    .map(([name, value]) => ({ name, visible: true, variation: false, options: [String(value)] }))
}

/** By what a variant differs from its siblings: the attribute by the id or name that its parent has for it, and the value. */
export function variantAttributes(
  product: View,
  ofParent: readonly WooAttribute[],
): { readonly id?: number; readonly name?: string; readonly option: string }[] {
  const values = [['Size', product.Size] as const, ['Color', product.Color] as const].filter(
    ([, value]) => value,
  )
  // Without size and colour, the name tells variants apart.
  const used = values.length > 0 ? values : [['Variant', product.Name] as const]
  return used.map(([name, value]) => {
    const known = ofParent.find((one) => sameName(one.name, name))
    const option = value || product.MerchantProductReference
    return known !== undefined && known.id > 0 ? { id: known.id, option } : { name, option }
  })
}

/** The shop replaces all attributes by those that it gets, so the ones that it has are sent along. Options that variants need are kept. */
export function mergeAttributes(
  has: readonly WooAttribute[],
  wanted: readonly AttributeToWrite[],
): AttributeToWrite[] {
  const merged = has.map(({ id, name, variation = false, options = [], ...rest }) => {
    const found = wanted.find((one) => sameAttribute(one, { id, name }))
    const isVariation = variation || found?.variation === true
    const all = isVariation
      ? [...new Set([...options, ...(found?.options ?? [])])]
      : (found?.options ?? options)
    return {
      ...(id > 0 ? { id } : { name }),
      visible: 'visible' in rest ? rest.visible === true : true,
      variation: isVariation,
      options: all,
    }
  })
  const added = wanted.filter((one) => !has.some((known) => sameAttribute(one, known)))
  return [...merged, ...added]
}

function sameAttribute(
  one: AttributeToWrite,
  known: { readonly id: number; readonly name: string },
) {
  return one.id === undefined ? sameName(one.name ?? '', known.name) : one.id === known.id
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

export function sameAttributes(
  has: readonly WooAttribute[],
  wanted: readonly AttributeToWrite[],
): boolean {
  return (
    has.length === wanted.length &&
    wanted.every((one) => {
      const known = has.find((attribute) => sameAttribute(one, attribute))
      const options = known?.options ?? []
      return (
        (known?.variation ?? false) === (one.variation ?? false) &&
        (one.options ?? []).every((option) => options.includes(option))
      )
    })
  )
}
