import type { BuiltRequest } from '../built-request.ts'
import type { RawHeaders } from '../headers.ts'

/**
 * What a transport calls, in this order: `onStart` at most once, `onHeaders` at most once, `onData`
 * any number of times, then exactly one of `onEnd` and `onError`. None after `onEnd`, `onError` or
 * `Delivery.cancel`; `onError` may come before `dispatch` returns.
 */
export interface ResponseSink {
  /** A connection is there and the request goes out; `reused` if it had carried one before. */
  onStart(reused: boolean): void
  /** The final status (never 1xx) and all headers, names in lower case. */
  onHeaders(statusCode: number, headers: RawHeaders): void
  /** A piece of the body as it came over the wire. The sink may keep it, not change it. */
  onData(chunk: Uint8Array): void
  /** The body is complete and as long as announced. */
  onEnd(): void
  /** The exchange failed. Errors of this package are passed on as they are, others are classified. */
  onError(error: Error): void
}

/** The running exchange, as its owner sees it. */
export interface Delivery {
  /** Ends the exchange at once, wherever it is; the sink hears nothing more. Harmless when over. */
  cancel(reason: Error): void
  /** Asks for no more `onData` until `resume`. One or two pieces may still come. */
  pause(): void
  resume(): void
}

/**
 * How requests reach a server: the seam for tests (`@entrepot/rest/testing` has a fake) and for other
 * engines. A transport does no retries, follows no redirects, decodes nothing and sets no clocks.
 *
 * @example createClient({ transport: fakeTransport([{ reply: { statusCode: 204 } }]) })
 */
export interface Transport {
  dispatch(request: BuiltRequest, sink: ResponseSink): Delivery
  /** Refuses new requests, lets running ones end, then closes all connections. */
  close(): Promise<void>
}
