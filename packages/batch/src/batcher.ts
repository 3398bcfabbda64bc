import DataLoader from 'dataloader'
import { isAlone } from './alone.ts'
import { createSharedValues } from './shared-values.ts'

/** How calls are combined into batches. */
export interface BatchOptions<Item> {
  /** Batches that run at once. @default 1 */
  readonly concurrency?: number
  /** Maximum number of items in a batch. It limits the memory of a batch, and how long a caller waits for others. @default 64 */
  readonly maxSize?: number
  /**
   * Milliseconds after which a batch no longer counts towards `concurrency`, so that a slow batch cannot block the next one. The
   * batch itself continues, and its callers get their results when it ends. Choose a value far above the usual duration of a batch.
   *
   * @default 1000
   */
  readonly slotTimeoutMs?: number
  /**
   * After `ms` milliseconds, the callers of a batch get the error instead of waiting further. The batch itself continues, so its effect is
   * unknown. Without this option, callers wait until the batch ends.
   */
  readonly timeout?: { readonly ms: number; readonly error: () => Error }
  /**
   * Returns a text by which the items of a batch are sorted, by code units. If batches lock rows, return the key of the row, so that
   * batches of several processes cannot deadlock. By default, items stay in the order of the calls.
   */
  readonly orderBy?: (item: Item) => string
  /**
   * Returns whether an error of a whole batch means that nothing was done, and that an item may succeed alone. Each item is then run in a
   * batch of its own, all of them at the same time, so that an item does not fail because of another. Without this option, and after other
   * errors, all callers get the error.
   */
  readonly isNoOpError?: (error: unknown) => boolean
}

/** Runs a batch. Returns one result for each item, in the order of the items; an Error rejects the call of its item only. */
type Run<Item, Result> = (items: readonly Item[]) => Promise<ArrayLike<Result | Error>>

/**
 * Creates a function for single items from a function for many items. Calls that arrive while batches are running are joined into the
 * next batch; a single call does not wait for others. Results are not cached: each item is part of a batch that starts after its call.
 * Equal items are not merged.
 *
 * The created function rejects with the Error that `run` returned for the item, with the error that `run` threw, with the error of
 * `timeout`, or with a TypeError if `run` returned another number of results. The limits apply to one process.
 *
 * @param run processes a batch of 1 to `maxSize` items
 * @throws {RangeError} if `concurrency` or `maxSize` is not a whole number of at least 1
 * @example
 * const findPrice = createBatcher(async (skus: readonly string[]) => {
 *   const prices = await findPrices(skus) // one statement
 *   return skus.map((sku) => prices.get(sku))
 * })
 * await Promise.all([findPrice('A-1'), findPrice('B-2')])
 */
export function createBatcher<Item extends NonNullable<unknown>, Result>(
  run: Run<Item, Result>,
  options: BatchOptions<Item> = {},
): (item: Item) => Promise<Result> {
  const { concurrency = 1, maxSize = 64, slotTimeoutMs = 1_000 } = options
  const { timeout, orderBy, isNoOpError } = options
  refuseBadCount('concurrency', concurrency)
  refuseBadCount('maxSize', maxSize)
  const places = createSemaphore(concurrency)
  const runOrdered = orderBy === undefined ? run : inOrder(run, orderBy)
  const runAll =
    isNoOpError === undefined ? runOrdered : withFallbackToSingleItems(runOrdered, isNoOpError)

  async function runInPlace(items: readonly Item[]): Promise<ArrayLike<Result | Error>> {
    let isHeld = true
    const release = () => {
      if (isHeld) places.release()
      isHeld = false
    }
    const timer = setTimeout(release, slotTimeoutMs)
    try {
      const running = runAll(items)
      return refuseOtherCount(items, await (timeout ? within(timeout, running) : running))
    } finally {
      clearTimeout(timer)
      release()
    }
  }

  const loader = new DataLoader<Item, Result>(runInPlace, {
    cache: false,
    maxBatchSize: maxSize,
    batchScheduleFn: places.take,
  })
  async function runAtOnce(item: Item): Promise<Result> {
    const [result] = refuseOtherCount([item], await run([item])) as [Result | Error]
    if (result instanceof Error) throw result
    return result
  }
  return (item) => (isAlone() ? runAtOnce(item) : loader.load(item))
}

