/** Keeps what many requests ask for, for a short time. */
import { outsideRehearsal } from '@entrepot/database'
import { LRUCache } from 'lru-cache'

/** A change of who may do what takes effect within this time, on every node. */
const REMEMBERED_MS = 1_000

const MAX_REMEMBERED = 10_000

/**
 * Makes a function that keeps each loaded value for a second, or for another time. Missing values are loaded each time.
 *
 * @param ttl milliseconds
 * @example
 * const findPerson = rememberBriefly(createBatcher(loadPeople))
 */
export function rememberBriefly<Value extends object>(
  load: (key: string) => Promise<Value | undefined>,
  ttl = REMEMBERED_MS,
): (key: string) => Promise<Value | undefined> {
  const remembered = new LRUCache<string, Value>({ max: MAX_REMEMBERED, ttl })
  return async (key) => {
    const known = remembered.get(key)
    if (known !== undefined) return known
    // The time begins before the value is read, not when it arrives.
    const start = performance.now()
    const loaded = await outsideRehearsal(async () => await load(key))
    if (loaded !== undefined) remembered.set(key, loaded, { start })
    return loaded
  }
}
