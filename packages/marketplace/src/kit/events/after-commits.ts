/** Work that follows writes within a second or so, on every node. */
import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { listenToCommits } from './notifier.ts'

/** When the work of {@link runAfterCommits} runs. */
export interface FollowTimes {
  /** How long a node collects its own writes. */
  readonly collectMs: number
  /** How often each node works for all customers, for writes of nodes that have ended since. */
  readonly intervalMs: number
}

/**
 * Runs work soon after the writes of this node, and now and then for all customers, from when the host listens until it closes. A node runs
 * it once at a time.
 *
 * @param warning what the log says if it fails; it runs again later
 * @param work its argument names the customers with writes; undefined for all
 */
export function runAfterCommits(
  fastify: FastifyInstance,
  database: Database,
  { collectMs, intervalMs }: FollowTimes,
  warning: string,
  work: (customerIds?: readonly string[]) => Promise<void>,
): void {
  const written = new Set<string>()
  let running: Promise<void> | undefined
  const run = (customerIds?: readonly string[]) => {
    running ??= work(customerIds)
      .catch((error: unknown) => fastify.log.warn({ err: error }, warning))
      .finally(() => {
        running = undefined
      })
  }
  const stops: (() => void)[] = []
  fastify.addHook('onListen', async () => {
    stops.push(listenToCommits(database, (customerId) => written.add(customerId)))
    const soon = setInterval(() => {
      if (written.size === 0 || running !== undefined) return
      const customerIds = [...written]
      written.clear()
      run(customerIds)
    }, collectMs).unref()
    const all = setInterval(() => run(), intervalMs).unref()
    stops.push(
      () => clearInterval(soon),
      () => clearInterval(all),
    )
  })
  fastify.addHook('onClose', async () => {
    for (const stop of stops) stop()
    await running
  })
}
