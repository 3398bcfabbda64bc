/** Finds where an export that was cut off goes on. */
import { restoreCell } from '@entrepot/catalogues'
import { parse } from 'csv-parse/sync'
import type { ExportFormat } from './statement-store.ts'

/** Where an export goes on. */
export interface ResumePlace {
  /** Number of bytes to keep. */
  readonly bytes: number
  /** `after` of the request for the rest. Undefined if nothing is kept, so the export begins again. */
  readonly after: string | undefined
}

const [QUOTE, LINE_END] = [0x22, 0x0a]

/**
 * Reads an export that was cut off at any byte. The rows of the last key may be incomplete, so they are not kept: an order can have several
 * lines.
 *
 * @example
 * const { bytes, after } = await findResumePlace(createReadStream('lines.csv'), 'csv')
 */
export async function findResumePlace(
  source: AsyncIterable<Buffer>,
  format: ExportFormat,
): Promise<ResumePlace> {
  let offset = 0
  let isHeader = format === 'csv'
  let before: string | undefined
  let last: { readonly key: string; readonly start: number } | undefined
  for await (const row of rowsOf(source, format)) {
    const start = offset
    offset += row.length
    if (isHeader) {
      isHeader = false
      continue
    }
    const key = keyOf(row.toString(), format)
    if (key === last?.key) continue
    before = last?.key
    last = { key, start }
  }
  return before === undefined
    ? { bytes: 0, after: undefined }
    : { bytes: last?.start ?? 0, after: before }
}

/** The complete rows. A line break between quotes of CSV does not end a row. */
async function* rowsOf(
  source: AsyncIterable<Buffer>,
  format: ExportFormat,
): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let isQuoted = false
  for await (const chunk of source) {
    let start = 0
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index]
      if (byte === QUOTE && format === 'csv') isQuoted = !isQuoted
      if (byte !== LINE_END || isQuoted) continue
      yield Buffer.concat([...parts, chunk.subarray(start, index + 1)])
      parts = []
      start = index + 1
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
  }
}

function keyOf(row: string, format: ExportFormat): string {
  if (format === 'ndjson') return String(Object.values(JSON.parse(row) as object)[0])
  const [[cell = ''] = []] = parse(row, { relax_column_count: true }) as string[][]
  return restoreCell(cell)
}
