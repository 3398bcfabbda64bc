import type { ProductToWrite } from '../../../adapter/channel.ts'
import { type Outcome, type RecordProblem, ShopFailure } from '../../../adapter/outcomes.ts'
import { type Api, problemOf, type UserError } from '../api/api.ts'
import { allOf, type Connection } from '../api/pages.ts'
import {
  DELETE_PRODUCT,
  DELETE_VARIANTS,
  FAMILY_BY_ID,
  FAMILY_BY_REFERENCE,
  PRODUCT_OF_VARIANT,
  PUBLISH,
  SET_PRODUCT,
  VARIANTS_OF_FAMILY,
} from '../documents/catalogue.ts'
import {
  emptyFamily,
  type Family,
  type FamilyRules,
  type FamilyVariant,
  familyInput,
  isSingle,
  newProduct,
  productFields,
  singleInput,
  variantOf,
} from '../mapping/family.ts'
import { adminUrl, gid, isVariant, numberOf } from '../mapping/ids.ts'

export interface ProductRules extends FamilyRules {
  readonly shop: string
  readonly publicationId?: string
}

type Written = Outcome<{ readonly shopId: string; readonly url?: string }>

/**
 * Creates or changes a product, or a variant of a family. A flat channel sends children without their parents: each of them becomes a product of its
 * own. A grouped channel sends a parent before its children.
 */
export async function writeProduct(
  api: Api,
  write: ProductToWrite,
  rules: ProductRules,
): Promise<Written> {
  const { product, shopId, parentShopId } = write
  const parent = product.ParentMerchantReference
  const isWhole = parent === null || (shopId !== undefined && !isVariant(shopId))
  const family = isWhole ? undefined : await findFamily(api, parentShopId, parent)
  return family ? writeChild(api, write, family, rules) : writeWhole(api, write, rules)
}

/** A product without parent. It has one variant until the first child of a family comes, which takes its place. */
async function writeWhole(
  api: Api,
  { product, shopId }: ProductToWrite,
  rules: ProductRules,
): Promise<Written> {
  const reference = product.MerchantProductReference
  const family = await findFamily(api, shopId, reference)
  const outcome = await setProduct(api, wholeInput(product, family, rules), family?.id, reference)
  if ('problem' in outcome) return outcome
  const { id } = outcome.done
  // Also of a product that was found: the call that created it may have ended before it was published.
  const isNew = !family || shopId === undefined
  const problem = isNew && rules.publicationId && (await publish(api, id, rules.publicationId))
  return problem ? { problem } : { done: written(id, outcome.done, rules) }
}

function wholeInput(
  product: ProductToWrite['product'],
  family: Family | undefined,
  rules: ProductRules,
) {
  if (!family) return newProduct(product, rules)
  return isSingle(family) ? singleInput(product, family, rules) : productFields(product)
}

/** By its id, or by its metafield after a crash. */
async function findFamily(
  api: Api,
  shopId: string | undefined,
  reference: string,
): Promise<Family | undefined> {
  if (shopId !== undefined && !isVariant(shopId)) {
    const { product } = await api.run<{ product: Family | null }>(FAMILY_BY_ID, { id: shopId })
    if (product) return withAllVariants(api, product)
  }
  const found = await api.run<{ productByIdentifier: Family | null }>(FAMILY_BY_REFERENCE, {
    reference,
  })
  const family = found.productByIdentifier
  return family ? withAllVariants(api, family) : undefined
}

/** A variant that is not known here would be deleted by the next write of the family. */
async function withAllVariants(api: Api, family: Family): Promise<Family> {
  const { id, variants } = family
  if (!variants.pageInfo.hasNextPage) return family
  const pick = (answer: { product: { variants: Connection<FamilyVariant> } | null }) =>
    answer.product?.variants
  const nodes = await allOf(api, { document: VARIANTS_OF_FAMILY, variables: { id }, pick })
  return { ...family, variants: { ...variants, nodes } }
}

async function writeChild(
  api: Api,
  { product, shopId }: ProductToWrite,
  family: Family,
  rules: ProductRules,
): Promise<Written> {
  const input = familyInput(family, product, shopId, rules)
  const outcome = await setProduct(api, input, family.id, product.MerchantProductReference)
  if ('problem' in outcome) return outcome
  const variant = variantOf(await withAllVariants(api, outcome.done), product, shopId)
  if (!variant) throw new ShopFailure('unavailable', 'Shopify answered without the variant.')
  return { done: written(variant.id, outcome.done, rules) }
}

async function setProduct(
  api: Api,
  input: object,
  id: string | undefined,
  reference: string,
): Promise<Outcome<Family>> {
  const identifier = id === undefined ? undefined : { id }
  const { product, userErrors } = await api.mutate<{ readonly product: Family | null }>(
    SET_PRODUCT,
    { input, identifier },
    { orRefused: true },
  )
  if (product && userErrors.length === 0) return { done: product }
  const message = `Shopify does not take product ${reference}.`
  const remedy = 'Read what Shopify says, change the product in the hub, and retry.'
  return { problem: problemOf(userErrors, 'product_refused', message, remedy) }
}

async function publish(
  api: Api,
  id: string,
  publicationId: string,
): Promise<RecordProblem | undefined> {
  const input = [{ publicationId: gid('Publication', publicationId) }]
  const { userErrors } = await api.mutate(PUBLISH, { id, input })
  if (userErrors.length === 0) return undefined
  const message = `Shopify does not publish ${id} on the sales channel ${publicationId}.`
  const remedy = 'Correct the setting "Sales channel" of the connection, and retry.'
  return problemOf(userErrors, 'publication_refused', message, remedy)
}

function written(shopId: string, family: Family, { shop }: ProductRules) {
  const page = `products/${numberOf(family.id)}${isVariant(shopId) ? `/variants/${numberOf(shopId)}` : ''}`
  return { shopId, url: adminUrl(shop, page) }
}

/** Takes a product out of the store. Orders of Shopify keep their lines without it. */
export async function removeProduct(
  api: Api,
  shopId: string,
  rules: ProductRules,
): Promise<Outcome<undefined>> {
  if (!isVariant(shopId)) return deleteProduct(api, shopId)
  interface Found {
    readonly productVariant: {
      readonly product: {
        readonly id: string
        readonly variantsCount: { readonly count: number } | null
      }
    } | null
  }
  const { productVariant } = await api.run<Found>(PRODUCT_OF_VARIANT, { id: shopId })
  if (!productVariant) return { done: undefined }
  const { id, variantsCount } = productVariant.product
  if (variantsCount?.count === 1) {
    const emptied = await setProduct(api, emptyFamily(rules), id, shopId)
    return 'problem' in emptied ? emptied : { done: undefined }
  }
  const variables = { product: id, variants: [shopId] }
  const { userErrors } = await api.mutate(DELETE_VARIANTS, variables)
  return removal(userErrors, shopId)
}

async function deleteProduct(api: Api, id: string): Promise<Outcome<undefined>> {
  const { userErrors } = await api.mutate(DELETE_PRODUCT, { input: { id } })
  const isGone = userErrors.some(({ message }) => /not exist|not found/i.test(message))
  return isGone ? { done: undefined } : removal(userErrors, id)
}

function removal(errors: readonly UserError[], id: string): Outcome<undefined> {
  if (errors.length === 0) return { done: undefined }
  const message = `Shopify does not delete ${id}.`
  return {
    problem: problemOf(
      errors,
      'removal_refused',
      message,
      'Delete or archive the product in Shopify, and retry.',
    ),
  }
}
