/** The folder of a test run: everything that its tests write into the folder for temporary files. */
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '@entrepot/embedded-postgres/testing'
import { removeServers } from './postgres.ts'

const folderPrefix = 'entrepot-run-'

/** Bytes that must be free in memory. A run of all tests uses about 2 GB at once. */
const enoughMemory = 6e9

/**
 * Global setup of vitest, before the others: names a folder of the run in TMPDIR, in memory where Linux offers that. PostgreSQL takes a
 * fifth of the processor time to create a database there. Deletes the folders of runs that were killed.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const parent = (await hasRoom('/dev/shm')) ? '/dev/shm' : tmpdir()
  await removeLeftovers(parent)
  const folder = await mkdtemp(join(parent, `${folderPrefix}${process.pid}-`))
  // As open as /tmp, since PostgreSQL and some tests run as other users.
  await chmod(folder, 0o1777)
  process.env.TMPDIR = folder
  // The processes of tests load the same modules again and again: a node of the API starts in half the processor time.
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compile-cache')
  return async () => await rm(folder, { recursive: true, force: true })
}

async function hasRoom(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const room = await statfs(folder).catch(() => undefined)
  return room !== undefined && room.bavail * room.bsize > enoughMemory
}

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const runner = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1]
    if (!runner || isAlive(Number(runner))) continue
    const folder = join(parent, name)
    try {
      await removeServers(folder)
      await rm(folder, { recursive: true, force: true })
    } catch {} // Another user's folder.
  }
}
