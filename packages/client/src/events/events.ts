/** The stream of events, which is opened again when it breaks. */
import { eventStream } from '@entrepot/rest/sse'
import { RestError } from '#rest'
import { type Caller, type RestResponse, readAnswer } from '../call.ts'
import { UnexpectedAnswerError } from '../errors.ts'
import type { EventFeed, EventsOptions, HubEvent } from './feed.ts'

/** The operation, as errors name it. */
const OPERATION = 'streamEvents'

/** Milliseconds without data after which the connection is considered lost. The hub sends something every 15 seconds. */
const SILENCE_MS = 45_000

/** Longest text of one event. */
const MAX_EVENT_CHARACTERS = 4 * 1024 * 1024

/** Creates the feed of events. The stream is opened when a loop begins. */
export function eventFeed(caller: Caller, options: EventsOptions = {}): EventFeed {
  const { types, subject, after, signal, onOpen, onInterruption } = options
  const query = new URLSearchParams({
    ...(types && { types: types.join(',') }),
    ...(subject !== undefined && { subject }),
  })
  const url = `${caller.hub}/v2/events/stream?${query}`
  const stream = eventStream(
    async (init) =>
      // A redirect would take the key to another host.
      fetch(url, {
        ...init,
        headers: { ...init.headers, ...(await caller.credentials()) },
        redirect: 'manual',
      }),
    {
      lastEventId: after,
      signal,
      idleMs: SILENCE_MS,
      maxCharacters: MAX_EVENT_CHARACTERS,
      onOpen: () => onOpen?.call(options),
      onInterruption: (error) => onInterruption?.call(options, toClientError(error)),
    },
  )
  return {
    get cursor() {
      return stream.lastEventId || undefined
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<HubEvent, void, undefined> {
      try {
        for await (const { type, data } of stream) {
          // The hub names a type only for positions without an event.
          if (type === 'message') yield JSON.parse(data) as HubEvent
        }
      } catch (error) {
        throw toClientError(error)
      }
    },
  }
}

/** The error for an answer that is not a stream. Errors without an answer stay as they are. */
function toClientError(error: unknown): unknown {
  const response = RestError.is(error) && 'response' in error ? error.response : undefined
  if (response === undefined) return error
  const answer = readAnswer(OPERATION, response as RestResponse)
  if (answer instanceof Error) return answer
  const { statusCode } = response as RestResponse
  return new UnexpectedAnswerError(OPERATION, statusCode, 'which is not an event stream')
}
