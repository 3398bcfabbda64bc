import {
  Agent,
  type buildConnector,
  type Dispatcher,
  EnvHttpProxyAgent,
  Pool,
  ProxyAgent,
} from 'undici'
import type { RawHeaders } from '../headers.ts'
import type { BuiltRequest } from '../request.ts'
import { type ConnectorSettings, tlsConnectOptions } from './connector.ts'
import { joinSmallWrites } from './one-write.ts'
import { dispatchBody } from './request-body.ts'
import type { Delivery, ResponseSink, Transport } from './transport.ts'

/** How the pool of connections behaves. See {@link PoolOptions} for what each is for. */
export interface UndiciTransportSettings extends ConnectorSettings {
  readonly connections: number
  readonly keepAliveMs: number
  readonly keepAliveMaxMs: number
  readonly headerBytes: number
  /** Opens connections: undici's connector or the guard's. */
  readonly connector: buildConnector.connector
  /** A proxy URL, `'env'`, or undefined for none. */
  readonly proxy: string | undefined
}

/**
 * The transport of this package: undici's dispatcher with a handler of our own. undici's body and
 * header clocks are off, since ours are finer; everything else about connections is undici's.
 */
export class UndiciTransport implements Transport {
  readonly #dispatcher: Dispatcher
  #opening = false
  #closed: Promise<void> | undefined

  constructor(settings: UndiciTransportSettings) {
    this.#dispatcher = createDispatcher(settings, this.#watched(settings.connector))
  }

  dispatch(request: BuiltRequest, sink: ResponseSink): Delivery {
    const handler = new DispatchHandler(this, sink)
    this.#dispatcher.dispatch(
      {
        origin: request.origin,
        path: request.path,
        method: request.method,
        // undici adds to the object when it goes through a proxy.
        headers: request.headers as Record<string, string>,
        body: dispatchBody(request),
        // Without it undici closes the connection after a GET that has a body.
        reset: false,
      },
      handler,
    )
    return handler
  }

  close(): Promise<void> {
    this.#closed ??= this.#dispatcher.close()
    return this.#closed
  }

  /** True while undici writes the first request of a new connection. */
  get opening(): boolean {
    return this.#opening
  }

  /**
   * undici writes the request that asked for a connection within the connector's callback, so a flag
   * that is up during the callback tells a fresh connection from a reused one.
   */
  #watched(connector: buildConnector.connector): buildConnector.connector {
    return (options, callback) =>
      connector(options, (...result) => {
        if (result[0] === null) joinSmallWrites(result[1])
        this.#opening = true
        try {
          callback(...result)
        } finally {
          this.#opening = false
        }
      })
  }
}

function createDispatcher(
  settings: UndiciTransportSettings,
  connect: buildConnector.connector,
): Dispatcher {
  const options = {
    connections: settings.connections,
    keepAliveTimeout: settings.keepAliveMs,
    keepAliveMaxTimeout: settings.keepAliveMaxMs,
    maxHeaderSize: settings.headerBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  }
  const allowH2 = settings.http2
  const { proxy } = settings
  if (proxy === undefined) {
    // Told of allowH2 itself, the agent would put together a key of its own for every request.
    const factory = (origin: string | URL, base: object) => new Pool(origin, { ...base, allowH2 })
    return new Agent({ ...options, connect, factory })
  }
  const tls = tlsConnectOptions(settings)
  const viaProxy = { ...options, allowH2, connect, requestTls: tls, proxyTls: tls }
  return proxy === 'env'
    ? new EnvHttpProxyAgent(viaProxy)
    : new ProxyAgent({ ...viaProxy, uri: proxy })
}

/** One exchange: undici's handler on one side, our delivery on the other. */
class DispatchHandler implements Dispatcher.DispatchHandler, Delivery {
  readonly #transport: UndiciTransport
  readonly #sink: ResponseSink
  #controller: Dispatcher.DispatchController | undefined
  #cancelled: Error | undefined

  constructor(transport: UndiciTransport, sink: ResponseSink) {
    this.#transport = transport
    this.#sink = sink
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Thrown, not aborted: undici then drops the request and keeps the connection for the next.
    if (this.#cancelled !== undefined) throw this.#cancelled
    this.#controller = controller
    this.#sink.onStart(!this.#transport.opening)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: RawHeaders,
  ): void {
    if (statusCode >= 200 && this.#cancelled === undefined)
      this.#sink.onHeaders(statusCode, headers)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#cancelled === undefined) this.#sink.onData(chunk)
  }

  onResponseEnd(): void {
    if (this.#cancelled === undefined) this.#sink.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#cancelled === undefined) this.#sink.onError(error)
  }

  cancel(reason: Error): void {
    if (this.#cancelled !== undefined) return
    this.#cancelled = reason
    this.#controller?.abort(reason)
  }

  pause(): void {
    this.#controller?.pause()
  }

  resume(): void {
    this.#controller?.resume()
  }
}
