import { CircuitOpenError } from './http/errors/request-errors.ts'
import type { RestError } from './http/errors/rest-error.ts'
import type { BuiltRequest } from './http/message/built-request.ts'
import type { Answer, HookContext, Hooks, RetryEvent } from './http/request/hooks.ts'

export { CircuitOpenError } from './http/errors/request-errors.ts'

/** Options of a {@link CircuitBreaker}. */
export interface CircuitBreakerOptions {
  /** Consecutive failures that open the circuit. @default 5 */
  readonly failures?: number
  /** Milliseconds until an open circuit lets one request through. @default 10_000 */
  readonly openMs?: number
  /** Which responses count as failures. @default status 500 and above */
  readonly isFailure?: (answer: Answer) => boolean
  /** Returns the time in ms since 1970. @default Date.now */
  readonly now?: () => number
}

interface Circuit {
  failures: number
  /** Undefined while closed. */
  openUntil: number | undefined
}

/**
 * Stops requests to an origin that keeps failing. After several consecutive failures, its requests fail at
 * once with a `CircuitOpenError`. After a pause one request is sent; if it succeeds, the circuit closes. Each
 * origin has its own circuit. Errors that say nothing about the server do not count: invalid requests, and
 * requests that were aborted by the caller or blocked by the guard.
 *
 * @example createClient({ hooks: new CircuitBreaker({ failures: 3 }) })
 */
export class CircuitBreaker implements Hooks {
  readonly #failures: number
  readonly #openMs: number
  readonly #isFailure: (answer: Answer) => boolean
  readonly #now: () => number
  readonly #circuits = new Map<string, Circuit>()

  constructor(options: CircuitBreakerOptions = {}) {
    this.#failures = options.failures ?? 5
    this.#openMs = options.openMs ?? 10_000
    this.#isFailure = options.isFailure ?? ((answer) => answer.statusCode >= 500)
    this.#now = options.now ?? Date.now
  }

  /** `open` while requests fail at once, `half-open` when the next one will be sent. */
  stateOf(origin: string): 'closed' | 'open' | 'half-open' {
    const openUntil = this.#circuits.get(origin)?.openUntil
    if (openUntil === undefined) return 'closed'
    return this.#now() < openUntil ? 'open' : 'half-open'
  }

  readonly onRequest = (request: BuiltRequest, { attempt }: HookContext): void => {
    const circuit = this.#circuits.get(request.origin)
    if (circuit?.openUntil === undefined) return
    if (this.#now() < circuit.openUntil) {
      const retryAt = circuit.openUntil
      const message = `circuit open: ${request.origin} failed ${circuit.failures} times in a row`
      throw new CircuitOpenError(message, { request, attempt, retryAt })
    }
    // This request is sent; others fail until it has ended, or for another pause.
    circuit.openUntil = this.#now() + this.#openMs
  }

  readonly onResponse = (answer: Answer, { request }: HookContext): void => {
    if (this.#isFailure(answer)) this.#fail(request.origin)
    else this.#circuits.delete(request.origin)
  }

  readonly onRetry = ({ error }: RetryEvent, { request }: HookContext): void => {
    if (error !== undefined) this.#failWith(error, request.origin)
  }

  readonly onError = (error: RestError, { request }: HookContext): void => {
    this.#failWith(error, request.origin)
  }

  #failWith(error: RestError, origin: string): void {
    if (FAILURE_CODES.has(error.code)) this.#fail(origin)
  }

  #fail(origin: string): void {
    const circuit = this.#circuits.get(origin) ?? { failures: 0, openUntil: undefined }
    circuit.failures += 1
    if (circuit.failures >= this.#failures) circuit.openUntil = this.#now() + this.#openMs
    this.#circuits.set(origin, circuit)
  }
}

/** Errors that count as failures of the server. */
const FAILURE_CODES: ReadonlySet<string> = new Set([
  'REST_CONNECT',
  'REST_TIMEOUT',
  'REST_RESPONSE',
])
