import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from './client.ts'

/**
 * Closes a pool: no statement starts any more, those under way are waited for. A server that does not answer any more
 * would be waited for without end, so that the wait is bounded; what is under way then ends with the process.
 *
 * @param timeout - milliseconds
 * @example
 * await closeDatabase(database, 5_000)
 */
export async function closeDatabase(database: Database, timeout: number): Promise<void> {
  const waiting = new AbortController()
  await Promise.race([
    database.end().finally(() => waiting.abort()),
    delay(timeout, undefined, { signal: waiting.signal, ref: false }).catch(() => {}),
  ])
}
