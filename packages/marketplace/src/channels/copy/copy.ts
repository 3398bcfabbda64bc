/**
 * The hub's knowledge of a channel's copy of one thing: the data or the offer of a product. Pure.
 *
 * An answer that contains the thing serves it. Workers of the channel may store a served version late, in any order, more than once or
 * never; each acknowledges after it has stored. An acknowledgement therefore settles the copy only if no other version of the thing was
 * outstanding at any moment between the answer and the acknowledgement. docs/decisions/0032-acknowledgements.md proves that this converges.
 */

/** The state of a channel's copy. */
export interface Copy {
  /** The version that was served last: a fingerprint, {@link ABSENT}, or null if none was served. */
  readonly version: string | null
  /** The first answer with this version, without another version in between. Acknowledgements of earlier answers are late. */
  readonly first: number
  /** The last answer with this version. */
  readonly last: number
  /** Answers that served the thing in any version and are not acknowledged, oldest first. */
  readonly open: readonly number[]
  /** Answers up to this one cannot settle the copy, because another version may have been stored after them. */
  readonly doubtedUntil: number
  /** Whether it is certain that the channel has `version`. */
  readonly isSettled: boolean
}

/** Instead of a fingerprint: the channel should not have the thing. */
export const ABSENT = 'absent'

/** In `open`: answers that are no longer distinguished. No acknowledgement has this number. */
const MERGED = 0

/** Answers in `open`. With more, the oldest are merged; that costs one redundant sending. */
const MAX_OPEN = 8

/** A copy without any known version. */
export const UNKNOWN_COPY: Copy = Object.freeze({
  version: null,
  first: 0,
  last: 0,
  open: [],
  doubtedUntil: 0,
  isSettled: false,
})

/** Whether it is certain that the channel has this version. */
export function holds({ isSettled, version }: Copy, wanted: string): boolean {
  return isSettled && version === wanted
}

/** Records that an answer serves a version. */
export function serve(copy: Copy, version: string, answer: number): Copy {
  const all = [...copy.open, answer]
  const open = all.length > MAX_OPEN ? [MERGED, ...all.slice(2)] : all
  if (version === copy.version) return { ...copy, last: answer, open }
  return { ...copy, version, first: answer, last: answer, open, isSettled: false }
}

/**
 * Records that a worker has stored what an answer served.
 *
 * - Another version than the newest: it may have overwritten the newest one. The thing must be sent again.
 * - The newest version, while another one is outstanding: the other version may still be stored, or never. It is forgotten, and the thing
 *   is sent again. If it is acknowledged later, the first case applies.
 * - Otherwise the copy is settled, unless the answer was given before one of these two happened.
 *
 * A repeat changes nothing, as long as no other version was served.
 *
 * @param lastAnswer the last answer that the channel was given
 */
export function acknowledge(copy: Copy, answer: number, lastAnswer: number): Copy {
  if (answer < copy.first) {
    return invalidate({ ...copy, open: copy.open.filter((other) => other !== answer) }, lastAnswer)
  }
  // A worker may acknowledge with the header of a later answer, which did not contain the thing.
  const served = Math.min(answer, copy.last)
  if (served < copy.first || !copy.open.includes(served)) return copy
  const open = copy.open.filter((other) => other >= copy.first && other !== served)
  const hasOther = open.length < copy.open.length - 1
  if (hasOther) return invalidate({ ...copy, open }, lastAnswer)
  return { ...copy, open, isSettled: copy.isSettled || served > copy.doubtedUntil }
}

/**
 * Records an acknowledgement that does not say which answer it is for. It counts for the oldest answer. If the versions of the open
 * answers differ, all of them are forgotten, and the thing is sent again.
 */
export function acknowledgeOldest(copy: Copy, lastAnswer: number): Copy {
  const [oldest] = copy.open
  if (oldest === undefined) return copy
  if (oldest < copy.first) return invalidate({ ...copy, open: [] }, lastAnswer)
  return acknowledge(copy, oldest, lastAnswer)
}

/** Records that something else may have been stored: only an answer after `lastAnswer` can settle the copy. */
export function invalidate(copy: Copy, lastAnswer: number): Copy {
  return {
    ...copy,
    doubtedUntil: Math.max(copy.doubtedUntil, lastAnswer),
    isSettled: false,
  }
}

/** Records that all answers up to `lastAnswer` were meant for another entry of the channel's store. */
export function startAfter(copy: Copy, lastAnswer: number): Copy {
  return { ...copy, first: Math.max(copy.first, lastAnswer + 1), isSettled: false }
}
