import type { Response } from '../message/response.ts'
import { type ErrorDetails, RestError, type RestErrorCode } from './rest-error.ts'

/** Details of a {@link RedirectError}: its target and its position. */
export interface RedirectDetails extends ErrorDetails {
  /** Origin and path of the target, without the query. */
  readonly location: string
  readonly count: number
}

/**
 * A redirect was not followed: a loop, too many redirects, another scheme, https to http, or a body that
 * would have been sent to another origin. `location` is origin and path of the target, `count` the number
 * of redirects that were followed before.
 *
 * @example if (error.code === 'REST_REDIRECT') log(error.location, error.count)
 */
export class RedirectError extends RestError {
  static override readonly code: RestErrorCode = 'REST_REDIRECT'
  declare readonly code: 'REST_REDIRECT'
  readonly location: string
  readonly count: number

  constructor(message: string, details: RedirectDetails) {
    super(message, details)
    this.location = details.location
    this.count = details.count
  }
}

/** Details of a {@link ResponseTooLargeError}: the part of the response and its limit. */
export interface TooLargeDetails extends ErrorDetails {
  readonly part: 'headers' | 'body'
  readonly limitBytes: number
}

/**
 * The response was larger than allowed, and the connection was closed. The limit of the body counts
 * decompressed bytes, so it also stops compression bombs.
 *
 * @example if (error.code === 'REST_TOO_LARGE') log(`${error.part} over ${error.limitBytes} bytes`)
 */
export class ResponseTooLargeError extends RestError {
  static override readonly code: RestErrorCode = 'REST_TOO_LARGE'
  declare readonly code: 'REST_TOO_LARGE'
  readonly part: 'headers' | 'body'
  readonly limitBytes: number

  constructor(message: string, details: TooLargeDetails) {
    super(message, details)
    this.part = details.part
    this.limitBytes = details.limitBytes
  }
}

/**
 * What is wrong with a response: `reset` - the connection ended before the response began; `truncated` - it
 * ended within the body; `encoding` - the body cannot be decompressed; `protocol` - it is not valid HTTP.
 */
export type ResponseFault = 'reset' | 'truncated' | 'encoding' | 'protocol'

/** Details of a {@link ResponseError}: the fault and what was received of the response. */
export interface ResponseDetails extends ErrorDetails {
  readonly fault: ResponseFault
  readonly response?: Response | undefined
}

/** An error with a response that is not printed with it. */
abstract class ErrorWithResponse<R extends Response | undefined> extends RestError {
  readonly #response: R

  constructor(message: string, details: ErrorDetails, response: R) {
    const requestId = response?.headers['x-request-id']?.[0]
    super(message, requestId === undefined ? details : { requestId, ...details })
    this.#response = response
  }

  /**
   * The response. A getter of the prototype, so that printing the error does not print the body and the
   * headers, which often contain secrets.
   */
  get response(): R {
    return this.#response
  }
}

/**
 * The exchange failed after the request had been sent. `response` is what was received: status, headers and
 * the body up to the failure, or undefined if the headers were not complete.
 *
 * @example if (error.code === 'REST_RESPONSE') use(error.response?.body)
 */
export class ResponseError extends ErrorWithResponse<Response | undefined> {
  static override readonly code: RestErrorCode = 'REST_RESPONSE'
  declare readonly code: 'REST_RESPONSE'
  readonly fault: ResponseFault

  constructor(message: string, details: ResponseDetails) {
    super(message, details, details.response)
    this.fault = details.fault
  }
}

/**
 * The status is not 200 to 299. `sendOk`, `sendJSON` and `ensureOk` throw it; `send` never does. The message
 * is `404 from GET https://host/path`.
 *
 * @example catch (error) { if (error.code === 'REST_HTTP_STATUS') show(error.response.body) }
 */
export class HttpStatusError extends ErrorWithResponse<Response> {
  static override readonly code: RestErrorCode = 'REST_HTTP_STATUS'
  declare readonly code: 'REST_HTTP_STATUS'
  readonly statusCode: number

  constructor(message: string, details: ErrorDetails & { readonly response: Response }) {
    super(message, details, details.response)
    this.statusCode = details.response.statusCode
  }
}

/** A problem that a schema found: its place in the document and the message of the schema. */
export interface ParseIssue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/**
 * The body is not JSON or does not match the schema. `issues` are the problems that the schema found, an
 * empty list if the body is not JSON. It is a getter, since the messages of schemas may quote values.
 *
 * @example if (error.code === 'REST_PARSE') log(error.issues.map((issue) => issue.path.join('.')))
 */
export class ParseError extends ErrorWithResponse<Response> {
  static override readonly code: RestErrorCode = 'REST_PARSE'
  declare readonly code: 'REST_PARSE'
  readonly #issues: readonly ParseIssue[]

  constructor(
    message: string,
    details: ErrorDetails & {
      readonly response: Response
      readonly issues?: readonly ParseIssue[]
    },
  ) {
    super(message, details, details.response)
    this.#issues = details.issues ?? []
  }

  /** The problems that the schema found, in its order. */
  get issues(): readonly ParseIssue[] {
    return this.#issues
  }
}
