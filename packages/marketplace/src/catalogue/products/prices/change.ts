/** Changes of prices. Pure. */

/** A price before and after a write; null is none. */
export interface PriceChange {
  readonly reference: string
  readonly before: number | null
  readonly after: number | null
}

/** The change of the price by a write of an existing product, if it has one. */
export function priceChangeOf(
  before: { readonly Price: number | null },
  after: { readonly Price: number | null; readonly MerchantProductReference: string },
): readonly PriceChange[] {
  if (before.Price === after.Price) return []
  const reference = after.MerchantProductReference
  return [{ reference, before: before.Price, after: after.Price }]
}
