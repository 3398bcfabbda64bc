/** Products of Medusa as products of the hub, and inventory levels as counts. Pure. */
import type { Schemas } from '@entrepot/client'
import type { ShopProduct, ShopStock } from '../../../adapter/merchant.ts'
import type { RecordProblem } from '../../../adapter/outcomes.ts'
import { amountOf, decimal, times, toCents, withTax } from '../decimal.ts'
import type { ProductTerms, StockTerms } from '../terms.ts'
import type { Measured, Price, Product, Variant } from '../types.ts'

type ProductRequest = Schemas['ProductRequest']

/** A product, and its variants if it has more than one. The id in the shop is that of the variant, because orders name variants. */
export function toShopProducts(product: Product, terms: ProductTerms): readonly ShopProduct[] {
  const url = `${terms.adminUrl}/products/${product.id}`
  const variants = product.variants ?? []
  const ids = [product.id, ...variants.map(({ id }) => id)]
  if (!isSold(product, terms) || variants.length === 0)
    return ids.map((shopId) => ({ shopId, url, removed: true }))
  const shared = findSharedSkus(variants)
  const [only] = variants
  if (variants.length === 1 && only) {
    return [toVariant(product, only, terms, shared), { shopId: product.id, url, removed: true }]
  }
  const children = variants.map((variant) => toVariant(product, variant, terms, shared))
  return [{ shopId: product.id, url, product: toParent(product, variants) }, ...children]
}

function isSold(
  product: Pick<Product, 'status' | 'sales_channels' | 'deleted_at'>,
  { salesChannelId }: Pick<ProductTerms, 'salesChannelId'>,
): boolean {
  const isInChannel = product.sales_channels?.some(({ id }) => id === salesChannelId) ?? false
  return product.status === 'published' && !product.deleted_at && isInChannel
}

/** References of the hub differ by more than upper and lower case, and SKUs of Medusa need not. */
function findSharedSkus(variants: readonly Variant[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { sku } of variants) {
    const key = keyOf(sku)
    if (seen.has(key)) shared.add(key)
    seen.add(key)
  }
  return shared
}

const keyOf = (sku: string | null) => (sku ?? '').trim().toLowerCase()

/** The handle is unique in Medusa; a variant may still have it as its SKU. */
function parentReference(product: Product, variants: readonly Variant[]): string {
  const isTaken = variants.some(({ sku }) => keyOf(sku) === keyOf(product.handle))
  return isTaken ? product.id : product.handle
}

function toParent(product: Product, variants: readonly Variant[]): ProductRequest {
  const extra = { ...sharedExtra(product), ...measuresOf(product) }
  const image = imageOf(product)
  return {
    MerchantProductReference: parentReference(product, variants),
    Name: product.title,
    ...sharedFields(product),
    ...(image && { ImageUrl: image }),
    ...asExtraData(extra),
  }
}

function toVariant(
  product: Product,
  variant: Variant,
  terms: ProductTerms,
  shared: ReadonlySet<string>,
): ShopProduct {
  const url = `${terms.adminUrl}/products/${product.id}/variants/${variant.id}`
  const found = { shopId: variant.id, url }
  const problem = skuProblem(product, variant, shared)
  if (problem) return { ...found, problem }
  const price = priceOf(variant, terms)
  if (price === undefined) return { ...found, problem: noPrice(product, variant, terms) }
  const variants = product.variants ?? []
  const isFamily = variants.length > 1
  const options = optionsOf(variant, isFamily)
  const ean = eanOf(variant)
  const image = imageOf({ ...product, ...(variant.thumbnail && { thumbnail: variant.thumbnail }) })
  const extra = {
    ...(isFamily ? {} : sharedExtra(product)),
    ...measuresOf(product),
    ...measuresOf(variant),
    ...(variant.barcode && variant.barcode !== ean && { barcode: variant.barcode }),
    ...Object.fromEntries(options.rest),
  }
  return {
    ...found,
    product: {
      MerchantProductReference: (variant.sku ?? '').trim(),
      Name: nameOf(product, options.values),
      ...(isFamily
        ? { ParentMerchantReference: parentReference(product, variants) }
        : sharedFields(product)),
      Price: price,
      ...(terms.vatRate !== undefined && { VatRate: terms.vatRate }),
      ...(ean && { Ean: ean }),
      ...(image && { ImageUrl: image }),
      ...options.fields,
      ...asExtraData(extra),
      IsActive: true,
    },
  }
}

function skuProblem(
  product: Product,
  variant: Variant,
  shared: ReadonlySet<string>,
): RecordProblem | undefined {
  const name = `"${product.title}", variant "${variant.title ?? variant.id}"`
  if (keyOf(variant.sku) === '') {
    return {
      code: 'missing_sku',
      message: `${name} has no SKU.`,
      remedy: 'Give the variant a SKU in Medusa. Orders and stock name it.',
    }
  }
  if (!shared.has(keyOf(variant.sku))) return undefined
  return {
    code: 'shared_sku',
    message: `${name} has the SKU ${variant.sku}, like another variant of the product.`,
    remedy: 'Give each variant a SKU that differs by more than upper and lower case.',
  }
}

function noPrice(product: Product, variant: Variant, terms: ProductTerms): RecordProblem {
  return {
    code: 'missing_price',
    message: `"${product.title}", variant "${variant.title ?? variant.id}" has no price in ${terms.currency.toUpperCase()}.`,
    remedy:
      'Give the variant a price in this currency or for the region, or choose another region.',
  }
}

