/** Reads the log of one customer once for all its streams. */
import { setTimeout as delay } from 'node:timers/promises'
import type { StreamPage } from './stream-page.ts'

/** Time between two reads in milliseconds: events that are written meanwhile are read together. */
const GAP_MS = 50

/** Events per read. */
export const PAGE_ITEMS = 200

/** Gets the pages that are read. It must return at once. */
export interface PageListener<Event> {
  deliver(page: StreamPage<Event>): void
}

/** What {@link LogReader} needs. */
export interface LogReaderParts<Event> {
  /** Reads up to {@link PAGE_ITEMS} events after the cursor. */
  readonly read: (cursor: string) => Promise<StreamPage<Event>>
  /** The cursor after everything that is committed now. */
  readonly findEnd: () => Promise<string>
  /** Called when the log cannot be read. It is read again after the next {@link LogReader.wake}. */
  readonly onError: (error: unknown) => void
}

/** Reads the log from now on, whenever it is woken. */
export class LogReader<Event> {
  readonly #parts: LogReaderParts<Event>
  readonly #listeners = new Set<PageListener<Event>>()
  #cursor = ''
  #isWoken = false
  #isRunning = false

  private constructor(parts: LogReaderParts<Event>) {
    this.#parts = parts
  }

  /** @throws what `findEnd` throws */
  static async open<Event>(parts: LogReaderParts<Event>): Promise<LogReader<Event>> {
    const reader = new LogReader(parts)
    reader.#cursor = await parts.findEnd()
    return reader
  }

  /** The cursor after everything that was delivered. */
  get cursor(): string {
    return this.#cursor
  }

  /** Delivers the pages that are read from now on. Reads at once, because nothing is read while nobody listens. */
  add(listener: PageListener<Event>): void {
    this.#listeners.add(listener)
    this.wake()
  }

  remove(listener: PageListener<Event>): void {
    this.#listeners.delete(listener)
  }

  /** Reads what is new. Calls while it reads are joined. */
  wake(): void {
    this.#isWoken = true
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      while (this.#isWoken && this.#listeners.size > 0) {
        this.#isWoken = false
        await this.#readAll()
        await delay(GAP_MS, undefined, { ref: false })
      }
    } catch (error) {
      this.#parts.onError(error)
    } finally {
      this.#isRunning = false
    }
  }

  async #readAll(): Promise<void> {
    for (;;) {
      const page = await this.#parts.read(this.#cursor)
      this.#cursor = page.next
      for (const listener of this.#listeners) listener.deliver(page)
      if (page.isLast || this.#listeners.size === 0) return
    }
  }
}
