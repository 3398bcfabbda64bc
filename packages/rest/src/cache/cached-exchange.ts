import type { BuiltRequest } from '../http/message/built-request.ts'
import type { RawHeaders } from '../http/message/headers.ts'
import { PassingExchange } from '../http/message/passing-sink.ts'
import type { ResponseSink, Transport } from '../http/message/transport.ts'
import { StoredResponse, type Times } from './stored-response.ts'

/** The place in the cache of one request while it runs. */
export interface Place {
  readonly uri: string
  readonly maxResponseBytes: number
  /** Stores a response, unless something has changed it meanwhile. */
  store(response: StoredResponse): void
  /** Removes what is stored. */
  remove(): void
  /** Called once, when the exchange has ended. */
  leave(): void
}

/** Failures of a server or a gateway (RFC 5861, 4). */
const FAILURES: ReadonlySet<number> = new Set([500, 502, 503, 504])

/** What becomes of the response of the server. */
type Course = 'passed' | 'not-modified' | 'of-another' | 'failed'

/** A response that is being received and will be stored. */
interface Recording {
  readonly statusCode: number
  readonly headers: RawHeaders
  readonly times: Times
  readonly chunks: Uint8Array[]
  length: number
}

/** One GET through the cache: answered by it, or by the server with the cache watching. */
export class CachedExchange extends PassingExchange {
  readonly #request: BuiltRequest
  readonly #place: Place
  /** What the server is asked about. */
  #stored: StoredResponse | undefined
  #course: Course = 'passed'
  #recording: Recording | undefined
  #requested = 0
  #isStarted = false
  /** The caller has the headers of the server. */
  #isAnswered = false

  constructor(transport: Transport, request: BuiltRequest, sink: ResponseSink, place: Place) {
    super(transport, sink)
    this.#request = request
    this.#place = place
  }

  /** Sends the request. */
  forward(): this {
    this.#stored = undefined
    return this.dispatch(this.#request)
  }

  /** Asks the server whether a response has changed; the whole response is asked for if there is nothing to compare. */
  validate(stored: StoredResponse): this {
    const validators = stored.validatorsFor(this.#request)
    if (validators === undefined) return this.forward()
    this.#stored = stored
    return this.dispatch({ ...this.#request, headers: { ...this.#request.headers, ...validators } })
  }

  override dispatch(request: BuiltRequest): this {
    this.#requested = Date.now()
    try {
      return super.dispatch(request)
    } catch (error) {
      this.#place.leave()
      throw error
    }
  }

  /** Answers without the server. The caller gets nothing before it has this exchange. */
  answer(
    { statusCode, body }: Pick<StoredResponse, 'statusCode' | 'body'>,
    headers: RawHeaders,
  ): this {
    this.#place.leave()
    queueMicrotask(() => {
      if (this.over === undefined && !this.#isStarted) this.sink.onStart(false)
      if (this.over === undefined) this.sink.onHeaders(statusCode, headers)
      // A reader of a stream may change what it gets.
      const own = this.streamed ? Uint8Array.from(body) : body
      if (this.over === undefined && own.byteLength > 0) this.sink.onData(own)
      if (this.over === undefined) this.sink.onEnd()
    })
    return this
  }

  override onStart(reused: boolean): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.sink.onStart(reused)
  }

  override onHeaders(statusCode: number, headers: RawHeaders): void {
    const times = { requested: this.#requested, received: Date.now() }
    if (this.#stored !== undefined && statusCode === 304) {
      const stored = this.#stored.freshenedBy(this.#request, headers, times)
      this.#course = stored === undefined ? 'of-another' : 'not-modified'
      this.#stored = stored
    } else if (FAILURES.has(statusCode) && this.#stored?.servesErrorsOf(this.#request)) {
      this.#course = 'failed'
    } else {
      this.#course = 'passed'
      this.#record(statusCode, headers, times)
      this.#isAnswered = true
      this.sink.onHeaders(statusCode, headers)
    }
  }

  override onData(chunk: Uint8Array): void {
    if (this.#course !== 'passed') return
    const recording = this.#recording
    if (recording !== undefined) {
      recording.chunks.push(chunk)
      recording.length += chunk.byteLength
      if (recording.length > this.#place.maxResponseBytes) this.#recording = undefined
    }
    this.sink.onData(chunk)
  }

  override onEnd(): void {
    const stored = this.#stored
    if (this.#course === 'of-another') this.#ask()
    else if (this.#course === 'passed' || stored === undefined) {
      this.#keep()
      this.#place.leave()
      this.sink.onEnd()
    } else {
      if (this.#course === 'not-modified') this.#place.store(stored)
      this.answer(stored, stored.headersNow())
    }
  }

  override onError(error: Error): void {
    const stored = this.#stored
    if (stored !== undefined && !this.#isAnswered && stored.servesErrorsOf(this.#request)) {
      this.answer(stored, stored.headersNow())
      return
    }
    this.#place.leave()
    this.sink.onError(error)
  }

  override cancel(reason: Error): void {
    this.#place.leave()
    super.cancel(reason)
  }

  /** Asks for the whole response after a 304 that is of no use. */
  #ask(): void {
    try {
      this.forward()
    } catch (error) {
      this.onError(error as Error)
    }
  }

  #record(statusCode: number, headers: RawHeaders, times: Times): void {
    const { uri, maxResponseBytes } = this.#place
    const empty = { statusCode, headers, body: new Uint8Array() }
    const { isStorable } = new StoredResponse(this.#request, uri, empty, times)
    // A failure says nothing about what is stored.
    if (!isStorable && statusCode < 500) this.#place.remove()
    if (!isStorable || Number(headers['content-length']) > maxResponseBytes) return
    this.#recording = { statusCode, headers, times, chunks: [], length: 0 }
  }

  /** Stores a response that is complete. */
  #keep(): void {
    if (this.#recording === undefined) return
    const { statusCode, headers, times, chunks, length } = this.#recording
    const announced = headers['content-length']
    if (announced !== undefined && Number(announced) !== length) return
    // A copy: the pieces are views of the larger buffers of the socket.
    const body = new Uint8Array(length)
    let at = 0
    for (const chunk of chunks) {
      body.set(chunk, at)
      at += chunk.byteLength
    }
    const response = { statusCode, headers, body }
    this.#place.store(new StoredResponse(this.#request, this.#place.uri, response, times))
  }
}
