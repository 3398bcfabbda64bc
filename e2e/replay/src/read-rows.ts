/** Reads the rows of the data set, one by one: the file is never in memory as a whole. */
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
 * Streams the rows of a CSV file after its header, which must name {@link COLUMNS}, in any order. A file that begins with
 * the magic bytes of gzip is unpacked, whatever its name is. A row of more or fewer columns than the header comes as it is,
 * for the classification to refuse; lines without any content are no rows.
 *
 * @throws ReplayError `REPLAY_FILE` when the file cannot be read, is no CSV, or lacks a column
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
 * Looks whether a file begins as the data set does.
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
  // Errors and an early end go through the whole chain; whoever iterates the parser meets them there.
  const ignore = () => {}
  if (isPacked) pipeline(bytes, createGunzip(), parser, ignore)
  else pipeline(bytes, parser, ignore)
  return parser
}

async function isGzip(file: string): Promise<boolean> {
  await using handle = await open(file)
  if (!(await handle.stat()).isFile()) {
    throw new ReplayError('REPLAY_FILE', `${file} is no file: it is read twice, so give a file.`)
  }
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
}

/** Where each of our columns stands in the file. */
function orderOf(header: readonly string[], file: string): readonly number[] {
  const missing = COLUMNS.filter((column) => !header.includes(column))
  if (missing.length > 0 || header.length !== COLUMNS.length) {
    const expected = COLUMNS.join(',')
    const found = header.join(',').slice(0, 200)
    throw new ReplayError(
      'REPLAY_FILE',
      `${file} is not the data set: its first line must be ${expected}, and is ${found}`,
    )
  }
  return COLUMNS.map((column) => header.indexOf(column))
}
