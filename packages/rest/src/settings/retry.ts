import type { RestError } from '../http/errors/rest-error.ts'
import { TimeoutError } from '../http/errors/transport-errors.ts'
import { type BuiltRequest, isStream } from '../http/message/built-request.ts'
import type { Answer } from '../http/request/hooks.ts'
import { IDEMPOTENT_METHODS } from '../http/request/methods.ts'
import { parseRetryAfter } from '../http/response/retry-after.ts'

/**
 * When requests are retried. Only requests that cannot take effect twice are retried: those with an idempotent method or an idempotency
 * key. A body that is a stream is never sent twice.
 *
 * @example createClient({ retry: { attempts: 3 } })
 */
export interface RetryOptions {
  /** Attempts in total, including the first. */
  readonly attempts: number
  /** Statuses after which to retry. @default [408, 425, 429, 500, 502, 503, 504] */
  readonly statuses?: readonly number[]
  /** Methods to retry without an idempotency key. @default GET, HEAD, OPTIONS, PUT, DELETE and QUERY */
  readonly methods?: readonly string[]
  /** Computes the pauses. @default {@link fullJitter} */
  readonly backoff?: Backoff
  /** Maximum `Retry-After` that is honoured, in ms. There is no retry after a longer one. @default 60_000 */
  readonly maxRetryAfter?: number
  /**
   * Limits retries to a share of the requests, so that they cannot overload a weak server. All requests of a client share the budget of the
   * client's `retry`. If only a single request sets `retry`, it gets a budget of its own, which limits nothing.
   */
  readonly budget?: RetryBudgetOptions | false
}

/** Returns the pause after attempt number `attempt` (1 for the first), in ms. `random` returns [0, 1). */
export type Backoff = (attempt: number, random: () => number) => number

/** How many retries a client may make in relation to its requests. */
export interface RetryBudgetOptions {
  /** Retries that each request adds to the budget. @default 0.2 */
  readonly ratio?: number
  /** The most retries that the budget can hold, and what it starts with. @default 10 */
  readonly capacity?: number
}

/**
 * Exponential backoff with full jitter: a random pause between 0 and `base * 2^(attempt - 1)`, at most
 * `cap` ms. Clients that failed at the same time then retry at different times.
 *
 * @example createClient({ retry: { attempts: 5, backoff: fullJitter(100, 2_000) } })
 */
export function fullJitter(base = 300, cap = 10_000): Backoff {
  return (attempt, random) => random() * Math.min(cap, base * 2 ** (attempt - 1))
}

/**
 * Limits retries to a share of the requests: every request adds `ratio`, every retry takes 1, and below 1
 * there is no retry. So even if every request fails, the load grows by this ratio only.
 *
 * @example const budget = new RetryBudget({ ratio: 0.1 })
 */
export class RetryBudget {
  readonly #ratio: number
  readonly #capacity: number
  #tokens: number

  constructor(options: RetryBudgetOptions = {}) {
    this.#ratio = options.ratio ?? 0.2
    this.#capacity = options.capacity ?? 10
    this.#tokens = this.#capacity
  }

  /** Adds the share of one request. */
  deposit(): void {
    this.#tokens = Math.min(this.#capacity, this.#tokens + this.#ratio)
  }

  /** Takes one retry from the budget; false if there is none left. */
  withdraw(): boolean {
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}

/** {@link RetryOptions} with all defaults. */
export interface RetryPolicy {
  readonly attempts: number
  readonly statuses: ReadonlySet<number>
  /** Methods that are retried. */
  readonly methods: ReadonlySet<string>
  /** Methods that may be sent twice: `methods` and all idempotent methods. */
  readonly repeatable: ReadonlySet<string>
  readonly backoff: Backoff
  readonly maxRetryAfter: number
  readonly budget: RetryBudget | undefined
}

/** Statuses after which a retry may succeed: overload, gateway errors, timeouts. */
export const RETRIED_STATUSES: readonly number[] = [408, 425, 429, 500, 502, 503, 504]

/** Adds the defaults. */
export function createRetryPolicy(options: RetryOptions): RetryPolicy {
  return {
    attempts: options.attempts,
    statuses: new Set(options.statuses ?? RETRIED_STATUSES),
    methods: options.methods === undefined ? IDEMPOTENT_METHODS : new Set(options.methods),
    repeatable: new Set([...IDEMPOTENT_METHODS, ...(options.methods ?? [])]),
    backoff: options.backoff ?? fullJitter(),
    maxRetryAfter: options.maxRetryAfter ?? 60_000,
    budget: options.budget === false ? undefined : new RetryBudget(options.budget),
  }
}

/**
 * Whether the same request may be sent a second time: its method is one of `methods` or it has an idempotency key, and its body can be read
 * again. This is the only rule for that: retries, replays and `error.retryable` use it.
 */
export function maySendAgain(request: BuiltRequest, methods: ReadonlySet<string>): boolean {
  if (isStream(request.body)) return false
  return methods.has(request.method) || Object.hasOwn(request.headers, 'idempotency-key')
}

/** How an attempt ended: exactly one of the two is set. */
export interface Outcome {
  readonly answer?: Answer
  readonly error?: RestError
}

/** What a retry depends on besides the attempts. `now` is in milliseconds since 1970. */
export interface RetryClock {
  readonly now: number
  /** Milliseconds until the total timeout. A longer pause means no retry. */
  readonly left: number
  readonly random: () => number
}

/**
 * Returns the pause before the next attempt in ms, or undefined if there must be none. Its only side effect is that it withdraws a retry
 * that will be made from the budget.
 */
export function retryDelay(
  policy: RetryPolicy,
  request: BuiltRequest,
  attempt: number,
  outcome: Outcome,
  { now, left, random }: RetryClock,
): number | undefined {
  if (attempt >= policy.attempts || !maySendAgain(request, policy.methods)) return undefined
  const pause = policy.backoff(attempt, random)
  const { answer, error } = outcome
  const delay =
    answer === undefined
      ? delayAfterError(error, pause)
      : delayAfterAnswer(policy, answer, pause, now)
  if (delay === undefined || delay >= left) return undefined
  return policy.budget === undefined || policy.budget.withdraw() ? delay : undefined
}

function delayAfterAnswer(policy: RetryPolicy, answer: Answer, pause: number, now: number) {
  if (!policy.statuses.has(answer.statusCode)) return undefined
  const line = answer.headers['retry-after']?.[0]
  const asked = line === undefined ? undefined : parseRetryAfter(line, now)
  if (asked === undefined) return pause
  return asked <= policy.maxRetryAfter ? asked : undefined
}

function delayAfterError(error: RestError | undefined, pause: number): number | undefined {
  // There is no retry if the body of the response stopped halfway.
  const stopped = error instanceof TimeoutError && error.phase === 'idle'
  return error?.retryable && !stopped ? pause : undefined
}
