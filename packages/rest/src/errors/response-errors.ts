import type { Response } from '../response.ts'
import { type ErrorDetails, RestError, type RestErrorCode } from './rest-error.ts'

/** {@link RedirectError}: where it pointed and which hop it was. */
export interface RedirectDetails extends ErrorDetails {
  /** Origin and path of the target, without its query. */
  readonly location: string
  readonly count: number
}

/**
 * A redirect was not followed: a loop, too many, another scheme, https to http, or a body that would
 * have gone to another origin. `location` shows origin and path of the target, `count` how many
 * redirects had been followed.
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

/** {@link ResponseTooLargeError}: which part went over which bound. */
export interface TooLargeDetails extends ErrorDetails {
  readonly part: 'headers' | 'body'
  readonly limitBytes: number
}

/**
 * The response was larger than allowed and the connection was closed. The bound on the body counts
 * decoded bytes, so a compressed bomb ends here too.
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
 * What is wrong with a response: `reset` - the connection ended before any of it came; `truncated` -
 * it ended within the body; `encoding` - the content coding is broken; `protocol` - it is not HTTP.
 */
export type ResponseFault = 'reset' | 'truncated' | 'encoding' | 'protocol'

/** {@link ResponseError}: the fault, and what had arrived of the response. */
export interface ResponseDetails extends ErrorDetails {
  readonly fault: ResponseFault
  readonly response?: Response | undefined
}

/** An error that carries a response, out of sight of loggers. */
abstract class ErrorWithResponse<R extends Response | undefined> extends RestError {
  readonly #response: R

  constructor(message: string, details: ErrorDetails, response: R) {
    const requestId = response?.headers['x-request-id']?.[0]
    super(message, requestId === undefined ? details : { requestId, ...details })
    this.#response = response
  }

  /**
   * The response. It is a getter of the prototype: bodies and headers of a response often hold
   * secrets, so nothing that prints the error prints them.
   */
  get response(): R {
    return this.#response
  }
}

/**
 * The exchange broke after the request had been sent. `response` is what had arrived: status,
 * headers and the body as far as it came, or undefined if the headers were not complete.
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
 * `sendOk` and `ensureOk` throw it for a status outside 200 to 299; `send` never does. The message is
 * `404 from GET https://host/path`.
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

/** What a schema found wrong: the place within the document and the message of the schema. */
export interface ParseIssue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/**
 * The body is not JSON, or not of the shape that the schema asks for. `issues` holds what the schema
 * found (empty if it was no JSON at all); it is a getter, since messages of schemas may quote values.
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

  /** What the schema found, in its order. */
  get issues(): readonly ParseIssue[] {
    return this.#issues
  }
}
