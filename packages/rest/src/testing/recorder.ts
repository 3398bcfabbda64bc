import type { BuiltRequest } from '../built-request.ts'
import type { RawHeaders } from '../headers.ts'
import { redacted, redactRequest, redactURL, shownHeaders } from '../redact.ts'
import type { ResponseSink, Transport } from '../transport/transport.ts'
import { type FakeTransport, fakeTransport } from './fake-transport.ts'

/** One exchange as it was recorded: plain data, to be kept as JSON. */
export interface Recording {
  readonly method: string
  /** Query values are taken out unless `reveal` is set. */
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  /** Undefined while the exchange is running or when it failed before the headers. */
  readonly statusCode?: number
  readonly responseHeaders?: RawHeaders
  /** The body as it came over the wire, in base64; as far as it came. */
  readonly body?: string
  /** Whether the answer came to its end. */
  readonly complete?: boolean
  /** Message of the error that ended the exchange. */
  readonly error?: string
  /** From the first byte out to the last byte in. */
  readonly durationMs?: number
}

/** {@link recordingTransport}. */
export interface RecordOptions {
  /** Keeps query values and all headers as they are; for recordings that stay secret. @default false */
  readonly reveal?: boolean
}

/** A transport that takes notes. */
export interface RecordingTransport extends Transport {
  /** In the order in which the requests were sent. */
  readonly recordings: readonly Recording[]
}

/**
 * Records every exchange that goes through another transport, single tries and hops included, to see
 * what happened or to replay it later. Request bodies are not recorded; bodies of responses are, as a
 * replay needs them: keep recordings of secret answers secret.
 *
 * @example
 * const transport = recordingTransport(createTransport())
 * await createClient({ transport }).send(request)
 * writeFileSync('recording.json', JSON.stringify(transport.recordings))
 */
export function recordingTransport(
  inner: Transport,
  { reveal = false }: RecordOptions = {},
): RecordingTransport {
  const recordings: Recording[] = []
  return {
    recordings,
    dispatch(request, sink) {
      const recorder = new RecordingSink(sink, describe(request, reveal), reveal)
      recordings.push(recorder.recording)
      const delivery = inner.dispatch(request, recorder)
      return {
        cancel(reason) {
          recorder.finish()
          delivery.cancel(reason)
        },
        pause: () => delivery.pause(),
        resume: () => delivery.resume(),
      }
    },
    close: () => inner.close(),
  }
}

/**
 * Answers from recordings: each request gets the first one not yet used with its method and URL, where
 * query values that were taken out match any.
 *
 * @example createClient({ transport: replayTransport(JSON.parse(readFileSync('recording.json', 'utf8'))) })
 */
export function replayTransport(recordings: readonly Recording[]): FakeTransport {
  return fakeTransport(
    recordings.map(
      ({ method, url, statusCode, responseHeaders = {}, body = '', complete, error }) => ({
        method,
        url: new RegExp(`^${url.split(redacted).map(escapePattern).join('[^&#]*')}$`),
        times: 1,
        reply: {
          ...(statusCode === undefined ? {} : { statusCode }),
          ...(error === undefined ? {} : { error: new Error(error) }),
          // Given up by a clock, a signal or a bound, which will do so again.
          hang: !complete && error === undefined,
          headers: responseHeaders,
          body: Buffer.from(body, 'base64'),
        },
      }),
    ),
  )
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function describe(request: BuiltRequest, reveal: boolean): Recording {
  const { method, url, headers } = reveal ? request : redactRequest(request)
  return { method, url, requestHeaders: headers }
}

/** Headers that a replay cannot do without, beside those that may be shown. */
function redactLists(headers: RawHeaders): RawHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, redactLine(name, value)]),
  )
}

function redactLine(name: string, value: RawHeaders[string]): RawHeaders[string] {
  if (name === 'location' && typeof value === 'string') return redactURL(value)
  return shownHeaders.has(name) ? value : redacted
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

class RecordingSink implements ResponseSink {
  readonly recording: Writable<Recording>
  readonly #sink: ResponseSink
  readonly #reveal: boolean
  readonly #chunks: Uint8Array[] = []
  #startedAt = performance.now()

  constructor(sink: ResponseSink, recording: Recording, reveal: boolean) {
    this.#sink = sink
    this.recording = { ...recording }
    this.#reveal = reveal
  }

  onStart(reused: boolean): void {
    this.#startedAt = performance.now()
    this.#sink.onStart(reused)
  }

  onHeaders(statusCode: number, headers: RawHeaders): void {
    this.recording.statusCode = statusCode
    this.recording.responseHeaders = this.#reveal ? { ...headers } : redactLists(headers)
    this.#sink.onHeaders(statusCode, headers)
  }

  onData(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#sink.onData(chunk)
  }

  onEnd(): void {
    this.recording.complete = true
    this.finish()
    this.#sink.onEnd()
  }

  onError(error: Error): void {
    this.recording.error = error.message
    this.finish()
    this.#sink.onError(error)
  }

  /** It is over, of itself or by its owner; what is known by then is noted. */
  finish(): void {
    this.recording.body = Buffer.concat(this.#chunks).toString('base64')
    this.recording.durationMs = performance.now() - this.#startedAt
  }
}
