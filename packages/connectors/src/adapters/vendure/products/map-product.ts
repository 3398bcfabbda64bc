/** Products of the hub as Vendure has them. Pure. */
import type { Schemas } from '@entrepot/client'
import type { OfferToWrite } from '../../../adapter/channel.ts'
import type { Outcome, RecordProblem } from '../../../adapter/outcomes.ts'
import { type ShopFacts, taxCategoryOf } from '../facts.ts'
import { toUnits } from '../money.ts'

type Product = Schemas['ProductView']

/** An id of a product that can be sold: of the product and of its variant. A parent keeps the id of its first variant, which is gone. */
export interface ProductIds {
  readonly productId: string
  readonly variantId: string
}

/** Both ids as the one `shopId` of the core: `12/34`. */
export function toShopId({ productId, variantId }: ProductIds): string {
  return `${productId}/${variantId}`
}

export function parseShopId(shopId: string): ProductIds {
  const [productId = '', variantId = ''] = shopId.split('/')
  return { productId, variantId }
}

/** Names of the hub that are empty would be refused. */
export function nameOf({ Name, MerchantProductReference }: Product): string {
  return Name || MerchantProductReference
}

/** The texts of a product in the language of the channel. */
export function toTranslation(product: Product, languageCode: string) {
  return {
    languageCode,
    name: nameOf(product),
    description: [product.Description, product.Details].filter(Boolean).join('\n'),
  }
}

/** The slug of a new product. It is not changed later, since links of buyers would break. */
export function slugOf(product: Product): string {
  const slug = `${nameOf(product)}-${product.MerchantProductReference}`
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  return slug.replace(/^-+|-+$/g, '').slice(0, 200) || 'product'
}

/** The tax category of a variant. */
export function toTaxCategory(
  facts: ShopFacts,
  { VatRate }: Pick<Product, 'VatRate'>,
): Outcome<{ readonly taxCategoryId?: string }> {
  const category = taxCategoryOf(facts, VatRate)
  if (category === undefined) return { problem: vatRateUnknown(facts, VatRate) }
  return { done: category === null ? {} : { taxCategoryId: category } }
}

function vatRateUnknown({ channel }: ShopFacts, rate: number | null): RecordProblem {
  const zone = channel.defaultTaxZone?.name ?? 'the default tax zone'
  return {
    code: 'vat_rate_unknown',
    message: `No tax category of the shop has a rate of ${rate} % in ${zone}.`,
    remedy: `Add a tax rate of ${rate} % for ${zone} in the shop (Settings, Tax rates), or correct the VAT rate of the product.`,
  }
}

/** What is written to a variant for an offer. `allocated` are the units that the shop holds for open orders. */
export function toOfferInput(
  { shopId, price, stock }: Pick<OfferToWrite, 'shopId' | 'price' | 'stock'>,
  allocated: number,
  place: { readonly facts: ShopFacts; readonly currency: string; readonly stockLocationId: string },
): Outcome<object> {
  const { facts, currency, stockLocationId } = place
  const units = price === null ? undefined : toUnits(price, facts.precision)
  if (price !== null && units === undefined) {
    return { problem: tooManyDecimals(price, currency, facts.precision) }
  }
  return {
    done: {
      id: parseShopId(shopId).variantId,
      enabled: price !== null,
      ...(units !== undefined && { prices: [{ currencyCode: currency, price: units }] }),
      trackInventory: 'TRUE',
      // Vendure offers what is on hand without what it has allocated; the hub has taken off these units, too. An order that the hub does not
      // know yet makes the next offer.
      stockLevels: [{ stockLocationId, stockOnHand: stock + allocated }],
    },
  }
}

function tooManyDecimals(price: number, currency: string, precision: number): RecordProblem {
  return {
    code: 'price_too_precise',
    message: `The shop stores ${precision} decimals, and the price is ${price} ${currency}.`,
    remedy: `Round the price to ${precision} decimals for this channel, or raise the precision of the shop's MoneyStrategy.`,
  }
}
