import type { BuiltRequest } from '../message/built-request.ts'
import { type RedactedRequest, redactRequest } from '../message/redact.ts'

/**
 * The code of every error of this package. The union is closed, so a `switch` over it can be exhaustive.
 * `docs/errors.md` of the package describes each code.
 */
export type RestErrorCode =
  | 'REST_ERROR'
  | 'REST_INVALID_REQUEST'
  | 'REST_CONNECT'
  | 'REST_TIMEOUT'
  | 'REST_ABORTED'
  | 'REST_BLOCKED_ADDRESS'
  | 'REST_REDIRECT'
  | 'REST_TOO_LARGE'
  | 'REST_RESPONSE'
  | 'REST_HTTP_STATUS'
  | 'REST_PARSE'
  | 'REST_CIRCUIT_OPEN'
  | 'REST_SIGNATURE'

/** Details of an error and of its request. */
export interface ErrorDetails {
  /** The request as it was going to be sent. Only a redacted copy of it can be read back. */
  readonly request?: BuiltRequest | undefined
  /** Number of the attempt, 1 for the first. */
  readonly attempt?: number | undefined
  readonly cause?: unknown
  /** The `x-request-id` of the response, if there was one. */
  readonly requestId?: string | undefined
  /** Whether the same request, sent again, can succeed and cannot take effect twice. */
  readonly retryable?: boolean | undefined
}

const BRAND: unique symbol = Symbol.for('@entrepot/rest/error') as never

/**
 * The base of every error of this package. `RestError.is(error)`, `TimeoutError.is(error)` and so on also recognise errors of another copy
 * of the package in the same process, by a registered symbol and the code; `instanceof` does the same.
 *
 * `message`, all enumerable properties, `util.inspect(error)` and `JSON.stringify(error)` contain no query
 * string, no header value and no body. They do contain the path of the URL. An error that a hook of yours
 * throws is kept as the `cause` without changes.
 *
 * @example
 * try { await rest.send(request) }
 * catch (error) { if (rest.RestError.is(error)) log(error.code, error.message) }
 */
export class RestError extends Error {
  /** The code of the class and of its instances. */
  static readonly code: RestErrorCode = 'REST_ERROR'

  /** The kind of failure. Stable. */
  readonly code: RestErrorCode
  /** The method of the request. Undefined if the request is invalid. */
  readonly method: string | undefined
  /** Scheme, host and port of the URL. */
  readonly origin: string | undefined
  /** Path of the URL without the query. */
  readonly path: string | undefined
  /** Number of the attempt, 1 for the first. */
  readonly attempt: number | undefined
  /** The `x-request-id` of the response, if there was one. */
  readonly requestId: string | undefined
  /** Whether the same request, sent again, can succeed and cannot take effect twice. */
  readonly retryable: boolean

  readonly #request: BuiltRequest | undefined

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = new.target.name
    this.code = new.target.code
    this.#request = details.request
    this.method = details.request?.method
    this.origin = details.request?.origin
    this.path = details.request && pathWithoutQuery(details.request.path)
    this.attempt = details.attempt
    this.requestId = details.requestId
    this.retryable = details.retryable ?? false
    Object.defineProperty(this, BRAND, { value: true })
    Object.defineProperty(this, 'name', { enumerable: false })
  }

  /**
   * A copy of the request without query values, body and the values of headers that may be secret. It is a getter of the prototype, so
   * loggers do not print it.
   */
  get request(): RedactedRequest | undefined {
    return this.#request && redactRequest(this.#request)
  }

  /**
   * What may be logged: the fields above, the fields of the class (`phase`, `statusCode`, ...) that are
   * strings, numbers or booleans, and name, code and message of the cause.
   */
  toJSON(): Record<string, unknown> {
    const { name, message } = this
    const fields = Object.entries(this).filter(([, value]) => LOGGED_TYPES.has(typeof value))
    return { name, message, ...Object.fromEntries(fields), cause: causeSummary(this.cause) }
  }

  /** Recognises the errors of this class and its subclasses, of every copy of this package in the process. */
  static is<E extends RestError>(
    this: abstract new (
      ...parameters: never[]
    ) => E,
    error: unknown,
  ): error is E {
    // biome-ignore lint/complexity/noThisInStatic: `this` is the class before the dot
    return error instanceof this
  }

  /** `instanceof` does the same as {@link RestError.is}. */
  static override [Symbol.hasInstance](this: typeof RestError, value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: `this` is the class on the right of `instanceof`
    return isInstance(this, value)
  }
}

/** Values of other types, such as the `reason` of a signal, may contain a cycle or a BigInt, which JSON cannot represent. */
const LOGGED_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

function isInstance(errorClass: typeof RestError, value: unknown): boolean {
  if (Function.prototype[Symbol.hasInstance].call(errorClass, value)) return true
  if (typeof value !== 'object' || value === null || !(BRAND in value)) return false
  // A subclass in an application has no code of its own to be recognized by.
  if (!Object.hasOwn(errorClass, 'code')) return false
  return errorClass.code === 'REST_ERROR' || ('code' in value && value.code === errorClass.code)
}

/** The path of a request target without its query, for messages. */
export function pathWithoutQuery(path: string): string {
  const query = path.indexOf('?')
  return query === -1 ? path : path.slice(0, query)
}

/** `GET https://host/path`: the form in which a request appears in messages. */
export function describeRequest(request: BuiltRequest): string {
  return `${request.method} ${request.origin}${pathWithoutQuery(request.path)}`
}

function causeSummary(cause: unknown): Record<string, unknown> | undefined {
  if (!(cause instanceof Error)) return undefined
  const { name, message } = cause
  return { name, code: (cause as NodeJS.ErrnoException).code, message }
}
