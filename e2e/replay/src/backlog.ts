/** The orders between their POST and the moment they are read back: bounded, so that memory stays flat. */

/** An order that the hub has answered with 2xx. */
export interface PostedOrder {
  readonly id: number
  readonly reference: string
  /** The merchant's reference, when an earlier run has acknowledged it. */
  readonly merchantReference: string | null
  /** What its content must be when it is read back. */
  readonly fingerprint: string
  readonly rows: number
}

/** Keeps account of what was posted and is not read back yet, and lets the two sides wait for each other. */
export class Backlog {
  readonly #most: number
  readonly #posted = new Map<number, PostedOrder>()
  #posting = 0
  #isEnded = false
  #change = Promise.withResolvers<void>()

  constructor(most: number, signal: AbortSignal) {
    this.#most = most
    signal.addEventListener('abort', () => this.#changed(), { once: true })
  }

  /** Resolves at the next change. Take it before looking at what is waiting, so that no change is missed. */
  get change(): Promise<void> {
    return this.#change.promise
  }

  /** Whether nothing is left and nothing will come. */
  get isDone(): boolean {
    return this.#isEnded && this.#posting === 0 && this.#posted.size === 0
  }

  /** The orders that wait to be read back, by Id. */
  get waiting(): ReadonlyMap<number, PostedOrder> {
    return this.#posted
  }

  /** Waits for room for one more order. Each `enter` is followed by one `leave` or `add`. */
  async enter(signal: AbortSignal): Promise<void> {
    while (this.#posting + this.#posted.size >= this.#most && !signal.aborted) await this.change
    signal.throwIfAborted()
    this.#posting += 1
  }

  /** The order that entered has not to be read back. */
  leave(): void {
    this.#posting -= 1
    this.#changed()
  }

  /** The order that entered was answered with 2xx. */
  add(order: PostedOrder): void {
    this.#posted.set(order.id, order)
    this.leave()
  }

  /** An order was read back. */
  remove(id: number): void {
    this.#posted.delete(id)
    this.#changed()
  }

  /** No more orders will enter. */
  end(): void {
    this.#isEnded = true
    this.#changed()
  }

  #changed(): void {
    const { resolve } = this.#change
    this.#change = Promise.withResolvers()
    resolve()
  }
}
