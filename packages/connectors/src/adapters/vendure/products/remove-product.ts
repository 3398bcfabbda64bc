/** Takes products out of the shop. */
import type { Outcome } from '../../../adapter/outcomes.ts'
import { type Call, isMissing } from '../api.ts'
import { parseShopId } from './map-product.ts'

const READ = `query ($productId: ID!) {
  product(id: $productId) { id optionGroups { id } variantList(options: { take: 2 }) { items { id } } }
}`
const DELETE = `mutation ($id: ID!) { deleteProduct(id: $id) { result message } }`
const DELETE_VARIANT = `mutation ($id: ID!) { deleteProductVariant(id: $id) { result message } }`

interface Read {
  readonly product: {
    readonly optionGroups: readonly unknown[]
    readonly variantList: { readonly items: readonly { readonly id: string }[] }
  } | null
}

/**
 * Deletes a variant, or a product of its own. The product of a family stays until its parent is removed. Vendure keeps what orders need. What
 * is gone already is no problem.
 */
export async function removeProduct(call: Call, shopId: string): Promise<Outcome<undefined>> {
  const { productId, variantId } = parseShopId(shopId)
  const { product } = await call<Read>(READ, { productId })
  if (product === null) return { done: undefined }
  const { items } = product.variantList
  const isWhole =
    items.length === 0 || (product.optionGroups.length === 0 && items[0]?.id === variantId)
  try {
    if (isWhole) await call(DELETE, { id: productId })
    else if (variantId !== '') await call(DELETE_VARIANT, { id: variantId })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  return { done: undefined }
}
