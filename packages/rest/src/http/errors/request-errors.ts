import { type ErrorDetails, RestError, type RestErrorCode } from './rest-error.ts'

/** Details of an {@link InvalidRequestError}: the part of the input that is invalid. */
export interface InvalidRequestDetails extends ErrorDetails {
  readonly field: string
}

/**
 * The request or an option is invalid. Nothing was sent, except if a later piece of a streamed body is
 * invalid; then the connection is closed. `field` names the invalid part (`method`, `baseURL`,
 * `headers.x-name`, `queryParams.q`, `body`, `timeout.connect`, ...). Its value is not repeated, since it may
 * be a secret.
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

/** Details of an {@link AbortedError}: the reason of the caller's signal. */
export interface AbortedDetails extends ErrorDetails {
  readonly reason: unknown
}

/**
 * The caller's `signal` was aborted. `reason` is the reason of the signal, unchanged.
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
 * The circuit breaker is open: the origin failed too often, and the request was not sent. `retryAt` is when
 * the next request may be sent, in milliseconds since 1970.
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
