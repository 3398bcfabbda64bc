import type { Schemas } from '@entrepot/client'
import type { ShopProduct, ShopStock } from '../../../adapter/merchant.ts'
import type { RecordProblem } from '../../../adapter/outcomes.ts'
import { adminUrl, numberOf } from './ids.ts'
import { cents, fromCents } from './money.ts'

export interface ShopifyVariant {
  readonly id: string
  readonly sku: string | null
  readonly barcode: string | null
  readonly title: string
  readonly price: string
  readonly compareAtPrice: string | null
  readonly updatedAt: string
  readonly selectedOptions: readonly { readonly name: string; readonly value: string }[]
}

export interface ShopifyProduct {
  readonly id: string
  readonly title: string
  readonly descriptionHtml: string
  readonly vendor: string
  readonly status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED' | (string & {})
  readonly updatedAt: string
  readonly onlineStoreUrl: string | null
  readonly isGiftCard: boolean
  readonly category: { readonly fullName: string } | null
  readonly featuredMedia: {
    readonly preview: { readonly image: { readonly url: string } | null } | null
  } | null
}

/** What the settings say about prices. */
export interface PriceRules {
  readonly shop: string
  /** Percent to add, of a shop whose prices are without tax. */
  readonly vatRate?: number
}

/** With VAT, in the currency of the shop. */
export function priceOf(price: string, { vatRate = 0 }: PriceRules): number {
  return fromCents(cents(price) * (1 + vatRate / 100))
}

/** A family as the hub has it: a single product, or a parent that its variants follow. */
export function mapFamily(
  product: ShopifyProduct,
  variants: readonly ShopifyVariant[],
  rules: PriceRules,
): ShopProduct[] {
  const url = adminUrl(rules.shop, `products/${numberOf(product.id)}`)
  const isSingle = isStandalone(variants)
  const isSold = product.status === 'ACTIVE' || product.status === 'UNLISTED'
  if (!isSold || product.isGiftCard) {
    const ids = isSingle ? [product.id] : [...variants.map((variant) => variant.id), product.id]
    return ids.map((shopId) => ({ shopId, url, removed: true }))
  }
  const [first] = variants
  if (isSingle && first) {
    const problem = problemOfSku(first, product, variants)
    if (problem) return [{ shopId: product.id, url, problem }]
    return [
      {
        shopId: product.id,
        url,
        product: { ...mapVariant(product, first, rules), Name: product.title },
      },
    ]
  }
  const parentReference = parentReferenceOf(product.id)
  const parent: Schemas['ProductRequest'] = {
    MerchantProductReference: parentReference,
    ...describe(product),
  }
  return [
    { shopId: product.id, url, product: parent },
    ...variants.map((variant): ShopProduct => {
      const own = { shopId: variant.id, url: `${url}/variants/${numberOf(variant.id)}` }
      const problem = problemOfSku(variant, product, variants)
      if (problem) return { ...own, problem }
      const mapped = mapVariant(product, variant, rules)
      return { ...own, product: { ...mapped, ParentMerchantReference: parentReference } }
    }),
  ]
}

/** Shopify gives each product one variant. It is the product itself unless it has options of its own. */
function isStandalone(variants: readonly ShopifyVariant[]): boolean {
  const [first] = variants
  if (variants.length !== 1 || first === undefined) return variants.length === 0
  const [option] = first.selectedOptions
  return option?.name === 'Title' && option.value === 'Default Title'
}

/** Products have no SKU of their own, and handles change with titles. */
export function parentReferenceOf(productId: string): string {
  return `shopify-${numberOf(productId)}`
}

