import type { BuiltRequest } from './http/message/built-request.ts'
import type { RawHeaders } from './http/message/headers.ts'
import type { Delivery, Interceptor, ResponseSink, Transport } from './http/message/transport.ts'
import { WatchedWrite } from './http/message/watched-write.ts'
import { ignoredHeaders, isUnsafe, requestKey } from './http/request/request-key.ts'

/** Options of {@link joinGets}. */
export interface JoinOptions {
  /** Headers that may differ between requests that are joined, besides those of traces. Never name one that says who asks. @default none */
  readonly ignoredHeaders?: readonly string[]
}

/**
 * Sends equal GET requests that run at the same time once, and gives each caller the answer. Requests are equal if their URL and all their
 * headers are, so two users never share an answer; headers of traces may differ. A request joins another only until the headers of the answer
 * are there, and never one that was sent before a POST, PUT, PATCH or DELETE to the same origin had its answer: after your write you read
 * what you wrote. It knows the writes of its own client only.
 *
 * Each caller keeps its timeouts, its limits and its signal; the exchange ends early when all of them have left. `stream` does not join, since
 * a slow reader would stop the others, and neither does a request with a body. Give it to a client: as an interceptor of one request, it joins
 * nothing.
 *
 * @example createClient({ interceptors: [joinGets()] })
 */
export function joinGets(options: JoinOptions = {}): Interceptor {
  const ignored = ignoredHeaders(options.ignoredHeaders)
  return {
    intercept(transport) {
      const running: Running = new Map()
      return {
        dispatch: (request, sink) => {
          if (isUnsafe(request)) return dispatchWrite(transport, running, request, sink)
          const joins = request.method === 'GET' && request.body === undefined && !sink.streamed
          if (!joins) return transport.dispatch(request, sink)
          return join(transport, running, request, requestKey(request, ignored)).add(sink)
        },
        close: () => transport.close(),
      }
    },
  }
}

/** The exchanges that can be joined: by origin, and by the key of their request. */
type Running = Map<string, Map<string, JoinedExchange>>

function join(
  transport: Transport,
  running: Running,
  request: BuiltRequest,
  key: string,
): JoinedExchange {
  const ofOrigin: Map<string, JoinedExchange> = running.get(request.origin) ?? new Map()
  running.set(request.origin, ofOrigin)
  const known = ofOrigin.get(key)
  if (known !== undefined) return known
  const exchange = new JoinedExchange(transport, request, () => {
    if (ofOrigin.get(key) === exchange) ofOrigin.delete(key)
    if (ofOrigin.size === 0 && running.get(request.origin) === ofOrigin) {
      running.delete(request.origin)
    }
  })
  ofOrigin.set(key, exchange)
  return exchange
}

/** What was asked before the write has its answer may be what was there before the write. */
function dispatchWrite(
  transport: Transport,
  running: Running,
  request: BuiltRequest,
  sink: ResponseSink,
): Delivery {
  const forget = () => void running.delete(request.origin)
  forget()
  return new WatchedWrite(transport, sink, forget).dispatch(request)
}

/** One exchange with several callers. None of them pauses it, because their bodies are collected. */
class JoinedExchange implements ResponseSink {
  readonly #transport: Transport
  readonly #request: BuiltRequest
  readonly #close: () => void
  readonly #sinks = new Set<ResponseSink>()
  #delivery: Delivery | undefined
  #dispatched = false
  #cancelled: Error | undefined
  #reused: boolean | undefined

  /** `close` is called when nobody can join any more. */
  constructor(transport: Transport, request: BuiltRequest, close: () => void) {
    this.#transport = transport
    this.#request = request
    this.#close = close
  }

  add(sink: ResponseSink): Delivery {
    this.#sinks.add(sink)
    if (this.#reused !== undefined) sink.onStart(this.#reused)
    if (!this.#dispatched) this.#dispatch()
    return { cancel: (reason) => this.#remove(sink, reason), pause() {}, resume() {} }
  }

  onStart(reused: boolean): void {
    this.#reused = reused
    for (const sink of [...this.#sinks]) sink.onStart(reused)
  }

  onHeaders(statusCode: number, headers: RawHeaders): void {
    this.#close()
    this.#forEach((sink) => sink.onHeaders(statusCode, headers))
  }

  onData(chunk: Uint8Array): void {
    this.#forEach((sink) => sink.onData(chunk))
  }

  onEnd(): void {
    this.#forEach((sink) => sink.onEnd())
  }

  onError(error: Error): void {
    this.#close()
    const sinks = [...this.#sinks]
    this.#sinks.clear()
    for (const sink of sinks) sink.onError(error)
  }

  #dispatch(): void {
    this.#dispatched = true
    try {
      this.#delivery = this.#transport.dispatch(this.#request, this)
    } catch (error) {
      this.#close()
      throw error
    }
    if (this.#cancelled !== undefined) this.#delivery.cancel(this.#cancelled)
  }

  /** A sink may leave while the others are called. */
  #forEach(call: (sink: ResponseSink) => void): void {
    for (const sink of [...this.#sinks]) if (this.#sinks.has(sink)) call(sink)
  }

  #remove(sink: ResponseSink, reason: Error): void {
    if (!this.#sinks.delete(sink) || this.#sinks.size > 0) return
    this.#close()
    this.#cancelled = reason
    this.#delivery?.cancel(reason)
  }
}
