/**
 * Works through items, so many at once; the next item is taken only when there is room. After a failure no further item is
 * taken, and the failure is thrown when the work that runs has ended.
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
