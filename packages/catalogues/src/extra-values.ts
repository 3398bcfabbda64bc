/** The values of a product that have no field of their own. */
import type { CatalogueProduct } from './types.ts'
import { quote } from './values/text.ts'

/** Limits of ExtraData in the hub. Values that exceed them are left out with a note. */
const MAX_EXTRA = 100
const MAX_EXTRA_NAME = 100
const MAX_EXTRA_TEXT = 4000

/** ExtraData while a row is read. */
export class ExtraValues {
  readonly #values = new Map<string, string>()

  /** Adds a text under a name. Returns the note of a text that is left out. */
  add(name: string, text: string): string | undefined {
    if (name.length > MAX_EXTRA_NAME) return `${quote(name)} is left out: its name is too long`
    if (text.length > MAX_EXTRA_TEXT) return `${quote(name)} is left out: its text is too long`
    if (this.#values.size >= MAX_EXTRA && !this.#values.has(name)) {
      return `${quote(name)} is left out: a product has at most ${MAX_EXTRA} further values`
    }
    this.#values.set(name, text)
    return undefined
  }

  /** Null if there are none, which removes those that the product had. */
  toData(): NonNullable<CatalogueProduct['ExtraData']> | null {
    return this.#values.size > 0 ? Object.fromEntries(this.#values) : null
  }
}
