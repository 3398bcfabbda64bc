/** All open streams of a node: one reader for each customer, and bounds for what they cost. */
import { type Refusal, refuse } from '../../shared/errors.ts'
import { EventStream, type EventStreamParts } from './event-stream.ts'
import { LogReader, type LogReaderParts } from './log-reader.ts'
import type { Relay } from './relay.ts'

/** How often each stream is looked at. Access that has ended is noticed within this time after the credentials are read again. */
const TICK_MS = 250

/** Bounds of what streams cost. */
export interface StreamBounds {
  /** Most streams of one key, person or agent on a node. A browser window needs one. */
  readonly perPrincipal: number
  /** Most streams of a node. */
  readonly perNode: number
}

/** The bounds of a node. */
export const STREAM_BOUNDS: StreamBounds = { perPrincipal: 50, perNode: 5_000 }

/** What {@link Streams} needs. */
export interface StreamsParts<Event> {
  readonly relay: Relay
  readonly bounds: StreamBounds
  readonly logOf: (customerId: string) => LogReaderParts<Event>
}

/** A place among the streams of a node. It must be used at once. */
export interface StreamPlace<Event> {
  /** Starts the stream. */
  start(options: StreamOptions<Event>): void
}

/** What a stream sends, and to whom. */
export interface StreamOptions<Event> extends Omit<EventStreamParts<Event>, 'reader' | 'now'> {
  /** After which the client has seen nothing; undefined to begin now. */
  readonly cursor: string | undefined
}

const NO_PLACE = refuse(
  'MARKET_UNAVAILABLE',
  'This node cannot open more streams now. Try again; another node may answer.',
)

function tooManyStreams(bound: number): Refusal {
  const detail = `There are already ${bound} streams with these credentials. Close one, or read the events with one stream.`
  return refuse('MARKET_RATE_LIMITED', detail)
}

interface SharedReader<Event> {
  readonly reader: Promise<LogReader<Event>>
  streams: number
}

/** The streams of a node. */
export class Streams<Event> {
  readonly #parts: StreamsParts<Event>
  readonly #streams = new Set<EventStream<Event>>()
  readonly #owners = new Map<string, number>()
  readonly #readers = new Map<string, SharedReader<Event>>()
  #isClosed = false
  #stopListening: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(parts: StreamsParts<Event>) {
    this.#parts = parts
  }

  /** How many streams are open. */
  get size(): number {
    return this.#streams.size
  }

  /**
   * Takes a place for a stream of a customer.
   *
   * Refusals: `MARKET_RATE_LIMITED` if the principal has too many streams, `MARKET_UNAVAILABLE` if the node has, or if it stops.
   *
   * @param owner the principal, as it is counted
   * @throws if the log cannot be read now
   */
  async open(customerId: string, owner: string): Promise<StreamPlace<Event> | Refusal> {
    const { perPrincipal, perNode } = this.#parts.bounds
    const own = this.#owners.get(owner) ?? 0
    if (this.#isClosed) return NO_PLACE
    if (own >= perPrincipal) return tooManyStreams(perPrincipal)
    if (this.#streams.size >= perNode) return NO_PLACE
    this.#owners.set(owner, own + 1)
    const close = () => {
      this.#leave(owner)
      this.#release(customerId)
    }
    try {
      const reader = await this.#share(customerId)
      return { start: (options) => this.#start(reader, options, close) }
    } catch (error) {
      close()
      throw error
    }
  }

  #leave(owner: string): void {
    const own = (this.#owners.get(owner) ?? 1) - 1
    if (own === 0) this.#owners.delete(owner)
    else this.#owners.set(owner, own)
  }

  #share(customerId: string): Promise<LogReader<Event>> {
    const shared = this.#readers.get(customerId) ?? {
      reader: LogReader.open(this.#parts.logOf(customerId)),
      streams: 0,
    }
    this.#readers.set(customerId, shared)
    shared.streams += 1
    this.#stopListening ??= this.#listen()
    return shared.reader
  }

  #release(customerId: string): void {
    const shared = this.#readers.get(customerId)
    if (shared === undefined) return
    shared.streams -= 1
    if (shared.streams > 0) return
    this.#readers.delete(customerId)
    if (this.#readers.size > 0) return
    this.#stopListening?.()
    this.#stopListening = undefined
  }

  #start(reader: LogReader<Event>, options: StreamOptions<Event>, close: () => void): void {
    const { cursor, onEnd, ...parts } = options
    const stream: EventStream<Event> = new EventStream({
      ...parts,
      reader,
      now: () => performance.now(),
      onEnd: (reason) => {
        this.#streams.delete(stream)
        close()
        onEnd(reason)
      },
    })
    this.#streams.add(stream)
    // The client may have left, and the node may have been stopped, while the reader was opened.
    if (parts.body.destroyed) stream.end('left')
    else if (this.#isClosed) stream.end('stopped')
    else void stream.start(cursor)
  }

  /** Ends all streams, and admits no more. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#streams) stream.end('stopped')
  }

  /** Listens to the relay and looks at the streams, while there are any. */
  #listen(): () => void {
    this.#timer = setInterval(() => {
      for (const stream of this.#streams) stream.tick()
    }, TICK_MS).unref()
    const stop = this.#parts.relay.listen((customerId) => {
      if (customerId === undefined) for (const id of this.#readers.keys()) this.#wake(id)
      else this.#wake(customerId)
    })
    return () => {
      clearInterval(this.#timer)
      stop()
    }
  }

  #wake(customerId: string): void {
    // A reader that cannot be opened is reported to the stream that asked for it.
    this.#readers.get(customerId)?.reader.then(
      (reader) => reader.wake(),
      () => undefined,
    )
  }
}