/**
 * Like {@link createBatcher}, by key: a batch contains items of one key only, and `concurrency` applies to each key. A key is any
 * text, such as the id of a customer, and needs memory only while it has items.
 *
 * @param run processes a batch of one key
 * @throws {RangeError} if `concurrency` or `maxSize` is not a whole number of at least 1
 * @example
 * const record = createKeyedBatcher((customerId, drafts: readonly Draft[]) => recordTogether(customerId, drafts))
 * await record('7', draft)
 */
export function createKeyedBatcher<Item extends NonNullable<unknown>, Result>(
  run: (key: string, items: readonly Item[]) => Promise<ArrayLike<Result | Error>>,
  options: BatchOptions<Item> = {},
): (key: string, item: Item) => Promise<Result> {
  const open = (key: string) => createBatcher((items: readonly Item[]) => run(key, items), options)
  open('') // throws for invalid options now instead of with the first item
  const withValue = createSharedValues(open)
  return async (key, item) => await withValue(key, async (submit) => await submit(item))
}

function refuseBadCount(name: string, count: number): void {
  if (Number.isInteger(count) && count >= 1) return
  throw new RangeError(`${name} is ${count}. Use a whole number of at least 1.`)
}

/** Waits for work, but not longer than the timeout. */
async function within<T>(
  { ms, error }: NonNullable<BatchOptions<never>['timeout']>,
  work: Promise<T>,
): Promise<T> {
  const { promise: end, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(error()), ms)
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}

/** Limits how many batches run at once. Waiting batches start in the order in which they were created. */
function createSemaphore(count: number): {
  take: (start: () => void) => void
  release: () => void
} {
  let taken = 0
  const waiting: (() => void)[] = []
  const take = (start: () => void) => {
    if (taken === count) {
      waiting.push(start)
    } else {
      taken += 1
      // Starts after all sockets that are ready in this turn of the event loop have been read.
      setImmediate(start)
    }
  }
  const release = () => {
    taken -= 1
    const next = waiting.shift()
    if (next) take(next)
  }
  return { take, release }
}

/** Sorts the items by a text before it runs them, and returns the results in the original order. */
function inOrder<Item, Result>(
  run: Run<Item, Result>,
  textOf: (item: Item) => string,
): Run<Item, Result> {
  return async (items) => {
    const sorted = items
      .map((item, place) => ({ item, place, text: textOf(item) }))
      .sort((one, other) => (one.text < other.text ? -1 : Number(one.text > other.text)))
    const answers = await run(sorted.map(({ item }) => item))
    if (answers.length !== items.length) return answers // refused by the caller
    const results = new Array<Result | Error>(items.length)
    for (const [index, { place }] of sorted.entries()) {
      results[place] = answers[index] as Result | Error
    }
    return results
  }
}

/** Runs the items together, and runs each item alone if the batch failed without any effect. */
function withFallbackToSingleItems<Item, Result>(
  run: Run<Item, Result>,
  isNoOpError: (error: unknown) => boolean,
): Run<Item, Result> {
  return async (items) => {
    try {
      return await run(items)
    } catch (error) {
      if (items.length === 1 || !isNoOpError(error)) throw error
      const runAlone = async (item: Item) => refuseOtherCount([item], await run([item]))[0]
      const settled = await Promise.allSettled(items.map(runAlone))
      return settled.map((one) =>
        one.status === 'fulfilled' ? (one.value as Result | Error) : toError(one.reason),
      )
    }
  }
}

/** DataLoader checks the number too, but its message contains all items, which may be secrets. */
function refuseOtherCount<T>(items: readonly unknown[], answers: ArrayLike<T>): ArrayLike<T> {
  if (answers.length === items.length) return answers
  throw new TypeError(
    `A batch of ${items.length} was answered with ${answers.length} results. Return one result per item, in the same order.`,
  )
}

/** DataLoader treats every value that is not an Error as a result. */
function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown })
}
