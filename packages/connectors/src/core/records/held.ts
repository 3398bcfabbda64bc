/** Records that a shop did not take. They are not offered again until they change, a person asks for it, or some time has passed. */

/** Time after which a record is tried again without a change, because a person may have changed the shop. */
const HOLD_MS = 60 * 60_000

/** Most records that are remembered. The oldest are forgotten, and so tried again earlier. */
const MAX_HELD = 10_000

export interface Held {
  /** Whether the record is held back with the same content. */
  has(key: string, content: string): boolean
  add(key: string, content: string): void
  /** Lets all records, or one of them, be tried again. */
  release(key?: string): void
}

/** Remembers records in memory. `now` is the clock. */
export function createHeld(now: () => number = Date.now): Held {
  const records = new Map<string, { readonly content: string; readonly until: number }>()
  return {
    has(key, content) {
      const held = records.get(key)
      return held !== undefined && held.content === content && held.until > now()
    },
    add(key, content) {
      records.delete(key)
      records.set(key, { content, until: now() + HOLD_MS })
      const [oldest] = records.keys()
      if (records.size > MAX_HELD && oldest !== undefined) records.delete(oldest)
    },
    release(key) {
      if (key === undefined) records.clear()
      else records.delete(key)
    },
  }
}
