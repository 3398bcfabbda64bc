/** Runs work under a key. Calls with the same key that arrive while it runs share its result. */
export type JoinCalls<T> = (key: string, work: () => Promise<T>) => Promise<T>

/** Creates a {@link JoinCalls}. It works within this process; the store coordinates all processes. */
export function createJoinCalls<T>(): JoinCalls<T> {
  const running = new Map<string, Promise<T>>()
  return (key, work) => {
    const joined = running.get(key) ?? work().finally(() => running.delete(key))
    running.set(key, joined)
    return joined
  }
}
