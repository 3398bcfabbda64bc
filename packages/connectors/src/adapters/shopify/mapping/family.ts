import type { Schemas } from '@entrepot/client'
import type { List } from './course.ts'
import { NAMESPACE } from './ids.ts'
import { cents, decimal } from './money.ts'

type ProductView = Schemas['ProductView']

/** A product of Shopify as far as its variants are concerned. */
export interface Family {
  readonly id: string
  readonly status: string
  readonly onlineStoreUrl: string | null
  readonly reference: { readonly value: string } | null
  readonly variants: List<FamilyVariant>
}

export interface FamilyVariant {
  readonly id: string
  readonly sku: string | null
  readonly selectedOptions: readonly { readonly name: string; readonly value: string }[]
}

export interface FamilyRules {
  readonly locationId: string
  readonly productStatus: string
  readonly vatRate?: number
}

/** A variant as Shopify has it, or as it is to be. */
interface Member {
  readonly id?: string
  readonly reference: string
  readonly size: string | undefined
  readonly color: string | undefined
  readonly input?: object
}

const SIZE = 'Size'
const COLOR = 'Color'
/** Where sizes and colours do not tell variants apart, their references do. */
const VARIANT = 'Variant'
const STANDALONE = { name: 'Title', value: 'Default Title' }

/** The fields of a product itself. They are the only ones of a parent. */
export function productFields(product: ProductView) {
  return {
    title: product.Name || product.MerchantProductReference,
    ...(product.Description === null ? {} : { descriptionHtml: product.Description }),
    ...(product.Brand ? { vendor: product.Brand } : {}),
  }
}

/**
 * Input for a product that is created. Pictures and metafields are sent only here: a later call would delete those that people have added
 * in Shopify.
 */
export function newProduct(product: ProductView, rules: FamilyRules) {
  const image = product.ImageUrl
  return {
    ...productFields(product),
    ...standalone({ ...newVariant(product, rules), ...variantFields(product, rules) }),
    status: rules.productStatus,
    metafields: [
      {
        namespace: NAMESPACE,
        key: 'reference',
        type: 'id',
        value: product.MerchantProductReference,
      },
    ],
    ...(image
      ? { files: [{ originalSource: image, contentType: 'IMAGE', alt: product.Name ?? '' }] }
      : {}),
  }
}

/** Input for a product whose only variant is itself. */
export function singleInput(product: ProductView, family: Family, rules: FamilyRules) {
  const id = family.variants.nodes[0]?.id
  return { ...productFields(product), ...standalone({ id, ...variantFields(product, rules) }) }
}

/** Input for a family that loses its last variant: Shopify keeps none without one. */
export function emptyFamily(rules: FamilyRules) {
  return standalone(newVariant({ Price: 0 }, rules))
}

function standalone(variant: object) {
  return {
    productOptions: [{ name: STANDALONE.name, values: [{ name: STANDALONE.value }] }],
    variants: [
      { ...variant, optionValues: [{ optionName: STANDALONE.name, name: STANDALONE.value }] },
    ],
  }
}

/** Whether a family has no variants of the hub: it is a single product, or a parent that has none yet. */
export function isSingle(family: Family): boolean {
  const [variant, ...others] = family.variants.nodes
  const [option] = variant?.selectedOptions ?? []
  return (
    others.length === 0 && option?.name === STANDALONE.name && option.value === STANDALONE.value
  )
}

/** The variant of a child, found by its id or, after a crash, by its SKU. */
export function variantOf(
  family: Family,
  product: ProductView,
  shopId: string | undefined,
): FamilyVariant | undefined {
  const reference = product.MerchantProductReference
  return family.variants.nodes.find(({ id, sku }) => id === shopId || sku === reference)
}

/**
 * All variants of a family with this child: Shopify deletes those that are not in the list. The options of the family are what its members differ
 * in, so a child with a colour gives the others one, too.
 */
export function familyInput(
  family: Family,
  child: ProductView,
  shopId: string | undefined,
  rules: FamilyRules,
) {
  const own = variantOf(family, child, shopId)
  const member: Member = {
    ...(own ? { id: own.id } : {}),
    reference: child.MerchantProductReference,
    size: child.Size ?? undefined,
    color: child.Color ?? undefined,
    input: { ...(own ? {} : newVariant(child, rules)), ...variantFields(child, rules) },
  }
  const others = isSingle(family)
    ? []
    : family.variants.nodes.filter((variant) => variant.id !== own?.id).map(memberOf)
  const members = own ? inPlace(family, member, others) : [...others, member]
  const options = optionsOf(members)
  return {
    productOptions: options.map((name) => ({
      name,
      values: [...new Set(members.map((one) => optionValue(one, name)))].map((value) => ({
        name: value,
      })),
    })),
    variants: members.map((one) => ({
      ...(one.id === undefined ? {} : { id: one.id }),
      ...one.input,
      optionValues: options.map((name) => ({ optionName: name, name: optionValue(one, name) })),
    })),
  }
}

function memberOf(variant: FamilyVariant): Member {
  const option = (name: string) => variant.selectedOptions.find((one) => one.name === name)?.value
  const value = (name: string) => (option(name) === NONE ? undefined : option(name))
  return { id: variant.id, reference: variant.sku ?? '', size: value(SIZE), color: value(COLOR) }
}

function inPlace(family: Family, member: Member, others: readonly Member[]): Member[] {
  const index = family.variants.nodes.findIndex(({ id }) => id === member.id)
  return [...others.slice(0, index), member, ...others.slice(index)]
}

const NONE = '-'

function optionValue(member: Member, option: string): string {
  if (option === SIZE) return member.size ?? NONE
  if (option === COLOR) return member.color ?? NONE
  return member.reference
}

function optionsOf(members: readonly Member[]): string[] {
  const named = [
    ...(members.some(({ size }) => size) ? [SIZE] : []),
    ...(members.some(({ color }) => color) ? [COLOR] : []),
  ]
  const combinations = new Set(
    members.map((one) => named.map((name) => optionValue(one, name)).join('\n')),
  )
  return combinations.size === members.length && named.length > 0 ? named : [...named, VARIANT]
}

function variantFields(
  { MerchantProductReference, Ean, MSRP, Price }: ProductView,
  rules: FamilyRules,
) {
  // Shopify strikes it through beside the price, so one that is not above it would be wrong.
  const isAbove = MSRP !== null && MSRP > (Price ?? 0)
  return {
    sku: MerchantProductReference,
    ...(Ean ? { barcode: Ean } : {}),
    compareAtPrice: isAbove ? amountOf(MSRP, rules) : null,
  }
}

/** A price of the hub is with VAT; a shop whose prices are without tax gets it without. */
export function amountOf(price: number, { vatRate = 0 }: { readonly vatRate?: number }): string {
  return decimal(cents(price / (1 + vatRate / 100)))
}

/** A new variant has no stock and sells nothing beyond it, so nobody can buy it before its price has come. */
function newVariant(product: Pick<ProductView, 'Price'>, rules: FamilyRules) {
  const { locationId } = rules
  return {
    price: amountOf(product.Price ?? 0, rules),
    inventoryPolicy: 'DENY',
    inventoryItem: { tracked: true },
    inventoryQuantities: [{ locationId, name: 'available', quantity: 0 }],
  }
}
