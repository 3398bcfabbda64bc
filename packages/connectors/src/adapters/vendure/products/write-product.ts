/** Creates and updates products. */
import type { ProductToWrite } from '../../../adapter/channel.ts'
import type { Outcome } from '../../../adapter/outcomes.ts'
import { type Call, isMissing, problemOfError } from '../api.ts'
import type { ShopFacts } from '../facts.ts'
import { codePrefixOf } from './map-options.ts'
import {
  nameOf,
  type ProductIds,
  parseShopId,
  slugOf,
  toShopId,
  toTaxCategory,
  toTranslation,
} from './map-product.ts'
import { placeOf } from './options.ts'

const FIND = `query ($sku: String!, $slug: String!) {
  productVariants(options: { filter: { sku: { eq: $sku } }, sort: { id: ASC }, take: 1 }) {
    items { id productId product { variantList(options: { take: 2 }) { items { id } } } }
  }
  product(slug: $slug) { id optionGroups { code } variantList(options: { take: 1 }) { totalItems } }
}`
const CREATE = `mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }`
const CREATE_VARIANT = `mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }`
const UPDATE = `mutation ($product: UpdateProductInput!, $variants: [UpdateProductVariantInput!]!) {
  updateProduct(input: $product) { id } updateProductVariants(input: $variants) { id }
}`
const UPDATE_PRODUCT = `mutation ($product: UpdateProductInput!) { updateProduct(input: $product) { id } }`
const READ = `query ($id: ID!, $sku: String!) {
  product(id: $id) { id variantList(options: { filter: { sku: { eq: $sku } }, take: 1 }) { items { id } } }
}`
const UPDATE_VARIANTS = `mutation ($variants: [UpdateProductVariantInput!]!) { updateProductVariants(input: $variants) { id } }`
const DELETE_VARIANT = `mutation ($id: ID!) { deleteProductVariant(id: $id) { result message } }`

type Product = ProductToWrite['product']

/** Creates or updates a product, or a variant of one. */
export async function writeProduct(
  call: Call,
  facts: ShopFacts,
  { product, shopId, parentShopId }: ProductToWrite,
): Promise<Outcome<string>> {
  const category = toTaxCategory(facts, product)
  if ('problem' in category) return category
  const writer = new ProductWriter(call, facts.channel.defaultLanguageCode, category.done)
  try {
    const known = shopId === undefined ? undefined : parseShopId(shopId)
    const ids =
      parentShopId === undefined
        ? await writer.writeSingle(product, known)
        : await writer.writeVariant(product, known, parseShopId(parentShopId).productId)
    return { done: toShopId(ids) }
  } catch (error) {
    return { problem: problemOfError(error) }
  }
}

interface Found {
  readonly productVariants: {
    readonly items: readonly {
      readonly id: string
      readonly productId: string
      readonly product: { readonly variantList: { readonly items: readonly unknown[] } }
    }[]
  }
  readonly product: {
    readonly id: string
    readonly optionGroups: readonly { readonly code: string }[]
    readonly variantList: { readonly totalItems: number }
  } | null
}

interface FoundProduct extends ProductIds {
  /** Whether it has no variant yet. */
  readonly isEmpty?: boolean
}

/** Writes one product. */
class ProductWriter {
  readonly #call: Call
  readonly #language: string
  readonly #category: { readonly taxCategoryId?: string }

  constructor(call: Call, language: string, category: { readonly taxCategoryId?: string }) {
    this.#call = call
    this.#language = language
    this.#category = category
  }

