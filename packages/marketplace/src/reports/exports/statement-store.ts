/** The statements of exports. They are constant texts, because `copy` takes no parameters: the page comes from a setting of the transaction. */
import type { Column, Columns, Group } from './columns.ts'

/** The formats of exports. */
export const EXPORT_FORMATS = ['csv', 'ndjson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The setting of the transaction that holds the page: `{ "customerId": "2", "keys": ["17", "18"] }`. */
export const PAGE_SETTING = 'entrepot.export_page'

/** The rows of a kind: its columns, and the tables of its keys. */
export interface Rows {
  readonly columns: Columns
  /** Tables with a condition, in which {@link CUSTOMER_OF_PAGE} and {@link keysOfPage} stand for the page. */
  readonly from: string
  readonly orderBy: string
}

const PAGE = `current_setting('${PAGE_SETTING}')::jsonb`

/** The customer of the page. */
export const CUSTOMER_OF_PAGE = `(select (${PAGE} ->> 'customerId')::bigint)`

/** The keys of the page, as an array. */
export const keysOfPage = (type: 'text' | 'bigint'): string =>
  // With the cast outside, `any` takes an array and not rows.
  `((select array(select jsonb_array_elements_text(${PAGE} -> 'keys')))::${type}[])`

/**
 * The rule of `guardCell` of `@entrepot/catalogues` in SQL; a test compares the two. The first character is compared before, because the
 * expression is evaluated for each text of millions of rows.
 *
 * @param text the expression of a text
 */
export const guarded = (text: string) =>
  `case when ascii(${text}) in (39, 61, 43, 45, 64, 9, 13) and ${text} ~ '^''*[=+\\-@\\t\\r]' then '''' || ${text} else ${text} end`

const moment = (sql: string) =>
  `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The names of the cells of a line of CSV. */
export function csvHeader(columns: Columns): string {
  const names = columns.flatMap((column) =>
    isGroup(column) ? column.fields.map((field) => `${column.name}.${field}`) : [column.name],
  )
  return `${names.join(',')}\n`
}

/** The statement that writes the rows of a page. */
export function copyStatement({ columns, from, orderBy }: Rows, format: ExportFormat): string {
  if (format === 'csv') {
    const cells = columns.flatMap((column) =>
      isGroup(column) ? groupCells(column) : [cell(column)],
    )
    return `copy (select ${cells.join(', ')} from ${from} order by ${orderBy}) to stdout (format csv)`
  }
  const values = columns.map((column) => `${jsonValue(column)} as "${column.name}"`)
  const rows = `select ${values.join(', ')} from ${from} order by ${orderBy}`
  // JSON contains no control characters, so nothing is quoted or doubled with these.
  return `copy (select row_to_json(r) from (${rows}) r) to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`
}

function cell({ type, sql }: Column): string {
  if (type === 'moment') return moment(sql)
  if (type === 'flag') return `${sql}::text`
  return type === 'text' ? guarded(sql) : sql
}

function groupCells({ sql, fields }: Group): string[] {
  return fields.map((field) => guarded(`(${sql} ->> '${field}')`))
}

function jsonValue(column: Column | Group): string {
  return !isGroup(column) && column.type === 'moment' ? moment(column.sql) : column.sql
}

function isGroup(column: Column | Group): column is Group {
  return 'fields' in column
}
