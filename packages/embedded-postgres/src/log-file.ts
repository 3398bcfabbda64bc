import { copyFile, stat, truncate } from 'node:fs/promises'
import { codeOf } from './errors.ts'

/** Maximum size of the log. With the older file, the size stays below twice this, plus the lines of a minute. */
const MAXIMUM_SIZE = 5 * 1024 * 1024

/**
 * Moves a log that is too large to `<file>.1`, which is replaced. The server keeps the file open, so it is copied and truncated. Lines
 * that are written between the two steps are lost.
 */
export async function boundLog(file: string): Promise<void> {
  try {
    if ((await stat(file)).size <= MAXIMUM_SIZE) return
    await copyFile(file, `${file}.1`)
    await truncate(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}
