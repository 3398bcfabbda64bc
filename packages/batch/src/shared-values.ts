/** Values by name. Each value is kept as long as it is used. */

interface Shared<T> {
  readonly value: T
  users: number
}

/**
 * Creates a function that runs work on the value of a name. The value is created for the first work, shared by all work that starts
 * while work of the name is running, and removed after the last. Memory therefore depends on the running work, not on the number of
 * names that were ever used.
 *
 * @param open creates the value of a name
 */
export function createSharedValues<T>(
  open: (name: string) => T,
): <R>(name: string, work: (value: T) => Promise<R>) => Promise<R> {
  const values = new Map<string, Shared<T>>()

  return async (name, work) => {
    const shared = values.get(name) ?? { value: open(name), users: 0 }
    values.set(name, shared)
    shared.users += 1
    try {
      return await work(shared.value)
    } finally {
      shared.users -= 1
      if (shared.users === 0) values.delete(name)
    }
  }
}
