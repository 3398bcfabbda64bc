import { type ErrorDetails, RestError, type RestErrorCode } from './rest-error.ts'

/** {@link InvalidRequestError}: which part of the input is at fault. */
export interface InvalidRequestDetails extends ErrorDetails {
  readonly field: string
}

/**
 * The request or an option cannot be used as given: nothing was sent, but for a stream of which a later
 * piece is at fault; its connection is closed. `field` names the part
 * (`method`, `baseURL`, `headers.x-name`, `queryParams.q`, `body`, `timeout.connect`, ...); the
 * faulty value itself is not repeated, since it may hold a secret.
 *
 * @example if (error.code === 'REST_INVALID_REQUEST') fix(error.field)
 */
export class InvalidRequestError extends RestError {
  static override readonly code: RestErrorCode = 'REST_INVALID_REQUEST'
  declare readonly code: 'REST_INVALID_REQUEST'
  readonly field: string

  constructor(message: string, details: InvalidRequestDetails) {
    super(message, details)
    this.field = details.field
  }
}

/** {@link AbortedError}: the reason that the caller's signal gave. */
export interface AbortedDetails extends ErrorDetails {
  readonly reason: unknown
}

/**
 * The caller's `signal` fired. `reason` is the signal's, untouched.
 *
 * @example if (error.code === 'REST_ABORTED') return // the user went away
 */
export class AbortedError extends RestError {
  static override readonly code: RestErrorCode = 'REST_ABORTED'
  declare readonly code: 'REST_ABORTED'
  readonly reason: unknown

  constructor(message: string, details: AbortedDetails) {
    super(message, { cause: details.reason, ...details })
    this.reason = details.reason
  }
}

/**
 * The circuit breaker is open: the origin failed too often lately and was not asked again.
 * `retryAt` is when it will be, in milliseconds since 1970.
 *
 * @example if (error.code === 'REST_CIRCUIT_OPEN') scheduleAt(error.retryAt)
 */
export class CircuitOpenError extends RestError {
  static override readonly code: RestErrorCode = 'REST_CIRCUIT_OPEN'
  declare readonly code: 'REST_CIRCUIT_OPEN'
  readonly retryAt: number

  constructor(message: string, details: ErrorDetails & { readonly retryAt: number }) {
    super(message, details)
    this.retryAt = details.retryAt
  }
}
