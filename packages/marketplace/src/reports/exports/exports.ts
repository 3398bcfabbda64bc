/** Writes rows as CSV or NDJSON, with bounded memory, in pages that are transactions of their own. */
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { type Database, transaction } from '@entrepot/database'
import { createKeyedLimits } from '../../kit/sql/keyed-transaction.ts'
import { textSearchOf } from '../../kit/sql/search-store.ts'
import { EXPORT_KINDS, type ExportKind, type ExportName, type FilterOf } from './kind-store.ts'
import { copyStatement, csvHeader, type ExportFormat } from './statement-store.ts'
import { copyRows, findKeys } from './store.ts'

/** The next page is read when the reader has taken so much of the last one that less than this is left. */
const LOW_BYTES = 1024 * 1024

/** A page that is larger waits in PostgreSQL. A usual page is smaller, so a slow reader occupies no connection. */
const HIGH_BYTES = 16 * 1024 * 1024

/** Pages that one node reads at once, so that exports leave connections for other work. */
const PAGES_AT_ONCE = 2

const limiterOf = createKeyedLimits(() => ({ perKey: 1, total: PAGES_AT_ONCE }))

/** What is exported, and from where on. */
export interface ExportRequest<Name extends ExportName = ExportName> {
  readonly name: Name
  readonly format: ExportFormat
  readonly filter: FilterOf<Name>
  /** The value of the first column of the last row that the reader has; rows with it and before it are left out, and so is the header. */
  readonly after?: string | undefined
}

/**
 * Starts an export. The stream ends after the last row; it fails when a page could not be read. Rows are sorted by their key, which is the first
 * column: top-level products before children, and each of them by reference; all others by id. Each page is read in a transaction of its own, so
 * an export never keeps old versions of rows alive; a row is as it was when its page was read.
 *
 * @param signal ends the stream with its reason
 * @example
 * const rows = await openExport(database, '2', { name: 'products', format: 'csv', filter: {} })
 * await pipeline(rows, createWriteStream('products.csv'))
 */
export async function openExport<Name extends ExportName>(
  database: Database,
  customerId: string,
  request: ExportRequest<Name>,
  signal?: AbortSignal,
): Promise<Readable> {
  const output = new PassThrough({ highWaterMark: LOW_BYTES })
  const started = Promise.withResolvers<void>()
  const job = { database, customerId, request, output, ended: endOf(output, signal) }
  writePages(job, started.resolve).then(
    () => {
      started.resolve()
      output.end()
    },
    (error: unknown) => {
      started.reject(error)
      output.destroy(error as Error)
    },
  )
  // A reader that waits for the first row may have closed the stream.
  output.on('error', () => undefined)
  // Before the caller sends a status, so that a database that is down is an error and not a broken stream.
  await started.promise
  return output
}

interface Job {
  readonly database: Database
  readonly customerId: string
  readonly request: ExportRequest
  readonly output: PassThrough
  readonly ended: AbortSignal
}

async function writePages(
  { database, customerId, request, output, ended }: Job,
  onStart: () => void,
): Promise<void> {
  const kind = EXPORT_KINDS[request.name] as unknown as ExportKind<unknown>
  const statement = copyStatement(kind, request.format)
  const search = await textSearchOf(database)
  if (request.after === undefined && request.format === 'csv') output.write(csvHeader(kind.columns))
  const sink = async (chunk: Buffer) => {
    ended.throwIfAborted()
    output.write(chunk)
    onStart()
    if (output.writableLength > HIGH_BYTES) await once(output, 'drain', { signal: ended })
  }
  const writePage = async (after: string | undefined) =>
    // Once: a second attempt would write the rows again.
    await transaction(
      database,
      async (tx) => {
        const { limit, maxWeight } = kind
        const wanted = kind.keys({ customerId, filter: request.filter, after, limit, search })
        const keys = await findKeys(tx, wanted, maxWeight)
        if (keys.length > 0) await copyRows(tx, customerId, keys, statement, sink)
        return keys.at(-1)
      },
      { attempts: 1 },
    )
  for (let after = request.after; ; ) {
    if (output.writableNeedDrain && after !== request.after)
      await once(output, 'drain', { signal: ended })
    const last = await limiterOf(database)(customerId, async () => {
      ended.throwIfAborted()
      return await writePage(after)
    })
    if (last === undefined) return
    after = last
  }
}

/** Aborts when the reader has gone, or the signal of the caller does. */
function endOf(output: PassThrough, signal: AbortSignal | undefined): AbortSignal {
  const controller = new AbortController()
  const onAbort = () => output.destroy(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()
  output.once('close', () => {
    signal?.removeEventListener('abort', onAbort)
    controller.abort()
  })
  return controller.signal
}
