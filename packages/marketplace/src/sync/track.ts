/**
 * What a channel knows of one thing, the data or the offer of a product: the state machine of spec C.1. Pure.
 *
 * The channel may hold what it confirmed last, or anything that it was served since. Nothing is to be sent only when all of that
 * is what it should hold now.
 */

/**
 * A version that was served: its fingerprint, the number of the first answer that held it, and whether data came with price and
 * stock.
 */
export type Serving = readonly [fingerprint: string, answer: number, withOffer?: true]

/** What is known of the channel's knowledge. */
export interface Track {
  /** What the channel should hold, as last examined; null when there is nothing to hold. */
  readonly current: string | null
  /** What it confirmed last; null when that is not known. */
  readonly confirmed: Serving | null
  /** What it was served and has not confirmed, oldest first. Each entry holds from its answer until that of the next one. */
  readonly served: readonly Serving[]
  /** Entries at the head of `served` that a later answer has overtaken. They are dropped when the next answer is confirmed. */
  readonly stale: number
}

/** In the place of a fingerprint: the product was served as one to remove. */
export const REMOVAL = 'removal'

/** In the place of a fingerprint: versions that are no longer told apart. It equals nothing. */
const UNKNOWN = 'unknown'

/**
 * Versions of one thing that are told apart while nothing is confirmed. Beyond, the oldest are one unknown version: a channel
 * without the header is sent the item as many times at most until all is confirmed again.
 */
const MAX_SERVED = 8

/** A track of which nothing is known. */
export const BLANK_TRACK: Omit<Track, 'current'> = Object.freeze({
  confirmed: null,
  served: [],
  stale: 0,
})

/** Whether the channel may hold anything else than what it should. */
export function isBehind({ current, confirmed, served }: Track): boolean {
  if (current === null) return false
  return confirmed?.[0] !== current || served.some(([fingerprint]) => fingerprint !== current)
}

/** Notes that an answer holds a version. The same one as before is no further version. */
export function serve<T extends Track>(track: T, serving: Serving): T {
  if (track.served.at(-1)?.[0] === serving[0]) return track
  const served = [...track.served, serving]
  if (served.length <= MAX_SERVED) return { ...track, served }
  const [first, , ...rest] = served
  const oldest: Serving = [UNKNOWN, first?.[1] ?? 0]
  // Two become one, which is as stale as the newer of them.
  return { ...track, served: [oldest, ...rest], stale: track.stale > 1 ? track.stale - 1 : 0 }
}

/**
 * An acknowledgement that does not say which answer it is for confirms the oldest version that was served: never a newer one
 * than the channel has seen (S7, S8). With nothing served it confirms nothing (S29).
 */
export function confirmOldest<T extends Track>(track: T): T {
  const index = track.served.findIndex(([fingerprint]) => fingerprint !== REMOVAL)
  const oldest = track.served[index]
  if (oldest === undefined) return track
  return {
    ...track,
    confirmed: oldest,
    served: track.served.slice(index + 1),
    stale: Math.max(0, track.stale - index - 1),
  }
}

/**
 * An acknowledgement of one answer confirms the version that it held. Versions that were served before it may still be under way
 * to the channel's store by a slower worker: they make the item come once more, and are forgotten when that is confirmed.
 */
export function confirmAnswer<T extends Track>(track: T, answer: number): T {
  const index = track.served.findLastIndex(([, since]) => since <= answer)
  const serving = track.served[index]
  if (serving === undefined) return confirmAgain(track, answer)
  // A slower worker has done its part: what it did may have undone a newer version, so the item must come again.
  if (index < track.stale || serving[0] === REMOVAL) return track
  return {
    ...track,
    confirmed: serving,
    served: track.served.filter((_, at) => at !== index && at >= track.stale),
    stale: index - track.stale,
  }
}

/** A repeat of what was confirmed changes nothing. What comes later than a newer version may have undone it. */
function confirmAgain<T extends Track>(track: T, answer: number): T {
  if (track.confirmed === null || answer >= track.confirmed[1]) return track
  if (track.served[0]?.[0] === UNKNOWN) return track
  return { ...track, served: [[UNKNOWN, answer], ...track.served], stale: track.stale + 1 }
}
