import DataLoader from 'dataloader'

/** Most keys of one statement: bounds its memory, and how long one caller can wait for others. */
const MAX_BATCH = 64

/**
 * Statements of one kind that run at once. Two keep PostgreSQL busy while answers are read; what arrives meanwhile is joined
 * into the next one. So a lone request never waits, and the busier the hub is, the fewer round trips a request costs.
 */
const RUNNING = 2

/**
 * Joins single loads into statements for many. Nothing is remembered: each load is part of a statement that began after it.
 *
 * @param load answers the keys in their order, with an Error in the place of each that failed
 * @returns loads one key
 */
export function loadTogether<K, V>(
  load: (keys: readonly K[]) => Promise<ArrayLike<V | Error>>,
): (key: K) => Promise<V> {
  let running = 0
  const waiting: (() => void)[] = []

  function schedule(send: () => void): void {
    if (running === RUNNING) {
      waiting.push(send)
    } else {
      running += 1
      // After all sockets that are ready in this turn of the event loop have been read.
      setImmediate(send)
    }
  }

  function finish(): void {
    running -= 1
    const next = waiting.shift()
    if (next) schedule(next)
  }

  const loader = new DataLoader<K, V>(async (keys) => await load(keys).finally(finish), {
    cache: false,
    maxBatchSize: MAX_BATCH,
    batchScheduleFn: schedule,
  })
  return (key) => loader.load(key)
}
