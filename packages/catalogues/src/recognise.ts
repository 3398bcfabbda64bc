/** Recognises the format of a text by its beginning. Pure functions. */
import { findUncertainty, guessColumns, toMapping } from './columns/guess.ts'
import { findMissingColumns, type MappingIssue } from './columns/mapping.ts'
import { CatalogueError } from './errors.ts'
import { findForeignSystem } from './foreign.ts'
import { TABLE_FORMATS } from './formats/index.ts'
import { mappedFormat } from './formats/mapped.ts'
import type { TableFormat } from './formats/reader.ts'
import { Header, type SourceRow, TableRow } from './source-row.ts'
import { RecordSplitter, type TextRecord } from './split-records.ts'
import type {
  CatalogueFormat,
  CatalogueSettings,
  ColumnMapping,
  ReadCatalogueOptions,
} from './types.ts'
import { decimalsOf, recogniseDecimal } from './values/amounts.ts'
import { type DayOrder, recogniseDayOrder } from './values/dates.ts'
import { toLine } from './values/text.ts'
import { XmlItems } from './xml-items.ts'

const FORMAT_NAMES = Object.keys(TABLE_FORMATS).join(', ')
const DELIMITERS = [',', ';', '\t', '|']

/** How a table is read, and what stands before its header. */
export type TableSettings = Omit<CatalogueSettings, 'encoding'> & { readonly dayOrder: DayOrder }

/** A table whose header was read. */
export interface OpenedTable {
  readonly delimiter: string
  readonly quotes: boolean
  readonly names: readonly string[]
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[]
}

/** What is no table. */
export type OtherText = Extract<CatalogueFormat, 'ndjson' | 'google'>

/**
 * Recognises what the options do not say.
 *
 * @param head the beginning of the text, without a byte order mark
 * @throws CatalogueError `CATALOGUE_FORMAT_UNKNOWN`, `CATALOGUE_MAPPING_INVALID`
 */
export async function recognise(
  head: string,
  isWhole: boolean,
  options: ReadCatalogueOptions,
): Promise<TableSettings> {
  const other = findOther(head, options)
  if (other !== undefined && options.mapping) throw unknown(`it is no table, so it has no columns`)
  if (other === 'ndjson') {
    return {
      ...{ format: 'ndjson', delimiter: null, quotes: true },
      ...{ decimal: '.', mapping: null, dayOrder: null },
    }
  }
  if (other === 'google') {
    const { rows, broken } = new XmlItems().push(head, isWhole)
    if (isWhole && rows.length === 0 && !broken) throw unknown(NO_ITEMS)
    const read = byCells(TABLE_FORMATS.google, rows, options)
    return { format: 'google', delimiter: null, quotes: true, mapping: null, ...read }
  }
  const table = await openTable(head, isWhole, options)
  const { delimiter, quotes, names } = table
  const { format, mapping } = recogniseFormat(names, options)
  const found = readCells(table, tableFormatOf(format, mapping), options)
  return { format, delimiter, quotes, mapping, ...found }
}

/** The reader of a format, with the columns of a mapping. */
export function tableFormatOf(
  format: keyof typeof TABLE_FORMATS,
  mapping: ColumnMapping | null,
): TableFormat {
  return mapping === null ? TABLE_FORMATS[format] : mappedFormat(mapping)
}

/** The format of a text that is no table. */
export function findOther(head: string, { format }: ReadCatalogueOptions): OtherText | undefined {
  const first = head.trimStart()[0]
  if (format === 'ndjson' || (format === undefined && first === '{')) return 'ndjson'
  if (first === '<' && (format ?? 'google') === 'google') return 'google'
  if (first !== '[' || format !== undefined) return undefined
  throw unknown('it is a JSON array; NDJSON has one object on each line')
}

/** Divides the beginning of a table into rows. */
export async function openTable(
  head: string,
  isWhole: boolean,
  options: ReadCatalogueOptions,
): Promise<OpenedTable> {
  const delimiter = options.delimiter ?? recogniseDelimiter(head)
  const quotes = options.quotes ?? (await recogniseQuotes(head, isWhole, delimiter))
  const records = (await split(head, isWhole, delimiter, quotes)).filter(
    (record) => 'cells' in record,
  )
  const [top, ...rows] = records
  if (top === undefined) throw unknown('it is empty')
  return { delimiter, quotes, names: top.cells.map((cell) => cell.trim()), rows }
}

/** What the cells of a table tell. */
export function readCells(
  { names, rows }: OpenedTable,
  format: TableFormat,
  options: ReadCatalogueOptions,
): Pick<TableSettings, 'decimal' | 'dayOrder'> {
  const header = new Header(names, format.toName)
  const sources = rows.map(({ row, cells }) => new TableRow(header, row, cells))
  return byCells(format, sources, options)
}

