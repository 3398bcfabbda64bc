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

/** A version that the channel holds for sure: its serving, and the number of the last answer that was given before it said so. */
export type Confirmation = readonly [fingerprint: string, answer: number, lastAnswer: number]

/** What is known of the channel's knowledge. */
export interface Track {
  /** What the channel should hold, as last examined; null when there is nothing to hold. */
  readonly current: string | null
  /** What it confirmed last; null when that is not known. */
  readonly confirmed: Confirmation | null
  /** What it was served and has not confirmed, oldest first. Each entry holds from its answer until that of the next one. */
  readonly served: readonly Serving[]
  /** Entries at the head of `served` that a later answer has overtaken. They are dropped when a further answer is confirmed. */
  readonly stale: number
  /** The last answer that held a version. */
  readonly lastServed: number
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

/**
 * Answers with the same version that are told apart while none is acknowledged: each may be acknowledged without the header, and
 * none of these acknowledgements must pass for one of a newer version.
 */
const MAX_SAME = 4

/** A track of which nothing is known. */
export const BLANK_TRACK: Omit<Track, 'current'> = Object.freeze({
  confirmed: null,
  served: [],
  stale: 0,
  lastServed: 0,
})

/** Whether the channel may hold anything else than what it should. */
export function isBehind({ current, confirmed, served }: Track): boolean {
  if (current === null) return false
  return confirmed?.[0] !== current || served.some(([fingerprint]) => fingerprint !== current)
}

/**
 * Notes that an answer holds a version. One that is sent again because the acknowledgement of its answer was taken for that of an
 * older one is no further version.
 */
export function serve<T extends Track>(track: T, serving: Serving): T {
  const [fingerprint, lastServed] = serving
  const fresh = track.served.slice(track.stale)
  const other = fresh.findLastIndex(([version]) => version !== fingerprint)
  const same = fresh.length - 1 - other
  const isAnswered = track.confirmed !== null && track.confirmed[2] >= track.lastServed
  if (same >= MAX_SAME || (same > 0 && isAnswered)) return { ...track, lastServed }
  const served = [...track.served, serving]
  if (served.length <= MAX_SERVED) return { ...track, served, lastServed }
  const [first, , ...rest] = served
  const oldest: Serving = [UNKNOWN, first?.[1] ?? 0]
  // Two become one, which is as stale as the newer of them.
  const stale = track.stale > 1 ? track.stale - 1 : 0
  return { ...track, served: [oldest, ...rest], stale, lastServed }
}

/** An acknowledgement of the channel. */
export interface Acknowledgement {
  /** The answer that it speaks of; undefined when it does not say. */
  readonly answer: number | undefined
  /** The last answer that the channel was given before. */
  readonly lastAnswer: number
}

/** Finds the version that an acknowledgement speaks of, among those that are not confirmed; -1 when there is none. */
function find({ served }: Track, { answer }: Acknowledgement): number {
  if (answer === undefined) return served.findIndex(([fingerprint]) => fingerprint !== REMOVAL)
  return served.findLastIndex(([, since]) => since <= answer)
}

/** Takes in that the channel holds what it was served; see {@link confirmOldest} and {@link confirmAnswer}. */
export function confirm<T extends Track>(track: T, acknowledgement: Acknowledgement): T {
  const { answer, lastAnswer } = acknowledgement
  return answer === undefined
    ? confirmOldest(track, lastAnswer)
    : confirmAnswer(track, answer, lastAnswer)
}

/** Of the version that an acknowledgement would confirm: the answer that brought price and stock with it; else undefined. */
export function answerWithOffer(
  track: Track,
  acknowledgement: Acknowledgement,
): number | undefined {
  const serving = track.served[find(track, acknowledgement)]
  return serving?.[2] && serving[1]
}

/**
 * An acknowledgement that does not say which answer it is for confirms the oldest version that was served: never a newer one
 * than the channel has seen (S7, S8). With nothing served it confirms nothing (S29).
 */
function confirmOldest<T extends Track>(track: T, lastAnswer: number): T {
  const index = find(track, { answer: undefined, lastAnswer })
  const oldest = track.served[index]
  if (oldest === undefined) return track
  return {
    ...track,
    confirmed: [oldest[0], beginOf(track, index), lastAnswer],
    served: track.served.slice(index + 1),
    stale: Math.max(0, track.stale - index - 1),
  }
}

/**
 * An acknowledgement of one answer confirms the version that it held. Another version may have reached the channel's store after
 * it, by a slower worker: one that was served before and is not confirmed, or one that was confirmed after this answer was given.
 * Such a version makes the item come once more. When that is confirmed, by an answer that no other overlaps, it is forgotten.
 */
function confirmAnswer<T extends Track>(track: T, answer: number, lastAnswer: number): T {
  const { confirmed, served, stale } = track
  const index = find(track, { answer, lastAnswer })
  const serving = served[index]
  if (serving === undefined) return confirmAgain(track, answer)
  // The worker of an overtaken version has done its part: the item comes again already.
  if (index < stale || serving[0] === REMOVAL) return track
  const isOverlapped = confirmed !== null && confirmed[0] !== serving[0] && answer <= confirmed[2]
  const overtaken: readonly Serving[] = [
    ...(isOverlapped ? [[confirmed[0], confirmed[1]] as const] : []),
    ...served.slice(stale, index).filter(([fingerprint]) => fingerprint !== serving[0]),
  ]
  return {
    ...track,
    confirmed: [serving[0], beginOf(track, index), lastAnswer],
    served: [...overtaken, ...served.slice(index + 1)],
    stale: overtaken.length,
  }
}

/** The first of the answers that held the version at `index` without another one in between. */
function beginOf({ confirmed, served, stale }: Track, index: number): number {
  const fingerprint = served[index]?.[0]
  const other = served.findLastIndex(([version], at) => at < index && version !== fingerprint)
  const first = served[Math.max(other + 1, stale)]?.[1] ?? 0
  const previous = confirmed !== null && confirmed[0] === fingerprint ? confirmed[1] : first
  return other === -1 && stale === 0 ? Math.min(previous, first) : first
}

/** A repeat of what was confirmed changes nothing. What comes later than a newer version may have undone it. */
function confirmAgain<T extends Track>(track: T, answer: number): T {
  const isRepeat = track.confirmed === null || answer >= track.confirmed[1]
  return isRepeat ? track : doubt(track)
}

/** Makes the item come once more: an unknown version may have reached the channel's store. */
export function doubt<T extends Track>(track: T): T {
  if (track.served[0]?.[0] === UNKNOWN) return track
  return { ...track, served: [[UNKNOWN, 0], ...track.served], stale: track.stale + 1 }
}
