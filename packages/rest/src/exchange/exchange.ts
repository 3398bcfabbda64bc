import { AbortedError, type RestError, TimeoutError } from '../http/errors/errors.ts'
import { ResponseError, ResponseTooLargeError } from '../http/errors/response-errors.ts'
import { describeRequest } from '../http/errors/rest-error.ts'
import type { TimeoutPhase } from '../http/errors/transport-errors.ts'
import type { BuiltRequest } from '../http/message/built-request.ts'
import type { RawHeaders } from '../http/message/headers.ts'
import type { Response } from '../http/message/response.ts'
import type { Delivery, ResponseSink, Transport } from '../http/message/transport.ts'
import { IDEMPOTENT_METHODS, REPLAYED_METHODS } from '../http/request/methods.ts'
import { classifyFailure } from '../network/transport/failure.ts'
import { type ClockOwner, type Clocks, type Deadlines, PhaseClock } from '../settings/clock.ts'
import { maySendAgain } from '../settings/retry.ts'
import type { Settings } from '../settings/settings.ts'

/** What stays the same over the attempts and redirects of a call, as far as an exchange needs it. */
export interface ExchangeCall {
  readonly transport: Transport
  readonly settings: Settings
  readonly clocks: Clocks
  /** Limit of the decompressed body, Infinity for none. */
  readonly bodyBytes: number
  readonly signal: AbortSignal | undefined
}

/** What one exchange needs from the attempt that it is part of. */
export interface ExchangeContext<T> {
  readonly call: ExchangeCall
  readonly deadlines: Deadlines
  readonly attempt: number
  /** When the attempt, or the redirect, began: a value of `performance.now()`. */
  readonly now: number
  /** Returns the answer itself, or a promise of the one that it redirects to. */
  settle(request: BuiltRequest, answer: T): T | Promise<T>
}

/**
 * One request and its response over a transport: timeouts, the caller's signal, limits, and the
 * conversion of errors to RestErrors. The subclass decides what happens to the body.
 */
export abstract class Exchange<T> implements ResponseSink, ClockOwner {
  protected readonly request: BuiltRequest
  protected readonly context: ExchangeContext<T>
  /** The subclass resolves it; a failure rejects it. */
  readonly promise: Promise<T>
  protected readonly clock: PhaseClock
  protected delivery: Delivery | undefined
  protected over = false

  #resolve!: (value: T | PromiseLike<T>) => void
  #reject!: (error: unknown) => void
  #onAbort: (() => void) | undefined
  #started = false
  #reused = false
  #replayed = false

