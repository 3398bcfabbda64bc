/** Imports a file in this process, for commands. */
import { setTimeout } from 'node:timers/promises'
import type { Database } from '@entrepot/database'
import type { Writer } from '../products/write.ts'
import { isRefusal, type Refusal } from '../shared/errors.ts'
import { getImport, receiveImport } from './imports.ts'
import { runImports } from './run-import.ts'
import type { ImportQuery, ImportResponse } from './schema.ts'

/** What {@link importFile} needs besides the file. */
export interface ImportFileOptions {
  /** How the file is read, and whether anything is stored. */
  readonly query?: ImportQuery
  /** Leaves the import to a running hub, which goes on behind the last stored batch. */
  readonly signal: AbortSignal
  /** Called with the state, about three times a second. */
  readonly onProgress?: (state: ImportResponse) => void
}

const PROGRESS_MS = 300

/** This process applies the import itself, so no job is sent. If it ends early, the hub finds the import within a minute. */
const NO_JOBS = { send: async () => {}, wake: () => {} }

/**
 * Stores a file and imports its products, as POST /v2/imports and its job do together. If a hub applies an import of the customer already,
 * this waits for it.
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
  const received = await receiveImport(database, NO_JOBS, writer, query, content)
  if (isRefusal(received)) return received
  const { customerId } = writer.customer
  const key = { customerId, importId: String(received.Id) }
  for (;;) {
    const running = runImports(database, customerId, signal)
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
