/** Bounds how many tasks run at once. */
export interface Slots {
  run<T>(task: () => Promise<T>): Promise<T>
}

/** Creates slots. Tasks that wait get theirs in order. */
export function createSlots(limit: number): Slots {
  let free = limit
  const waiting: (() => void)[] = []
  return {
    async run(task) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await task()
      } finally {
        const next = waiting.shift()
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}
