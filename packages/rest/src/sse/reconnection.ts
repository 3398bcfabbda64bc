import { HttpStatusError } from '../http/errors/response-errors.ts'
import { parseRetryAfter } from '../http/response/retry-after.ts'
import { MAX_DELAY_MS } from '../settings/clock.ts'
import type { StreamState } from './types.ts'

/**
 * The pause before the next connection, in milliseconds: never less than the reconnection time, and partly random, so that clients that were
 * interrupted together do not come back together.
 */
export function delayBefore(
  { retryMs, failures }: StreamState,
  maxRetryMs: number,
  reason: unknown,
): number {
  const most = Math.max(maxRetryMs, retryMs)
  const grown = Math.min(most, retryMs * 2 ** Math.min(Math.max(failures - 1, 0), 30))
  const delay = Math.max(retryMs, grown / 2) + (Math.random() * grown) / 2
  return Math.min(MAX_DELAY_MS, Math.max(delay, askedFor(reason)))
}

/** The `Retry-After` of a refusal (RFC 9110, 10.2.3). */
function askedFor(reason: unknown): number {
  if (!HttpStatusError.is(reason)) return 0
  const line = reason.response.headers['retry-after']?.[0]
  return (line === undefined ? undefined : parseRetryAfter(line, Date.now())) ?? 0
}
