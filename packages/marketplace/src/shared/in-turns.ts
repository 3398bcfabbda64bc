import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work after which other requests run. */
const TURN_MS = 10

/** A clock in milliseconds. */
type Clock = () => number

/**
 * Does work for each item of a list, in order, and lets other requests run each time that it has lasted for 10 ms. Ten thousand items at
 * once would keep the process from answering anything else for 100 ms and more; how long an item takes depends on what it holds.
 *
 * @example
 * await inTurns(items, (item, index) => checked.push(check(item, index)))
 */
export async function inTurns<T>(
  items: readonly T[],
  work: (item: T, index: number) => void,
  now: Clock = () => performance.now(),
): Promise<void> {
  let start = now()
  for (const [index, item] of items.entries()) {
    if (now() - start >= TURN_MS) {
      await setImmediate()
      start = now()
    }
    work(item, index)
  }
}
