/** The versions of offers that are stored: price and stock as JSON, and the currency unless it is the base currency. Pure. */

/** What a channel is offered of a product. */
export interface VersionedOffer {
  readonly price: number | null
  readonly stock: number
  /** ISO 4217. Null: the base currency of the customer. */
  readonly currency: string | null
}

/** Writes a version. Equal offers have equal versions. */
export function offerVersion({ price, stock, currency }: VersionedOffer): string {
  return JSON.stringify(currency === null ? [price, stock] : [price, stock, currency])
}

/** Reads a version. Null for one that says that the channel has no offer, and for those from before versions contained them. */
export function readOfferVersion(version: string | null): VersionedOffer | null {
  if (version === null || !version.startsWith('[')) return null
  const [price, stock, currency = null] = JSON.parse(version) as [number | null, number, string?]
  return { price, stock, currency }
}
