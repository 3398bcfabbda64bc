/** Determines from the fetches that clients cause whether documents can be fetched at all. */
import { ConnectError, TimeoutError } from '@entrepot/rest'
import type { FastifyBaseLogger } from 'fastify'

/** The number of consecutive fetches without an answer after which websites count as unreachable. */
const FAILURES = 2

/**
 * Milliseconds for which an answer proves that websites can be reached, and for which a failure counts. After that, the next
 * client may try.
 */
const PROOF_MS = 60 * 60_000

/** Whether documents can be fetched. */
export interface Reachability {
  /** False while no website answers, as on a machine without access to the internet. */
  canFetch(): boolean
  /** Notes that a website has answered, with any status. */
  answered(): void
  /** Notes a failed fetch. Only a connection that failed or timed out counts. */
  failed(error: unknown): void
}

/**
 * Creates the {@link Reachability} of a node. Anybody can name websites that do not answer, so one website that answers counts
 * more than all failures.
 */
export function createReachability(logger: FastifyBaseLogger): Reachability {
  let failures = 0
  let [failedAt, answeredAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const canFetch = () => {
    const now = performance.now()
    return failures < FAILURES || now < answeredAt + PROOF_MS || now >= failedAt + PROOF_MS
  }
  return {
    canFetch,
    answered() {
      failures = 0
      answeredAt = performance.now()
    },
    failed(error) {
      if (!ConnectError.is(error) && !TimeoutError.is(error)) return
      const before = canFetch()
      failures += 1
      failedAt = performance.now()
      if (!before || canFetch()) return
      logger.warn(
        'no website of an MCP client answers, so that clients are told to register: if this machine needs a proxy, set HTTPS_PROXY',
      )
    },
  }
}
