/** Receives files, and answers imports. */
import { checkReadOptions } from '@entrepot/catalogues'
import type { Database } from '@entrepot/database'
import type { Jobs } from '../../kit/jobs/jobs.ts'
import { isRefusal, type Refusal, refuse } from '../../kit/shared/errors.ts'
import { takeEffect } from '../../kit/sql/take-effect.ts'
import type { Writer } from '../products/write.ts'
import { findSaidMapping, recogniseFile, refuseUnreadable } from './columns.ts'
import { toReadOptions } from './read-options.ts'
import type { ImportOptions, ImportQuery, ImportResponse } from './schema.ts'
import * as store from './store.ts'

/** The job that applies the imports of a customer. */
export const IMPORT_JOB = 'imports'

/** A file is stored in chunks of this size, so that a node reads it in pieces. */
const CHUNK_BYTES = 1024 * 1024

/** The largest file. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024 * 1024

/**
 * Stores a file while it is received, and queues its import in the transaction that completes it.
 *
 * Refusals: `MARKET_INVALID_INPUT` the format is not recognised, or an option is invalid; `MARKET_BODY_TOO_LARGE`.
 *
 * @throws what the stream throws, such as a connection that is cut off; nothing is kept then
 */
export async function receiveImport(
  database: Database,
  jobs: Pick<Jobs, 'send' | 'wake'>,
  { customer, actor }: Writer,
  query: ImportQuery & Pick<ImportOptions, 'charset'>,
  content: AsyncIterable<Buffer>,
): Promise<ImportResponse | Refusal> {
  const { dryRun: isDryRun = false, fileName = null, ...options } = query
  const { customerId } = customer
  const said = await findSaidMapping(database, customerId, options.mapping)
  if (isRefusal(said)) return said
  const readOptions = toReadOptions(options, customer, said.mapping)
  try {
    checkReadOptions(readOptions)
  } catch (error) {
    return refuseUnreadable(error)
  }
  const values = { fileName, options, isDryRun, actor }
  const key = { customerId, importId: await store.insertImport(database, customerId, values) }
  let isQueued = false
  try {
    const bytes = await storeChunks(database, key, content)
    if (bytes > MAX_FILE_BYTES) {
      const detail = `The file has more than ${MAX_FILE_BYTES} bytes: divide it.`
      return refuse('MARKET_BODY_TOO_LARGE', detail)
    }
    const head = async () => readHead(database, key)
    const settings = await recogniseFile(database, customer, head, { said, readOptions })
    if (isRefusal(settings)) return settings
    const stored = await takeEffect(database, async (tx) => {
      const queued = await store.queueImport(tx, key, bytes, settings)
      if (queued) await jobs.send(tx, IMPORT_JOB, { customerId })
      const found = queued ?? (await store.findImport(tx, key))
      if (found === undefined) throw new Error('an import was removed while it was received')
      return found
    })
    // A repeat has received the file again, which is removed.
    isQueued = stored.importId === key.importId
    jobs.wake(IMPORT_JOB)
    return toImportResponse(stored)
  } catch (error) {
    return refuseUnreadable(error)
  } finally {
    if (!isQueued) await store.deleteImport(database, key).catch(() => undefined)
  }
}

/** Returns the number of bytes; reading ends behind the limit. */
async function storeChunks(
  database: Database,
  key: store.ImportKey,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  let number = 0
  let size = 0
  let total = 0
  let parts: Buffer[] = []
  const flush = async () => {
    if (size > 0) await store.insertChunk(database, key, number, Buffer.concat(parts))
    number += 1
    size = 0
    parts = []
  }
  for await (const part of content) {
    parts.push(part)
    size += part.length
    total += part.length
    if (total > MAX_FILE_BYTES) return total
    if (size >= CHUNK_BYTES) await flush()
  }
  await flush()
  return total
}

async function* readHead(database: Database, key: store.ImportKey): AsyncGenerator<Uint8Array> {
  const head = await store.readChunk(database, key, 0)
  if (head) yield head
}

/** Reads an import. Refusal: `MARKET_NOT_FOUND`. */
export async function getImport(
  database: Database,
  key: store.ImportKey,
): Promise<ImportResponse | Refusal> {
  const found = await store.findImport(database, key)
  return found ? toImportResponse(found) : noSuchImport(key)
}

/** Ends an import. What was stored before remains. Repeating the call changes nothing. Refusal: `MARKET_NOT_FOUND`. */
export async function cancelImport(
  database: Database,
  key: store.ImportKey,
): Promise<ImportResponse | Refusal> {
  const found = await store.cancelImport(database, key)
  return found ? toImportResponse(found) : noSuchImport(key)
}

export function noSuchImport({ importId }: store.ImportKey): Refusal {
  return refuse('MARKET_NOT_FOUND', `There is no import ${importId}.`)
}

/** Converts an import to its answer. */
export function toImportResponse(row: store.StoredImport): ImportResponse {
  const { settings } = row
  return {
    Id: Number(row.importId),
    Status: row.status,
    IsDryRun: row.isDryRun,
    FileName: row.fileName,
    Format: settings?.format ?? null,
    Encoding: settings?.encoding ?? null,
    Delimiter: settings?.delimiter ?? null,
    Decimal: settings?.decimal ?? null,
    Bytes: row.bytes,
    AppliedBytes: row.status === 'done' ? row.bytes : Math.min(row.appliedBytes, row.bytes),
    CreatedCount: row.created,
    UpdatedCount: row.updated,
    UnchangedCount: row.unchanged,
    SkippedCount: row.skipped,
    FailedCount: row.failed,
    DeactivatedCount: row.deactivated,
    Mapping: settings?.mappingName ?? null,
    Source: settings === null ? (row.options.source ?? null) : store.sourceOf(row),
    IsComplete: row.options.complete ?? false,
    Notes: [...row.notes],
    Reasons: [...row.reasons],
    Problem: row.problem,
    CreatedAt: row.createdAt.toISOString(),
    StartedAt: row.startedAt?.toISOString() ?? null,
    EndedAt: row.endedAt?.toISOString() ?? null,
  }
}
