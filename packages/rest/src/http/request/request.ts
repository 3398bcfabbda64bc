import { InvalidRequestError } from '../errors/request-errors.ts'
import type { BodyStream, BuiltRequest } from '../message/built-request.ts'
import type { Method } from './methods.ts'
import { addQueryParameters, type QueryParams } from './query.ts'
import { isToken, normalizeHeaders } from './request-headers.ts'

/**
 * A request as a value.
 *
 * @example
 * const request: Request = {
 *   method: 'POST',
 *   baseURL: 'https://api.example.com/v2/orders',
 *   headers: { authorization: `Bearer ${key}` },
 *   json: { sku: 'A-1' },
 * }
 */
export interface Request {
  /** Sent exactly as written. @default 'GET' */
  readonly method?: Method | undefined
  /** Full URL with scheme `http` or `https`, host and path, without user name and password. */
  readonly baseURL: string
  /**
   * One line per name. Names are case-insensitive; two names that differ only in case are an error. With
   * https, a `host` header is also the name that TLS asks for and checks, as in Node itself.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Added to the URL, sorted by name. A list repeats its name. */
  readonly queryParams?: QueryParams | undefined
  /** Text (sent as UTF-8) or bytes. Allowed with every method, including GET. */
  readonly body?: string | Uint8Array | undefined
  /** A value that is sent as JSON, instead of `body`. */
  readonly json?: unknown
}

/** A request whose body may also be a stream: what `client.stream` takes. */
export interface StreamRequest extends Omit<Request, 'body'> {
  /**
   * A stream is read as fast as the connection takes it, and it is never sent twice. If the request fails
   * before or while it is sent, the stream is destroyed (or cancelled, or its generator returned).
   */
  readonly body?: string | Uint8Array | BodyStream | undefined
}

/** Headers that a client adds unless the request has them. */
export type DefaultHeaders = Readonly<Record<string, string>>

const noHeaders: DefaultHeaders = Object.freeze({})
const CONTROL_OR_SPACE = /[\0-\x20\x7f]/
const REFUSED_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE'])

/**
 * Checks a request and converts it to the form that goes over the wire. Sends nothing. A body without a
 * content type gets `application/json`; a content type that the caller sets, even an empty one, is kept.
 *
 * @throws InvalidRequestError naming the `field` at fault.
 * @example buildRequest({ baseURL: 'https://h/p', queryParams: { a: '1' } }).path // '/p?a=1'
 */
export function buildRequest(
  request: StreamRequest,
  defaults: DefaultHeaders = noHeaders,
): BuiltRequest {
  if (typeof request !== 'object' || request === null) {
    throw new InvalidRequestError('the request must be an object', { field: 'request' })
  }
  const method = request.method === undefined || request.method === '' ? 'GET' : request.method
  checkMethod(method)
  checkBaseURL(request.baseURL)
  const url = addQueryParameters(request.baseURL, request.queryParams)
  const { origin, path } = targetOf(url)
  const body = bodyOf(request)
  const headers =
    request.headers === undefined
      ? { ...defaults }
      : { ...defaults, ...normalizeHeaders(request.headers) }
  if (body !== undefined) describeBody(headers, body)
  else if (headers['content-length'] !== undefined) checkLength(headers['content-length'], 0)
  return { method, url, origin, path, headers, body }
}

interface Target {
  readonly origin: string
  readonly path: string
}

/**
 * Parsed URLs, since most clients call a few endpoints again and again. URLs with a query are left out:
 * they differ from call to call and may contain secrets.
 */
const knownTargets = new Map<string, Target>()
const MAX_KNOWN_TARGETS = 256

function targetOf(url: string): Target {
  const known = knownTargets.get(url)
  if (known !== undefined) return known
  const { origin, pathname, search } = parseURL(url)
  const target = { origin, path: pathname + search }
  if (search === '' && url.length <= 256) {
    if (knownTargets.size >= MAX_KNOWN_TARGETS) knownTargets.clear()
    knownTargets.set(url, target)
  }
  return target
}

