/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). Runs in Node and in browsers. */
import { TimeoutError } from '../http/errors/transport-errors.ts'
import { MAX_DELAY_MS } from '../settings/clock.ts'
import { pause } from '../settings/pause.ts'
import { isRefusedForGood, open, streamEnded } from './connection.ts'
import { EventParser } from './event-parser.ts'
import { delayBefore } from './reconnection.ts'
import type {
  EventStream,
  EventStreamOptions,
  OpenEventStream,
  ServerEvent,
  StreamState,
} from './types.ts'

/**
 * Reads a stream of server-sent events. When the connection breaks, it is opened again after a pause, with the header `Last-Event-ID`, so that
 * the server can continue. The pause is at least the reconnection time, doubles with each failure, and has jitter; `Retry-After` is obeyed.
 *
 * The rules are those of the HTML standard (9.2), with one difference: `EventSource` gives up after any status but 200, but this reader tries
 * again after 408, 425, 429 and 500 or more. 204 ends the loop without an error. The stream is read as fast as the loop takes the events.
 *
 * An event may come twice, or be missed, if the server does not honour `Last-Event-ID`.
 *
 * @throws HttpStatusError for any other status, ResponseError if the type is not `text/event-stream`, ResponseTooLargeError for an event that is
 *   too long: from the loop. Errors of the network end the loop only after `maxFailures`.
 * @example
 * const stream = eventStream((init) => fetch('https://h/events', { ...init, headers: { ...init.headers, authorization } }))
 * for await (const { type, data } of stream) console.log(type, data)
 */
export function eventStream(
  source: string | URL | OpenEventStream,
  options: EventStreamOptions = {},
): EventStream {
  const opener: OpenEventStream =
    typeof source === 'function' ? source : (init) => fetch(new URL(source), init)
  const state: StreamState = {
    lastEventId: options.lastEventId ?? '',
    retryMs: options.retryMs ?? 1_000,
    failures: 0,
  }
  return {
    get lastEventId() {
      return state.lastEventId
    },
    [Symbol.asyncIterator]: () => follow(opener, options, state),
  }
}

async function* follow(
  opener: OpenEventStream,
  options: EventStreamOptions,
  state: StreamState,
): AsyncGenerator<ServerEvent, void, undefined> {
  const { signal, maxRetryMs = 30_000, maxFailures = Number.POSITIVE_INFINITY } = options
  while (!signal?.aborted) {
    let reason: unknown
    try {
      if (yield* readOnce(opener, options, state)) return
      reason = streamEnded()
    } catch (error) {
      reason = error
    }
    if (signal?.aborted) return
    if (isRefusedForGood(reason) || state.failures >= maxFailures) throw reason
    options.onInterruption?.(reason)
    await pause(delayBefore(state, maxRetryMs, reason), signal)
  }
}

/** Reads one connection to its end. True if the server wants no other. */
async function* readOnce(
  opener: OpenEventStream,
  options: EventStreamOptions,
  state: StreamState,
): AsyncGenerator<ServerEvent, boolean, undefined> {
  const connection = new AbortController()
  const { signal } = options
  state.failures += 1
  const abort = () => connection.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const response = await inTime(connection, options, open(opener, state, connection.signal))
    if (response === undefined) return true
    options.onOpen?.(response)
    const parser = new EventParser(state, options.maxCharacters)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    for (;;) {
      const { done, value } = await inTime(connection, options, reader.read())
      if (done) return false
      state.failures = 0
      for (const event of parser.read(value)) {
        yield event
        if (signal?.aborted) return true
      }
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    connection.abort()
  }
}

/** Waits until the connection is aborted or nothing has arrived for too long. */
function inTime<T>(
  connection: AbortController,
  { idleMs = 60_000 }: EventStreamOptions,
  promise: Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const { signal } = connection
    const onAbort = () => reject(signal.reason)
    const limitMs = Math.min(Number(idleMs), MAX_DELAY_MS)
    const timer = limitMs && setTimeout(() => connection.abort(silence(limitMs)), limitMs)
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer || undefined)
      signal.removeEventListener('abort', onAbort)
    })
  })
}

function silence(limitMs: number): TimeoutError {
  const message = `the event stream brought nothing for ${limitMs} ms`
  return new TimeoutError(message, { phase: 'idle', limitMs, retryable: true })
}
