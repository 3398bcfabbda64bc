import { forEachYielding } from './for-each-yielding.ts'

/**
 * Creates the JSON text of a list item by item, so that other requests run in between. `JSON.stringify` cannot be interrupted
 * (docs/decisions/0015-answers.md).
 *
 * @example
 * await stringifyYielding([{ a: 1 }, { a: 2 }]) // '[{"a":1},{"a":2}]'
 */
export async function stringifyYielding(items: readonly object[]): Promise<string> {
  // Joined once with its brackets: a text of megabytes would be copied otherwise.
  const texts = ['[']
  await forEachYielding(items, (item, index) =>
    texts.push(`${index === 0 ? '' : ','}${JSON.stringify(item)}`),
  )
  texts.push(']')
  return texts.join('')
}
