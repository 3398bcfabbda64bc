/** Products of the shop as products of the hub. */
import type { Schemas } from '@entrepot/client'
import type { ShopProduct, ShopStock } from '../../../adapter/merchant.ts'
import type { RecordProblem } from '../../../adapter/outcomes.ts'
import { roundMicros, toMicros, toNumber } from '../api/amounts.ts'
import type { ShopFacts } from '../api/facts.ts'
import { decodeEntities, plainText } from '../api/refusals.ts'
import type { WooAttribute, WooProduct, WooVariation } from '../api/wire.ts'
import { idOf } from '../shared/ids.ts'
import type { Family } from '../shared/reads.ts'

type Product = Schemas['ProductRequest']

export function toShopProducts(
  { product, variations }: Family,
  facts: ShopFacts,
  pageOf: (id: number) => string,
): ShopProduct[] {
  const at = (id: string) => ({ shopId: id, url: pageOf(product.id) })
  const shopId = idOf(product)
  // Drafts and private products are not for sale. A product that is thrown away takes its variations along.
  if (product.status !== 'publish') {
    const children = product.variations.map((id) => idOf({ id }, product.id))
    return [shopId, ...children].map((id) => ({ ...at(id), removed: true }))
  }
  if (product.type !== 'simple' && product.type !== 'variable') {
    return [{ ...at(shopId), problem: otherType(product) }]
  }
  if (product.type === 'simple') {
    if (product.sku === '') return [{ ...at(shopId), problem: noSku(nameOf(product)) }]
    return [{ ...at(shopId), product: { ...content(product), ...offer(product, facts) } }]
  }
  const parent = { ...content(product), MerchantProductReference: referenceOfParent(product) }
  return [
    { ...at(shopId), product: parent },
    ...variations.map((variation) => ({
      ...at(idOf(variation, product.id)),
      ...variant(variation, product, facts),
    })),
  ]
}

/** Parents are sold by their variations, so many have no SKU. */
export function referenceOfParent(product: WooProduct): string {
  return product.sku === '' ? `id-${product.id}` : product.sku
}

function variant(
  variation: WooVariation,
  parent: WooProduct,
  facts: ShopFacts,
):
  | { readonly product: Product }
  | { readonly problem: RecordProblem }
  | { readonly removed: true } {
  // A variation that is switched off is private.
  if (variation.status !== 'publish') return { removed: true }
  const name = [nameOf(parent), plainText(variation.name)].filter(Boolean).join(' - ')
  // The shop answers the SKU of the parent for a variation that has none of its own.
  if (variation.sku === '' || variation.sku === parent.sku) return { problem: noSku(name) }
  const image = variation.image?.src ?? parent.images[0]?.src
  return {
    product: {
      ...texts(variation),
      MerchantProductReference: variation.sku,
      ParentMerchantReference: referenceOfParent(parent),
      Name: name,
      Description: variation.description || parent.description || null,
      CategoryTrail: category(parent),
      ImageUrl: image || null,
      IsActive: true,
      ...options(variation.attributes),
      ...offer(variation, facts),
    },
  }
}

function content(product: WooProduct): Product {
  return {
    ...texts(product),
    MerchantProductReference: product.sku,
    Name: nameOf(product),
    Description: product.description || product.short_description || null,
    Brand: plainText(product.brands?.[0]?.name ?? '') || null,
    CategoryTrail: category(product),
    ImageUrl: product.images[0]?.src || null,
    IsActive: true,
    ...options(product.attributes.filter(({ variation }) => !variation)),
  }
}

function texts(of: WooProduct | WooVariation): Pick<Product, 'Ean' | 'Url'> {
  const digits = (of.global_unique_id ?? '').replace(/\D/g, '')
  return { Ean: digits === '' ? null : digits, Url: of.permalink || null }
}

const nameOf = ({ name }: { readonly name: string }) => plainText(name)
const category = ({ categories }: WooProduct) => plainText(categories[0]?.name ?? '') || null

const SIZES = ['size', 'größe', 'groesse', 'maat', 'taille', 'talla', 'taglia']
const COLORS = ['color', 'colour', 'farbe', 'kleur', 'couleur', 'colore']

/** Size and colour are fields of the hub; what else tells variations apart is free data. */
function options(
  attributes: readonly WooAttribute[],
): Pick<Product, 'Size' | 'Color' | 'ExtraData'> {
  const extra: Record<string, string> = {}
  const found: { Size?: string; Color?: string } = {}
  for (const attribute of attributes.slice(0, 100)) {
    const value = plainText(attribute.option ?? attribute.options?.join(', ') ?? '')
    const name = plainText(attribute.name)
    if (value === '' || name === '') continue
    if (SIZES.includes(name.toLowerCase())) found.Size = value
    else if (COLORS.includes(name.toLowerCase())) found.Color = value
    else extra[name] = value
  }
  return {
    Size: found.Size ?? null,
    Color: found.Color ?? null,
    ExtraData: Object.keys(extra).length > 0 ? extra : null,
  }
}

/** Price with tax: the one of today, which of a sale is that of the sale. */
function offer(
  of: WooProduct | WooVariation,
  facts: ShopFacts,
): Pick<Product, 'Price' | 'MSRP' | 'VatRate'> {
  const isTaxed = facts.taxesAreOn && of.tax_status !== 'none'
  const percent = isTaxed ? facts.rates.get(of.tax_class === 'parent' ? '' : of.tax_class) : 0
  const gross = (text: string) => {
    const micros = toMicros(text)
    if (facts.pricesIncludeTax) return toNumber(micros)
    return toNumber(roundMicros(micros * (1 + (percent ?? 0) / 100)))
  }
  return {
    Price: of.price === '' ? null : gross(of.price),
    MSRP: toMicros(of.regular_price) > toMicros(of.price) ? gross(of.regular_price) : null,
    // The shop is asked for the rate only where it reckons with taxes.
    ...(facts.taxesAreOn && percent !== undefined && { VatRate: percent }),
  }
}

function noSku(name: string): RecordProblem {
  return {
    code: 'missing_sku',
    message: `${JSON.stringify(name)} has no SKU of its own.`,
    remedy: 'Give it a SKU in the shop, under Product data > Inventory, or at the variation.',
  }
}

function otherType({ type, name }: WooProduct): RecordProblem {
  return {
    code: 'unsupported_type',
    message: `${JSON.stringify(decodeEntities(name))} is a product of the type ${type}. Only simple and variable products have units to sell.`,
    remedy: 'Sell its parts as simple products, or take it out of the shop.',
  }
}

/** The units of a family by SKU. Variations that share the units of their parent each have all of them. */
export function toShopStock(
  { product, variations }: Family,
  options: { readonly unmanaged: number; readonly countedAt: string },
): ShopStock[] {
  if (product.status !== 'publish') return []
  const sold = product.type === 'variable' ? variations : product.type === 'simple' ? [product] : []
  return sold
    .filter(({ status }) => status === 'publish')
    .filter(({ sku }) => sku !== '' && (product.type === 'simple' || sku !== product.sku))
    .map((one) => ({
      merchantProductReference: one.sku,
      stock: unitsOf(one, options.unmanaged),
      countedAt: options.countedAt,
    }))
}

function unitsOf(one: WooProduct | WooVariation, unmanaged: number): number {
  if (one.manage_stock !== false) return Math.max(0, Math.floor(one.stock_quantity ?? 0))
  return one.stock_status === 'outofstock' ? 0 : unmanaged
}
