/** Recognises the format of a text by its beginning. Pure functions. */
import { CatalogueError } from './errors.ts'
import { TABLE_FORMATS } from './formats/index.ts'
import { Header } from './source-row.ts'
import { RecordSplitter, type TextRecord } from './split-records.ts'
import type { CatalogueFormat, CatalogueSettings, ReadCatalogueOptions } from './types.ts'
import { recogniseDecimal } from './values.ts'

const DELIMITERS = [',', ';', '\t', '|']

/** How a table is read, and what stands before its header. */
export type TableSettings = Omit<CatalogueSettings, 'encoding'>

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
    return { format: 'ndjson', delimiter: null, quotes: true, decimal: '.' }
  }
  if (first === '<' && (options.format ?? 'google') === 'google') {
    return { format: 'google', delimiter: null, quotes: true, decimal: options.decimal ?? '.' }
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
  const header = new Header(top.cells)
  const format = recogniseFormat(header, options.format)
  const decimal = options.decimal ?? decimalOf(header, format, rows)
  return { format, delimiter, quotes, decimal }
}

function recogniseFormat(header: Header, said: CatalogueFormat | undefined): CatalogueFormat {
  const has = (name: string) => header.has(name)
  if (said !== undefined) {
    const format = TABLE_FORMATS[said as keyof typeof TABLE_FORMATS]
    const wanted = format.columns.MerchantProductReference ?? []
    const other = format.columns.ParentMerchantReference ?? []
    if ([...wanted, ...other].some(has)) return said
    throw unknown(`no column of its header is a reference of format ${said}: ${wanted.join(', ')}`)
  }
  for (const [name, format] of Object.entries(TABLE_FORMATS)) {
    if (format.fits(has)) return name as CatalogueFormat
  }
  const names = header.names.slice(0, 20).join(', ').slice(0, 300)
  throw unknown(
    `its header fits none of the formats: ${names}. The columns of our own format are the fields of the API, and MerchantProductReference is required`,
  )
}

function unknown(problem: string): CatalogueError {
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

function decimalOf(
  header: Header,
  format: CatalogueFormat,
  rows: readonly { readonly cells: readonly string[] }[],
): '.' | ',' {
  if (format === 'ndjson') return '.'
  const { columns } = TABLE_FORMATS[format]
  const names = [
    ...(columns.Price ?? []),
    ...(columns.MSRP ?? []),
    ...(columns.PurchasePrice ?? []),
  ]
  const indexes = names.flatMap((name) => [
    ...header.columnsOf(name),
    ...header.columnsOf(name.replaceAll('_', ' ')),
  ])
  return recogniseDecimal(rows.flatMap(({ cells }) => indexes.map((index) => cells[index] ?? '')))
}
