import type { BuiltRequest } from './built-request.ts'
import type { RawHeaders } from './headers.ts'

/**
 * What a transport calls, in this order: `onStart` at most once, `onHeaders` at most once, `onData` any number
 * of times, then exactly one of `onEnd` and `onError`. It calls nothing after `onEnd`, `onError` or
 * `Delivery.cancel`. It may call `onError` before `dispatch` returns.
 */
export interface ResponseSink {
  /** True if the body is read as a stream, whose reader may pause it; otherwise it is collected. */
  readonly streamed?: boolean
  /** The request is about to be written; `reused` if the connection has carried another before. */
  onStart(reused: boolean): void
  /** The final status (never 1xx) and all headers, with names in lower case. */
  onHeaders(statusCode: number, headers: RawHeaders): void
  /** A piece of the body, not decompressed. The sink may keep it but must not change it. */
  onData(chunk: Uint8Array): void
  /** The body is complete and has the length of its content-length, if there is one. */
  onEnd(): void
  /** The exchange failed. RestErrors reach the caller as they are; others are converted. */
  onError(error: Error): void
}

/** Controls a running exchange. */
export interface Delivery {
  /** Ends the exchange at once; the sink is not called again. Does nothing if it has ended. */
  cancel(reason: Error): void
  /** Stops `onData` until `resume`. One or two more pieces may still come. */
  pause(): void
  resume(): void
}

/**
 * How requests reach a server. Can be replaced in tests (`@entrepot/rest/testing` has a fake) and for other
 * engines. A transport does not retry, follow redirects, decompress or set timeouts.
 *
 * @example createClient({ transport: fakeTransport([{ reply: { statusCode: 204 } }]) })
 */
export interface Transport {
  dispatch(request: BuiltRequest, sink: ResponseSink): Delivery
  /** Refuses new requests, waits for running ones, then closes all connections. */
  close(): Promise<void>
}

/**
 * Stands between a client and its transport, for every exchange: also for the targets of redirects and for retries. It returns a transport
 * that passes requests on to the given one. `@entrepot/rest/cache`, `/join`, `/progress` and `/signatures` have some.
 *
 * @example createClient({ interceptors: [new HttpCache(), joinGets()] })
 */
export interface Interceptor {
  intercept(transport: Transport): Transport
}
