/** One open stream of events: first what was missed, and then what the reader of the customer delivers. */
import type { Writable } from 'node:stream'
import type { Principal } from '../../principals/principal.ts'
import type { LogReader, PageListener } from './log-reader.ts'
import {
  formatCursor,
  formatPage,
  formatRetry,
  HEARTBEAT,
  type Recipient,
  type StreamPage,
} from './stream-page.ts'

/** Time without a byte after which a heartbeat is sent, so that proxies keep the connection open. */
const HEARTBEAT_MS = 15_000

/** Time in which a client must take what was sent. */
const STALLED_MS = 15_000

/** Bytes that may wait for a client when more is to be sent. A page can be added to them. */
const MAX_WAITING_BYTES = 64 * 1024

/** Events that may wait while a client still gets what it missed. */
const MAX_WAITING_ITEMS = 2_000

/** Events of what was missed that are remembered, so that they are not sent twice. */
const REMEMBERED = 500

/** Clients connect again after 1 to 3 seconds, so that those of a stopped node do not arrive at once. */
const RETRY_MS = { least: 1_000, spread: 2_000 }

/** What {@link EventStream} needs. */
export interface EventStreamParts<Event> {
  readonly reader: LogReader<Event>
  /** Reads some of the events after a cursor that the principal may see, and the client wants. */
  readonly readWanted: (cursor: string) => Promise<StreamPage<Event>>
  /** Makes the function that decides the same for one event, with the principal as it is now. */
  readonly selectFor: (principal: Principal) => (event: Event) => boolean
  readonly recipient: Recipient
  /** The principal as it is now. Undefined if the stream must end. */
  readonly recheck: () => Promise<Principal | undefined>
  /** The body of the answer. Its headers are sent. */
  readonly body: Writable
  /** Called once, when the stream has ended for any reason. */
  readonly onEnd: (reason: StreamEnd) => void
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

/** Why a stream ended: the client left, was too slow, lost its access, the log could not be read, or the node stops. */
export type StreamEnd = 'left' | 'slow' | 'refused' | 'failed' | 'stopped'

/** A stream. Call {@link EventStream.tick} several times a second. */
export class EventStream<Event> implements PageListener<Event> {
  readonly #parts: EventStreamParts<Event>
  #phase: 'missed' | 'live' | 'ended' = 'missed'
  /** Pages of the reader that were not sent yet. */
  #waiting: StreamPage<Event>[] = []
  #waitingItems = 0
  /** The last events of what was missed, which the reader may deliver again. */
  readonly #lastMissed = new Set<string>()
  /** The cursor after what was sent, if the client does not know it. */
  #unsentCursor: string | undefined
  #isSending = false
  #wroteAt: number
  #blockedSince: number | undefined
  #onDrained: (() => void) | undefined

