import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from './client.ts'

/**
 * Closes a pool: it accepts no more statements, and waits for the running ones. The wait is limited, because a server may never
 * answer; statements that still run then end with the process.
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
