import pLimit from 'p-limit'
import { createLanes } from './lanes.ts'

/** How much work runs at once. */
export interface LaneLimit {
  /** In one lane; a whole number from 1 up. */
  readonly perLane: number
  /** In all lanes together; a whole number from 1 up. */
  readonly total: number
}

/** Runs work in a lane as soon as the limits allow it, and answers as the work does. */
export type RunInLane = <T>(lane: string, work: () => Promise<T>) => Promise<T>

/**
 * Makes a function that runs work in named lanes: at most `perLane` at once in each, and at most `total` in all. What waits for its
 * own lane takes no place of the total, so a busy lane delays the others as little as can be. Work of one lane starts in
 * the order in which it came. A lane exists only while it has work.
 *
 * Work must not start and await other work of the same limiter: it could wait for its own place. The limit counts within this
 * process.
 *
 * @throws {TypeError} when a limit is not a whole number from 1 up; what the work throws, the function throws
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
