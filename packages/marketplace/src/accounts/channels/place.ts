/** Positions in lists that are sorted by the channel, then by the product. */
import { decodeReference, encodeReference } from '../../kit/shared/paging.ts'

/** A channel and a product. */
export interface ListingPlace {
  readonly channelId: number
  readonly reference: string
}

/** Encodes a position. It is opaque to clients, so its format may change. */
export function encodePlace({ channelId, reference }: ListingPlace): string {
  return encodeReference(`${channelId}/${reference}`)
}

/** Decodes a position. Undefined if it is malformed. */
export function decodePlace(text: string): ListingPlace | undefined {
  const [, channelId, reference] =
    /^([1-9]\d{0,14})\/(.+)$/u.exec(decodeReference(text) ?? '') ?? []
  return channelId && reference ? { channelId: Number(channelId), reference } : undefined
}
