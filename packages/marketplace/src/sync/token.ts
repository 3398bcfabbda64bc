/** The value of the header `Entrepot-Sync`: the answer that an acknowledgement is for. */

/** The two things that a channel polls. */
export type Feed = 'data' | 'offers'

/** An answer: the channel's n-th, of one feed. */
export interface AnswerName {
  readonly channelId: number
  readonly feed: Feed
  readonly answer: number
  /** Whether an answer of data held prices and stocks too. */
  readonly withOffers: boolean
}

const TOKEN = /^1\.([1-9]\d{0,15})\.(data|data\+offers|offers)\.([1-9]\d{0,14})$/

/**
 * Writes a token. It is opaque to clients, so its form may change. It is not a secret: all that a forged one can do is to
 * confirm something wrong in the name of the channel whose key was sent with it.
 */
export function encodeToken({ channelId, feed, answer, withOffers }: AnswerName): string {
  const held = withOffers ? `${feed}+offers` : feed
  return Buffer.from(`1.${channelId}.${held}.${answer}`).toString('base64url')
}

/** Reads a token; undefined when it is malformed. */
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
  // One text per answer: base64url has several for the same bytes.
  return encodeToken(name) === token ? name : undefined
}
