import { RestError } from '../http/errors/rest-error.ts'
import { type BuiltRequest, isStream } from '../http/message/built-request.ts'
import {
  type Answer,
  type HookContext,
  type Hooks,
  runErrorHooks,
  runRequestHooks,
  runResponseHooks,
  runRetryHooks,
} from '../http/request/hooks.ts'
import { type Deadlines, MAX_DELAY_MS } from '../settings/clock.ts'
import { nextRequest, visitKey } from '../settings/redirect.ts'
import { type Outcome, retryDelay } from '../settings/retry.ts'
import { diagnosticsHooks } from './diagnostics.ts'
import { abortedError, type ExchangeCall, type ExchangeContext, timeoutError } from './exchange.ts'

/** One call of `send` or `stream`: what stays the same over its attempts and redirects. */
export interface Call<T extends Answer> extends ExchangeCall {
  /** Runs one exchange. */
  readonly exchange: (request: BuiltRequest, context: ExchangeContext<T>) => Promise<T>
  /** Releases an answer that nobody will read. */
  readonly discard: (answer: T) => void
}

/** Sends a request. Hooks surround the attempts, and each attempt includes the redirects of one exchange. */
export function perform<T extends Answer>(call: Call<T>, request: BuiltRequest): Promise<T> {
  const { settings } = call
  const now = performance.now()
  const total = now + call.clocks.total
  const observers = diagnosticsHooks()
  if (settings.retry === undefined && settings.hooks.length === 0 && observers === undefined) {
    const deadlines = { attempt: now + call.clocks.attempt, total }
    return new Attempt(call, 1, deadlines, now).run(request)
  }
  const hooks = observers === undefined ? settings.hooks : [...settings.hooks, observers]
  return repeat(call, request, hooks, total)
}

async function repeat<T extends Answer>(
  call: Call<T>,
  first: BuiltRequest,
  hooks: readonly Hooks[],
  total: number,
): Promise<T> {
  const startedAt = Date.now()
  call.settings.retry?.budget?.deposit()
  let context: HookContext = { request: first, attempt: 1, startedAt }
  let resent: boolean = false
  try {
    for (let attempt = 1; ; attempt++) {
      context = { request: first, attempt, startedAt, resent }
      const before = context
      const request = await bounded(call, before, total, (bound) => runRequestHooks(hooks, bound))
      context = { request, attempt, startedAt, resent }
      const { again, ...outcome } = await tryOnce(call, context, hooks, total)
      const isForced: boolean = again === true && !resent && !isStream(request.body)
      const delayMs = isForced ? 0 : delayBeforeNext(call, context, outcome, total)
      if (delayMs === undefined) return settle(outcome)
      resent ||= isForced
      if (outcome.answer !== undefined) call.discard(outcome.answer)
      const tried = context
      const event = { delayMs, ...outcome }
      await bounded(call, tried, total, (bound) => runRetryHooks(hooks, event, bound))
      await pause(delayMs, call.signal, context)
    }
  } catch (error) {
    if (error instanceof RestError) await runErrorHooks(hooks, error, context)
    throw error
  }
}

interface Tried<T extends Answer> extends Outcome {
  readonly answer?: T
  /** A hook wants the request to be sent again. */
  readonly again?: boolean
}

async function tryOnce<T extends Answer>(
  call: Call<T>,
  context: HookContext,
  hooks: readonly Hooks[],
  total: number,
): Promise<Tried<T>> {
  const now = performance.now()
  const deadlines = { attempt: now + call.clocks.attempt, total }
  let answer: T
  try {
    answer = await new Attempt(call, context.attempt, deadlines, now).run(context.request)
  } catch (error) {
    if (error instanceof RestError) return { error }
    throw error
  }
  try {
    const run = (bound: HookContext) => runResponseHooks(hooks, answer, bound)
    return { answer, again: await bounded(call, context, total, run) }
  } catch (error) {
    call.discard(answer)
    throw error
  }
}

/** Runs hooks within the total timeout and the signal. Hooks learn by their own signal that these have ended. */
function bounded<V>(
  { signal, clocks }: Pick<Call<Answer>, 'signal' | 'clocks'>,
  context: HookContext,
  total: number,
  run: (context: HookContext) => Promise<V>,
): Promise<V> {
  const { request, attempt } = context
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(abortedError(signal, request, attempt))
      return
    }
    const ended = new AbortController()
    const end = (error: RestError) => {
      reject(error)
      ended.abort(error)
    }
    const onAbort = () => signal && end(abortedError(signal, request, attempt))
    const onTimeout = () => end(timeoutError('total', clocks.total, request, attempt, false))
    const left = Math.max(0, Math.ceil(total - performance.now()))
    const timer = Number.isFinite(total) && setTimeout(onTimeout, Math.min(left, MAX_DELAY_MS))
    signal?.addEventListener('abort', onAbort, { once: true })
    run({ ...context, signal: ended.signal })
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer || undefined)
        signal?.removeEventListener('abort', onAbort)
      })
  })
}

function settle<T extends Answer>(outcome: Tried<T>): T {
  if (outcome.answer !== undefined) return outcome.answer
  throw outcome.error
}

/** Undefined if the outcome is final: no retry is due, or the total would run out during the pause. */
function delayBeforeNext<T extends Answer>(
  call: Call<T>,
  { request, attempt, resent }: HookContext,
  outcome: Tried<T>,
  total: number,
): number | undefined {
  const { retry } = call.settings
  if (retry === undefined) return undefined
  const left = total - performance.now()
  const clock = { now: Date.now(), left, random: Math.random }
  // What a hook had sent again does not count.
  return retryDelay(retry, request, attempt - Number(resent ?? false), outcome, clock)
}

function pause(
  delayMs: number,
  signal: AbortSignal | undefined,
  { request, attempt }: HookContext,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(abortedError(signal, request, attempt))
      return
    }
    const onAbort = () => {
      clearTimeout(timer)
      if (signal !== undefined) reject(abortedError(signal, request, attempt))
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      },
      Math.min(delayMs, MAX_DELAY_MS),
    )
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/**
 * One attempt: a request and its redirects. Redirects are followed from within the exchange, so that an
 * answer without one needs no further promise.
 */
class Attempt<T extends Answer> implements ExchangeContext<T> {
  readonly call: Call<T>
  readonly attempt: number
  readonly deadlines: Deadlines
  now: number
  #visited: string[] | undefined

  constructor(call: Call<T>, attempt: number, deadlines: Deadlines, now: number) {
    this.call = call
    this.attempt = attempt
    this.deadlines = deadlines
    this.now = now
  }

  run(request: BuiltRequest): Promise<T> {
    return this.call.exchange(request, this)
  }

  settle(request: BuiltRequest, answer: T): T | Promise<T> {
    if (answer.statusCode < 300 || answer.statusCode > 399) return answer
    const next = this.#next(request, answer)
    if (next === undefined) return answer
    this.call.discard(answer)
    this.now = performance.now()
    return this.run(next)
  }

  #next(request: BuiltRequest, answer: T): BuiltRequest | undefined {
    this.#visited ??= [visitKey(request)]
    const { redirect } = this.call.settings
    try {
      const next = nextRequest(request, answer, redirect, this.#visited, this.attempt)
      if (next !== undefined) this.#visited.push(visitKey(next))
      return next
    } catch (error) {
      this.call.discard(answer)
      throw error
    }
  }
}
