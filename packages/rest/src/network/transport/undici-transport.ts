import type { buildConnector, Dispatcher } from 'undici'
import type { BuiltRequest } from '../../http/message/built-request.ts'
import type { RawHeaders } from '../../http/message/headers.ts'
import type { Delivery, ResponseSink, Transport } from '../../http/message/transport.ts'
import { createDispatchers, type DispatcherSettings, type Dispatchers } from './dispatchers.ts'
import { dispatchBody } from './request-body.ts'
import { errors } from './undici.ts'

/** Settings of {@link UndiciTransport}. */
export interface UndiciTransportSettings extends DispatcherSettings {
  /** Opens connections: the connector of undici or of the guard. */
  readonly connector: buildConnector.connector
}

/**
 * The transport of this package: the dispatcher of undici with a handler of our own. The timeouts of undici for
 * headers and body are off, since ours are more precise. undici does everything else about connections.
 */
export class UndiciTransport implements Transport {
  readonly #dispatchers: Dispatchers
  /** The limit of headers for HTTP/2; undici checks it for HTTP/1.1 only. */
  readonly headerBound: number | undefined
  #opening = false
  #closed: Promise<void> | undefined

  constructor(settings: UndiciTransportSettings) {
    this.headerBound = settings.http2 ? settings.headerBytes : undefined
    this.#dispatchers = createDispatchers(settings, this.#watched(settings.connector))
  }

  dispatch(request: BuiltRequest, sink: ResponseSink): Delivery {
    const handler = new DispatchHandler(this, sink)
    this.#dispatchers.for(request.origin).dispatch(
      {
        origin: request.origin,
        path: request.path,
        method: request.method,
        // undici adds headers to the object if it uses a proxy.
        headers: request.headers as Record<string, string>,
        body: dispatchBody(request),
        // Without it undici closes the connection after a GET with a body.
        reset: false,
      },
      handler,
    )
    return handler
  }

  close(): Promise<void> {
    this.#closed ??= this.#dispatchers.close()
    return this.#closed
  }

  /** True while undici writes the first request of a new connection. */
  get opening(): boolean {
    return this.#opening
  }

  /**
   * undici writes the first request of a connection within the connector's callback. A flag that is set during
   * the callback tells a new connection from a reused one.
   */
  #watched(connector: buildConnector.connector): buildConnector.connector {
    return (options, callback) =>
      connector(options, (...result) => {
        this.#opening = true
        try {
          callback(...result)
        } finally {
          this.#opening = false
        }
      })
  }
}

function sizeOf(headers: RawHeaders): number {
  let bytes = 0
  for (const [name, value = ''] of Object.entries(headers)) {
    const lines = typeof value === 'string' ? [value] : value
    for (const line of lines) bytes += name.length + line.length
  }
  return bytes
}

/** One exchange: the handler that undici calls and the delivery that our side controls. */
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
    // With an error thrown here undici drops the request and keeps the connection; `abort` would close it.
    if (this.#cancelled !== undefined) throw this.#cancelled
    this.#controller = controller
    this.#sink.onStart(!this.#transport.opening)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: RawHeaders,
  ): void {
    if (statusCode < 200 || this.#cancelled !== undefined) return
    const { headerBound } = this.#transport
    if (headerBound !== undefined && sizeOf(headers) > headerBound) {
      this.#sink.onError(new errors.HeadersOverflowError())
    } else this.#sink.onHeaders(statusCode, headers)
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