  constructor(request: BuiltRequest, context: ExchangeContext<T>) {
    this.request = request
    this.context = context
    this.promise = new Promise<T>((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.clock = new PhaseClock(context.call.clocks, context.deadlines, context.now, this)
  }

  /** Sends the request. */
  start(): Promise<T> {
    const { signal } = this.context.call
    if (signal !== undefined) this.#listen(signal)
    if (!this.over) this.#dispatch()
    return this.promise
  }

  onStart(reused: boolean): void {
    this.#started = true
    this.#reused = reused
    this.clock.enter('headers')
  }

  abstract onHeaders(statusCode: number, headers: RawHeaders): void
  abstract onData(chunk: Uint8Array): void
  abstract onEnd(): void
  /** What has been received so far; undefined until the headers are complete. */
  protected abstract partial(): Response | undefined

  onError(error: Error): void {
    if (this.over) return
    if (this.#isReplayed(error)) {
      this.#replayed = true
      this.#started = false
      this.clock.restart()
      this.#dispatch()
      return
    }
    this.fail(this.classify(error))
  }

  onExpired(phase: TimeoutPhase, limitMs: number): void {
    const { request } = this
    const retryable = phase !== 'total' && this.#maySendAgain()
    this.fail(timeoutError(phase, limitMs, request, this.context.attempt, retryable))
  }

  protected resolve(answer: T): void {
    try {
      this.#resolve(this.context.settle(this.request, answer))
    } catch (error) {
      this.#reject(error)
    }
  }

  /** Ends the exchange with an error and closes its connection if it is still running. */
  protected fail(error: RestError): void {
    if (this.over) return
    this.finish()
    this.delivery?.cancel(error)
    this.onFailure(error)
  }

  /** Rejects the promise. A stream that the caller already has is destroyed instead. */
  protected onFailure(error: RestError): void {
    this.#reject(error)
  }

  /** From now on no timeout and no signal can end the exchange. */
  protected finish(): void {
    this.over = true
    this.clock.stop()
    if (this.#onAbort !== undefined) {
      this.context.call.signal?.removeEventListener('abort', this.#onAbort)
    }
  }

  protected classify(error: Error): RestError {
    const { attempt, call, now } = this.context
    return classifyFailure(error, {
      request: this.request,
      attempt,
      started: this.#started,
      maySendAgain: this.#maySendAgain(),
      partial: this.partial(),
      connectLimitMs: call.clocks.connect,
      elapsedMs: performance.now() - now,
      headerLimitBytes: call.settings.headerBytes,
    })
  }

  /**
   * The error for a body whose length differs from its content-length. undici checks this for HTTP/1.1
   * only; an HTTP/2 stream that the server resets without an error code looks complete.
   */
  protected wrongLength(
    received: number,
    announced: RawHeaders[string],
  ): ResponseError | undefined {
    if (announced === undefined || Number(announced) === received) return undefined
    if (received === 0 && isBodiless(this.request.method, this.partial()?.statusCode))
      return undefined
    const { request } = this
    const { attempt } = this.context
    const message = `the body of the response to ${describeRequest(request)} ended early`
    const response = this.partial()
    return new ResponseError(message, { request, attempt, fault: 'truncated', response })
  }

  protected tooLarge(cause?: unknown): ResponseTooLargeError {
    const { request } = this
    const { attempt, call } = this.context
    const limitBytes = call.bodyBytes
    const message = `the body of the response to ${describeRequest(request)} exceeds ${limitBytes} bytes`
    return new ResponseTooLargeError(message, { request, attempt, cause, part: 'body', limitBytes })
  }

  #dispatch(): void {
    try {
      this.delivery = this.context.call.transport.dispatch(this.request, this)
    } catch (error) {
      // Rethrown, it would leave the timer running, and its end would be an unhandled rejection.
      this.onError(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #maySendAgain(): boolean {
    const { retry } = this.context.call.settings
    return maySendAgain(this.request, retry?.repeatable ?? IDEMPOTENT_METHODS)
  }

  /**
   * A server may close an idle connection just when the next request is written to it. A request that only
   * reads is then sent once more. Others are not, since the server may have acted on them: they are left
   * to `retry`.
   */
  #isReplayed(error: Error): boolean {
    const { replaysResets } = this.context.call.settings
    if (!replaysResets || !REPLAYED_METHODS.has(this.request.method)) return false
    if (!this.#started || !this.#reused || this.#replayed || this.partial() !== undefined)
      return false
    const { code } = error as NodeJS.ErrnoException
    return code !== undefined && DEAD_CONNECTION_CODES.has(code) && this.#maySendAgain()
  }

  #listen(signal: AbortSignal): void {
    if (signal.aborted) {
      this.fail(this.#aborted(signal))
      return
    }
    this.#onAbort = () => this.fail(this.#aborted(signal))
    signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  #aborted(signal: AbortSignal): AbortedError {
    return abortedError(signal, this.request, this.context.attempt)
  }
}

/** True for responses that never have a body, whatever their content-length says (RFC 9110, 6.4.1). */
export function isBodiless(method: string, statusCode: number | undefined): boolean {
  return method === 'HEAD' || statusCode === 204 || statusCode === 304
}

const DEAD_CONNECTION_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_SOCKET',
  'ECONNRESET',
  'EPIPE',
])

/** The error for a signal that was aborted. */
export function abortedError(
  signal: AbortSignal,
  request: BuiltRequest,
  attempt: number,
): AbortedError {
  const message = `aborted: ${describeRequest(request)}`
  return new AbortedError(message, { request, attempt, reason: signal.reason })
}

/** The error for a timeout. */
export function timeoutError(
  phase: TimeoutPhase,
  limitMs: number,
  request: BuiltRequest,
  attempt: number,
  retryable: boolean,
): TimeoutError {
  const message = `${phase} timeout after ${limitMs} ms: ${describeRequest(request)}`
  return new TimeoutError(message, { request, attempt, phase, limitMs, retryable })
}
