/**
 * Limits for the content of a JSON body, which are checked before it is parsed. `JSON.parse` cannot be interrupted, and its cost depends on
 * the number of values and names, not on the number of bytes (docs/decisions/0015-answers.md).
 */
import { MarketplaceError, refuse } from '../shared/errors.ts'

/** Maximum depth of arrays and objects. The deepest input, ExtraData of a child in an array, needs five levels. */
export const MAX_DEPTH = 32

/** Maximum number of values in a body. 10,000 products with all their fields have 250,000. */
export const MAX_VALUES = 1_000_000

/** Maximum number of values and of names that are parsed at once: those in one item of a {@link List}, and those outside of lists. */
export const MAX_VALUES_AT_ONCE = 150_000
export const MAX_NAMES_AT_ONCE = 40_000

/** Number of values after which a list is cut, so that other requests can run. Parsing them takes one or two milliseconds. */
const PIECE_VALUES = 2_000

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** An array that is long enough to be parsed in pieces: the body, or a property of the body. All positions are byte offsets. */
export interface List {
  /** Position of its `[`. */
  readonly start: number
  /** Positions of commas between its items, about 2,000 values apart. */
  readonly cuts: readonly number[]
  /** Position of its `]`. */
  readonly end: number
}

/**
 * Counts values and names in one pass over the bytes: each comma or opening bracket is a value, each colon is a name. The count can be
 * wrong for text that is not JSON, but such text is refused when it is parsed.
 *
 * @returns the long lists of the text
 * @throws MarketplaceError `MARKET_INVALID_BODY` for nesting, `MARKET_BODY_TOO_LARGE` for values and names
 * @example
 * const lists = checkJsonLimits(Buffer.from('[1,2]')) // [], too short to be cut
 */
export function checkJsonLimits(bytes: Uint8Array): readonly List[] {
  const counter = new Counter()
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfText(bytes, at)
        break
      case OPEN_ARRAY:
        counter.open(at, true)
        break
      case OPEN_OBJECT:
        counter.open(at, false)
        break
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        counter.close(at)
        break
      case COMMA:
        counter.comma(at)
        break
      case COLON:
        counter.colon()
        break
    }
  }
  return counter.lists
}

function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

/** The counts of a part that is parsed at once. */
interface Part {
  values: number
  names: number
}

class Counter {
  readonly lists: List[] = []
  #values = 0
  #depth = 0
  /** The depth of lists: the body itself, or the properties of the body. */
  #listDepth = 1
  #list: { readonly start: number; readonly cuts: number[] } | undefined
  readonly #outside: Part = { values: 0, names: 0 }
  /** The part of the list since the last cut. */
  #piece: Part = { values: 0, names: 0 }
  #part = this.#outside

  open(at: number, isArray: boolean): void {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw tooDeep()
    if (this.#depth === 1) this.#listDepth = isArray ? 1 : 2
    this.#addValue()
    if (isArray && this.#depth === this.#listDepth) {
      this.#list = { start: at, cuts: [] }
      this.#piece = { values: 0, names: 0 }
      this.#part = this.#piece
    }
  }

  close(at: number): void {
    if (this.#list && this.#depth === this.#listDepth) this.#endList(this.#list, at)
    this.#depth -= 1
  }

  comma(at: number): void {
    this.#addValue()
    if (this.#list === undefined || this.#depth !== this.#listDepth) return
    if (this.#piece.values < PIECE_VALUES) return
    this.#list.cuts.push(at)
    this.#piece.values = 0
    this.#piece.names = 0
  }

  colon(): void {
    this.#part.names += 1
    if (this.#part.names > MAX_NAMES_AT_ONCE) throw tooMuchAtOnce()
  }

  #addValue(): void {
    this.#values += 1
    this.#part.values += 1
    if (this.#part.values > MAX_VALUES_AT_ONCE) throw tooMuchAtOnce()
    if (this.#values > MAX_VALUES) throw tooMuch()
  }

  /** A list without cuts is parsed together with its surroundings. */
  #endList({ start, cuts }: Omit<List, 'end'>, end: number): void {
    this.#part = this.#outside
    this.#list = undefined
    if (cuts.length > 0) {
      this.lists.push({ start, cuts, end })
      return
    }
    this.#outside.values += this.#piece.values
    this.#outside.names += this.#piece.names
    const { values, names } = this.#outside
    if (values > MAX_VALUES_AT_ONCE || names > MAX_NAMES_AT_ONCE) throw tooMuchAtOnce()
  }
}

function tooDeep(): Error {
  const detail = `The body is nested deeper than ${MAX_DEPTH} levels. No call takes such a body.`
  return new MarketplaceError(refuse('MARKET_INVALID_BODY', detail))
}

function tooMuchAtOnce(): Error {
  const detail = `The body, or an item of its list, holds more than ${MAX_VALUES_AT_ONCE} values or ${MAX_NAMES_AT_ONCE} names. Send less at once.`
  return new MarketplaceError(refuse('MARKET_BODY_TOO_LARGE', detail))
}

function tooMuch(): Error {
  const detail = `The body holds more than ${MAX_VALUES} values. Send less at once.`
  return new MarketplaceError(refuse('MARKET_BODY_TOO_LARGE', detail))
}
