/** The largest of many values, of which few are in memory. Pure. */

/** How large a value is: first by kind, then by size. */
export interface Size {
  readonly kind: number
  readonly size: number
}

/** How many values are kept. */
export const MAX_LARGEST = 50

/** Collects values. Of those of equal size, the first ones are kept. */
export class Largest<T> {
  #kept: { readonly size: Size; readonly value: T }[] = []
  /** Values up to this size are not kept. */
  #floor: Size | undefined

  add(size: Size, value: T): void {
    if (this.#floor !== undefined && compare(size, this.#floor) <= 0) return
    this.#kept.push({ size, value })
    // Sorted rarely, so that adding costs little.
    if (this.#kept.length === 2 * MAX_LARGEST) this.#cut()
  }

  /** The largest values, largest first. */
  toList(): readonly T[] {
    this.#cut()
    return this.#kept.map(({ value }) => value)
  }

  #cut(): void {
    this.#kept = this.#kept.toSorted((a, b) => compare(b.size, a.size)).slice(0, MAX_LARGEST)
    if (this.#kept.length === MAX_LARGEST) this.#floor = this.#kept.at(-1)?.size
  }
}

function compare(a: Size, b: Size): number {
  if (a.kind !== b.kind) return a.kind - b.kind
  return a.size === b.size ? 0 : a.size - b.size
}
