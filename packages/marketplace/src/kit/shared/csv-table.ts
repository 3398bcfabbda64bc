/** Reads small tables from CSV. Pure. */
import { CsvError, parse } from 'csv-parse/sync'
import { type Issue, type Refusal, refuseIssues } from './errors.ts'

/**
 * Reads a CSV file that has the given columns and no others, in any order, separated by commas, semicolons or tabs.
 *
 * Refusal: `MARKET_INVALID_INPUT` if the file cannot be read, or lacks a column.
 */
export function readTable<Column extends string>(
  text: string,
  columns: readonly Column[],
): readonly Readonly<Record<Column, string>>[] | Refusal {
  const options = { bom: true, trim: true, skip_empty_lines: true, delimiter: [',', ';', '\t'] }
  let rows: readonly (readonly string[])[]
  try {
    rows = parse(text, options)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refuseIssues([{ path: '/file', message: `must be CSV: ${error.message}` }])
  }
  const [header = [], ...lines] = rows
  const places = columns.map((name) => header.indexOf(name))
  if (places.includes(-1) || header.length !== columns.length) {
    const message = `must begin with the line ${columns.join(',')}, but begins with ${JSON.stringify(header.join(',').slice(0, 80))}`
    return refuseIssues([{ path: '/file', message }])
  }
  if (lines.length === 0) {
    return refuseIssues([
      { path: '/file', message: 'must have at least one line below the names of the columns' },
    ])
  }
  return lines.map((line) => {
    const values = columns.map((name, index) => [name, line[places[index] as number] ?? ''])
    return Object.fromEntries(values) as Record<Column, string>
  })
}

/** The issues of items as issues of the lines of their file, of which the first one has the names of the columns. */
export function issuesOfLines(issues: readonly Issue[], first: number): readonly Issue[] {
  return issues.map(({ path, message }) => {
    const [, index = '0', column] = path.split('/')
    const place = column === undefined ? '' : `${column} `
    return { path: `/Line ${Number(index) + first + 2}`, message: `${place}${message}` }
  })
}
