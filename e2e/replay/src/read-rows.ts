/** Reads the rows of the data set one by one. The whole file is never in memory. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Parser, parse } from 'csv-parse'
import { ReplayError } from './errors.ts'

/** The columns of the data set (UCI 'Online Retail'), in the order in which {@link readRows} gives them. */
export const COLUMNS = [
  'InvoiceNo',
  'StockCode',
  'Description',
  'Quantity',
  'InvoiceDate',
  'UnitPrice',
  'CustomerID',
  'Country',
] as const

/**
 * Streams the rows of a CSV file after its header, which must contain {@link COLUMNS} in any order. A file that begins with the magic bytes
 * of gzip is decompressed, whatever its name is. Rows with more or fewer columns than the header are returned unchanged, and are then
 * refused by the classification. Empty lines are skipped.
 *
 * @throws ReplayError `REPLAY_FILE` if the file cannot be read, is not CSV, or lacks a column
 * @example
 * for await (const [invoice, code] of readRows('online_retail.csv.gz')) count += 1
 */
export async function* readRows(file: string): AsyncGenerator<readonly string[]> {
  let order: readonly number[] | undefined
  try {
    for await (const record of await openRecords(file)) {
      const fields = record as readonly string[]
      if (order === undefined) order = orderOf(fields, file)
      else if (fields.length !== order.length) yield fields
      else yield order.map((index) => fields[index] as string)
    }
  } catch (error) {
    if (error instanceof ReplayError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new ReplayError('REPLAY_FILE', `${file} cannot be read: ${reason}`, { cause: error })
  }
  if (order === undefined) throw new ReplayError('REPLAY_FILE', `${file} is empty.`)
}

/**
 * Checks that a file begins like the data set.
 *
 * @throws ReplayError `REPLAY_FILE`
 */
export async function checkFile(file: string): Promise<void> {
  for await (const _ of readRows(file)) return
}

async function openRecords(file: string): Promise<Parser> {
  const parser = parse({ bom: true, relax_column_count: true, skip_empty_lines: true })
  const isPacked = await isGzip(file)
  const bytes = createReadStream(file)
  // Errors and an early end are passed through the whole chain, and are handled where the parser is read.
  const ignore = () => {}
  if (isPacked) pipeline(bytes, createGunzip(), parser, ignore)
  else pipeline(bytes, parser, ignore)
  return parser
}

async function isGzip(file: string): Promise<boolean> {
  await using handle = await open(file)
  if (!(await handle.stat()).isFile()) {
    throw new ReplayError(
      'REPLAY_FILE',
      `${file} is not a file. The input is read twice, so it must be a file.`,
    )
  }
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
}

/** The position of each of our columns in the file. */
function orderOf(header: readonly string[], file: string): readonly number[] {
  const missing = COLUMNS.filter((column) => !header.includes(column))
  if (missing.length > 0 || header.length !== COLUMNS.length) {
    const expected = COLUMNS.join(',')
    const found = header.join(',').slice(0, 200)
    throw new ReplayError(
      'REPLAY_FILE',
      `${file} is not the data set: its first line must be ${expected}, but is ${found}`,
    )
  }
  return COLUMNS.map((column) => header.indexOf(column))
}
