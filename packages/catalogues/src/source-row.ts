/** One row of a file, by the names of its columns. */
import { restoreCell } from './values.ts'

/** A row of a table or an item of XML. Names are lower-case. */
export interface SourceRow {
  readonly row: number
  /** Whether the file has such a column. */
  has(name: string): boolean
  /** The trimmed text; empty if there is none. */
  get(name: string): string
  /** The text as it stands. */
  raw(name: string): string
  /** Names and texts that are not empty, with the names as the file writes them. */
  entries(): Iterable<readonly [name: string, text: string]>
}

/** The header of a table. A name that stands twice means the first of its cells that is not empty. */
export class Header {
  readonly names: readonly string[]
  readonly #columns = new Map<string, number[]>()

  constructor(cells: readonly string[]) {
    this.names = cells.map((cell) => cell.trim())
    for (const [index, name] of this.names.entries()) {
      const key = name.toLowerCase()
      const columns = this.#columns.get(key)
      if (columns) columns.push(index)
      else this.#columns.set(key, [index])
    }
  }

  has(name: string): boolean {
    return this.#columns.has(name)
  }

  columnsOf(name: string): readonly number[] {
    return this.#columns.get(name) ?? NONE
  }
}

const NONE: readonly number[] = []

/** A row of a table. */
export class TableRow implements SourceRow {
  readonly row: number
  readonly #header: Header
  readonly #cells: readonly string[]

  constructor(header: Header, row: number, cells: readonly string[]) {
    this.#header = header
    this.row = row
    this.#cells = cells
  }

  has(name: string): boolean {
    return this.#header.has(name)
  }

  get(name: string): string {
    return this.raw(name).trim()
  }

  raw(name: string): string {
    for (const column of this.#header.columnsOf(name)) {
      const text = this.#cells[column]
      if (text) return restoreCell(text)
    }
    return ''
  }

  *entries(): Iterable<readonly [string, string]> {
    const seen = new Set<string>()
    for (const [index, name] of this.#header.names.entries()) {
      const text = this.#cells[index]
      if (name === '' || !text || text.trim() === '' || seen.has(name)) continue
      seen.add(name)
      yield [name, restoreCell(text)]
    }
  }
}

/** An item of XML. */
export class ElementRow implements SourceRow {
  readonly row: number
  readonly #values: ReadonlyMap<string, string>

  constructor(row: number, values: ReadonlyMap<string, string>) {
    this.row = row
    this.#values = values
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  get(name: string): string {
    return this.raw(name).trim()
  }

  raw(name: string): string {
    return this.#values.get(name) ?? ''
  }

  *entries(): Iterable<readonly [string, string]> {
    for (const entry of this.#values) if (entry[1].trim() !== '') yield entry
  }
}
