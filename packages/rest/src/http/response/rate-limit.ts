import { header, type WithHeaders } from '../message/headers.ts'
import { parseHttpDate, parseRetryAfter } from './retry-after.ts'

/** The rate limit as a server reports it. A field that it does not report is undefined. */
export interface RateLimit {
  /** Requests per window. */
  readonly limit: number | undefined
  /** Requests left in the current window. */
  readonly remaining: number | undefined
  /** Milliseconds until the next window begins. */
  readonly resetMs: number | undefined
  /** Milliseconds to wait according to `Retry-After`. */
  readonly retryAfterMs: number | undefined
}

/** Resets above this are times (seconds since 1970), not durations. */
const SMALLEST_MOMENT = 1_000_000_000

/**
 * Reads the rate-limit headers of a response in all forms in common use: `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers), `RateLimit-Limit`, `-Remaining` and `-Reset` (earlier drafts), and
 * the same with the prefix `X-`, whose reset is a duration or a time. `now` is in milliseconds since 1970.
 *
 * @example if ((rateLimit(response).remaining ?? 1) === 0) await pause
 */
export function rateLimit(response: WithHeaders, now: number = Date.now()): RateLimit {
  const retryAfter = header(response, 'retry-after')
  const combined = parseCombined(header(response, 'ratelimit'))
  const policy = parseCombined(header(response, 'ratelimit-policy'))
  const field = (name: string) =>
    header(response, `ratelimit-${name}`) ?? header(response, `x-ratelimit-${name}`)
  return {
    limit: combined.limit ?? policy.q ?? integer(field('limit')),
    remaining: combined.r ?? combined.remaining ?? integer(field('remaining')),
    resetMs: span(combined.t ?? combined.reset, now) ?? resetOf(field('reset'), now),
    retryAfterMs: retryAfter === undefined ? undefined : parseRetryAfter(retryAfter, now),
  }
}

/** `"default";r=50;t=30` of the newer drafts and `limit=100, remaining=50, reset=30` of older ones. */
function parseCombined(value: string | undefined): Readonly<Record<string, number>> {
  const numbers: Record<string, number> = Object.create(null)
  for (const [, name = '', digits] of (value ?? '').matchAll(/([a-z]+)\s*=\s*(\d{1,15})/g)) {
    numbers[name] ??= Number(digits)
  }
  return numbers
}

function integer(value: string | undefined): number | undefined {
  const digits = /^\s*(\d{1,15})/.exec(value ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function resetOf(value: string | undefined, now: number): number | undefined {
  const date = value === undefined ? undefined : parseHttpDate(value.trim(), now)
  return date === undefined ? span(integer(value), now) : Math.max(0, date - now)
}

function span(seconds: number | undefined, now: number): number | undefined {
  if (seconds === undefined) return undefined
  return seconds < SMALLEST_MOMENT ? seconds * 1000 : Math.max(0, seconds * 1000 - now)
}
