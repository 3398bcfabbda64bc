/** The stream of events (https://html.spec.whatwg.org/multipage/server-sent-events.html), which is opened again when it breaks. */
import { parseRetryAfter } from '@entrepot/rest/headers'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { type Caller, readAnswer } from '../call.ts'
import { isProblem, UnexpectedAnswerError } from '../errors.ts'
import { pause } from '../pause.ts'
import type { EventFeed, EventsOptions, HubEvent } from './feed.ts'

/** The operation, as errors name it. */
const OPERATION = 'streamEvents'

/** Milliseconds without data after which the connection is considered lost. The hub sends something every 15 seconds. */
const SILENCE_MS = 45_000

/** Pauses before a new attempt in milliseconds: the first one, unless the hub sets another, and the longest. */
const PAUSE_MS = { first: 1_000, longest: 30_000 }

/** Longest text of one event. */
const MAX_EVENT_CHARACTERS = 4 * 1024 * 1024

/** State that is kept between two connections. */
interface State {
  cursor: string | undefined
  /** The pause that the hub asks for. */
  retryMs: number
  /** The pause that the last refusal asks for. */
  refusedMs: number
  /** Attempts since the hub has sent something. */
  failures: number
}

/** Creates the feed of events. The stream is opened when a loop begins. */
export function eventFeed(caller: Caller, options: EventsOptions = {}): EventFeed {
  const state: State = {
    cursor: options.after,
    retryMs: PAUSE_MS.first,
    refusedMs: 0,
    failures: 0,
  }
  return {
    get cursor() {
      return state.cursor
    },
    [Symbol.asyncIterator]: () => follow(caller, options, state),
  }
}

async function* follow(
  caller: Caller,
  options: EventsOptions,
  state: State,
): AsyncGenerator<HubEvent, void, undefined> {
  const { signal, onInterruption } = options
  while (!signal?.aborted) {
    let reason: unknown
    try {
      yield* readOnce(caller, options, state)
    } catch (error) {
      if (isFinal(error)) throw error
      reason = error
    }
    if (signal?.aborted) return
    onInterruption?.(reason ?? new Error('The hub has ended the stream.'))
    await pause(nextPause(state), signal).catch(() => undefined)
  }
}

/** Whether the hub would refuse the next attempt, too. */
function isFinal(error: unknown): boolean {
  if (!isProblem(error) && !(error instanceof UnexpectedAnswerError)) return false
  return error.status < 500 && error.status !== 429
}

function nextPause(state: State): number {
  const growing = Math.min(PAUSE_MS.longest, state.retryMs * 2 ** Math.min(state.failures, 10))
  state.failures += 1
  // Half of the pause is random, so that clients that were interrupted together do not come back together.
  return Math.max(state.refusedMs, growing * (0.5 + Math.random() / 2))
}

/** Reads one connection to its end. */
async function* readOnce(
  caller: Caller,
  options: EventsOptions,
  state: State,
): AsyncGenerator<HubEvent, void, undefined> {
  const connection = new AbortController()
  const abort = () => connection.abort(options.signal?.reason)
  options.signal?.addEventListener('abort', abort, { once: true })
  try {
    const body = await open(caller, options, state, connection)
    options.onOpen?.()
    const messages: EventSourceMessage[] = []
    const parser = createParser({
      onEvent: (message) => messages.push(message),
      onRetry: (milliseconds) => {
        state.retryMs = milliseconds
      },
      maxBufferSize: MAX_EVENT_CHARACTERS,
    })
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await inTime(connection, reader.read())
      if (done) return
      state.failures = 0
      parser.feed(value)
      for (const { event, id, data } of messages.splice(0)) {
        // Set before the event is passed on, because a caller stores the cursor after it has processed the event.
        if (id !== undefined) state.cursor = id
        if (event === undefined) yield JSON.parse(data) as HubEvent
      }
    }
  } finally {
    options.signal?.removeEventListener('abort', abort)
    connection.abort()
  }
}

/** Aborts the connection if nothing arrives. */
async function inTime<T>(connection: AbortController, promise: Promise<T>): Promise<T> {
  const silent = new Error(`No data has arrived for ${SILENCE_MS / 1_000} seconds.`)
  const timer = setTimeout(() => connection.abort(silent), SILENCE_MS)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

/** @throws HubError or UnexpectedAnswerError if the hub refuses; what `fetch` throws if there is no answer */
async function open(
  caller: Caller,
  { types, subject }: EventsOptions,
  state: State,
  connection: AbortController,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const query = new URLSearchParams({
    ...(types && { types: types.join(',') }),
    ...(subject !== undefined && { subject }),
  })
  const url = `${caller.hub}/v2/events/stream?${query}`
  const headers = {
    Accept: 'text/event-stream',
    ...(await caller.credentials()),
    ...(state.cursor !== undefined && { 'Last-Event-ID': state.cursor }),
  }
  const { signal } = connection
  const response = await inTime(connection, fetch(url, { headers, signal, cache: 'no-store' }))
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (response.ok && isStream && response.body !== null) return response.body
  state.refusedMs = parseRetryAfter(response.headers.get('retry-after') ?? '', Date.now()) ?? 0
  const answer = readAnswer(OPERATION, {
    statusCode: response.status,
    body: await inTime(connection, response.text()),
    headers: Object.fromEntries([...response.headers].map(([name, value]) => [name, [value]])),
    url,
  })
  if (answer instanceof Error) throw answer
  throw new UnexpectedAnswerError(OPERATION, response.status, 'which is not an event stream')
}
