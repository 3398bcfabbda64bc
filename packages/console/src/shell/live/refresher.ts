/** Reads again what events have changed: at once, and while more events come, at most twice a second. */
import type { HubEvent } from '@entrepot/client'
import type { QueryClient } from '@tanstack/react-query'
import { LEAVING } from '../../components/form/use-action.ts'
import { concerns } from './changes.ts'

/** Shortest time between two rounds in milliseconds. */
const INTERVAL_MS = 500

/** How often it is looked whether a page that deletes what it shows has been left, in milliseconds. */
const LEAVING_MS = 50

/** Collects events, and refreshes the queries that they concern. */
export interface Refresher {
  add(event: HubEvent): void
}

/**
 * Creates the refresher of the queries of a customer. A round begins when the one before has ended, so that a hub that is slow still comes to
 * answer.
 */
export function createRefresher(queries: QueryClient): Refresher {
  let waiting: HubEvent[] = []
  let isRunning = false

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      while (queries.isMutating({ mutationKey: LEAVING }) > 0) await delay(LEAVING_MS)
      const events = waiting
      waiting = []
      const begin = performance.now()
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => events.some((event) => concerns(event, queryKey)),
      })
      // While many events come, half of the time at most is spent on reading.
      const pause = Math.max(INTERVAL_MS, performance.now() - begin)
      await delay(pause)
    }
    isRunning = false
  }

  return {
    add(event) {
      waiting.push(event)
      if (isRunning) return
      isRunning = true
      void run()
    },
  }
}

async function delay(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}
