/**
 * Waits at most this many milliseconds for work. After that, the signal aborts the work, and nobody waits for it any more.
 *
 * @throws the error of the work, or an error if the time is over
 * @example
 * await withTimeLimit(2_000, (signal) => fetch(url, { signal }))
 */
export async function withTimeLimit<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      ending.abort()
      reject(new Error(`no answer within ${milliseconds} ms`))
    }, milliseconds)
  })
  try {
    return await Promise.race([work(ending.signal), limit])
  } finally {
    clearTimeout(timer)
  }
}
