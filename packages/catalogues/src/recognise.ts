/** Recognises the format of a text by its beginning. Pure functions. */
import { CatalogueError } from './errors.ts'
import { findForeignSystem } from './foreign.ts'
import { TABLE_FORMATS } from './formats/index.ts'
import { Header, type SourceRow, TableRow } from './source-row.ts'
import { RecordSplitter, type TextRecord } from './split-records.ts'
import type { CatalogueFormat, CatalogueSettings, ReadCatalogueOptions } from './types.ts'
import { decimalsOf, recogniseDecimal } from './values/amounts.ts'
import { type DayOrder, recogniseDayOrder } from './values/dates.ts'
import { toLine } from './values/text.ts'
import { XmlItems } from './xml-items.ts'

const FORMAT_NAMES = Object.keys(TABLE_FORMATS).join(', ')
const DELIMITERS = [',', ';', '\t', '|']

/** How a table is read, and what stands before its header. */
export type TableSettings = Omit<CatalogueSettings, 'encoding'> & { readonly dayOrder: DayOrder }

/**
 * Recognises what the options do not say.
 *
 * @param head the beginning of the text, without a byte order mark
 * @throws CatalogueError `CATALOGUE_FORMAT_UNKNOWN`
 */
export async function recognise(
  head: string,
  isWhole: boolean,
  options: ReadCatalogueOptions,
): Promise<TableSettings> {
  const first = head.trimStart()[0]
  if (options.format === 'ndjson' || (options.format === undefined && first === '{')) {
    return { format: 'ndjson', delimiter: null, quotes: true, decimal: '.', dayOrder: null }
  }
  if (first === '<' && (options.format ?? 'google') === 'google') {
    const { rows, broken } = new XmlItems().push(head, isWhole)
    if (isWhole && rows.length === 0 && !broken) throw unknown(NO_ITEMS)
    return { format: 'google', delimiter: null, quotes: true, ...byCells('google', rows, options) }
  }
  if (first === '[' && options.format === undefined) {
    throw unknown('it is a JSON array; NDJSON has one object on each line')
  }
  const delimiter = options.delimiter ?? recogniseDelimiter(head)
  const quotes = options.quotes ?? (await recogniseQuotes(head, isWhole, delimiter))
  const records = (await split(head, isWhole, delimiter, quotes)).filter(
    (record) => 'cells' in record,
  )
  const [top, ...rows] = records
  if (top === undefined) throw unknown('it is empty')
  const format = recogniseFormat(top.cells, options.format)
  if (format === 'ndjson') throw unknown('it is a table, and no NDJSON')
  const header = new Header(top.cells, TABLE_FORMATS[format].toName)
  const sources = rows.map(({ row, cells }) => new TableRow(header, row, cells))
  return { format, delimiter, quotes, ...byCells(format, sources, options) }
}

function recogniseFormat(
  cells: readonly string[],
  said: CatalogueFormat | undefined,
): CatalogueFormat {
  if (said !== undefined) {
    const format = TABLE_FORMATS[said as keyof typeof TABLE_FORMATS]
    const wanted = format.columns.MerchantProductReference ?? []
    const other = format.columns.ParentMerchantReference ?? []
    const header = new Header(cells, format.toName)
    if ([...wanted, ...other].some((name) => header.has(name))) return said
    throw unknown(`no column of its header is a reference of format ${said}: ${wanted.join(', ')}`)
  }
  for (const [name, format] of Object.entries(TABLE_FORMATS)) {
    const header = new Header(cells, format.toName)
    if (format.fits((column) => header.has(column))) return name as CatalogueFormat
  }
  const foreign = findForeignSystem(cells)
  if (foreign) throw unknown(`it resembles ${foreign.what}: ${foreign.advice}`)
  const names = new Header(cells).names.map(toLine).slice(0, 20).join(', ').slice(0, 300)
  throw unknown(
    `its header fits none of the formats (${FORMAT_NAMES}): ${names}. The columns of our own format are the fields of the API, and MerchantProductReference is required`,
  )
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
  format: keyof typeof TABLE_FORMATS,
  rows: readonly SourceRow[],
  { decimal, currency }: ReadCatalogueOptions,
): Pick<TableSettings, 'decimal' | 'dayOrder'> {
  const { columns, dates = [] } = TABLE_FORMATS[format]
  const amounts = [columns.Price, columns.MSRP, columns.PurchasePrice].flatMap(
    (names) => names ?? [],
  )
  const cellsOf = (names: readonly string[]) =>
    rows.flatMap((row) => [...new Set(names)].map((name) => row.get(name)))
  return {
    decimal: decimal ?? recogniseDecimal(cellsOf(amounts), decimalsOf(currency)),
    dayOrder: recogniseDayOrder(cellsOf(dates)),
  }
}
