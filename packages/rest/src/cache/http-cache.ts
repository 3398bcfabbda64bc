import type { BuiltRequest } from '../http/message/built-request.ts'
import type { RawHeaders } from '../http/message/headers.ts'
import type { Delivery, Interceptor, ResponseSink, Transport } from '../http/message/transport.ts'
import { WatchedWrite } from '../http/message/watched-write.ts'
import { ignoredHeaders, isUnsafe, requestKey, targetURI } from '../http/request/request-key.ts'
import { CachedExchange, type Place } from './cached-exchange.ts'
import { Store } from './store.ts'
import type { StoredResponse } from './stored-response.ts'

/** Options of an {@link HttpCache}. */
export interface HttpCacheOptions {
  /** Most bytes of all responses together. The least recently used ones leave first. @default 16_777_216 */
  readonly maxBytes?: number
  /** Most bytes of one response, before decompression. Larger ones are not stored. @default 1_048_576 */
  readonly maxResponseBytes?: number
  /**
   * Headers that may differ between requests that share a response, besides those of traces. `Vary` still applies to them. Never name one that
   * says who asks. @default none
   */
  readonly ignoredHeaders?: readonly string[]
}

const MAX_BYTES = 16 * 1024 * 1024
const MAX_RESPONSE_BYTES = 1024 * 1024

/**
 * A private cache in memory (RFC 9111): it answers GET requests from what it has stored as long as that is fresh, and otherwise asks the server
 * whether it has changed (`ETag`, `Last-Modified`). It obeys `Cache-Control` of requests and responses, `Expires`, `Age` and `Vary`, and
 * `stale-if-error` and `stale-while-revalidate` of RFC 5861. Responses without a lifetime may be used for a tenth of the time since their
 * `Last-Modified` (4.2.2). A POST, PUT, PATCH or DELETE removes what is stored of its URI, and of the `Location` and `Content-Location` of its
 * answer at the same origin (4.4), even if it fails.
 *
 * Only requests with equal headers share a response, whatever the server says: two users never do. Answers from the cache have the
 * header `age`. Several clients may share a cache, unless servers know them by different certificates.
 *
 * It does not store answers to ranges, to requests with conditions of their own, and to other methods, and knows no changes that other
 * programs make.
 *
 * @throws RangeError if a limit is not a positive number.
 * @example createClient({ interceptors: [new HttpCache({ maxBytes: 50_000_000 })] })
 */
export class HttpCache implements Interceptor {
  readonly #store: Store
  readonly #maxResponseBytes: number
  readonly #ignored: ReadonlySet<string>
  /** Requests that run, by their URI. What they bring is stored while they are valid. */
  readonly #running = new Map<string, Set<{ isValid: boolean }>>()
  /** The keys of what is being revalidated in the background. */
  readonly #revalidated = new Set<string>()

  constructor(options: HttpCacheOptions = {}) {
    const { maxBytes = MAX_BYTES, maxResponseBytes = MAX_RESPONSE_BYTES } = options
    if (!(maxBytes > 0) || !(maxResponseBytes > 0)) {
      throw new RangeError('maxBytes and maxResponseBytes must be greater than 0')
    }
    this.#store = new Store(maxBytes)
    this.#maxResponseBytes = maxResponseBytes
    // These are compared by the rules of the cache.
    this.#ignored = ignoredHeaders(['cache-control', 'pragma', ...(options.ignoredHeaders ?? [])])
  }

  /** About as many bytes as the stored responses occupy. */
  get bytes(): number {
    return this.#store.bytes
  }

