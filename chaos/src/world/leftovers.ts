/** Cleans up after runs that were killed before they could do it themselves. */
import { execFileSync } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Prefix of the folders of runs. The process ID follows. */
export const DIRECTORY_PREFIX = 'entrepot-chaos-run-'

/** Ends the PostgreSQL of each run whose process has ended, unmounts its disk, and deletes its folder. */
export async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const runner = new RegExp(`^${DIRECTORY_PREFIX}(\\d+)-`).exec(name)?.[1]
    if (runner === undefined || argumentsOf(Number(runner)) !== '') continue
    // Ignores the folders of other users.
    await remove(join(parent, name)).catch(() => {})
  }
}

async function remove(directory: string): Promise<void> {
  const data = join(directory, 'database', 'postgres')
  const pid = Number.parseInt(
    await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => ''),
    10,
  )
  if (pid > 0 && argumentsOf(pid).includes(data)) {
    process.kill(pid, 'SIGKILL')
    while (argumentsOf(pid) !== '') await new Promise((resolve) => setTimeout(resolve, 20))
  }
  unmount(join(directory, 'disk'))
  await rm(directory, { recursive: true, force: true })
}

/** Lazily, because backends of a killed server may still be ending. */
function unmount(mount: string): void {
  try {
    execFileSync('umount', ['--lazy', mount], { stdio: 'ignore' })
  } catch {
    // It was not mounted.
  }
}

/** The command line of a process. Empty if the process does not exist. */
function argumentsOf(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim()
  } catch {
    return ''
  }
}