/** The price for one unit: that of the region, or else that of the currency. Prices of price lists are not among them. */
export function priceOf(
  { prices }: Pick<Variant, 'prices'>,
  terms: Pick<ProductTerms, 'regionId' | 'currency' | 'isInclusive' | 'vatRate'>,
): number | undefined {
  const forOne = (prices ?? []).filter(
    (price) => price.currency_code === terms.currency && (price.min_quantity ?? 1) <= 1,
  )
  const ofRegion = forOne.find((price) => isOnlyFor(price, terms.regionId))
  const price = ofRegion ?? forOne.find(({ rules }) => Object.keys(rules ?? {}).length === 0)
  if (!price) return undefined
  const { ofRegion: isOfRegion, ofCurrency } = terms.isInclusive
  const isInclusive = ofRegion ? isOfRegion : ofCurrency
  if (isInclusive) return amountOf(toCents(decimal(price.amount)))
  return amountOf(toCents(times(decimal(price.amount), withTax(terms.vatRate ?? 0))))
}

function isOnlyFor({ rules }: Price, regionId: string): boolean {
  return Object.keys(rules ?? {}).length === 1 && rules?.region_id === regionId
}

const COLOR = /^(colou?rs?|kleur|farbe|couleur)$/i
const SIZE = /^(sizes?|maat|gr(ö|oe)(ß|ss)e|taille)$/i

function optionsOf({ options }: Variant, isFamily: boolean) {
  const chosen = isFamily ? (options ?? []) : []
  const named = chosen.map(({ option, value }) => [option?.title ?? '', value] as const)
  const color = named.find(([title]) => COLOR.test(title))?.[1]
  const size = named.find(([title]) => SIZE.test(title))?.[1]
  return {
    values: named.map(([, value]) => value),
    fields: { ...(color && { Color: color }), ...(size && { Size: size }) },
    rest: named.filter(([title]) => title !== '' && !COLOR.test(title) && !SIZE.test(title)),
  }
}

function nameOf({ title }: Product, options: readonly string[]): string {
  return [title, ...options].join(' ')
}

function sharedFields(product: Product): Partial<ProductRequest> {
  const trail = product.categories?.map(({ name }) => name)[0] ?? product.collection?.title
  return {
    ...(product.description && { Description: product.description }),
    ...(trail && { CategoryTrail: trail }),
  }
}

function sharedExtra(product: Product): Record<string, unknown> {
  const images = product.images?.map(({ url }) => url).filter(isLink) ?? []
  return {
    subtitle: product.subtitle,
    type: product.type?.value,
    collection: product.collection?.title,
    tags: product.tags?.map(({ value }) => value).join(', '),
    images: images.length > 1 ? images.join(' ') : undefined,
    ...product.metadata,
  }
}

function measuresOf(of: Measured): Record<string, unknown> {
  const { weight, length, height, width, hs_code, origin_country, mid_code, material } = of
  const measures = { weight, length, height, width, hs_code, origin_country, mid_code, material }
  return Object.fromEntries(Object.entries(measures).filter(([, value]) => value != null))
}

const MAX_EXTRA = 100

/** Free data has texts: values that are neither text, number nor boolean are left out. */
function asExtraData(extra: Record<string, unknown>): Pick<ProductRequest, 'ExtraData'> {
  const texts = Object.entries(extra).flatMap(([name, value]) => {
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
    return isPlain && value !== '' ? [[name, String(value)] as const] : []
  })
  return texts.length === 0 ? {} : { ExtraData: Object.fromEntries(texts.slice(0, MAX_EXTRA)) }
}

const GTIN = /^(\d{8}|\d{12,14})$/

function eanOf({ ean, upc, barcode }: Variant): string | undefined {
  return [ean, upc, barcode].find((code): code is string => GTIN.test(code ?? ''))
}

function imageOf({ thumbnail, images }: Pick<Product, 'thumbnail' | 'images'>): string | undefined {
  return [thumbnail, images?.[0]?.url].find(isLink)
}

const isLink = (url: unknown): url is string => typeof url === 'string' && /^https?:\/\//.test(url)

/**
 * The units of a variant that are not reserved: of a kit, as many as its scarcest item allows. Medusa reserves units when it gets an
 * order, so the count does not contain those of orders that the hub has sent already.
 */
export function toShopStock(variant: Variant, terms: StockTerms): ShopStock | undefined {
  const reference = variant.sku?.trim()
  const { product } = variant
  // The hub does not have what is not sold.
  if (!reference || !product || !isSold(product, terms)) return undefined
  return { merchantProductReference: reference, stock: unitsOf(variant, terms) }
}

function unitsOf(variant: Variant, { locationIds, unmanagedStock }: StockTerms): number {
  if (!variant.manage_inventory) return unmanagedStock
  const items = variant.inventory_items ?? []
  if (items.length === 0) return 0
  const units = items.map(({ required_quantity, inventory }) => {
    const levels = inventory?.location_levels ?? []
    const here = levels.filter(({ location_id }) => locationIds.has(location_id))
    const free = here.map((level) => level.stocked_quantity - level.reserved_quantity)
    const sum = free.reduce((total, count) => total + Math.max(0, count), 0)
    return Math.floor(sum / required_quantity)
  })
  return Math.min(...units)
}
