/**
 * Delimited text to records, by RFC 4180 with any delimiter and any line end. Our own, because csv-parse reads about 10 MB/s byte by byte,
 * which is less than the hub stores; the tests compare the two.
 */

/** Characters of a record. A longer one is a quote that was never closed, or no table. */
export const MAX_RECORD = 1_048_576

/** A record, or what is wrong with it. `row` counts records from 1. */
export type TextRecord =
  | { readonly row: number; readonly cells: string[] }
  | { readonly row: number; readonly fault: string; readonly isEnd: boolean }

export class RecordSplitter {
  readonly #delimiter: string
  readonly #quotes: boolean
  #rest = ''
  #row = 0
  #text = ''
  #isLast = false
  #nextDelimiter = -1
  #nextLf = -1
  #nextCr = -1

  constructor({ delimiter, quotes }: { readonly delimiter: string; readonly quotes: boolean }) {
    this.#delimiter = delimiter
    this.#quotes = quotes
  }

  /** Returns the records that are complete now. After a record with `isEnd`, nothing more can be read. */
  push(text: string, isLast: boolean): TextRecord[] {
    this.#text = this.#rest === '' ? text : this.#rest + text
    this.#isLast = isLast
    this.#nextDelimiter = this.#nextLf = this.#nextCr = -1
    const records: TextRecord[] = []
    let at = 0
    while (at < this.#text.length) {
      const cells: string[] = []
      const end = this.#readRecord(at, cells, records)
      if (end === INCOMPLETE) break
      at = end
    }
    this.#rest = this.#text.slice(at)
    if (this.#rest.length > MAX_RECORD || (isLast && this.#rest !== '')) {
      records.push({ row: this.#row + 1, fault: this.#endless(), isEnd: true })
      this.#rest = ''
    }
    return records
  }

  #endless(): string {
    return this.#rest.length > MAX_RECORD
      ? `is longer than ${MAX_RECORD} characters: a quote may not be closed, or the delimiter is another one`
      : 'has a quote that is never closed'
  }

  /** Reads a record. Returns the position behind it. */
  #readRecord(start: number, cells: string[], records: TextRecord[]): number {
    let at = start
    for (;;) {
      const isQuoted = this.#quotes && this.#text.charCodeAt(at) === QUOTE
      const end = isQuoted ? this.#readQuoted(at, cells) : this.#readPlain(at, cells)
      if (end === INCOMPLETE) return INCOMPLETE
      if (this.#text.startsWith(this.#delimiter, end)) {
        at = end + this.#delimiter.length
        continue
      }
      const next = this.#lineEnd(end)
      if (next === NO_LINE_END) return this.#skipRecord(end, cells.length, records)
      if (next !== INCOMPLETE) this.#finishRecord(cells, records)
      return next
    }
  }

  /** An empty line counts as a row, as in a spreadsheet. */
  #finishRecord(cells: string[], records: TextRecord[]): void {
    this.#row += 1
    if (cells.length > 1 || cells[0] !== '') records.push({ row: this.#row, cells })
  }

  /** Text follows a closing quote: the record ends with its line. */
  #skipRecord(from: number, field: number, records: TextRecord[]): number {
    const eol = this.#findEol(from)
    if (eol === this.#text.length && !this.#isLast) return INCOMPLETE
    const next = this.#lineEnd(eol)
    if (next === INCOMPLETE) return INCOMPLETE
    this.#row += 1
    const fault = `has text behind the closing quote of field ${field}: a quote inside of a quoted field is written twice`
    records.push({ row: this.#row, fault, isEnd: false })
    return next
  }

  #readPlain(start: number, cells: string[]): number {
    if (this.#nextDelimiter < start) {
      const found = this.#text.indexOf(this.#delimiter, start)
      this.#nextDelimiter = found === -1 ? Number.POSITIVE_INFINITY : found
    }
    const end = Math.min(this.#nextDelimiter, this.#findEol(start))
    if (end === this.#text.length && !this.#isLast) return INCOMPLETE
    cells.push(this.#text.slice(start, end))
    return end
  }

  #readQuoted(start: number, cells: string[]): number {
    let isEscaped = false
    let from = start + 1
    for (;;) {
      const quote = this.#text.indexOf('"', from)
      if (quote === -1) return INCOMPLETE
      if (quote + 1 === this.#text.length && !this.#isLast) return INCOMPLETE
      if (this.#text.charCodeAt(quote + 1) !== QUOTE) {
        const value = this.#text.slice(start + 1, quote)
        cells.push(isEscaped ? value.replaceAll('""', '"') : value)
        return quote + 1
      }
      isEscaped = true
      from = quote + 2
    }
  }

  #findEol(from: number): number {
    if (this.#nextLf < from) this.#nextLf = this.#find('\n', from)
    if (this.#nextCr < from) this.#nextCr = this.#find('\r', from)
    return Math.min(this.#nextLf, this.#nextCr)
  }

  #find(what: string, from: number): number {
    const found = this.#text.indexOf(what, from)
    return found === -1 ? this.#text.length : found
  }

  /** The position behind the line end that begins at a position. */
  #lineEnd(at: number): number {
    if (at >= this.#text.length) return this.#isLast ? at : INCOMPLETE
    const code = this.#text.charCodeAt(at)
    if (code === LF) return at + 1
    if (code !== CR) return NO_LINE_END
    if (at + 1 === this.#text.length) return this.#isLast ? at + 1 : INCOMPLETE
    return this.#text.charCodeAt(at + 1) === LF ? at + 2 : at + 1
  }
}

const QUOTE = 34
const LF = 10
const CR = 13
const INCOMPLETE = -1
const NO_LINE_END = -2
