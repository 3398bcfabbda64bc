import type { BuiltRequest } from './built-request.ts'
import type { RawHeaders } from './headers.ts'
import type { Delivery, ResponseSink, Transport } from './transport.ts'

/** Passes everything on to another sink. Interceptors override what they watch. */
export class PassingSink implements ResponseSink {
  readonly streamed: boolean
  protected readonly sink: ResponseSink

  constructor(sink: ResponseSink) {
    this.sink = sink
    this.streamed = sink.streamed ?? false
  }

  onStart(reused: boolean): void {
    this.sink.onStart(reused)
  }

  onHeaders(statusCode: number, headers: RawHeaders): void {
    this.sink.onHeaders(statusCode, headers)
  }

  onData(chunk: Uint8Array): void {
    this.sink.onData(chunk)
  }

  onEnd(): void {
    this.sink.onEnd()
  }

  onError(error: Error): void {
    this.sink.onError(error)
  }
}

/** One exchange that an interceptor sends, and can end. */
export class PassingExchange extends PassingSink implements Delivery {
  readonly #transport: Transport
  protected delivery: Delivery | undefined
  /** Why the exchange has ended before its response did. */
  protected over: Error | undefined

  constructor(transport: Transport, sink: ResponseSink) {
    super(sink)
    this.#transport = transport
  }

  /** Sends the request, unless the caller has left. */
  dispatch(request: BuiltRequest): this {
    if (this.over !== undefined) return this
    this.delivery = this.#transport.dispatch(request, this)
    if (this.over !== undefined) this.delivery.cancel(this.over)
    return this
  }

  override onError(error: Error): void {
    if (this.over !== undefined) return
    this.over = error
    super.onError(error)
  }

  cancel(reason: Error): void {
    this.over ??= reason
    this.delivery?.cancel(reason)
  }

  pause(): void {
    this.delivery?.pause()
  }

  resume(): void {
    this.delivery?.resume()
  }

  /** Ends the exchange with an error for the caller. */
  protected fail(error: Error): void {
    this.delivery?.cancel(error)
    this.onError(error)
  }
}
