import { header, type WithHeaders } from './headers.ts'
import { parseHttpDate, parseRetryAfter } from './retry-after.ts'

/** What a server says about its rate limit. Undefined is what it does not say. */
export interface RateLimit {
  /** Requests in a window. */
  readonly limit: number | undefined
  /** Requests left in this one. */
  readonly remaining: number | undefined
  /** Milliseconds until the window begins anew. */
  readonly resetMs: number | undefined
  /** Milliseconds that `Retry-After` asks to wait. */
  readonly retryAfterMs: number | undefined
}

/** Resets above this are moments (seconds since 1970), not spans: nobody limits for 30 years. */
const smallestMoment = 1_000_000_000

/**
 * Reads the rate-limit headers of a response, in the forms that are in use: `RateLimit` and
 * `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers), `RateLimit-Limit`, `-Remaining`, `-Reset`
 * (its earlier drafts), and the same with `X-` in front, whose reset is a span or a moment. `now` is
 * milliseconds since 1970.
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
  return seconds < smallestMoment ? seconds * 1000 : Math.max(0, seconds * 1000 - now)
}
