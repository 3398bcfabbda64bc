import { isUnavailable } from '@entrepot/database'
import DataLoader from 'dataloader'

/** Most keys of one statement: bounds its memory, and how long one caller can wait for others. */
const MAX_BATCH = 64

/**
 * After so many milliseconds a statement no longer keeps the next one waiting: a slow one, or one on a connection that has
 * fallen silent, must not stop the others. They take a few milliseconds, and this is far above.
 */
const PATIENCE_MS = 1_000

/**
 * Makes a load of many keys that tries each key alone when it fails, so that no key fails for another's fault. While the
 * database cannot be used all of them fail at once: trying each would only add to its load.
 *
 * @param load answers the keys in their order; all of it takes effect, or nothing
 * @returns the same, with an Error in the place of each that failed alone
 */
export function orEachAlone<K, V>(
  load: (keys: readonly K[]) => Promise<readonly V[]>,
): (keys: readonly K[]) => Promise<readonly (V | Error)[]> {
  return async (keys) => {
    try {
      return await load(keys)
    } catch (error) {
      if (keys.length === 1 || isUnavailable(error)) throw error
      const alone = keys.map(async (key) => (await load([key]))[0] as V)
      const settled = await Promise.allSettled(alone)
      return settled.map((result) =>
        result.status === 'fulfilled' ? result.value : (result.reason as Error),
      )
    }
  }
}

/**
 * Joins single loads into statements for many. Nothing is remembered: each load is part of a statement that began after it.
 * What arrives while statements of the kind run is joined into the next one. So a lone request never waits, and the busier
 * the hub is, the fewer round trips a request costs.
 *
 * @param load answers the keys in their order, with an Error in the place of each that failed
 * @param limit statements of the kind that run at once
 * @returns loads one key
 */
export function loadTogether<K, V>(
  load: (keys: readonly K[]) => Promise<ArrayLike<V | Error>>,
  limit = 1,
): (key: K) => Promise<V> {
  let running = 0
  const waiting: (() => void)[] = []

  function schedule(send: () => void): void {
    if (running === limit) {
      waiting.push(send)
    } else {
      running += 1
      // After all sockets that are ready in this turn of the event loop have been read.
      setImmediate(send)
    }
  }

  function release(): void {
    running -= 1
    const next = waiting.shift()
    if (next) schedule(next)
  }

  async function loadBatch(keys: readonly K[]): Promise<ArrayLike<V | Error>> {
    let isHeld = true
    const releaseOnce = () => {
      if (isHeld) release()
      isHeld = false
    }
    const patience = setTimeout(releaseOnce, PATIENCE_MS)
    try {
      return await load(keys)
    } finally {
      clearTimeout(patience)
      releaseOnce()
    }
  }

  const loader = new DataLoader<K, V>(loadBatch, {
    cache: false,
    maxBatchSize: MAX_BATCH,
    batchScheduleFn: schedule,
  })
  return (key) => loader.load(key)
}
