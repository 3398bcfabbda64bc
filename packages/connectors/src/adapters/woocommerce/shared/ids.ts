/** Ids of products, as pairs have them. */

/** A variation is known by its parent and itself, since calls need both. */
export function idOf(product: { readonly id: number }, parentId?: number): string {
  return parentId ? `${parentId}/${product.id}` : String(product.id)
}

export interface ShopId {
  readonly productId: number
  readonly variationId: number | undefined
}

export function readId(shopId: string): ShopId {
  const [product, variation] = shopId.split('/')
  return { productId: Number(product), variationId: variation ? Number(variation) : undefined }
}
