/** Stops an application so that no client notices, if somebody else takes its requests. */
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from './health.ts'

/** How often connections that have become idle are looked for while the hub stops. */
const IDLE_CHECK_MS = 50

/**
 * Says that the hub is not ready, and serves on for as long as load balancers need to see it. Each answer closes its connection,
 * so that clients with open connections go elsewhere too. Returns at once where nobody asks whether the hub is ready.
 *
 * @param seconds that requests are still served
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
    `requests are served for ${seconds} s more, until load balancers send them elsewhere`,
  )
  await setTimeout(seconds * 1_000)
}

/** Closes the application when its running requests have finished, without waiting for clients to hang up after them. */
export async function closeGently(app: FastifyInstance): Promise<void> {
  // Node closes the connections that are idle now; one that is busy now would be kept alive after its answer.
  const timer = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
  try {
    await app.close()
  } finally {
    clearInterval(timer)
  }
}
