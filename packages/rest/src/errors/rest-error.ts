import type { BuiltRequest } from '../built-request.ts'
import { type RedactedRequest, redactRequest } from '../redact.ts'

/**
 * Every code an error of this package can carry. The union is closed: a `switch` over it can be
 * exhaustive. What each means stands in `docs/errors.md` of the package, held to this list by a test.
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

/** What an error knows about the request it belongs to. */
export interface ErrorDetails {
  /** The request as it was going to be sent; only a redacted view of it can be read back. */
  readonly request?: BuiltRequest | undefined
  /** Which try it was, starting with 1. */
  readonly attempt?: number | undefined
  readonly cause?: unknown
  /** The id that the server gave the exchange (`x-request-id`), when it answered at all. */
  readonly requestId?: string | undefined
  /** Whether sending the same request again can succeed and cannot take effect twice. */
  readonly retryable?: boolean | undefined
}

const brand: unique symbol = Symbol.for('@entrepot/rest/error') as never

/**
 * The base of every error of this package. `instanceof` also holds for errors made by a second copy
 * of the package in the same process: the classes know each other by a registered symbol and by code.
 *
 * `message` and all enumerable properties are free of query strings, header values and bodies, and
 * so are `util.inspect(error)` and `JSON.stringify(error)`. The path of the URL is shown: put no
 * secret there. An error that *you* throw in a hook is kept as `cause` as it is.
 *
 * @example
 * try { await rest.send(request) }
 * catch (error) { if (error instanceof rest.RestError) log(error.code, error.message) }
 */
export class RestError extends Error {
  /** The code of this class; instances carry the same. */
  static readonly code: RestErrorCode = 'REST_ERROR'

  /** What kind of failure it is: stable, made to be switched on. */
  readonly code: RestErrorCode
  /** The method of the request. Undefined when the request could not be built. */
  readonly method: string | undefined
  /** Scheme, host and port of the URL. */
  readonly origin: string | undefined
  /** Path of the URL, never its query. */
  readonly path: string | undefined
  /** Which try it was, starting with 1. */
  readonly attempt: number | undefined
  /** The `x-request-id` of the response, if there was one. */
  readonly requestId: string | undefined
  /** Whether sending the same request again can succeed and cannot take effect twice. */
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
    Object.defineProperty(this, brand, { value: true })
    Object.defineProperty(this, 'name', { enumerable: false })
  }

  /**
   * A copy of the request with every query value, sensitive header and body taken out. It is a
   * getter of the prototype, so that no logger walks into it by itself.
   */
  get request(): RedactedRequest | undefined {
    return this.#request && redactRequest(this.#request)
  }

  /**
   * What may be logged: the fields above, those of the class (`phase`, `statusCode`, ...) that are text,
   * numbers or booleans, and the cause as its name, code and message.
   */
  toJSON(): Record<string, unknown> {
    const { name, message } = this
    const fields = Object.entries(this).filter(([, value]) => loggedTypes.has(typeof value))
    return { name, message, ...Object.fromEntries(fields), cause: causeSummary(this.cause) }
  }

  /** Knows errors of this class and of its subclasses, from whichever copy of the package. */
  static override [Symbol.hasInstance](this: typeof RestError, value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: `this` is the class on the right of `instanceof`
    return isInstance(this, value)
  }
}

/** `reason` is whatever the caller aborted with: JSON takes no cycle and no BigInt. */
const loggedTypes: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

function isInstance(errorClass: typeof RestError, value: unknown): boolean {
  if (Function.prototype[Symbol.hasInstance].call(errorClass, value)) return true
  if (typeof value !== 'object' || value === null || !(brand in value)) return false
  // A subclass that an application derives has no code of its own to be known by.
  if (!Object.hasOwn(errorClass, 'code')) return false
  return errorClass.code === 'REST_ERROR' || ('code' in value && value.code === errorClass.code)
}

/** The path of a request target without its query, for messages. */
export function pathWithoutQuery(path: string): string {
  const query = path.indexOf('?')
  return query === -1 ? path : path.slice(0, query)
}

/** `GET https://host/path`, the only form in which a request appears in a message. */
export function describeRequest(request: BuiltRequest): string {
  return `${request.method} ${request.origin}${pathWithoutQuery(request.path)}`
}

function causeSummary(cause: unknown): Record<string, unknown> | undefined {
  if (!(cause instanceof Error)) return undefined
  const { name, message } = cause
  return { name, code: (cause as NodeJS.ErrnoException).code, message }
}
