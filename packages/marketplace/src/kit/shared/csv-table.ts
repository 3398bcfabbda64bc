/** Reads small tables from CSV. Pure. */
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { type Issue, isRefusal, type Refusal, refuseIssues } from './errors.ts'

/** A row of a CSV file, and the number of its last line, from 1. */
interface CsvRow {
  readonly record: readonly string[]
  readonly line: number
}

/** The rows of a CSV file. */
export interface CsvRows {
  readonly rows: readonly CsvRow[]
  /** Whether numbers have a decimal comma, too: if other characters separate the fields. */
  readonly hasCommas: boolean
}

/**
 * Reads the rows of a CSV file, whose fields are separated by the first comma, semicolon or tab of its first line. Refusal:
 * `MARKET_INVALID_INPUT` if it cannot be read.
 */
export function readRows(text: string): CsvRows | Refusal {
  const [header = ''] = text.trimStart().split(/\r?\n/, 1)
  const delimiter = /[,;\t]/.exec(header)?.[0] ?? ','
  const options = { bom: true, trim: true, skip_empty_lines: true, info: true } as const
  try {
    const rows = parse(text, { ...options, delimiter })
    return {
      rows: (rows as unknown as { record: string[]; info: { lines: number } }[]).map(
        ({ record, info }) => ({ record, line: info.lines }),
      ),
      hasCommas: delimiter !== ',',
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refuseIssues([{ path: '/file', message: `must be CSV: ${error.message}` }])
  }
}

/**
 * Reads a CSV file that has the given columns and no others, in any order. See {@link readRows}.
 *
 * Refusal: `MARKET_INVALID_INPUT` if the file cannot be read, or lacks a column.
 *
 * @param numeric the column of numbers, which get a decimal point
 */
export function readTable<Column extends string>(
  text: string,
  columns: readonly Column[],
  numeric: Column,
): readonly Readonly<Record<Column, string>>[] | Refusal {
  const file = readRows(text)
  if (isRefusal(file)) return file
  const [first, ...lines] = file.rows
  const header = first?.record ?? []
  const places = columns.map((name) => header.indexOf(name))
  if (places.includes(-1) || header.length !== columns.length) {
    const message = `must begin with the line ${columns.join(',')}, but begins with ${JSON.stringify(header.join(',').slice(0, 80))}`
    return refuseIssues([{ path: '/file', message }])
  }
  if (lines.length === 0) {
    const message = 'must have at least one line below the names of the columns'
    return refuseIssues([{ path: '/file', message }])
  }
  return lines.map(({ record }) => {
    const cellOf = (index: number) => record[places[index] as number] ?? ''
    const values = columns.map((name, index) => [name, cellOf(index)])
    const number = withPoint(cellOf(columns.indexOf(numeric)), file.hasCommas)
    return { ...Object.fromEntries(values), [numeric]: number } as Record<Column, string>
  })
}

function withPoint(text: string, hasCommas: boolean): string {
  return hasCommas && /^-?\d+,\d+$/.test(text) ? text.replace(',', '.') : text
}

/** The number that a cell contains. Text that is no number stays, and is refused where it is stored. */
export function numberInCell(text: string, hasCommas = false): number | string {
  const number = withPoint(text, hasCommas)
  return /^-?\d+(\.\d+)?$/.test(number) ? Number(number) : text
}

/** Writes rows as lines of a CSV file that {@link readRows} reads. */
export function toCsvLines(rows: readonly (readonly unknown[])[]): string {
  const cast = { boolean: (value: boolean) => (value ? 'true' : '') }
  return stringify(rows as unknown[][], { quoted_match: /[;\t]/, cast })
}

/** The issues of items as issues of the lines of their file, of which the first one has the names of the columns. */
export function issuesOfLines(issues: readonly Issue[], first: number): readonly Issue[] {
  return issues.map(({ path, message }) => {
    const [, index = '0', column] = path.split('/')
    const place = column === undefined ? '' : `${column} `
    return { path: `/Line ${Number(index) + first + 2}`, message: `${place}${message}` }
  })
}
