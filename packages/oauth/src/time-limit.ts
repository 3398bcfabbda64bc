/**
 * Waits for work so many milliseconds at most; what it does after that is aborted by the signal, and no longer waited for.
 *
 * @throws what the work throws, or an error when the time is over
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
