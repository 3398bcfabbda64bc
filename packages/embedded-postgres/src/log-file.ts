import { copyFile, stat, truncate } from 'node:fs/promises'
import { codeOf } from './errors.ts'

/** A log beyond this size is set aside, so that both together stay below twice as much plus a minute's lines. */
const maximumSize = 5 * 1024 * 1024

/**
 * Sets a log that has grown too large aside as `<file>.1`, in place of an older one. The server keeps the file open, so
 * it is copied and emptied; lines written between the two are lost.
 */
export async function boundLog(file: string): Promise<void> {
  try {
    if ((await stat(file)).size <= maximumSize) return
    await copyFile(file, `${file}.1`)
    await truncate(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}
