import CachePolicy from 'http-cache-semantics'
import type { BuiltRequest } from '../http/message/built-request.ts'
import type { RawHeaders } from '../http/message/headers.ts'
import { readCacheControl } from './cache-control.ts'

/** Fields of one connection (RFC 9111, 3.1), and those that describe a body that a 304 does not change (3.2). */
const NOT_STORED: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const OF_THE_BODY: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'content-range',
])

/** When the request was sent and its headers arrived, in ms since 1970. */
export interface Times {
  readonly requested: number
  readonly received: number
}

/** How a stored response can be used for a request. */
export type Use =
  /** Without asking the server. */
  | 'fresh'
  /** At once, while the server is asked (RFC 5861, 3). */
  | 'while-revalidating'
  /** If the server says that it has not changed. */
  | 'validate'

/** A response in the cache, with the rules of RFC 9111 for its use. */
export class StoredResponse {
  readonly uri: string
  readonly statusCode: number
  readonly headers: RawHeaders
  readonly body: Uint8Array
  readonly #policy: CachePolicy
  readonly #mustRevalidate: boolean

  constructor(
    request: BuiltRequest,
    uri: string,
    { statusCode, headers, body }: Pick<StoredResponse, 'statusCode' | 'headers' | 'body'>,
    times: Times,
  ) {
    const { text, mustRevalidate } = readCacheControl(joined(headers)['cache-control'] ?? '')
    this.uri = uri
    this.statusCode = statusCode
    this.headers = withoutHops(headers)
    this.body = body
    this.#mustRevalidate = mustRevalidate
    const own = { ...joined(this.headers), age: initialAge(headers, times) }
    const response = {
      status: statusCode,
      headers: text === '' ? own : { ...own, 'cache-control': text },
    }
    this.#policy = new CachePolicy(toPolicyRequest(request, uri), response, { shared: false })
  }

  /** False for a response that must not be kept (RFC 9111, 3). */
  get isStorable(): boolean {
    if (!this.#policy.storable()) return false
    // Without a lifetime and a validator it can never be used.
    const { etag, 'last-modified': modified } = this.headers
    return this.#policy.timeToLive() > 0 || etag !== undefined || modified !== undefined
  }

  /** About as many bytes as it occupies. */
  get size(): number {
    let bytes = this.body.byteLength + this.uri.length + 1_024
    for (const [name, value] of Object.entries(joined(this.headers)))
      bytes += name.length + value.length
    return bytes
  }

  /** RFC 9111, 4: undefined if it cannot be used for this request at all, as with another header of `Vary`. */
  useFor(request: BuiltRequest): Use | undefined {
    const asked = toPolicyRequest(request, this.uri)
    const { response, revalidation } = this.#policy.evaluateRequest(asked)
    if (response !== undefined && !(this.#mustRevalidate && this.#policy.stale())) {
      return revalidation === undefined ? 'fresh' : 'while-revalidating'
    }
    return this.validatorsFor(request) === undefined ? undefined : 'validate'
  }

  /** The headers that ask whether it has changed (RFC 9111, 4.3.1). */
  validatorsFor(request: BuiltRequest): Readonly<Record<string, string>> | undefined {
    const all = this.#policy.revalidationHeaders(toPolicyRequest(request, this.uri))
    const { 'if-none-match': etag, 'if-modified-since': modified } = all
    if (etag === undefined && modified === undefined) return undefined
    return {
      ...(etag !== undefined && { 'if-none-match': String(etag) }),
      ...(modified !== undefined && { 'if-modified-since': String(modified) }),
    }
  }

  /** Whether it may be used if the server fails (RFC 5861, 4). */
  servesErrorsOf(request: BuiltRequest): boolean {
    const failure = { status: 503, headers: {} }
    const asked = toPolicyRequest(request, this.uri)
    return !this.#policy.revalidatedPolicy(asked, failure).modified
  }

  /** The response after a 304 with these headers (RFC 9111, 4.3.4); undefined if the 304 is about another one. */
  freshenedBy(
    request: BuiltRequest,
    headers: RawHeaders,
    times: Times,
  ): StoredResponse | undefined {
    const { etag } = joined(headers)
    const own = joined(this.headers).etag
    if (etag !== undefined && own !== undefined && weak(etag) !== weak(own)) return undefined
    const changed = Object.entries(headers).filter(([name]) => !OF_THE_BODY.has(name))
    // The age is that of the 304.
    const { age: _age, ...kept } = this.headers
    const { statusCode, body } = this
    const merged = { ...kept, ...Object.fromEntries(changed) }
    return new StoredResponse(request, this.uri, { statusCode, headers: merged, body }, times)
  }

  /** The headers for a caller, with the age (RFC 9111, 5.1). */
  headersNow(): RawHeaders {
    return { ...this.headers, age: String(Math.max(0, Math.round(this.#policy.age()))) }
  }
}

/** RFC 9111, 4.2.3: `corrected_initial_age`, which http-cache-semantics takes from the header alone. */
function initialAge(headers: RawHeaders, { requested, received }: Times): string {
  const { age = '', date = '' } = joined(headers)
  const apparent = Math.max(0, received - Date.parse(date)) || 0
  const corrected = (/^\d+$/.test(age) ? Number(age) * 1_000 : 0) + (received - requested)
  return String(Math.round(Math.max(apparent, corrected) / 1_000))
}

function weak(etag: string): string {
  return etag.trim().replace(/^W\//, '')
}

function toPolicyRequest(request: BuiltRequest, uri: string): CachePolicy.HttpRequest {
  const { method, headers } = request
  const control = headers['cache-control']?.toLowerCase()
  return {
    method,
    url: uri,
    headers: control === undefined ? headers : { ...headers, 'cache-control': control },
  }
}

/** One line for each name. */
function joined(headers: RawHeaders): Record<string, string> {
  const lines: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) lines[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return lines
}

function withoutHops(headers: RawHeaders): RawHeaders {
  const named = (joined(headers).connection ?? '').toLowerCase().split(/\s*,\s*/)
  const kept = Object.entries(headers).filter(
    ([name]) => !NOT_STORED.has(name) && !named.includes(name),
  )
  return Object.fromEntries(kept)
}
