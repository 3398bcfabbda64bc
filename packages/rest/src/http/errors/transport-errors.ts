import { type ErrorDetails, RestError, type RestErrorCode } from './rest-error.ts'

/** Where a connection failed: resolving the name, TCP, the TLS handshake, or the proxy. */
export type ConnectPhase = 'dns' | 'tcp' | 'tls' | 'proxy'

/** Details of a {@link ConnectError}: the phase and the system code. */
export interface ConnectDetails extends ErrorDetails {
  readonly phase: ConnectPhase
  readonly errno?: string | undefined
}

/**
 * The connection failed, so the request was not sent. `errno` is the code of the system or of OpenSSL:
 * `ENOTFOUND`, `ECONNREFUSED`, `CERT_HAS_EXPIRED`, `ERR_TLS_CERT_ALTNAME_INVALID`, ...
 * There is one exception: a TLS 1.3 server refuses a client certificate only after the request has been
 * written. That is phase `tls` too, if the server sends an alert.
 *
 * @example if (error.code === 'REST_CONNECT' && error.phase === 'dns') checkSpelling()
 */
export class ConnectError extends RestError {
  static override readonly code: RestErrorCode = 'REST_CONNECT'
  declare readonly code: 'REST_CONNECT'
  readonly phase: ConnectPhase
  readonly errno: string | undefined

  constructor(message: string, details: ConnectDetails) {
    super(message, details)
    this.phase = details.phase
    this.errno = details.errno
  }
}

/** Which timeout has passed. See {@link Timeouts}. */
export type TimeoutPhase = 'connect' | 'headers' | 'idle' | 'attempt' | 'total'

/** Details of a {@link TimeoutError}: the timeout and its length in milliseconds. */
export interface TimeoutDetails extends ErrorDetails {
  readonly phase: TimeoutPhase
  readonly limitMs: number
}

/**
 * A timeout has passed: `phase` names it, `limitMs` is its length. Only for `connect` is it certain that the
 * server has not received the request.
 *
 * @example if (error.code === 'REST_TIMEOUT') log(`${error.phase} took over ${error.limitMs} ms`)
 */
export class TimeoutError extends RestError {
  static override readonly code: RestErrorCode = 'REST_TIMEOUT'
  declare readonly code: 'REST_TIMEOUT'
  readonly phase: TimeoutPhase
  readonly limitMs: number

  constructor(message: string, details: TimeoutDetails) {
    super(message, details)
    this.phase = details.phase
    this.limitMs = details.limitMs
  }
}

/** Details of a {@link BlockedAddressError}: what was refused. */
export interface BlockedAddressDetails extends ErrorDetails {
  readonly address: string
}

/**
 * The guard refused the target, and nothing was sent to it. `address` is what was refused: an IP address, or
 * the host, port or scheme.
 *
 * @example if (error.code === 'REST_BLOCKED_ADDRESS') reject('that URL is not public')
 */
export class BlockedAddressError extends RestError {
  static override readonly code: RestErrorCode = 'REST_BLOCKED_ADDRESS'
  declare readonly code: 'REST_BLOCKED_ADDRESS'
  readonly address: string

  constructor(message: string, details: BlockedAddressDetails) {
    super(message, details)
    this.address = details.address
  }
}
