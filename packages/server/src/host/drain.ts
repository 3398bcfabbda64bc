/** Stops an application without failed requests, if a load balancer sends them to another node. */
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from './health.ts'

/** Interval at which idle connections are closed while the hub stops. */
const IDLE_CHECK_MS = 50

/**
 * Reports that the hub is not ready, and waits while requests are still served, so that load balancers have time to notice. Each
 * answer closes its connection, so that clients reconnect to another node. Returns at once if nobody checks whether the hub is ready.
 *
 * @param seconds for which requests are still served
 */
export async function drain(
  app: FastifyInstance,
  readiness: Readiness,
  seconds: number,
): Promise<void> {
  const { isWatched } = readiness
  readiness.stop()
  if (!isWatched || seconds === 0) return
  app.server.prependListener('request', (_, response) => {
    response.setHeader('connection', 'close')
  })
  app.log.info(
    `stopping: requests are still served for ${seconds} s, until load balancers send them elsewhere`,
  )
  await setTimeout(seconds * 1_000)
}

/** Closes the application after its running requests have finished, without waiting for clients to close their connections. */
export async function closeGently(app: FastifyInstance): Promise<void> {
  // Node closes only the connections that are idle now. A busy one would stay open after its answer.
  const timer = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
  try {
    await app.close()
  } finally {
    clearInterval(timer)
  }
}
