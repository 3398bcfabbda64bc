import DataLoader from 'dataloader'

/** Most keys of one statement: bounds its memory, and how long one caller can wait for others. */
const MAX_BATCH = 64

/**
 * After so many milliseconds a statement no longer keeps the next one waiting: a slow one must not stop the others. They take a
 * few milliseconds, and this is far above.
 */
const PATIENCE_MS = 1_000

/**
 * Joins single loads into statements for many. Nothing is remembered: each load is part of a statement that began after it.
 * What arrives while a statement of the kind runs is joined into the next one. So a lone request never waits, and the busier
 * the server is, the fewer round trips a request costs.
 *
 * @param load answers the keys in their order, with an Error in the place of each that failed
 * @returns loads one key
 */
export function loadTogether<K, V>(
  load: (keys: readonly K[]) => Promise<ArrayLike<V | Error>>,
): (key: K) => Promise<V> {
  let isRunning = false
  const waiting: (() => void)[] = []

  function schedule(send: () => void): void {
    if (isRunning) {
      waiting.push(send)
    } else {
      isRunning = true
      // After all sockets that are ready in this turn of the event loop have been read.
      setImmediate(send)
    }
  }

  function release(): void {
    isRunning = false
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
