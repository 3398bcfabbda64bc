/** A map whose entries expire. */
export class ExpiringMap<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly expiresAt: number }>()
  readonly #clock: () => number

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** The number of entries, including expired ones that are not removed yet. */
  get size(): number {
    return this.#entries.size
  }

  /** Returns the keys of the entries that expire first, among those that expire within some seconds. */
  firstToGo(count: number, seconds: number): readonly string[] {
    const until = this.#clock() + seconds
    return [...this.#entries]
      .filter(([, { expiresAt }]) => expiresAt <= until)
      .toSorted(([, one], [, other]) => one.expiresAt - other.expiresAt)
      .slice(0, count)
      .map(([key]) => key)
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.expiresAt > this.#clock() ? entry.value : undefined
  }

  /** The time when an entry expires; 0 if it does not exist. */
  expiryOf(key: string): number {
    return this.#entries.get(key)?.expiresAt ?? 0
  }

  /** Seconds until an entry expires; 0 if it has expired. */
  secondsLeft(key: string): number {
    return Math.max(0, (this.#entries.get(key)?.expiresAt ?? 0) - this.#clock())
  }

  set(key: string, value: Value, ttlSeconds: number): void {
    this.#entries.set(key, { value, expiresAt: this.#clock() + ttlSeconds })
  }

  /** Replaces the value of an existing entry, and does not change its expiry. */
  update(key: string, value: Value): void {
    const entry = this.#entries.get(key)
    if (entry) this.#entries.set(key, { ...entry, value })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** The values that have not expired, with their keys. */
  *live(): Generator<readonly [string, Value]> {
    for (const [key, { value, expiresAt }] of this.#entries) {
      if (expiresAt > this.#clock()) yield [key, value]
    }
  }

  /** Removes expired entries, and returns their number. */
  clean(): number {
    const before = this.#entries.size
    for (const [key, { expiresAt }] of this.#entries) {
      if (expiresAt <= this.#clock()) this.#entries.delete(key)
    }
    return before - this.#entries.size
  }
}
