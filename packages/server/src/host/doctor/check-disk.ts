/** Checks the data directory: whether it can be written to, and the space that is left. */
import { access, constants, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Finding, failure, ok, warning } from './finding.ts'

const MEGABYTE = 1024 * 1024

/** PostgreSQL writes up to a gigabyte of its log ahead of a checkpoint (`max_wal_size`). */
const FEW_MEGABYTES = 1_024

/** The embedded database needs about this for itself. */
const TOO_FEW_MEGABYTES = 100

/** Checks the data directory, or the folder in which it will be created. */
export async function checkDisk(directory: string): Promise<Finding> {
  try {
    await access(directory, constants.W_OK)
    const { bavail, bsize } = await statfs(directory)
    return evaluateSpace(directory, Math.floor((bavail * bsize) / MEGABYTE))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const parent = dirname(directory)
    if (code === 'ENOENT' && parent !== directory) return await checkDisk(parent)
    const fix = 'Set ENTREPOT_DATA to a folder that this user can write to.'
    return failure('disk', `${directory} cannot be written to (${code}).`, fix)
  }
}

/** Evaluates the space that is left. Pure. */
export function evaluateSpace(directory: string, megabytes: number): Finding {
  const detail = `${directory} has ${megabytes} MB left.`
  const fix = 'Free space on this disk, or set ENTREPOT_DATA to a folder on another one.'
  if (megabytes < TOO_FEW_MEGABYTES) return failure('disk', detail, fix)
  return megabytes < FEW_MEGABYTES ? warning('disk', detail, fix) : ok('disk', detail)
}
