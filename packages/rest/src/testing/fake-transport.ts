import { RestError } from '../http/errors/rest-error.ts'
import type { BuiltRequest } from '../http/message/built-request.ts'
import type { RawHeaders } from '../http/message/headers.ts'
import type { Delivery, ResponseSink, Transport } from '../http/message/transport.ts'

/** The answer of a fake server. */
export interface FakeReply {
  /** @default 200 */
  readonly statusCode?: number
  /** Names in any case. */
  readonly headers?: RawHeaders
  readonly body?: string | Uint8Array
  /** A value that is sent as JSON, instead of `body`. */
  readonly json?: unknown
  /** Fails the exchange: after the headers if `statusCode` is set, otherwise before them. */
  readonly error?: Error
  /** Never answers, or never ends the answer if `statusCode` is set. For tests of timeouts and signals. */
  readonly hang?: boolean
}

/** Which requests get this answer. */
export interface FakeRoute {
  /** @default any */
  readonly method?: string
  /** The whole URL, or an expression that matches a part of it. @default any */
  readonly url?: string | RegExp
  /** How often the route answers; then the next one that matches does. @default any number */
  readonly times?: number
  readonly reply: FakeReply | ((request: BuiltRequest) => FakeReply | Promise<FakeReply>)
}

/** A transport without a network. */
export interface FakeTransport extends Transport {
  /** All requests in order, as they would have gone over the wire. */
  readonly requests: readonly BuiltRequest[]
}

/**
 * A transport that answers from a list of routes, for tests of code that uses a client. Only the network is
 * replaced: requests, hooks, retries, redirects, timeouts, limits, decompression and errors work as in
 * production. The first route that matches answers. A request without a matching route fails with a
 * `RestError` that says so.
 *
 * @example
 * const transport = fakeTransport([{ url: /orders/, reply: { json: { id: 1 } } }])
 * await placeOrder(createClient({ transport }))
 * expect(transport.requests[0]).toMatchObject({ method: 'POST' })
 */
export function fakeTransport(routes: readonly FakeRoute[]): FakeTransport {
  const requests: BuiltRequest[] = []
  const uses = new Map<FakeRoute, number>()
  const choose = (request: BuiltRequest) => {
    const route = routes.find(
      (candidate) => matches(candidate, request) && (uses.get(candidate) ?? 0) < limitOf(candidate),
    )
    if (route !== undefined) uses.set(route, (uses.get(route) ?? 0) + 1)
    return route
  }
  return {
    requests,
    dispatch(request, sink) {
      requests.push(request)
      const exchange = new FakeExchange(sink)
      exchange.run(request, choose(request)).catch((error: Error) => exchange.fail(error))
      return exchange
    },
    close: async () => {},
  }
}

function limitOf({ times = Number.POSITIVE_INFINITY }: FakeRoute): number {
  return times
}

function matches({ method, url }: FakeRoute, request: BuiltRequest): boolean {
  if (method !== undefined && method !== request.method) return false
  if (url === undefined) return true
  // Not `test`, which continues from the last match if the expression is global.
  return typeof url === 'string' ? url === request.url : request.url.search(url) !== -1
}

class FakeExchange implements Delivery {
  readonly #sink: ResponseSink
  #over = false

  constructor(sink: ResponseSink) {
    this.#sink = sink
  }

  async run(request: BuiltRequest, route: FakeRoute | undefined): Promise<void> {
    if (route === undefined) {
      throw new RestError(`no fake route for ${request.method} ${request.origin}`, { request })
    }
    const { reply } = route
    const answer = typeof reply === 'function' ? await reply(request) : await reply
    await drain(request.body)
    if (!this.#over) this.#answer(answer)
  }

  fail(error: Error): void {
    if (this.#over) return
    this.#over = true
    this.#sink.onError(error)
  }

  cancel(): void {
    this.#over = true
  }

  pause(): void {}

  resume(): void {}

  #answer({ statusCode, headers, body, json, error, hang }: FakeReply): void {
    if (error !== undefined && statusCode === undefined) {
      this.fail(error)
      return
    }
    this.#sink.onStart(false)
    if (hang && statusCode === undefined) return
    const isJSON = json !== undefined
    const type = isJSON ? { 'content-type': 'application/json' } : {}
    this.#sink.onHeaders(statusCode ?? 200, withLowerCase({ ...type, ...headers }))
    const bytes = toBytes(isJSON ? JSON.stringify(json) : body)
    if (!this.#over && bytes.byteLength > 0) this.#sink.onData(bytes)
    if (error !== undefined) this.fail(error)
    if (this.#over || hang) return
    this.#over = true
    this.#sink.onEnd()
  }
}

/** Reads a stream to its end, as a server does. */
async function drain(body: BuiltRequest['body']): Promise<void> {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return
  for await (const _chunk of body);
}

/** Transports deliver header names in lower case. */
function withLowerCase(headers: RawHeaders): RawHeaders {
  const entries = Object.entries(headers)
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]))
}

function toBytes(body: string | Uint8Array | undefined): Uint8Array {
  return body instanceof Uint8Array ? body : new TextEncoder().encode(body)
}
