import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../errors.ts'

/** The server of a data directory, according to `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** `starting`, `ready`, `standby` or `stopping`. */
  readonly status: string
}

/**
 * Reads `postmaster.pid`, the lock file that PostgreSQL keeps in its data directory
 * (its lines: src/include/utils/pidfile.h of PostgreSQL).
 *
 * @returns undefined if there is none; a port of 0 and the status `starting` while it is being written
 */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const content = await readPidFile(data)
  if (content === undefined) return undefined
  const lines = content.split('\n')
  return {
    pid: Math.abs(Number.parseInt(lines[0] ?? '', 10)) || 0,
    port: Number(lines[3]) || 0,
    status: lines[7]?.trim() || 'starting',
  }
}

/**
 * Whether the process is a PostgreSQL of this data directory. It may also be another program with the number of a dead process, which is
 * common in containers, where numbers are small.
 */
export function isPostmasterOf(data: string, pid: number): boolean {
  return isAlive(pid) && readCommand(pid).includes(data)
}

/** Whether a process with this number exists. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * Removes the `postmaster.pid` of a dead server whose process number now belongs to another program, because PostgreSQL would refuse to
 * start. If another hub has started a server in the meantime, its file is restored; PostgreSQL checks its file once a minute.
 */
export async function discardPidFile(data: string, stale: Postmaster): Promise<void> {
  const file = join(data, 'postmaster.pid')
  const aside = `${file}.stale-${process.pid}`
  try {
    await rename(file, aside)
    const moved = Number.parseInt(await readFile(aside, 'utf8'), 10)
    if (moved !== stale.pid) await link(aside, file)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
  } finally {
    await rm(aside, { force: true })
  }
}

async function readPidFile(data: string): Promise<string | undefined> {
  try {
    return await readFile(join(data, 'postmaster.pid'), 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The arguments of a process; none for a process that has ended and that its parent has not yet waited for. */
function readCommand(pid: number): readonly string[] {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    }
    const command = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
    })
    return command.trim().split(/ (?=-)|(?<=-D) /)
  } catch {
    return []
  }
}
