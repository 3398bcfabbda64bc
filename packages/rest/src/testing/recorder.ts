import type { BuiltRequest } from '../http/message/built-request.ts'
import type { RawHeaders } from '../http/message/headers.ts'
import { REDACTED, redactRequest, redactURL, SHOWN_HEADERS } from '../http/message/redact.ts'
import type { ResponseSink, Transport } from '../http/message/transport.ts'
import { type FakeTransport, fakeTransport } from './fake-transport.ts'

/** A recorded exchange: plain data that can be stored as JSON. */
export interface Recording {
  readonly method: string
  /** Query values are redacted unless `reveal` is set. */
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  /** Undefined while the exchange is running, and if it failed before the headers. */
  readonly statusCode?: number
  readonly responseHeaders?: RawHeaders
  /** The body as received, before decompression, in base64. Incomplete if the exchange failed. */
  readonly body?: string
  /** Whether the response is complete. */
  readonly complete?: boolean
  /** Message of the error that ended the exchange, if one did. */
  readonly error?: string
  /** From sending the first byte to receiving the last. */
  readonly durationMs?: number
}

/** Options of {@link recordingTransport}. */
export interface RecordOptions {
  /** Records query values and all headers as they are, for recordings that are kept secret. @default false */
  readonly reveal?: boolean
}

/** A transport that records its exchanges. */
export interface RecordingTransport extends Transport {
  /** In the order of the requests. */
  readonly recordings: readonly Recording[]
}

/**
 * Records every exchange of another transport, including each retry and each redirect, to inspect or replay it
 * later. Bodies of requests are not recorded. Bodies of responses are, since a replay needs them: keep
 * recordings secret if the responses are secret.
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
 * Answers from recordings. Each request gets the first unused recording with its method and URL; a redacted
 * query value matches any value.
 *
 * @example createClient({ transport: replayTransport(JSON.parse(readFileSync('recording.json', 'utf8'))) })
 */
export function replayTransport(recordings: readonly Recording[]): FakeTransport {
  return fakeTransport(
    recordings.map(
      ({ method, url, statusCode, responseHeaders = {}, body = '', complete, error }) => ({
        method,
        url: new RegExp(`^${url.split(REDACTED).map(escapePattern).join('[^&#]*')}$`),
        times: 1,
        reply: {
          ...(statusCode === undefined ? {} : { statusCode }),
          ...(error === undefined ? {} : { error: new Error(error) }),
          // A timeout, a signal or a limit ended it, and will do so again.
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

/** Redacts headers, except for those that a replay needs. */
function redactLists(headers: RawHeaders): RawHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, redactLine(name, value)]),
  )
}

function redactLine(name: string, value: RawHeaders[string]): RawHeaders[string] {
  if (name === 'location' && typeof value === 'string') return redactURL(value)
  return SHOWN_HEADERS.has(name) ? value : REDACTED
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

  /** Called when the exchange has ended or was cancelled. */
  finish(): void {
    this.recording.body = Buffer.concat(this.#chunks).toString('base64')
    this.recording.durationMs = performance.now() - this.#startedAt
  }
}