type Recognised = {
  readonly format: keyof typeof TABLE_FORMATS
  readonly mapping: ColumnMapping | null
}

function recogniseFormat(
  names: readonly string[],
  { format: said, mapping, currency }: ReadCatalogueOptions,
): Recognised {
  if (mapping) {
    const missing = findMissingColumns(mapping, names)
    if (missing.length > 0) throw badMapping(missing)
    return { format: 'entrepot', mapping }
  }
  if (said === 'ndjson') throw unknown('it is a table, and no NDJSON')
  if (said !== undefined) {
    const format = TABLE_FORMATS[said]
    const wanted = format.columns.MerchantProductReference ?? []
    const other = format.columns.ParentMerchantReference ?? []
    const header = new Header(names, format.toName)
    if ([...wanted, ...other].some((name) => header.has(name))) {
      return { format: said, mapping: null }
    }
    throw unknown(`no column of its header is a reference of format ${said}: ${wanted.join(', ')}`)
  }
  const known = findFormat(names)
  return known === undefined ? byWords(names, currency) : { format: known, mapping: null }
}

/** The format of a shop, or our own, to which a header belongs. */
export function findFormat(names: readonly string[]): keyof typeof TABLE_FORMATS | undefined {
  const found = Object.entries(TABLE_FORMATS).find(([, format]) => {
    const header = new Header(names, format.toName)
    return format.fits((column) => header.has(column))
  })
  return found?.[0] as keyof typeof TABLE_FORMATS | undefined
}

/** Reads a table by the words of its header, if nothing in them is uncertain. */
function byWords(names: readonly string[], currency: string | undefined): Recognised {
  const foreign = findForeignSystem(names)
  if (foreign) throw unknown(`it resembles ${foreign.what}: ${foreign.advice}`)
  const guesses = guessColumns(names, currency)
  const problem = findUncertainty(guesses, currency)
  if (problem === undefined) return { format: 'entrepot', mapping: toMapping(guesses) }
  const shown = names.map(toLine).slice(0, 20).join(', ').slice(0, 300)
  throw unknown(
    `its header fits none of the formats (${FORMAT_NAMES}): ${shown}. By the words of the header, ${problem}. Say with a mapping which column is which field, or name the columns as the fields of the API, such as MerchantProductReference`,
  )
}

/** The error for a mapping that is invalid, or does not fit the file. */
export function badMapping(issues: readonly MappingIssue[]): CatalogueError {
  const [first] = issues
  const name = first?.column ?? first?.constant
  const what = name === undefined ? 'The mapping' : `The mapping: ${JSON.stringify(name)}`
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : ''
  const message = `${what} ${first?.message}${more}.`
  return new CatalogueError('CATALOGUE_MAPPING_INVALID', message, { issues })
}

/** What is wrong with XML that is no feed. */
export const NO_ITEMS = 'its XML has no <item> and no <entry>, as feeds of Google Merchant have'

/** The error for a file in which nothing is recognised. */
export function unknown(problem: string): CatalogueError {
  return new CatalogueError('CATALOGUE_FORMAT_UNKNOWN', `The file cannot be read: ${problem}.`)
}

/** The delimiter that divides the header into most fields. */
function recogniseDelimiter(head: string): string {
  const line = head.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  const bare = line.replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as string
}

/** Quotes of a table with tabs may be data. If they enclosed fields, the beginning of the file could be read that way. */
async function recogniseQuotes(
  head: string,
  isWhole: boolean,
  delimiter: string,
): Promise<boolean> {
  if (delimiter !== '\t') return true
  const records = await split(head, isWhole, delimiter, true)
  return records.every((record) => 'cells' in record)
}

async function split(
  head: string,
  isWhole: boolean,
  delimiter: string,
  quotes: boolean,
): Promise<readonly TextRecord[]> {
  return await new RecordSplitter({ delimiter, quotes }).push(head, isWhole)
}

/** What the cells of the first rows tell. */
function byCells(
  { columns, dates = [] }: TableFormat,
  rows: readonly SourceRow[],
  { decimal, currency }: ReadCatalogueOptions,
): Pick<TableSettings, 'decimal' | 'dayOrder'> {
  const { Price, PriceWithoutVat, MSRP, PurchasePrice } = columns
  const amounts = [Price, PriceWithoutVat, MSRP, PurchasePrice].flatMap((names) => names ?? [])
  const cellsOf = (names: readonly string[]) =>
    rows.flatMap((row) => [...new Set(names)].map((name) => row.get(name)))
  return {
    decimal: decimal ?? recogniseDecimal(cellsOf(amounts), decimalsOf(currency)),
    dayOrder: recogniseDayOrder(cellsOf(dates)),
  }
}
