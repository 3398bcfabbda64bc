import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
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
 * @returns undefined if there is none; the process number 0, the port 0 and the status `starting` while it is being written
 */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const content = await readPidFile(data)
  if (content === undefined) return undefined
  const lines = content.split('\n')
  return {
    pid: pidIn(content),
    port: Number(lines[3]) || 0,
    status: lines[7]?.trim() || 'starting',
  }
}

/** The process number in the first line, which a single-user server writes with a minus; 0 while it is being written. */
function pidIn(content: string): number {
  return Number(/^-?(\d+)\n/.exec(content)?.[1] ?? 0)
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
 * Removes the `postmaster.pid` of a dead server whose process number now belongs to another program, or that is empty, because PostgreSQL would
 * refuse to start. It replaces that of a dead process itself. The file of a server that another hub has started meanwhile is left alone: without
 * it, the server would not report that it is ready. So it is read again at the last moment, without giving other work a turn.
 */
export function discardPidFile(data: string, stale: Postmaster): void {
  if (stale.pid > 0 && !isAlive(stale.pid)) return
  const file = join(data, 'postmaster.pid')
  try {
    if (pidIn(readFileSync(file, 'utf8')) === stale.pid) rmSync(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
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
