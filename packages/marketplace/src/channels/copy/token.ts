/** The value of the header `Entrepot-Sync`: the answer that an acknowledgement is for. */

/** The two feeds that a channel polls. */
export type Feed = 'data' | 'offers'

/** The identity of an answer: its channel, its feed and its number. */
export interface AnswerName {
  readonly channelId: number
  readonly feed: Feed
  readonly answer: number
  /** Whether an answer of data also contained prices and stocks. */
  readonly withOffers: boolean
}

const TOKEN = /^1\.([1-9]\d{0,15})\.(data|data\+offers|offers)\.([1-9]\d{0,14})$/

/**
 * Encodes a token. It is opaque to clients, so its format may change. It is not a secret: a forged token can only confirm something wrong
 * for the channel whose key was sent with it.
 */
export function encodeToken({ channelId, feed, answer, withOffers }: AnswerName): string {
  const held = withOffers ? `${feed}+offers` : feed
  return Buffer.from(`1.${channelId}.${held}.${answer}`).toString('base64url')
}

/** Decodes a token. Undefined if it is malformed. */
export function decodeToken(token: string): AnswerName | undefined {
  const match = TOKEN.exec(Buffer.from(token, 'base64url').toString('latin1'))
  if (match === null) return undefined
  const [, channelId, held = '', answer] = match
  const name: AnswerName = {
    channelId: Number(channelId),
    feed: held === 'offers' ? 'offers' : 'data',
    answer: Number(answer),
    withOffers: held === 'data+offers',
  }
  // Accepts only one text per answer, because base64url has several texts for the same bytes.
  return encodeToken(name) === token ? name : undefined
}
