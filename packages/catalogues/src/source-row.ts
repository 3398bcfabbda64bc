/** One row of a file, by the names of its columns. */
import { restoreCell } from './values/text.ts'

type NameTest = (name: string) => boolean

/** The name by which a format knows a column, such as `regular price` for `reguliere prijs`. Names are lower-case. */
export type NameRule = (name: string) => string

/** A row of a table or an item of XML. Names are lower-case. */
export interface SourceRow {
  readonly row: number
  /** Whether the file has such a column. */
  has(name: string): boolean
  /** A name as the file writes it. */
  nameOf(name: string): string
  /** The trimmed text; empty if there is none. */
  get(name: string): string
  /** The text as it stands. */
  raw(name: string): string
  /**
   * Names and texts of the other columns, as the file writes them and without those that are empty. `isUsed` gets the names by which the
   * format knows them, and must be the same function for all rows: a table asks it once.
   */
  others(isUsed: NameTest): Iterable<readonly [name: string, text: string]>
}

/** The header of a table. A name that stands twice means the first of its cells that is not empty. */
export class Header {
  readonly names: readonly string[]
  readonly #keys: readonly string[]
  readonly #columns = new Map<string, number[]>()
  readonly #others = new Map<NameTest, readonly (readonly [string, readonly number[]])[]>()

  constructor(cells: readonly string[], toName: NameRule = asWritten) {
    this.names = cells.map((cell) => cell.trim())
    this.#keys = this.names.map((name) => toName(name.toLowerCase()))
    for (const [index, key] of this.#keys.entries()) {
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

  /** The names of the columns that are not used, and where they stand. */
  others(isUsed: NameTest): readonly (readonly [name: string, columns: readonly number[]])[] {
    const known = this.#others.get(isUsed)
    if (known) return known
    const others = new Map<string, number[]>()
    for (const [index, name] of this.names.entries()) {
      if (name === '' || isUsed(this.#keys[index] ?? '')) continue
      others.set(name, [...(others.get(name) ?? []), index])
    }
    const found = [...others]
    this.#others.set(isUsed, found)
    return found
  }
}

const NONE: readonly number[] = []
const asWritten: NameRule = (name) => name

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

  nameOf(name: string): string {
    return this.#header.names[this.#header.columnsOf(name)[0] ?? -1] ?? name
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

  *others(isUsed: NameTest): Iterable<readonly [string, string]> {
    for (const [name, columns] of this.#header.others(isUsed)) {
      const column = columns.find((index) => this.#cells[index]?.trim())
      if (column !== undefined) yield [name, restoreCell(this.#cells[column] as string)]
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

  nameOf(name: string): string {
    return name
  }

  get(name: string): string {
    return this.raw(name).trim()
  }

  raw(name: string): string {
    return this.#values.get(name) ?? ''
  }

  *others(isUsed: NameTest): Iterable<readonly [string, string]> {
    for (const entry of this.#values) {
      if (entry[1].trim() !== '' && !isUsed(entry[0].toLowerCase())) yield entry
    }
  }
}

/** The first text in the columns that is not empty; '' if there is none; undefined if the file has none of the columns. */
export function firstOf(source: SourceRow, columns: readonly string[]): string | undefined {
  let isThere = false
  for (const name of columns) {
    if (!source.has(name)) continue
    isThere = true
    const text = source.raw(name)
    if (text.trim() !== '') return text
  }
  return isThere ? '' : undefined
}

/** The name of the first column that is not empty, or of the first one. */
export function filledOf(source: SourceRow, columns: readonly string[]): string {
  return columns.find((name) => source.get(name) !== '') ?? columns[0] ?? ''
}