function problemOfSku(
  variant: ShopifyVariant,
  product: ShopifyProduct,
  family: readonly ShopifyVariant[],
): RecordProblem | undefined {
  const sku = skuOf(variant)
  const name =
    variant.title === 'Default Title' ? product.title : `${product.title}, ${variant.title}`
  if (sku === undefined) {
    return {
      code: 'missing_sku',
      message: `"${name}" has no SKU.`,
      remedy: 'Enter a SKU at the variant in Shopify, under Inventory.',
    }
  }
  if (family.filter((other) => skuOf(other) === sku).length < 2) return undefined
  return {
    code: 'duplicate_sku',
    message: `Several variants of "${product.title}" have the SKU ${sku}.`,
    remedy: 'Give each variant a SKU of its own in Shopify, under Inventory.',
  }
}

export function skuOf({ sku }: { readonly sku: string | null }): string | undefined {
  return sku?.trim() || undefined
}

function describe(product: ShopifyProduct) {
  const imageUrl = product.featuredMedia?.preview?.image?.url
  return {
    Name: product.title,
    Description: product.descriptionHtml || null,
    Brand: product.vendor || null,
    Url: product.onlineStoreUrl,
    ImageUrl: imageUrl ?? null,
    CategoryTrail: product.category?.fullName ?? null,
  }
}

function mapVariant(
  product: ShopifyProduct,
  variant: ShopifyVariant,
  rules: PriceRules,
): Schemas['ProductRequest'] {
  const options = splitOptions(variant)
  const price = priceOf(variant.price, rules)
  const before = variant.compareAtPrice === null ? 0 : priceOf(variant.compareAtPrice, rules)
  return {
    ...describe(product),
    MerchantProductReference: skuOf(variant) ?? '',
    Name: `${product.title} - ${variant.title}`,
    Ean: eanOf(variant.barcode),
    Size: options.Size ?? null,
    Color: options.Color ?? null,
    Price: price,
    MSRP: before > price ? before : null,
    ...(rules.vatRate === undefined ? {} : { VatRate: rules.vatRate }),
    ...(Object.keys(options.rest).length ? { ExtraData: options.rest } : {}),
  }
}

const SIZE = /^(size|grösse|größe|maat|taille|talla|taglia)$/i
const COLOR = /^(colou?r|farbe|kleur|couleur|colore)$/i

function splitOptions(variant: ShopifyVariant) {
  const options: { Size?: string; Color?: string; rest: Record<string, string> } = { rest: {} }
  for (const { name, value } of variant.selectedOptions) {
    if (SIZE.test(name)) options.Size = value
    else if (COLOR.test(name)) options.Color = value
    else if (name !== 'Title') options.rest[name] = value
  }
  return options
}

/** Barcodes may be anything. The hub takes those that can be an EAN, UPC or ISBN. */
function eanOf(barcode: string | null): string | null {
  const digits = barcode?.replaceAll(/[\s-]/g, '') ?? ''
  return /^(\d{8}|\d{12,14}|\d{9}[\dX])$/.test(digits) ? digits : null
}

export interface ShopifyStock {
  readonly sku: string | null
  readonly price: string
  readonly product: { readonly id: string; readonly status: string; readonly isGiftCard: boolean }
  readonly inventoryItem: {
    readonly tracked: boolean
    readonly inventoryLevel: Level | null
  }
}

export interface Level {
  readonly quantities: readonly { readonly quantity: number }[]
}

/**
 * What may still be sold at the location: Shopify has taken off what its orders have committed. Less than nothing is nothing, and a variant that the
 * location does not stock has none.
 */
export function mapStock(
  variant: ShopifyStock,
  rules: PriceRules & { readonly untrackedStock: number },
): ShopStock | undefined {
  const reference = skuOf(variant)
  const { status, isGiftCard } = variant.product
  if (reference === undefined || isGiftCard || (status !== 'ACTIVE' && status !== 'UNLISTED'))
    return undefined
  const { tracked, inventoryLevel } = variant.inventoryItem
  const available = inventoryLevel?.quantities[0]?.quantity ?? 0
  return {
    merchantProductReference: reference,
    price: priceOf(variant.price, rules),
    stock: tracked ? Math.max(0, available) : rules.untrackedStock,
  }
}
