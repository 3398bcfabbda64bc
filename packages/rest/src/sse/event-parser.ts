import { createParser } from 'eventsource-parser'
import { ResponseTooLargeError } from '../http/errors/response-errors.ts'
import type { ServerEvent, StreamState } from './types.ts'

const MAX_CHARACTERS = 1024 * 1024

/** A block that ended with a blank line: it may have an id only. */
interface Block {
  readonly id: string
  readonly event?: ServerEvent
}

/** Turns the bytes of one connection into events (HTML standard, 9.2.5 and 9.2.6). */
export class EventParser {
  readonly #state: StreamState
  readonly #decoder = new TextDecoder()
  readonly #parser: ReturnType<typeof createParser>
  readonly #blocks: Block[] = []
  #id: string
  #failure: ResponseTooLargeError | undefined

  constructor(state: StreamState, maxCharacters = MAX_CHARACTERS) {
    this.#state = state
    this.#id = state.lastEventId
    const tooLong = () => {
      const message = `an event of the stream is longer than ${maxCharacters} characters`
      const limitBytes = maxCharacters
      this.#failure ??= new ResponseTooLargeError(message, { part: 'body', limitBytes })
    }
    this.#parser = createParser({
      maxBufferSize: maxCharacters,
      onId: (id) => {
        this.#id = id
        this.#blocks.push({ id })
      },
      onEvent: ({ event: type = 'message', data }) => {
        if (data.length > maxCharacters) tooLong()
        const id = this.#id
        if (this.#failure === undefined) {
          this.#blocks.push({ id, event: { type, data, lastEventId: id } })
        }
      },
      onRetry: (milliseconds) => {
        state.retryMs = milliseconds
      },
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') tooLong()
      },
    })
  }

  /** The events that these bytes complete. The state has the id of an event once the event was taken. */
  *read(bytes: Uint8Array): Generator<ServerEvent, void, undefined> {
    this.#parser.feed(this.#decoder.decode(bytes, { stream: true }))
    for (const { id, event } of this.#blocks.splice(0)) {
      this.#state.lastEventId = id
      if (event !== undefined) yield event
    }
    if (this.#failure !== undefined) throw this.#failure
  }
}
