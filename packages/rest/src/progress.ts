import { RestError } from './http/errors/rest-error.ts'
import { type BodyStream, type BuiltRequest, isStream } from './http/message/built-request.ts'
import type { RawHeaders } from './http/message/headers.ts'
import { PassingExchange } from './http/message/passing-sink.ts'
import type { Interceptor, ResponseSink, Transport } from './http/message/transport.ts'
import { readableOver } from './http/request/body-source.ts'

/** How far a transfer is. */
export interface Progress {
  /** Bytes so far, as they go over the wire: before decompression. */
  readonly bytes: number
  /** Bytes in the end; undefined if nobody has said. */
  readonly total: number | undefined
  /** True in the last call of a transfer that is complete. */
  readonly done: boolean
}

/** Options of {@link progress}. */
export interface ProgressOptions {
  /** The body of the request: what the connection has taken. Not called without a body. */
  readonly onUpload?: (progress: Progress) => void
  /** The body of the response. */
  readonly onDownload?: (progress: Progress) => void
  /** Bytes between two calls. @default 65_536 */
  readonly everyBytes?: number
}

/**
 * Reports the progress of uploads and downloads: once at 0 bytes, then each `everyBytes`, and at the end with `done`. A retry, and a
 * redirect that repeats the body, starts again at 0. The bodies of redirects are not reported. If a function throws, the request fails with a
 * `RestError` whose cause is that error.
 *
 * An upload becomes a stream. With `signatures`, put this behind them, or set the header `content-digest`.
 *
 * @example await client.stream(upload, { interceptors: [progress({ onUpload: ({ bytes, total }) => show(bytes, total) })] })
 */
export function progress(options: ProgressOptions): Interceptor {
  const { onUpload, onDownload, everyBytes = 65_536 } = options
  if (!(everyBytes > 0)) throw new RangeError('everyBytes must be greater than 0')
  return {
    intercept: (transport) => ({
      dispatch(request, sink) {
        const sent = onUpload ? withProgress(request, onUpload, everyBytes) : request
        if (onDownload === undefined) return transport.dispatch(sent, sink)
        const report = (statusCode: number, total: number | undefined) =>
          isRedirect(statusCode) ? undefined : new Meter(onDownload, everyBytes, total)
        return new WatchedDownload(transport, sink, request, report).dispatch(sent)
      },
      close: () => transport.close(),
    }),
  }
}

function isRedirect(statusCode: number): boolean {
  return statusCode >= 300 && statusCode < 400
}

/** Counts bytes, and reports them now and then. */
class Meter {
  readonly #report: (progress: Progress) => void
  readonly #everyBytes: number
  readonly #total: number | undefined
  #bytes = 0
  #reported = 0

  constructor(report: (progress: Progress) => void, everyBytes: number, total: number | undefined) {
    this.#report = report
    this.#everyBytes = everyBytes
    this.#total = total
    report({ bytes: 0, total, done: false })
  }

  add(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes - this.#reported < this.#everyBytes) return
    this.#reported = this.#bytes
    this.#report({ bytes: this.#bytes, total: this.#total, done: false })
  }

  end(): void {
    this.#report({ bytes: this.#bytes, total: this.#total, done: true })
  }
}

/** The same request with a body that is counted while the connection takes it. */
function withProgress(
  request: BuiltRequest,
  report: (progress: Progress) => void,
  everyBytes: number,
): BuiltRequest {
  const { body, headers } = request
  if (body === undefined) return request
  if (isStream(body)) {
    const announced = lengthOf(headers)
    const pieces = counted(body, () => new Meter(report, everyBytes, announced))
    return { ...request, body: readableOver(pieces, body) }
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const length = bytes.byteLength
  const pieces = counted(piecesOf(bytes), () => new Meter(report, everyBytes, length))
  return { ...request, headers: { ...headers, 'content-length': String(length) }, body: pieces }
}

const PIECE_BYTES = 16_384

async function* piecesOf(bytes: Uint8Array): BodyStream {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES)
  }
}

async function* counted(
  body: BodyStream,
  createMeter: () => Meter,
): AsyncGenerator<Uint8Array | string> {
  const meter = createMeter()
  for await (const piece of body) {
    yield piece
    meter.add(typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength)
  }
  meter.end()
}

function lengthOf(headers: RawHeaders): number | undefined {
  const line = headers['content-length']
  return line === undefined ? undefined : Number(line)
}

class WatchedDownload extends PassingExchange {
  readonly #request: BuiltRequest
  readonly #createMeter: (statusCode: number, total: number | undefined) => Meter | undefined
  #meter: Meter | undefined

  constructor(
    transport: Transport,
    sink: ResponseSink,
    request: BuiltRequest,
    createMeter: (statusCode: number, total: number | undefined) => Meter | undefined,
  ) {
    super(transport, sink)
    this.#request = request
    this.#createMeter = createMeter
  }

  override onHeaders(statusCode: number, headers: RawHeaders): void {
    const ok = this.#watch(() => {
      this.#meter = this.#createMeter(statusCode, lengthOf(headers))
    })
    if (ok) super.onHeaders(statusCode, headers)
  }

  override onData(chunk: Uint8Array): void {
    if (this.#watch(() => this.#meter?.add(chunk.byteLength))) super.onData(chunk)
  }

  override onEnd(): void {
    if (this.#watch(() => this.#meter?.end())) super.onEnd()
  }

  /** False if the function of the caller has thrown, now or before. */
  #watch(report: () => void): boolean {
    if (this.over !== undefined) return false
    try {
      report()
      return true
    } catch (cause) {
      this.fail(new RestError('onDownload threw', { request: this.#request, cause }))
      return false
    }
  }
}
