/** The orders that are posted and not yet read back. Their number is limited, so that memory use stays constant. */

/** An order that the hub has answered with 2xx. */
export interface PostedOrder {
  readonly id: number
  readonly reference: string
  /** The reference of the merchant, if an earlier run has acknowledged the order. */
  readonly merchantReference: string | null
  /** The content that the order must have when it is read back. */
  readonly fingerprint: string
  readonly rows: number
}

/** Tracks the orders that are posted and not yet read back, and lets both sides wait for each other. */
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

  /** Resolves at the next change. Read it before you check what is waiting, so that you miss no change. */
  get change(): Promise<void> {
    return this.#change.promise
  }

  /** Whether no order is left, and no more orders will come. */
  get isDone(): boolean {
    return this.#isEnded && this.#posting === 0 && this.#posted.size === 0
  }

  /** The orders that are not yet read back, by Id. */
  get waiting(): ReadonlyMap<number, PostedOrder> {
    return this.#posted
  }

  /** Waits for room for one more order. Each `enter` is followed by one `leave` or `add`. */
  async enter(signal: AbortSignal): Promise<void> {
    while (this.#posting + this.#posted.size >= this.#most && !signal.aborted) await this.change
    signal.throwIfAborted()
    this.#posting += 1
  }

  /** The order of an `enter` does not have to be read back. */
  leave(): void {
    this.#posting -= 1
    this.#changed()
  }

  /** The order of an `enter` was answered with 2xx. */
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
