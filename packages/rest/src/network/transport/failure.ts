import {
  ConnectError,
  type ConnectPhase,
  ResponseError,
  ResponseTooLargeError,
  RestError,
  TimeoutError,
} from '../../http/errors/errors.ts'
import { describeRequest, type ErrorDetails } from '../../http/errors/rest-error.ts'
import type { BuiltRequest } from '../../http/message/built-request.ts'
import type { Response } from '../../http/message/response.ts'
import { addressTimeoutMs } from './connector.ts'

/** The state of an exchange when it failed, and what its error needs. */
export interface FailureContext {
  readonly request: BuiltRequest
  readonly attempt: number
  /** Whether the request had been written, at least in part. */
  readonly started: boolean
  /** Whether the same request may be sent again; see `maySendAgain`. */
  readonly maySendAgain: boolean
  /** What had been received, if the headers were complete. */
  readonly partial: Response | undefined
  readonly connectLimitMs: number
  /** Milliseconds since the attempt began. */
  readonly elapsedMs: number
  readonly headerLimitBytes: number
}

/**
 * Converts an error of Node or undici to a RestError. Decides by codes and names. It looks at the text of a
 * message in one case only, in which undici gives nothing else.
 */
export function classifyFailure(error: Error, context: FailureContext): RestError {
  if (error instanceof RestError) return error
  const code = codeOf(error)
  const details = detailsOf(error, context)
  const where = describeRequest(context.request)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    const limitBytes = context.headerLimitBytes
    return new ResponseTooLargeError(
      `the headers of the response to ${where} exceed ${limitBytes} bytes`,
      {
        ...details,
        part: 'headers',
        limitBytes,
      },
    )
  }
  const timeout = connectTimeout(error, code, context, details)
  if (timeout !== undefined) return timeout
  if (!context.started || isTlsCode(code) || wantsProxyLogin(error, code)) {
    return connectError(error, code, context, details)
  }
  return responseError(error, code, context, details)
}

function detailsOf(error: Error, context: FailureContext): ErrorDetails {
  return { request: context.request, attempt: context.attempt, cause: safeCause(error) }
}

/**
 * The error if there is no connection because of a timeout: that of the connection, or that of one of several addresses. The text of
 * undici names the former in both cases, so the errors of the addresses are the cause in the latter.
 */
function connectTimeout(
  error: Error,
  code: string | undefined,
  context: FailureContext,
  details: ErrorDetails,
): TimeoutError | undefined {
  const addresses = [error, error.cause].find((one) => one instanceof AggregateError)
  const isOfAddress = addresses?.errors.some((one) => codeOf(one) === 'ETIMEDOUT') ?? false
  if (!isOfAddress && code !== 'UND_ERR_CONNECT_TIMEOUT') return undefined
  const { connectLimitMs, elapsedMs, maySendAgain: retryable, request } = context
  const limitMs = isOfAddress ? addressTimeoutMs(connectLimitMs) : connectLimitMs
  const reason = isOfAddress ? `, with ${limitMs} ms for each address` : ''
  const message = `no connection after ${Math.round(elapsedMs)} ms${reason}: ${describeRequest(request)}`
  const cause = isOfAddress ? addresses : details.cause
  return new TimeoutError(message, { ...details, cause, phase: 'connect', limitMs, retryable })
}

function connectError(
  error: Error,
  code: string | undefined,
  context: FailureContext,
  details: ErrorDetails,
): RestError {
  if (code === 'UND_ERR_CLOSED' || code === 'UND_ERR_DESTROYED') {
    return new RestError('the client is closed', details)
  }
  const phase = connectPhase(error, code, context.request.origin)
  const errno = code ?? 'UNKNOWN'
  const message = `${phase} failure (${errno}) connecting to ${context.request.origin}`
  const retryable = context.maySendAgain && phase !== 'tls'
  return new ConnectError(message, { ...details, phase, errno, retryable })
}

function connectPhase(error: Error, code: string | undefined, origin: string): ConnectPhase {
  if (code === 'ENOTFOUND' || code?.startsWith('EAI_')) return 'dns'
  if (code?.startsWith('UND_ERR_PRX') || isProxyRefusal(error, code)) return 'proxy'
  if (isTlsCode(code)) return 'tls'
  const { syscall } = error as NodeJS.ErrnoException
  const connecting = syscall === 'connect' || error instanceof AggregateError
  return origin.startsWith('https:') && !connecting ? 'tls' : 'tcp'
}

/**
 * undici reports a proxy that refuses a tunnel as an abort. Before the request has been sent, an answer that is
 * not HTTP can only come from a proxy.
 */
function isProxyRefusal(error: Error, code: string | undefined): boolean {
  if (code === 'UND_ERR_ABORTED' || error.name === 'HTTPParserError') return true
  return wantsProxyLogin(error, code)
}

/** undici reports a proxy that requires a login for plain http as an invalid argument. */
function wantsProxyLogin(error: Error, code: string | undefined): boolean {
  return code === 'UND_ERR_INVALID_ARG' && error.message.includes('407')
}

function responseError(
  error: Error,
  code: string | undefined,
  context: FailureContext,
  details: ErrorDetails,
): ResponseError {
  const where = describeRequest(context.request)
  const { partial: response, maySendAgain: retryable } = context
  if (isMalformed(error, code, response !== undefined)) {
    const message = `the response to ${where} is not valid HTTP (${code ?? 'no code'})`
    return new ResponseError(message, { ...details, fault: 'protocol', response })
  }
  if (response === undefined) {
    const message = `the connection was reset before the response to ${where} began`
    return new ResponseError(message, { ...details, fault: 'reset', retryable })
  }
  const message = `the body of the response to ${where} ended early`
  return new ResponseError(message, { ...details, fault: 'truncated', response })
}

/** undici asserts that a status has three digits, and reports a body without headers as too long. */
function isMalformed(error: Error, code: string | undefined, hasHeaders: boolean): boolean {
  if (error.name === 'HTTPParserError' || code === 'ERR_ASSERTION') return true
  return code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !hasHeaders
}

/** Codes of OpenSSL, of Node and of the certificate check: Node documentation, "TLS/SSL errors". */
function isTlsCode(code: string | undefined): boolean {
  if (code === undefined) return false
  return (
    /^(ERR_SSL_|ERR_TLS_|ERR_OSSL_|CERT_|UNABLE_TO_|CRL_|HOSTNAME_MISMATCH)/.test(code) ||
    TLS_CODES.has(code)
  )
}

const TLS_CODES: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'EPROTO',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
])

/** The code of an error, or of the first error in it that has one (`AggregateError`, `cause`). */
function codeOf(error: Error): string | undefined {
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string') return code
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  return inner instanceof Error ? codeOf(inner) : undefined
}

/** The parser error of undici has the raw bytes of the response, which may contain secrets. */
function safeCause(error: Error): Error {
  if (!('data' in error)) return error
  const copy: NodeJS.ErrnoException = new Error(error.message)
  copy.name = error.name
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined) copy.code = code
  if (error.stack !== undefined) copy.stack = error.stack
  return copy
}
