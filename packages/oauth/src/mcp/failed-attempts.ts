/** Limits failed authentication, because nobody may guess secrets, and each attempt costs work. */
import { LRUCache } from 'lru-cache'
import { Refusal } from '../http/refusal.ts'
import { addressKey } from '../shared/client-address.ts'
import { hashSecret } from '../shared/secrets.ts'
import type { LimitStore } from '../store/mcp.ts'

/** Failures a minute with one secret, such as that of a client, from one address. */
export const MAX_FAILURES = 60

/**
 * The target of an attempt that names no client of this server: one for all such names, because strangers choose them, and each target is a
 * row of the store. The limit is higher, because many clients at one address may have the ids of expired registrations.
 */
export const UNKNOWN_CLIENT = { what: 'unknown client', limit: 600 } as const

/** Seconds over which failures are counted. */
const WINDOW = 60

/** Callers that a node knows to have failed too often. */
const MAX_BLOCKED = 10_000

/** The caller and the target of an attempt. */
export interface Attempt {
  /** The address of the caller. */
  readonly ip: string
  /** The target, such as an endpoint and a client that exists. Failures for other targets do not count. */
  readonly what: string
  /** Failures a minute. */
  readonly limit: number
  /** Which refusals count. @default those with status 401 */
  readonly isFailure?: (refusal: Refusal) => boolean
}

/** Limits failures, over all nodes. */
export interface FailedAttempts {
  /**
   * Runs an attempt, unless the caller has failed too often within a minute. Failures are
   * counted in the store. A node learns from its own next failure that the limit is reached, so each node and each concurrent
   * attempt can exceed the limit by one.
   */
  limit<T>(attempt: Attempt, run: () => Promise<T | Refusal>): Promise<T | Refusal>
}

/** Makes the {@link FailedAttempts} of an instance. */
export function createFailedAttempts(limits: LimitStore): FailedAttempts {
  const blocked = new LRUCache<string, true>({ max: MAX_BLOCKED })
  return {
    async limit({ ip, what, limit, isFailure = ({ status }) => status === 401 }, run) {
      const key = `failed ${addressKey(ip)} ${hashSecret(what)}`
      const left = Math.ceil(blocked.getRemainingTTL(key) / 1_000)
      if (left > 0) return tooOften(left)
      const outcome = await run()
      if (!(outcome instanceof Refusal) || !isFailure(outcome)) return outcome
      const wait = await limits.count(key, limit, WINDOW)
      if (wait === 0) return outcome
      blocked.set(key, true, { ttl: wait * 1_000 })
      return tooOften(wait)
    },
  }
}

function tooOften(retryAfter: number): Refusal {
  return new Refusal('slow_down', 'Too many failed attempts to authenticate.', { retryAfter })
}
