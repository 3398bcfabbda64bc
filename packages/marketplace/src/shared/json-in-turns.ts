import { setImmediate } from 'node:timers/promises'

/** Items after which other requests get their turn: a few milliseconds, with all fields. */
const ITEMS_AT_ONCE = 1_000

/**
 * The JSON text of a list, made in pieces so that other requests run in between: `JSON.stringify` of 10,000 products with many
 * different names in ExtraData takes more than 100 ms.
 *
 * @example
 * await jsonInTurns([{ a: 1 }, { a: 2 }]) // '[{"a":1},{"a":2}]'
 */
export async function jsonInTurns(items: readonly object[]): Promise<string> {
  const pieces: string[] = []
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    if (from > 0) await setImmediate()
    // Without the brackets of the piece.
    pieces.push(JSON.stringify(items.slice(from, from + ITEMS_AT_ONCE)).slice(1, -1))
  }
  return `[${pieces.join(',')}]`
}
