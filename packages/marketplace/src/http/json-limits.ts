/**
 * What a JSON body may hold, counted before it is parsed. `JSON.parse` cannot be interrupted, and what it costs depends on the
 * number of values and names, not on the bytes: 10 MB of brackets take 1.3 s, 10 MB of products 20 ms
 * (docs/decisions/0012-answers-of-the-hub.md).
 */
import { MarketplaceError, refuse } from '../errors.ts'

/** Levels of arrays and objects. The deepest call, ExtraData of a child in an array, needs five. */
export const MAX_DEPTH = 32

/** Values of a whole body: 10,000 products with all their fields are 250,000. */
export const MAX_VALUES = 1_000_000

/** Values and names that are parsed at once: of an item of an array, else of the whole body. 80 ms at the worst. */
export const MAX_VALUES_AT_ONCE = 300_000
export const MAX_NAMES_AT_ONCE = 200_000

/** Values after which an array may be cut, to let other requests run. */
const PIECE_VALUES = 20_000

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Counts what a text holds, in one pass over its bytes: a comma or an opening bracket is a value, a colon is a name. Nothing
 * else is looked at, so a text that is no JSON may be counted wrong; it is refused when it is parsed.
 *
 * @returns the places of the commas at which the text, if it is an array, can be cut into pieces of some 20,000 values
 * @throws MarketplaceError `MARKET_INVALID_BODY` for nesting, `MARKET_BODY_TOO_LARGE` for values and names
 * @example
 * const cuts = findCuts(Buffer.from('[1,2]')) // [], too short to be cut
 */
export function findCuts(bytes: Uint8Array): readonly number[] {
  const counter = new Counter()
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfText(bytes, at)
        break
      case OPEN_ARRAY:
        counter.open(true)
        break
      case OPEN_OBJECT:
        counter.open(false)
        break
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        counter.close()
        break
      case COMMA:
        counter.comma(at)
        break
      case COLON:
        counter.colon()
        break
    }
  }
  return counter.cuts
}

function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

class Counter {
  readonly cuts: number[] = []
  #depth = 0
  #isArray = false
  /** Of the pieces before this one. */
  #values = 0
  #valuesAtOnce = 0
  #namesAtOnce = 0

  open(isArray: boolean): void {
    if (this.#depth === 0) this.#isArray = isArray
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw tooDeep()
    this.#addValue()
  }

  close(): void {
    this.#depth -= 1
  }

  comma(at: number): void {
    this.#addValue()
    if (this.#depth !== 1 || !this.#isArray || this.#valuesAtOnce <= PIECE_VALUES) return
    this.cuts.push(at)
    this.#values += this.#valuesAtOnce
    this.#valuesAtOnce = 0
    this.#namesAtOnce = 0
  }

  colon(): void {
    this.#namesAtOnce += 1
    if (this.#namesAtOnce > MAX_NAMES_AT_ONCE) throw tooMuchAtOnce()
  }

  #addValue(): void {
    this.#valuesAtOnce += 1
    if (this.#valuesAtOnce > MAX_VALUES_AT_ONCE) throw tooMuchAtOnce()
    if (this.#values + this.#valuesAtOnce > MAX_VALUES) throw tooMuch()
  }
}

function tooDeep(): Error {
  const detail = `The body is nested deeper than ${MAX_DEPTH} levels. No call takes such a body.`
  return new MarketplaceError(refuse('MARKET_INVALID_BODY', detail))
}

function tooMuchAtOnce(): Error {
  const detail = `The body, or an item of it, holds more than ${MAX_VALUES_AT_ONCE} values or ${MAX_NAMES_AT_ONCE} names. Send less at once.`
  return new MarketplaceError(refuse('MARKET_BODY_TOO_LARGE', detail))
}

function tooMuch(): Error {
  const detail = `The body holds more than ${MAX_VALUES} values. Send less at once.`
  return new MarketplaceError(refuse('MARKET_BODY_TOO_LARGE', detail))
}
