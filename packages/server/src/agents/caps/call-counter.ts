/** Counts the calls of agents that are not limited, in memory, and adds them to what is stored each second. */
import type { Database } from '@entrepot/database'
import { type AgentPlace, addCalls, type CountedCalls, removeOldUsage } from './store.ts'

/** A second: a node that is killed loses the reads of the last one. Nothing that is limited is counted here. */
const FLUSH_MS = 1_000

/** How often the usage of old days is removed. */
const CLEAN_MS = 6 * 3_600_000

/** Agents that are counted at once. Those beyond are counted after the next flush only. */
const MAX_AGENTS = 10_000

/** Counts calls. */
export interface CallCounter {
  /** Counts a call. */
  add(place: AgentPlace): undefined
  /** Stores what was counted, and counts no more. */
  close(): Promise<void>
}

/** Creates the {@link CallCounter} of a node. */
export function createCallCounter(
  database: Database,
  onError: (error: unknown) => void,
): CallCounter {
  let counted = new Map<string, CountedCalls>()
  let flushing = Promise.resolve()
  const flush = () => {
    const rows = [...counted.values()]
    counted = new Map()
    if (rows.length > 0) flushing = flushing.then(() => addCalls(database, rows)).catch(onError)
  }
  const timer = setInterval(flush, FLUSH_MS).unref()
  const clean = () => void removeOldUsage(database).catch(onError)
  const cleaning = setInterval(clean, CLEAN_MS).unref()
  return {
    add(place) {
      const key = JSON.stringify([place.customerId, place.agentKey])
      const { calls = 0 } = counted.get(key) ?? {}
      if (calls > 0 || counted.size < MAX_AGENTS) counted.set(key, { ...place, calls: calls + 1 })
    },
    async close() {
      clearInterval(timer)
      clearInterval(cleaning)
      flush()
      await flushing
    },
  }
}
