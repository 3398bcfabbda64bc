import pLimit from 'p-limit'
import { createLanes } from './lanes.ts'

/** Limits of {@link createLaneLimiter}. */
export interface LaneLimit {
  /** Maximum number of functions that run at once in one lane; at least 1. */
  readonly perLane: number
  /** Maximum number of functions that run at once in all lanes together; at least 1. */
  readonly total: number
}

/** Runs `work` in a lane as soon as the limits allow it. Resolves or rejects like `work`. */
export type RunInLane = <T>(lane: string, work: () => Promise<T>) => Promise<T>

/**
 * Creates a function that runs work in named lanes: at most `perLane` functions at once in each lane, and at most `total` in all lanes.
 * Work that waits for its own lane does not count towards the total, so a busy lane delays other lanes as little as possible. Work of
 * one lane starts in the order of the calls. A lane exists only while it has work.
 *
 * Work must not wait for other work of the same limiter: both could wait forever. The limits apply to one process.
 *
 * @throws {TypeError} if a limit is not a whole number of at least 1
 * @example
 * const runInLane = createLaneLimiter({ perLane: 4, total: 8 })
 * await runInLane(customerId, async () => await transaction(database, work))
 */
export function createLaneLimiter({ perLane, total }: LaneLimit): RunInLane {
  const all = pLimit(total)
  pLimit(perLane) // refuses a bad limit now, not with the first work
  const inLane = createLanes(() => pLimit(perLane))
  return async (lane, work) => await inLane(lane, async (own) => await own(() => all(work)))
}