  /** Removes all responses, for example when a user signs out. What is being received is not stored. */
  clear(): void {
    this.#store.clear()
    for (const places of this.#running.values()) for (const place of places) place.isValid = false
  }

  intercept(transport: Transport): Transport {
    return {
      dispatch: (request, sink) => this.#dispatch(transport, request, sink),
      close: () => transport.close(),
    }
  }

  #dispatch(transport: Transport, request: BuiltRequest, sink: ResponseSink): Delivery {
    if (isUnsafe(request)) return this.#dispatchWrite(transport, request, sink)
    if (!isLookedUp(request)) return transport.dispatch(request, sink)
    const key = requestKey(request, this.#ignored)
    const stored = this.#store.get(key)
    const exchange = new CachedExchange(transport, request, sink, this.#enter(request, key))
    const use = stored?.useFor(request)
    if (stored === undefined || use === undefined || use === 'validate') {
      if (wantsOnlyCached(request)) return exchange.answer(GATEWAY_TIMEOUT, {})
      return use === undefined ? exchange.forward() : exchange.validate(stored as StoredResponse)
    }
    if (use === 'while-revalidating') this.#revalidate(transport, request, key, stored)
    return exchange.answer(stored, stored.headersNow())
  }

  /** Removes what the request may have changed, also if nobody waits for its answer any more. */
  #dispatchWrite(transport: Transport, request: BuiltRequest, sink: ResponseSink): Delivery {
    const onActed = (headers: RawHeaders = {}) => {
      for (const uri of [targetURI(request), ...namedURIs(request, headers)]) this.#invalidate(uri)
    }
    return new WatchedWrite(transport, sink, onActed).dispatch(request)
  }

  /** Asks the server in the background, once at a time for each response. */
  #revalidate(
    transport: Transport,
    request: BuiltRequest,
    key: string,
    stored: StoredResponse,
  ): void {
    if (this.#revalidated.has(key)) return
    this.#revalidated.add(key)
    const place = this.#enter(request, key)
    const end = () => {
      clearTimeout(timer)
      this.#revalidated.delete(key)
      place.leave()
    }
    const exchange = new CachedExchange(transport, request, NOBODY, { ...place, leave: end })
    const timer = setTimeout(() => exchange.cancel(new Error('too slow')), REVALIDATION_MS)
    timer.unref()
    try {
      exchange.validate(stored)
    } catch {
      // The stored response stays as it is.
    }
  }

  #enter(request: BuiltRequest, key: string): Place {
    const uri = targetURI(request)
    const places = this.#running.get(uri) ?? new Set()
    this.#running.set(uri, places)
    const place = { isValid: true }
    places.add(place)
    return {
      uri,
      maxResponseBytes: this.#maxResponseBytes,
      store: (response) => {
        if (place.isValid) this.#store.set(key, response)
      },
      remove: () => this.#store.delete(key),
      leave: () => {
        places.delete(place)
        if (places.size === 0 && this.#running.get(uri) === places) this.#running.delete(uri)
      },
    }
  }

  #invalidate(uri: string): void {
    this.#store.invalidate(uri)
    // What was asked before the change may be what was there before it.
    for (const place of this.#running.get(uri) ?? []) place.isValid = false
  }
}

/** RFC 9111, 5.2.1.7. */
const GATEWAY_TIMEOUT = { statusCode: 504, body: new Uint8Array() }

function wantsOnlyCached({ headers }: BuiltRequest): boolean {
  return /(^|,)\s*only-if-cached\s*(,|$)/i.test(headers['cache-control'] ?? '')
}

/** The longest time that a response is revalidated in the background. */
const REVALIDATION_MS = 30_000

/** The sink of a revalidation in the background. */
const NOBODY: ResponseSink = {
  onStart() {},
  onHeaders() {},
  onData() {},
  onEnd() {},
  onError() {},
}

/** Conditions of the caller are for the caller, and parts of a response are not stored. */
function isLookedUp({ method, headers, body }: BuiltRequest): boolean {
  if (method !== 'GET' || body !== undefined) return false
  return !Object.keys(headers).some((name) => name === 'range' || name.startsWith('if-'))
}

/** The URIs of the same origin that an answer names: another origin must not remove anything (RFC 9111, 4.4). */
function namedURIs({ origin, url }: BuiltRequest, headers: RawHeaders): readonly string[] {
  return ['location', 'content-location']
    .flatMap((name) => headers[name] ?? [])
    .map((line) => URL.parse(line, url))
    .filter((target) => target?.origin === origin)
    .map((target) => `${origin}${target?.pathname}${target?.search}`)
}
