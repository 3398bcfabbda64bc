/** Imports a file in this process, for commands. */
import { addAbortSignal, Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '@entrepot/database'
import { isRefusal, type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import type { Writer } from '../products/write.ts'
import { getImport, receiveImport } from './imports.ts'
import { runImports } from './run-import.ts'
import { ImportQuery, type ImportResponse } from './schema.ts'

/** What {@link importFile} needs besides the file. */
export interface ImportFileOptions {
  /** How the file is read, and whether anything is stored. */
  readonly query?: ImportQuery
  /** While the file is received, nothing is kept; later, the import is left to a running hub, which goes on behind the last stored batch. */
  readonly signal: AbortSignal
  /** Called with the state when the file was received, and then about three times a second. */
  readonly onProgress?: (state: ImportResponse) => void
}

const PROGRESS_MS = 300

const issuesOf = compileBody(ImportQuery)

/** This process applies the import itself, so no job is sent. If it ends early, the hub finds the import within a minute. */
const NO_JOBS = { send: async () => {}, wake: () => {} }

/**
 * Stores a file and imports its products, as POST /v2/imports and its job do together. Imports of the customer that were queued before come
 * first, and this waits for one that a hub applies already; those that are queued later are left to the hub.
 *
 * Refusals: those of POST /v2/imports.
 *
 * @returns the import after its end
 * @throws if the signal is aborted
 * @example
 * const done = await importFile(database, { customer, actor: SYSTEM }, createReadStream('products.csv'), { signal })
 */
export async function importFile(
  database: Database,
  writer: Writer,
  content: AsyncIterable<Buffer>,
  { query = {}, signal, onProgress = () => {} }: ImportFileOptions,
): Promise<ImportResponse | Refusal> {
  const issues = issuesOf(query)
  if (issues.length > 0) return refuseIssues(issues)
  const stream: Readable = addAbortSignal(signal, Readable.from(content))
  const received = await receiveImport(database, NO_JOBS, writer, query, stream)
  if (isRefusal(received)) return received
  onProgress(received)
  const { customerId } = writer.customer
  const key = { customerId, importId: String(received.Id) }
  for (;;) {
    const running = runImports(database, customerId, signal, key.importId)
    // A failure is thrown below.
    const ended = running.then(
      () => true,
      () => true,
    )
    while (!(await Promise.race([ended, setTimeout(PROGRESS_MS, false)]))) {
      const state = await getImport(database, key)
      if (!isRefusal(state)) onProgress(state)
    }
    await running
    const state = await getImport(database, key)
    if (isRefusal(state) || state.EndedAt !== null) return state
    onProgress(state)
    // A hub applies this import or one before it.
    await setTimeout(PROGRESS_MS, undefined, { signal })
  }
}
