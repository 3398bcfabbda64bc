/** Tidies up after runs that were killed before they could do so themselves. */
import { execFileSync } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** How the folders of runs are named; the number of the process follows. */
export const DIRECTORY_PREFIX = 'entrepot-chaos-run-'

/** Ends the PostgreSQL of each run whose process is gone, unmounts its disk and deletes its folder. */
export async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const runner = new RegExp(`^${DIRECTORY_PREFIX}(\\d+)-`).exec(name)?.[1]
    if (runner === undefined || argumentsOf(Number(runner)) !== '') continue
    // Another user's is not ours to tidy.
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

/** Lazily: backends of a server that was killed may still be about to end. */
function unmount(mount: string): void {
  try {
    execFileSync('umount', ['--lazy', mount], { stdio: 'ignore' })
  } catch {
    // It was not mounted.
  }
}

/** Of a process; empty where there is none. */
function argumentsOf(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim()
  } catch {
    return ''
  }
}