  /**
   * A product of its own, with one variant. A parent begins like this, too: only its first child shows that it is one. The variant is not on
   * sale until its offer comes, and a parent has none.
   */
  async writeSingle(product: Product, known: ProductIds | undefined): Promise<ProductIds> {
    const found: FoundProduct | undefined = known ?? (await this.#find(product))
    if (found !== undefined && !found.isEmpty) {
      try {
        return await this.#update(product, found)
      } catch (error) {
        // A backup of the shop was restored, or somebody has deleted it.
        if (!isMissing(error)) throw error
      }
    }
    const productId = found?.isEmpty ? found.productId : await this.#createProduct(product)
    return { productId, variantId: await this.#createVariant(product, productId, []) }
  }

  async #createProduct(product: Product): Promise<string> {
    const { createProduct } = await this.#call<{ createProduct: { readonly id: string } }>(CREATE, {
      input: {
        enabled: true,
        translations: [{ ...toTranslation(product, this.#language), slug: slugOf(product) }],
      },
    })
    return createProduct.id
  }

  /** A variant of a product that exists. */
  async writeVariant(
    product: Product,
    known: ProductIds | undefined,
    productId: string,
  ): Promise<ProductIds> {
    if (known !== undefined && known.productId !== productId) await this.#deleteVariant(known)
    const { optionIds, variantId } = await placeOf(this.#call, this.#language, productId, product)
    if (variantId === undefined) {
      return { productId, variantId: await this.#createVariant(product, productId, optionIds) }
    }
    const variants = [{ ...this.#variant(product), id: variantId, optionIds }]
    await this.#call(UPDATE_VARIANTS, { variants })
    return { productId, variantId }
  }

  async #update(product: Product, { productId, variantId }: ProductIds): Promise<ProductIds> {
    const { product: read } = await this.#call<{
      product: { variantList: { items: readonly { readonly id: string }[] } } | null
    }>(READ, { id: productId, sku: product.MerchantProductReference })
    const update = { id: productId, translations: [toTranslation(product, this.#language)] }
    const own = read?.variantList.items[0]?.id
    if (own === undefined) {
      // A parent: its first variant has given way to its children. A product that is missing is refused here.
      await this.#call(UPDATE_PRODUCT, { product: update })
      return { productId, variantId }
    }
    await this.#call(UPDATE, {
      product: update,
      variants: [{ ...this.#variant(product), id: own }],
    })
    return { productId, variantId: own }
  }

  async #createVariant(product: Product, productId: string, optionIds: readonly string[]) {
    const input = {
      ...this.#variant(product),
      ...{ productId, optionIds, enabled: false, price: 0, trackInventory: 'TRUE' },
    }
    const { createProductVariants } = await this.#call<{
      createProductVariants: readonly { readonly id: string }[]
    }>(CREATE_VARIANT, { input: [input] })
    const [created] = createProductVariants
    if (created === undefined) throw new Error('Vendure created no variant and named no error')
    return created.id
  }

  #variant(product: Product) {
    return {
      sku: product.MerchantProductReference,
      ...this.#category,
      translations: [{ languageCode: this.#language, name: nameOf(product) }],
    }
  }

  /**
   * A product that was created before a crash: one whose only variant has this SKU, or one with its slug that has no variant yet, or only those
   * that this adapter makes. Others may be the shop's own.
   */
  async #find(product: Product): Promise<FoundProduct | undefined> {
    const variables = { sku: product.MerchantProductReference, slug: slugOf(product) }
    const found = await this.#call<Found>(FIND, variables)
    const [variant] = found.productVariants.items
    if (variant?.product.variantList.items.length === 1) {
      return { productId: variant.productId, variantId: variant.id }
    }
    const bySlug = found.product
    if (bySlug === null) return undefined
    const { id, optionGroups, variantList } = bySlug
    const isFamily = optionGroups.some(({ code }) => code.startsWith(codePrefixOf(id)))
    // A family whose first child is not written yet has no variant, and takes none without options.
    if (isFamily) return { productId: id, variantId: '' }
    return variantList.totalItems === 0
      ? { productId: id, variantId: '', isEmpty: true }
      : undefined
  }

  async #deleteVariant({ variantId }: ProductIds): Promise<void> {
    await this.#call(DELETE_VARIANT, { id: variantId }).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  }
}
