/**
 * Reads something once, and again after a time, because it changes seldom.
 *
 * @param milliseconds how long it is kept
 * @returns what was read; what has failed is read again by the next call
 */
export function keepFor<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly value: Promise<T>; readonly until: number } | undefined
  return () => {
    if (kept !== undefined && kept.until > Date.now()) return kept.value
    const value = read()
    kept = { value, until: Date.now() + milliseconds }
    value.catch(() => {
      kept = undefined
    })
    return value
  }
}
