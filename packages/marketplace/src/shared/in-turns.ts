import { setImmediate } from 'node:timers/promises'

/** Items after which other requests run: a few milliseconds of checks, comparisons or JSON, with all fields. */
const ITEMS_AT_ONCE = 500

/**
 * Does work for each item of a list, in order, and lets other requests run in between. Ten thousand items at once would keep
 * the process from answering anything else for 100 ms and more.
 *
 * @example
 * await inTurns(items, (item, index) => checked.push(check(item, index)))
 */
export async function inTurns<T>(
  items: readonly T[],
  work: (item: T, index: number) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % ITEMS_AT_ONCE === 0) await setImmediate()
    work(item, index)
  }
}
