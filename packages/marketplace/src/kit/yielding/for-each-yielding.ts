import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work after which other requests run. */
const SLICE_MS = 10

/** A clock in milliseconds. */
type Clock = () => number

/**
 * Processes the items of a list in order, and lets other requests run after each 10 ms of work, because a long list would
 * block the process. Slices are measured in time, not in items, because the time per item depends on its content
 * (docs/decisions/0015-answers.md).
 *
 * @example
 * await forEachYielding(items, (item, index) => checked.push(check(item, index)))
 */
export async function forEachYielding<T>(
  items: readonly T[],
  work: (item: T, index: number) => void,
  now: Clock = () => performance.now(),
): Promise<void> {
  let start = now()
  for (const [index, item] of items.entries()) {
    if (now() - start >= SLICE_MS) {
      await setImmediate()
      start = now()
    }
    work(item, index)
  }
}
