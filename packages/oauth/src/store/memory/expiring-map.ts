/** A map whose entries are gone after their time. */
export class ExpiringMap<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly expiresAt: number }>()
  readonly #clock: () => number

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Entries, with those that are gone and not cleaned yet. */
  get size(): number {
    return this.#entries.size
  }

  /** The keys of so many entries that are gone first, of those that are gone within some seconds. */
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

  /** When an entry is gone, by the clock; 0 for one that is not there. */
  expiryOf(key: string): number {
    return this.#entries.get(key)?.expiresAt ?? 0
  }

  /** Seconds until an entry is gone; none for one that is. */
  secondsLeft(key: string): number {
    return Math.max(0, (this.#entries.get(key)?.expiresAt ?? 0) - this.#clock())
  }

  set(key: string, value: Value, ttlSeconds: number): void {
    this.#entries.set(key, { value, expiresAt: this.#clock() + ttlSeconds })
  }

  /** Replaces the value of an entry that is there, and leaves its time as it is. */
  update(key: string, value: Value): void {
    const entry = this.#entries.get(key)
    if (entry) this.#entries.set(key, { ...entry, value })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** The values that are still there, with their keys. */
  *live(): Generator<readonly [string, Value]> {
    for (const [key, { value, expiresAt }] of this.#entries) {
      if (expiresAt > this.#clock()) yield [key, value]
    }
  }

  /** Removes what is gone, and says how many those were. */
  clean(): number {
    const before = this.#entries.size
    for (const [key, { expiresAt }] of this.#entries) {
      if (expiresAt <= this.#clock()) this.#entries.delete(key)
    }
    return before - this.#entries.size
  }
}
