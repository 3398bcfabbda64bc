/** Values by name. Each value is kept as long as it is used. */

interface Lane<T> {
  readonly value: T
  users: number
}

/**
 * Creates a function that runs work on the value of a lane. The value is created for the first work, shared by all work that starts
 * while work of the lane is running, and removed after the last. Memory therefore depends on the running work, not on the number of
 * names that were ever used.
 *
 * @param open creates the value of a lane
 */
export function createLanes<T>(
  open: (name: string) => T,
): <R>(name: string, work: (value: T) => Promise<R>) => Promise<R> {
  const lanes = new Map<string, Lane<T>>()

  return async (name, work) => {
    const lane = lanes.get(name) ?? { value: open(name), users: 0 }
    lanes.set(name, lane)
    lane.users += 1
    try {
      return await work(lane.value)
    } finally {
      lane.users -= 1
      if (lane.users === 0) lanes.delete(name)
    }
  }
}
