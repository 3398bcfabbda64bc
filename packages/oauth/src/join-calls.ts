/** Runs work under a key; calls that come while it runs share its result. */
export type JoinCalls<T> = (key: string, work: () => Promise<T>) => Promise<T>

/** Makes a {@link JoinCalls}: for this process, beside what the store does for all. */
export function createJoinCalls<T>(): JoinCalls<T> {
  const running = new Map<string, Promise<T>>()
  return (key, work) => {
    const joined = running.get(key) ?? work().finally(() => running.delete(key))
    running.set(key, joined)
    return joined
  }
}
