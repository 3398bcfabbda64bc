/** An event, as `MessageEvent` has it. */
export interface ServerEvent {
  /** `message` if the server has named no type. */
  readonly type: string
  readonly data: string
  /** The id of this event, or of the last one before it that had an id; empty if there was none. */
  readonly lastEventId: string
}

/** What `fetch` needs to open the stream. */
export interface EventStreamInit {
  /** `accept`, and `last-event-id` if there is one. */
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly cache: 'no-store'
}

/** Opens the stream; called for each connection. Only it knows the URL, the credentials and the body of the request. */
export type OpenEventStream = (init: EventStreamInit) => Promise<globalThis.Response>

/** Options of `eventStream`. */
export interface EventStreamOptions {
  /** Continues after this event. @default the server decides where to begin */
  readonly lastEventId?: string | undefined
  /** Ends the loop, without an error. */
  readonly signal?: AbortSignal | undefined
  /**
   * Milliseconds without a byte, from the request on, after which the connection counts as lost; `false` for none. Servers should send a
   * comment each 15 s. @default 60_000
   */
  readonly idleMs?: number | false
  /** Longest data of one event, and longest line. @default 1_048_576 */
  readonly maxCharacters?: number
  /** Milliseconds before the first new connection, unless the server sends `retry`. @default 1_000 */
  readonly retryMs?: number
  /** Longest pause in milliseconds while the server fails again and again. @default 30_000 */
  readonly maxRetryMs?: number
  /** How many connections in a row may fail before the loop ends with the error of the last. @default any number */
  readonly maxFailures?: number
  /** Called each time the stream was opened. */
  onOpen?(response: globalThis.Response): void
  /** Called with the reason when the stream has been interrupted, before the pause. */
  onInterruption?(error: unknown): void
}

/** Events as they arrive. Each loop over it opens a connection of its own; leaving the loop closes it. */
export interface EventStream extends AsyncIterable<ServerEvent> {
  /** The id of the last event that a loop has received, also if it came without an event. Empty if there is none. */
  readonly lastEventId: string
}

/** What is kept between two connections. */
export interface StreamState {
  lastEventId: string
  /** The reconnection time: that of the options or of the last `retry`. */
  retryMs: number
  /** Connections in a row that brought nothing. */
  failures: number
}
