/** Values by name, each kept as long as it is used. */

interface Lane<T> {
  readonly value: T
  users: number
}

/**
 * Makes a function that runs work on the value of a lane. The value is made for the first work, shared by what comes while work
 * of the lane is under way, and dropped after the last: memory follows what is under way, not how many names there have been.
 *
 * @param open makes the value of a lane
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
