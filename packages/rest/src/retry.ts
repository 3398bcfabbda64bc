import { type BuiltRequest, isStream } from './built-request.ts'
import type { RestError } from './errors/rest-error.ts'
import { TimeoutError } from './errors/transport-errors.ts'
import type { Answer } from './hooks.ts'
import { idempotentMethods } from './methods.ts'
import { parseRetryAfter } from './retry-after.ts'

/**
 * When requests are repeated. Only those that can be repeated without a second effect are: methods
 * that are idempotent by definition, and any method that carries an idempotency key. A body that is a
 * stream is never sent twice.
 *
 * @example createClient({ retry: { attempts: 3 } })
 */
export interface RetryOptions {
  /** Tries in all, the first included. */
  readonly attempts: number
  /** Statuses that are worth another try. @default [408, 425, 429, 500, 502, 503, 504] */
  readonly statuses?: readonly number[]
  /** @default GET, HEAD, OPTIONS, PUT, DELETE and QUERY */
  readonly methods?: readonly string[]
  /** Pause before try `attempt + 1`, in ms. @default {@link fullJitter} */
  readonly backoff?: Backoff
  /** Longest `Retry-After` that is obeyed, in ms; a longer one ends the tries. @default 60_000 */
  readonly maxRetryAfter?: number
  /**
   * Retries in relation to requests, so that retries cannot bury a weak server. All requests of a client
   * share that of its retry options. On a client without such options each request has its own, which
   * bounds nothing: what fails for one part of a program would keep another from its retries.
   */
  readonly budget?: RetryBudgetOptions | false
}

/** Computes the pause after try number `attempt`, in ms; `random` is from [0, 1). */
export type Backoff = (attempt: number, random: () => number) => number

/** @see RetryBudget */
export interface RetryBudgetOptions {
  /** Retries that each request earns. @default 0.2 */
  readonly ratio?: number
  /** Retries that can be saved up; also what a new client starts with. @default 10 */
  readonly capacity?: number
}

/**
 * Exponential backoff with full jitter: a random pause between 0 and `base * 2^(attempt - 1)`, at most
 * `cap` ms. Full jitter spreads clients that failed together best.
 *
 * @example createClient({ retry: { attempts: 5, backoff: fullJitter(100, 2_000) } })
 */
export function fullJitter(base = 300, cap = 10_000): Backoff {
  return (attempt, random) => random() * Math.min(cap, base * 2 ** (attempt - 1))
}

/**
 * Bounds retries to a share of requests: every request puts `ratio` into the bucket, every retry
 * takes one out, and an empty bucket means no retry. When everything fails at once, the load grows by
 * the ratio and no more.
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

  /** A request was made. */
  deposit(): void {
    this.#tokens = Math.min(this.#capacity, this.#tokens + this.#ratio)
  }

  /** Takes the price of one retry; false when there is not enough. */
  withdraw(): boolean {
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}

/** {@link RetryOptions}, checked and complete. */
export interface RetryPolicy {
  readonly attempts: number
  readonly statuses: ReadonlySet<number>
  /** What is retried. */
  readonly methods: ReadonlySet<string>
  /** What may be sent twice: these and those that are idempotent anyway. */
  readonly repeatable: ReadonlySet<string>
  readonly backoff: Backoff
  readonly maxRetryAfter: number
  readonly budget: RetryBudget | undefined
}

/** Statuses after which another try may fare better: overload, gateway trouble, time-outs. */
export const retriedStatuses: readonly number[] = [408, 425, 429, 500, 502, 503, 504]

/** Completes options. */
export function createRetryPolicy(options: RetryOptions): RetryPolicy {
  return {
    attempts: options.attempts,
    statuses: new Set(options.statuses ?? retriedStatuses),
    methods: options.methods === undefined ? idempotentMethods : new Set(options.methods),
    repeatable: new Set([...idempotentMethods, ...(options.methods ?? [])]),
    backoff: options.backoff ?? fullJitter(),
    maxRetryAfter: options.maxRetryAfter ?? 60_000,
    budget: options.budget === false ? undefined : new RetryBudget(options.budget),
  }
}

/**
 * Whether the same request may be sent a second time: its method is one of `methods` or it carries an
 * idempotency key, and its body is still there. The only such rule: retries, replays and
 * `error.retryable` all ask it.
 */
export function maySendAgain(request: BuiltRequest, methods: ReadonlySet<string>): boolean {
  if (isStream(request.body)) return false
  return methods.has(request.method) || Object.hasOwn(request.headers, 'idempotency-key')
}

/** How a try ended: exactly one of the two is set. */
export interface Outcome {
  readonly answer?: Answer
  readonly error?: RestError
}

/** What a decision about a retry depends on besides the tries: `now` is milliseconds since 1970. */
export interface RetryClock {
  readonly now: number
  /** Milliseconds until the total runs out, which no pause may outlast. */
  readonly left: number
  readonly random: () => number
}

/**
 * The pause before the next try in ms, or undefined when there must be none. Pure, but for the budget,
 * which pays only for what happens.
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
  // A body that stopped halfway is not asked for again.
  const stopped = error instanceof TimeoutError && error.phase === 'idle'
  return error?.retryable && !stopped ? pause : undefined
}
