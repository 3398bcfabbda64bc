import { inTurns } from './in-turns.ts'

/**
 * Creates the JSON text of a list item by item, so that other requests run in between. `JSON.stringify` of 10,000 products with many
 * different names in ExtraData takes more than 100 ms.
 *
 * @example
 * await jsonInTurns([{ a: 1 }, { a: 2 }]) // '[{"a":1},{"a":2}]'
 */
export async function jsonInTurns(items: readonly object[]): Promise<string> {
  const texts: string[] = []
  await inTurns(items, (item) => texts.push(JSON.stringify(item)))
  return `[${texts.join(',')}]`
}
