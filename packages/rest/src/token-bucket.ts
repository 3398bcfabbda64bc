import type { Hooks } from './hooks.ts'

/** {@link TokenBucket}. */
export interface TokenBucketOptions {
  /** Requests a second, in the long run. */
  readonly perSecond: number
  /** Requests that may be sent at once after a pause. @default `perSecond`, at least 1 */
  readonly burst?: number
  /** The clock, in ms; any origin. @default performance.now */
  readonly now?: () => number
}

/**
 * Keeps requests under a rate by making them wait. A bucket may be shared by several clients of one
 * process, not by several processes.
 *
 * @example createClient({ hooks: new TokenBucket({ perSecond: 10 }) })
 */
export class TokenBucket implements Hooks {
  readonly #perMs: number
  readonly #burst: number
  readonly #now: () => number
  #tokens: number
  #filledAt: number

  constructor({ perSecond, burst = Math.max(1, perSecond), now }: TokenBucketOptions) {
    if (!(perSecond > 0) || !(burst >= 1)) throw new RangeError('perSecond > 0 and burst >= 1')
    this.#perMs = perSecond / 1000
    this.#burst = burst
    this.#now = now ?? (() => performance.now())
    this.#tokens = burst
    this.#filledAt = this.#now()
  }

  /**
   * Takes one token, in debt if need be, and says how many ms to wait until it is covered. Waiting
   * in this order, requests leave in the order in which they took.
   */
  take(): number {
    const now = this.#now()
    const gained = (now - this.#filledAt) * this.#perMs
    this.#tokens = Math.min(this.#burst, this.#tokens + gained) - 1
    this.#filledAt = now
    return this.#tokens >= 0 ? 0 : -this.#tokens / this.#perMs
  }

  /** The hook: waits for its turn. */
  readonly onRequest = async (): Promise<undefined> => {
    const delay = this.take()
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
  }
}
