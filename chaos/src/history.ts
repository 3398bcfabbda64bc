/** The history of a run: a file of JSON lines, written through to disk. */
import { closeSync, createReadStream, fsyncSync, openSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Entry } from './entries.ts'

/** Maximum time until entries are flushed to disk, in milliseconds. */
const SYNC_INTERVAL_MS = 500

/** A history that is open for writing. */
export interface History {
  /** Appends an entry. It is in the file when the call returns, and on the disk after half a second. */
  add(entry: Entry): void
  /** Flushes everything to disk and closes the file. */
  close(): void
}

/**
 * Creates a history in a new file.
 *
 * @throws the error of the system if the file exists or cannot be written
 * @example
 * const history = createHistory('/tmp/run.jsonl')
 */
export function createHistory(file: string): History {
  const handle = openSync(file, 'wx', 0o600)
  let isSynced = true
  const sync = () => {
    if (isSynced) return
    isSynced = true
    fsyncSync(handle)
  }
  const timer = setInterval(sync, SYNC_INTERVAL_MS)
  return {
    add(entry) {
      writeSync(handle, `${JSON.stringify(entry)}\n`)
      isSynced = false
    },
    close() {
      clearInterval(timer)
      sync()
      closeSync(handle)
    },
  }
}

/**
 * Reads a history. Ignores a last line that is incomplete because the run was killed.
 *
 * @throws SyntaxError with the number of the line that is not JSON
 */
export async function readHistory(file: string): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  let broken: { readonly line: number; readonly cause: unknown } | undefined
  let line = 0
  for await (const text of createInterface({ input: createReadStream(file) })) {
    line += 1
    if (broken) break
    try {
      entries.push(JSON.parse(text) as Entry)
    } catch (cause) {
      broken = { line, cause }
    }
  }
  if (broken && broken.line < line) {
    throw new SyntaxError(`${file}:${broken.line} is not JSON`, { cause: broken.cause })
  }
  return entries
}
