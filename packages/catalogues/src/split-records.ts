/** Delimited text to records, by `csv-parse`. */
import { type Parser, parse } from 'csv-parse'

/** The size of a record. A longer one is a quote that was never closed, or no table. */
export const MAX_RECORD = 1_048_576

/** A record, or what is wrong with it. `row` counts records from 1. */
export type TextRecord =
  | { readonly row: number; readonly cells: readonly string[] }
  | { readonly row: number; readonly issue: string; readonly isEnd: boolean }

/** Divides text by RFC 4180 with any delimiter and any line end, piece by piece. */
export class RecordSplitter {
  readonly #parser: Parser
  readonly #quotes: boolean
  #records: TextRecord[] = []
  #row = 0
  /** The bytes of the texts in which no record has ended. The option `max_record_size` does not count empty fields. */
  #open = 0
  /** Counts the bytes of all texts up to the end of the last record. */
  #ended = 0
  /** The bytes since `#heldFrom`, the end of the last record before this piece. */
  #held = Buffer.alloc(0)
  #heldFrom = 0

  constructor({ delimiter, quotes }: { readonly delimiter: string; readonly quotes: boolean }) {
    this.#quotes = quotes
    this.#parser = parse({
      delimiter,
      quote: quotes ? '"' : null,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // Without it, a bad quote swallows the rows up to the next quote.
      relax_quotes: true,
      // Records are collected here, and none waits in the stream. The option `raw` would copy each byte.
      on_record: (cells: readonly string[], { bytes }) => {
        this.#add(cells, bytes)
        return null
      },
    })
    // Errors are also passed to the callbacks of `push`.
    this.#parser.on('error', () => {})
  }

  /** Returns the records that are complete now. After a record with `isEnd`, nothing more can be read. */
  async push(text: string, isLast: boolean): Promise<readonly TextRecord[]> {
    const bytes = Buffer.from(text)
    const before = this.#row
    this.#held = Buffer.concat([this.#held.subarray(this.#ended - this.#heldFrom), bytes])
    this.#heldFrom = this.#ended
    const error =
      (await new Promise<unknown>((done) => this.#parser.write(bytes, done))) ??
      (isLast && (await new Promise<unknown>((done) => this.#parser.end(done))))
    this.#open = this.#row === before ? this.#open + bytes.length : 0
    if (this.#open > MAX_RECORD) this.#end(ENDLESS)
    else if (error) this.#end(describe(error))
    const records = this.#records
    this.#records = []
    return records
  }

  #end(issue: string): void {
    this.#records.push({ row: this.#row + 1, issue, isEnd: true })
  }

  /** An empty line counts as a row, as in a spreadsheet. */
  #add(cells: readonly string[], end: number): void {
    this.#row += 1
    const row = this.#row
    const start = this.#ended
    this.#ended = end
    const raw = () => this.#held.toString('utf8', start - this.#heldFrom, end - this.#heldFrom)
    const field = this.#quotes ? cells.findIndex((cell) => isTorn(cell, raw)) : -1
    if (field !== -1) {
      const issue = `has text behind the closing quote of field ${field + 1}: a quote inside of a quoted field is written twice`
      this.#records.push({ row, issue, isEnd: false })
    } else if (cells.length > 1 || cells[0] !== '') {
      this.#records.push({ row, cells })
    }
  }
}

/**
 * If text follows the closing quote of a field, csv-parse returns the field with its quotes. A field that begins with a quote was written
 * otherwise.
 */
function isTorn(cell: string, raw: () => string): boolean {
  return cell.startsWith('"') && !raw().includes(`"${cell.replaceAll('"', '""')}"`)
}

function describe(error: unknown): string {
  if ((error as { readonly code?: unknown }).code !== 'CSV_QUOTE_NOT_CLOSED') throw error
  return 'has a quote that is never closed'
}

const ENDLESS = `is longer than ${MAX_RECORD} bytes: a quote may not be closed, or the delimiter is another one`
