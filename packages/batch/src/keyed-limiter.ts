import pLimit from 'p-limit'
import { isAlone } from './alone.ts'
import { createSharedValues } from './shared-values.ts'

/** Limits of {@link createKeyedLimiter}. */
export interface KeyedLimit {
  /** Maximum number of functions that run at once with one key; at least 1. */
  readonly perKey: number
  /** Maximum number of functions that run at once with all keys together; at least 1. */
  readonly total: number
}

/** Runs `work` with a key as soon as the limits allow it. Resolves or rejects like `work`. */
export type RunKeyed = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Creates a function that limits work by a key: at most `perKey` functions run at once with each key, and at most `total` with all keys.
 * Work that waits for others of its key does not count towards the total, so a busy key delays the others as little as possible. Work of
 * one key starts in the order of the calls. A key is any text, and needs memory only while it has work.
 *
 * Work must not wait for other work of the same limiter: both could wait forever. The limits apply to one process.
 *
 * @throws {TypeError} if a limit is not a whole number of at least 1
 * @example
 * const runKeyed = createKeyedLimiter({ perKey: 4, total: 8 })
 * await runKeyed(customerId, async () => await transaction(database, work))
 */
export function createKeyedLimiter({ perKey, total }: KeyedLimit): RunKeyed {
  const all = pLimit(total)
  pLimit(perKey) // refuses a bad limit now, not with the first work
  const withValue = createSharedValues(() => pLimit(perKey))
  return async (key, work) => {
    if (isAlone()) return await work()
    return await withValue(key, async (own) => await own(() => all(work)))
  }
}
