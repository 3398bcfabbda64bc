import type { BuiltRequest } from '../built-request.ts'
import { RestError } from '../errors/rest-error.ts'
import type { RawHeaders } from '../headers.ts'
import type { Delivery, ResponseSink, Transport } from '../transport/transport.ts'

/** What a fake server answers. */
export interface FakeReply {
  /** @default 200 */
  readonly statusCode?: number
  /** Names in whatever case. */
  readonly headers?: RawHeaders
  readonly body?: string | Uint8Array
  /** Instead of `body`: a value to be written as JSON. */
  readonly json?: unknown
  /** Fails the exchange instead: after the headers if there is a `statusCode`, otherwise before. */
  readonly error?: Error
  /** Never answers, or never ends an answer that has a `statusCode`; for clocks and signals. */
  readonly hang?: boolean
}

/** Which requests get which answer. */
export interface FakeRoute {
  /** @default any */
  readonly method?: string
  /** The whole URL, or an expression that matches somewhere in it. @default any */
  readonly url?: string | RegExp
  /** How often the route answers before the next one that matches does. @default any number */
  readonly times?: number
  readonly reply: FakeReply | ((request: BuiltRequest) => FakeReply | Promise<FakeReply>)
}

/** A transport without a network. */
export interface FakeTransport extends Transport {
  /** Everything that was sent, in order, as it would have gone over the wire. */
  readonly requests: readonly BuiltRequest[]
}

/**
 * A transport that answers from a list of routes, for the tests of code that uses a client. Everything
 * above the wire is real: building, hooks, retries, redirects, clocks, bounds, decoding, errors. The
 * first route that matches answers; a request that none matches fails with a `RestError` that says so.
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
  // Not `test`: an expression that is global would go on from its last match.
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

/** Streams are read to their end, as a server would. */
async function drain(body: BuiltRequest['body']): Promise<void> {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return
  for await (const _chunk of body);
}

/** As transports deliver them, whatever a test writes. */
function withLowerCase(headers: RawHeaders): RawHeaders {
  const entries = Object.entries(headers)
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]))
}

function toBytes(body: string | Uint8Array | undefined): Uint8Array {
  return body instanceof Uint8Array ? body : new TextEncoder().encode(body)
}
