/**
 * Loaded with `--import` into a hub without a log: its statement that stores orders is the same without the part that stores their events,
 * and other events are not stored. The hub ends at its start if the sources have changed so much that a part is not found.
 */
import { registerHooks } from 'node:module'

/** What is left out of each file. */
const LEFT_OUT: Readonly<Record<string, readonly [part: RegExp, instead: string]>> = {
  '/orders/record/insert-store.ts': [/\bevents as \([\s\S]*?\n {4}\), (?=lines as \()/, ''],
  '/kit/events/store.ts': [
    /(?<=export async function appendEvents\([\s\S]*?\): Promise<void> \{)/,
    '\n  return\n',
  ],
}

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const found = Object.entries(LEFT_OUT).find(([path]) => url.endsWith(`/marketplace/src${path}`))
    if (found === undefined) return loaded
    const [path, [part, instead]] = found
    const source = String(loaded.source)
    if (!part.test(source)) throw new Error(`bench/src/events/without-log.ts does not fit ${path}`)
    return { ...loaded, source: source.replace(part, instead) }
  },
})
