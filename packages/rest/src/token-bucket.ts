import type { BuiltRequest } from './http/message/built-request.ts'
import type { HookContext, Hooks } from './http/request/hooks.ts'
import { pause } from './settings/pause.ts'

/** Options of a {@link TokenBucket}. */
export interface TokenBucketOptions {
  /** Requests per second on average. */
  readonly perSecond: number
  /** Requests that may be sent at once after a pause. @default `perSecond`, but at least 1 */
  readonly burst?: number
  /** Returns the time in ms since any fixed moment. @default performance.now */
  readonly now?: () => number
}

/**
 * Limits the rate of requests by making them wait. Several clients of one process may share a bucket;
 * several processes cannot.
 *
 * @throws RangeError if `perSecond` is not above 0 or `burst` is below 1.
 * @example createClient({ hooks: new TokenBucket({ perSecond: 10 }) })
 */
export class TokenBucket implements Hooks {
  readonly #perMs: number
  readonly #burst: number
  readonly #now: () => number
  #tokens: number
  #filledAt: number

  constructor({ perSecond, burst = Math.max(1, perSecond), now }: TokenBucketOptions) {
    if (!(perSecond > 0) || !(burst >= 1))
      throw new RangeError('perSecond must be greater than 0, and burst must be at least 1')
    this.#perMs = perSecond / 1000
    this.#burst = burst
    this.#now = now ?? (() => performance.now())
    this.#tokens = burst
    this.#filledAt = this.#now()
  }

  /**
   * Takes one token and returns how many ms to wait before sending. The number of tokens may fall below 0,
   * so requests are sent in the order in which they took their tokens.
   */
  take(): number {
    const now = this.#now()
    const gained = (now - this.#filledAt) * this.#perMs
    this.#tokens = Math.min(this.#burst, this.#tokens + gained) - 1
    this.#filledAt = now
    return this.#tokens >= 0 ? 0 : -this.#tokens / this.#perMs
  }

  /** The hook: waits until the request may be sent. One that gives up before returns its token. */
  readonly onRequest = async (_: BuiltRequest, { signal }: HookContext): Promise<undefined> => {
    const delay = this.take()
    if (delay === 0) return
    await pause(delay, signal)
    if (signal?.aborted) this.#tokens += 1
  }
}
