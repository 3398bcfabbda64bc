import { type ErrorDetails, RestError, type RestErrorCode } from './rest-error.ts'

/** Where a connection failed: resolving the name, TCP, or the TLS handshake. */
export type ConnectPhase = 'dns' | 'tcp' | 'tls' | 'proxy'

/** {@link ConnectError}: where and with which system code. */
export interface ConnectDetails extends ErrorDetails {
  readonly phase: ConnectPhase
  readonly errno?: string | undefined
}

/**
 * No connection came about, so the request was never sent. `errno` is the code of the system or of
 * OpenSSL: `ENOTFOUND`, `ECONNREFUSED`, `CERT_HAS_EXPIRED`, `ERR_TLS_CERT_ALTNAME_INVALID`, ...
 * One exception: a TLS 1.3 server can refuse the client certificate only after the request has been
 * written; that, too, is phase `tls`, if the server says why it hangs up.
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

/** Which clock ran out. See {@link Timeouts}. */
export type TimeoutPhase = 'connect' | 'headers' | 'idle' | 'attempt' | 'total'

/** {@link TimeoutError}: the clock and its limit in milliseconds. */
export interface TimeoutDetails extends ErrorDetails {
  readonly phase: TimeoutPhase
  readonly limitMs: number
}

/**
 * A clock ran out; `phase` says which, `limitMs` how long it was set to. Only for `connect` is it
 * certain that the server has not seen the request.
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

/** {@link BlockedAddressError}: the address, or the host when it was refused by name or port. */
export interface BlockedAddressDetails extends ErrorDetails {
  readonly address: string
}

/**
 * The guard refused the address: no packet was sent to it. `address` is what was refused, an IP
 * address or, for a host, port or scheme that is not allowed, that.
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