  constructor(parts: EventStreamParts<Event>) {
    this.#parts = parts
    this.#wroteAt = parts.now()
    parts.body.on('drain', () => this.#continue())
    parts.body.on('close', () => this.end('left'))
    parts.body.on('error', () => this.end('left'))
  }

  /**
   * Starts to send.
   *
   * @param cursor after which the client has seen nothing; undefined to begin now
   */
  async start(cursor: string | undefined): Promise<void> {
    const { reader } = this.#parts
    this.#write(formatRetry(RETRY_MS.least + Math.random() * RETRY_MS.spread))
    try {
      if (cursor !== undefined) await this.#sendMissed(cursor)
      else {
        this.#write(formatCursor(reader.cursor))
        this.#goLive()
      }
    } catch {
      // The client connects again, and then gets the error as an answer.
      this.end('failed')
    }
  }

  deliver(page: StreamPage<Event>): void {
    this.#waiting.push(page)
    this.#waitingItems += page.items.length
    if (this.#waitingItems > MAX_WAITING_ITEMS) this.end('slow')
    else if (this.#phase === 'live') void this.#sendWaiting()
  }

  /** Sends heartbeats, and ends the stream if its principal may no longer read, or if its client does not read. */
  tick(): void {
    const now = this.#parts.now()
    if (this.#blockedSince !== undefined && now - this.#blockedSince > STALLED_MS) this.end('slow')
    else if (this.#blockedSince === undefined && now - this.#wroteAt > HEARTBEAT_MS) {
      this.#write(this.#unsentCursor === undefined ? HEARTBEAT : formatCursor(this.#unsentCursor))
      this.#unsentCursor = undefined
      this.#lastMissed.clear()
    }
    void this.#sendWaiting()
  }

  /** Ends the stream. What the client did not take after a second is dropped. */
  end(reason: StreamEnd): void {
    if (this.#phase === 'ended') return
    this.#phase = 'ended'
    this.#waiting = []
    const { body, reader, onEnd } = this.#parts
    reader.remove(this)
    this.#continue()
    if (reason === 'slow' || reason === 'left') body.destroy()
    else {
      body.end()
      setTimeout(() => body.destroy(), 1_000).unref()
    }
    onEnd(reason)
  }

  get #hasEnded(): boolean {
    return this.#phase === 'ended'
  }

  /**
   * Sends what was committed after the cursor, and goes over to the reader without a gap: the last part is read while the reader already
   * delivers, so that each later event is in one of them.
   */
  async #sendMissed(cursor: string): Promise<void> {
    const { reader, readWanted } = this.#parts
    let from = await this.#sendPages(cursor)
    while (!this.#hasEnded) {
      reader.add(this)
      const page = await readWanted(from)
      if (page.isLast) {
        await this.#sendMissedPage(page)
        return this.#goLive()
      }
      reader.remove(this)
      this.#waiting = []
      this.#waitingItems = 0
      from = await this.#sendPages(from)
    }
  }

  /** Sends pages up to the last one. Each waits until the client has taken the one before. */
  async #sendPages(cursor: string): Promise<string> {
    for (let from = cursor; ; ) {
      const page = await this.#parts.readWanted(from)
      await this.#sendMissedPage(page)
      if (page.isLast || this.#hasEnded) return page.next
      from = page.next
      await this.#drained()
    }
  }

  async #sendMissedPage(page: StreamPage<Event>): Promise<void> {
    const principal = await this.#currentPrincipal()
    if (principal === undefined || this.#hasEnded) return
    this.#sendPage(page, this.#parts.selectFor(principal))
    for (const { eventId } of page.items) this.#lastMissed.add(eventId)
    for (const eventId of this.#lastMissed) {
      if (this.#lastMissed.size <= REMEMBERED) break
      this.#lastMissed.delete(eventId)
    }
  }

  #goLive(): void {
    if (this.#hasEnded) return
    this.#phase = 'live'
    this.#parts.reader.add(this)
    void this.#sendWaiting()
  }

  /** Checks the principal, and sends what the reader has delivered. */
  async #sendWaiting(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      const principal = await this.#currentPrincipal()
      if (principal === undefined || this.#phase !== 'live') return
      const isWanted = this.#parts.selectFor(principal)
      for (const { items, ...page } of this.#waiting.splice(0)) {
        const fresh = items.filter(({ eventId }) => !this.#lastMissed.delete(eventId))
        this.#sendPage({ ...page, items: fresh }, isWanted)
      }
      this.#waitingItems = 0
    } catch {
      // The credentials cannot be checked now. What waits is sent after the next tick.
    } finally {
      this.#isSending = false
    }
  }

  async #currentPrincipal(): Promise<Principal | undefined> {
    const principal = await this.#parts.recheck()
    if (principal === undefined) this.end('refused')
    return principal
  }

  #sendPage({ items, next }: StreamPage<Event>, isWanted: (event: Event) => boolean): void {
    const wanted = items.filter(({ event }) => isWanted(event))
    this.#unsentCursor = wanted.length === 0 ? next : undefined
    if (wanted.length === 0) return
    const texts = wanted.map(({ text }) => text(this.#parts.recipient))
    this.#write(formatPage(texts, next))
  }

  #write(text: string): void {
    const { body, now } = this.#parts
    if (this.#hasEnded) return
    if (body.writableLength > MAX_WAITING_BYTES) {
      this.end('slow')
      return
    }
    this.#wroteAt = now()
    if (!body.write(text)) this.#blockedSince ??= this.#wroteAt
  }

  #continue(): void {
    this.#blockedSince = undefined
    this.#onDrained?.()
    this.#onDrained = undefined
  }

  async #drained(): Promise<void> {
    if (this.#blockedSince === undefined || this.#hasEnded) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onDrained = resolve
    await promise
  }
}
