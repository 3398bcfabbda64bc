/**
 * Processes items with limited concurrency, and takes the next item only when there is capacity. After a failure it takes no further items,
 * and throws the failure when the running work has ended.
 *
 * @example
 * await forEachAtOnce(invoices, 16, async (invoice) => await post(invoice))
 */
export async function forEachAtOnce<T>(
  items: AsyncIterable<T> | Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const source = toIterator(items)
  let hasFailed = false
  const worker = async () => {
    try {
      while (!hasFailed) {
        const next = await source.next()
        if (next.done) return
        await work(next.value)
      }
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure === undefined) return
  await source.return?.()
  throw failure.reason
}

function toIterator<T>(items: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
}
