/** Finds lines of orders and of shipments by the names in requests. Pure. */

/** A line with the references of the merchant and of the channel. */
interface NamedLine {
  readonly merchantReference: string | null
  readonly channelReference: string
}

/** The names of a line in a request: one of them, or both. */
interface LineName {
  readonly MerchantOrderLineReference?: string | null | undefined
  readonly ChannelOrderLineReference?: string | null | undefined
}

/** Returns the line with these names. Undefined if there is none, or if they are those of different lines. */
export type FindLine<Line> = (name: LineName) => Line | undefined

/** Makes a {@link FindLine} for lines. */
export function createFinder<Line extends NamedLine>(lines: readonly Line[]): FindLine<Line> {
  const byMerchant = new Map(lines.map((line) => [line.merchantReference, line]))
  const byChannel = new Map(lines.map((line) => [line.channelReference, line]))
  return ({ MerchantOrderLineReference: ofMerchant, ChannelOrderLineReference: ofChannel }) => {
    const line = ofMerchant ? byMerchant.get(ofMerchant) : byChannel.get(ofChannel ?? '')
    return !ofChannel || line?.channelReference === ofChannel ? line : undefined
  }
}
