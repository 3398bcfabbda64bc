import type { RawHeaders } from './headers.ts'
import { PassingExchange } from './passing-sink.ts'
import type { ResponseSink, Transport } from './transport.ts'

/**
 * A request that may change something. The function is called when the server may have acted on it: with the headers of its answer, or without any
 * if the exchange failed or its caller has left.
 */
export class WatchedWrite extends PassingExchange {
  readonly #onActed: (headers?: RawHeaders) => void

  constructor(transport: Transport, sink: ResponseSink, onActed: (headers?: RawHeaders) => void) {
    super(transport, sink)
    this.#onActed = onActed
  }

  override onHeaders(statusCode: number, headers: RawHeaders): void {
    this.#onActed(headers)
    super.onHeaders(statusCode, headers)
  }

  override onError(error: Error): void {
    this.#onActed()
    super.onError(error)
  }

  override cancel(reason: Error): void {
    super.cancel(reason)
    this.#onActed()
  }
}