/**
 * Checks a built request again, which a hook or a caller may have changed. Reads `method`, `url`, `headers`
 * and `body` only and derives the other fields from them.
 *
 * @throws InvalidRequestError as {@link buildRequest} does.
 */
export function rebuildRequest(request: BuiltRequest): BuiltRequest {
  const { method, url, headers, body } = request
  return buildRequest({ method, baseURL: url, headers, body })
}

function checkMethod(method: unknown): asserts method is string {
  if (typeof method === 'string' && isToken(method) && !REFUSED_METHODS.has(method)) return
  throw new InvalidRequestError('method must be a token (RFC 9110, 9.1), not CONNECT or TRACE', {
    field: 'method',
  })
}

function checkBaseURL(baseURL: unknown): asserts baseURL is string {
  if (typeof baseURL !== 'string' || baseURL === '') {
    throw new InvalidRequestError('baseURL must be a URL string', { field: 'baseURL' })
  }
  if (CONTROL_OR_SPACE.test(baseURL)) {
    throw new InvalidRequestError(
      'baseURL contains a space or a control character: percent-encode it',
      {
        field: 'baseURL',
      },
    )
  }
}

/**
 * Parses an absolute http or https URL.
 *
 * @throws InvalidRequestError for anything else, and for a user name or password in the URL, which would
 *   otherwise be ignored.
 */
export function parseURL(url: string): URL {
  const parsed = URL.parse(url)
  if (parsed === null) {
    // The text is not repeated: it may contain a password that cannot be recognized as one.
    throw new InvalidRequestError('baseURL is not an absolute URL', { field: 'baseURL' })
  }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    throw new InvalidRequestError(
      `baseURL has the scheme ${parsed.protocol} instead of http: or https:`,
      {
        field: 'baseURL',
      },
    )
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new InvalidRequestError(
      'baseURL contains a user name or password: send an authorization header instead',
      {
        field: 'baseURL',
      },
    )
  }
  return parsed
}

function bodyOf(request: StreamRequest): BuiltRequest['body'] {
  const { body } = request
  if (request.json !== undefined) {
    if (body !== undefined) {
      throw new InvalidRequestError('set body or json, not both', { field: 'json' })
    }
    return stringify(request.json)
  }
  if (body === undefined || body === '') return undefined
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return body.byteLength === 0 ? undefined : body
  if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body) {
    // A Node stream that has been read to its end looks like an empty one.
    if (!('readableEnded' in body && body.readableEnded)) return body
    throw new InvalidRequestError('the body is a stream that has been read already', {
      field: 'body',
    })
  }
  throw new InvalidRequestError('body must be a string, bytes or an async iterable of bytes', {
    field: 'body',
  })
}

function stringify(value: unknown): string {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch {
    // The message of the original error quotes property names of the value.
  }
  if (text !== undefined) return text
  throw new InvalidRequestError(
    'json cannot be serialized: it is a function or contains a cycle or a BigInt',
    {
      field: 'json',
    },
  )
}

function describeBody(headers: Record<string, string>, body: string | Uint8Array | BodyStream) {
  headers['content-type'] ??= 'application/json'
  const declared = headers['content-length']
  if (declared !== undefined) checkLength(declared, lengthOf(body))
}

function checkLength(declared: string, actual: number | undefined): void {
  if (!/^\d+$/.test(declared) || (actual !== undefined && Number(declared) !== actual)) {
    throw new InvalidRequestError('content-length differs from the length of the body', {
      field: 'headers.content-length',
    })
  }
}

function lengthOf(body: string | Uint8Array | BodyStream): number | undefined {
  if (typeof body === 'string') return new TextEncoder().encode(body).byteLength
  return body instanceof Uint8Array ? body.byteLength : undefined
}
