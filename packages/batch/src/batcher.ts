import DataLoader from 'dataloader'
import { createLanes } from './lanes.ts'

/** How calls are joined. */
export interface BatchOptions<Item> {
  /** Batches that run at once. @default 1 */
  readonly concurrency?: number
  /** Most items of one batch: bounds its memory, and how long one caller can wait for others. @default 64 */
  readonly maxSize?: number
  /**
   * After so many milliseconds a batch no longer counts as running: one that is slow, or never ends, must not stop the others.
   * To be chosen far above what batches take. It goes on, and answers its callers when it ends.
   *
   * @default 1000
   */
  readonly patience?: number
  /**
   * The items of a batch go in the order of this text, by code units. Where a batch locks rows, the keys of the rows: then
   * batches of several processes do not wait for each other in a circle. By default in the order of the calls.
   */
  readonly orderBy?: (item: Item) => string
  /**
   * Whether an error of a whole batch means that nothing was done, and that an item may succeed alone: then each is tried
   * by itself, all at once, so that none fails for another's fault. Without it, and after other errors, all callers get the error.
   */
  readonly hasDoneNothing?: (error: unknown) => boolean
}

/** What a batch answers: a result for each item, in their order, with an Error in the place of each that failed. */
type Run<Item, Result> = (items: readonly Item[]) => Promise<ArrayLike<Result | Error>>

/**
 * Makes a function for single items of one that takes many. What arrives while batches run is joined into the next one; a lone
 * call does not wait for others. Nothing is remembered: each item is part of a batch that began after its call, and items that
 * are equal are not joined.
 *
 * The function rejects with the Error in the item's place, or with what `run` threw; with a TypeError when `run` answers
 * another number of results. Batches count within this process.
 *
 * @param run does the work of a batch of 1 to `maxSize` items
 * @throws {RangeError} when `concurrency` or `maxSize` is not a whole number from 1 up
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
  const { concurrency = 1, maxSize = 64, patience = 1_000, orderBy, hasDoneNothing } = options
  refuseBadCount('concurrency', concurrency)
  refuseBadCount('maxSize', maxSize)
  const places = createPlaces(concurrency)
  const runOrdered = orderBy === undefined ? run : inOrder(run, orderBy)
  const runAll = hasDoneNothing === undefined ? runOrdered : orEachAlone(runOrdered, hasDoneNothing)

  async function runInPlace(items: readonly Item[]): Promise<ArrayLike<Result | Error>> {
    let isHeld = true
    const release = () => {
      if (isHeld) places.release()
      isHeld = false
    }
    const timer = setTimeout(release, patience)
    try {
      return refuseOtherCount(items, await runAll(items))
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
  return (item) => loader.load(item)
}

/**
 * The same in lanes: only items of one lane share a batch, and each lane has its own `concurrency`. A lane exists only while it
 * has items.
 *
 * @param run does the work of a batch of one lane
 * @throws {RangeError} when `concurrency` or `maxSize` is not a whole number from 1 up
 * @example
 * const record = createLaneBatcher((customerId, drafts: readonly Draft[]) => recordTogether(customerId, drafts))
 * await record('7', draft)
 */
export function createLaneBatcher<Item extends NonNullable<unknown>, Result>(
  run: (lane: string, items: readonly Item[]) => Promise<ArrayLike<Result | Error>>,
  options: BatchOptions<Item> = {},
): (lane: string, item: Item) => Promise<Result> {
  const open = (lane: string) =>
    createBatcher((items: readonly Item[]) => run(lane, items), options)
  open('') // refuses bad options now, not with the first item
  const inLane = createLanes(open)
  return async (lane, item) => await inLane(lane, async (submit) => await submit(item))
}

function refuseBadCount(name: string, count: number): void {
  if (Number.isInteger(count) && count >= 1) return
  throw new RangeError(`${name} is ${count}. Give a whole number from 1 up.`)
}

/** The places of batches that run: each starts when one is free, in the order in which they were filled. */
function createPlaces(count: number): { take: (start: () => void) => void; release: () => void } {
  let taken = 0
  const waiting: (() => void)[] = []
  const take = (start: () => void) => {
    if (taken === count) {
      waiting.push(start)
    } else {
      taken += 1
      // After all sockets that are ready in this turn of the event loop have been read.
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

/** Runs the items in the order of a text, and answers them in their own. */
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

/** Runs the items together, and each alone when that has done nothing. */
function orEachAlone<Item, Result>(
  run: Run<Item, Result>,
  hasDoneNothing: (error: unknown) => boolean,
): Run<Item, Result> {
  return async (items) => {
    try {
      return await run(items)
    } catch (error) {
      if (items.length === 1 || !hasDoneNothing(error)) throw error
      const runAlone = async (item: Item) => refuseOtherCount([item], await run([item]))[0]
      const settled = await Promise.allSettled(items.map(runAlone))
      return settled.map((one) =>
        one.status === 'fulfilled' ? (one.value as Result | Error) : toError(one.reason),
      )
    }
  }
}

/** DataLoader refuses it too, in a message that holds all items: they may be secrets. */
function refuseOtherCount<T>(items: readonly unknown[], answers: ArrayLike<T>): ArrayLike<T> {
  if (answers.length === items.length) return answers
  throw new TypeError(
    `A batch of ${items.length} was answered with ${answers.length} results. Answer each item, in their order.`,
  )
}

/** DataLoader takes what is no Error for a result. */
function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown })
}
