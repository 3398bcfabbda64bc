/** The CPU time and the memory of servers and of their PostgreSQL, on Linux. */
import { readdir, readFile } from 'node:fs/promises'
import { type Database, queryOne, sql } from '@entrepot/database'

/** Seconds of a clock tick of Linux (`getconf CLK_TCK` is 100). */
const TICK_SECONDS = 0.01

interface Process {
  readonly pid: number
  readonly parent: number
  /** Seconds, also of its children that have ended. */
  readonly cpu: number
  readonly megabytes: number
}

/** The use of a process and of all that it has started. */
export interface Use {
  readonly cpu: number
  readonly megabytes: number
}

/** @param without a process whose use does not count, and that of what it has started neither */
export async function useOf(pid: number, without?: number): Promise<Use> {
  const all = await readProcesses()
  const tree = new Set([pid])
  for (let size = 0; size !== tree.size; ) {
    size = tree.size
    for (const one of all) if (tree.has(one.parent) && one.pid !== without) tree.add(one.pid)
  }
  const own = all.filter((one) => tree.has(one.pid))
  return {
    cpu: own.reduce((sum, { cpu }) => sum + cpu, 0),
    megabytes: own.reduce((sum, { megabytes }) => sum + megabytes, 0),
  }
}

/** The main process of the PostgreSQL of a database. */
export async function postmasterOf(database: Database): Promise<number> {
  const { pid } = await queryOne<{ pid: number }>(database, sql`select pg_backend_pid() as pid`)
  return (await readProcess(pid))?.parent ?? Number.NaN
}

async function readProcesses(): Promise<readonly Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(pids.map(async (pid) => await readProcess(Number(pid))))
  return found.filter((one) => one !== undefined)
}

/** Fields of proc_pid_stat(5): ppid, utime, stime, cutime, cstime. */
async function readProcess(pid: number): Promise<Process | undefined> {
  try {
    const [stat, status] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/status`, 'utf8'),
    ])
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
    const parent = Number(fields[1])
    return { pid, parent, cpu: ticks * TICK_SECONDS, megabytes: kilobytes / 1_024 }
  } catch {
    return undefined // it has ended
  }
}
