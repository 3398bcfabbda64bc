/** The folder of a test run: everything that its tests write into the folder for temporary files. */
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '@entrepot/embedded-postgres/testing'
import { removeServers } from '../postgres/postgres.ts'

const FOLDER_PREFIX = 'entrepot-run-'

/** Bytes of memory that must be free. A run of all tests uses about 2 GB at the same time. */
const ENOUGH_MEMORY = 2e9

/**
 * Global setup of vitest, which runs before the others. Creates a folder for the run and sets TMPDIR to it, in memory if Linux offers that:
 * there, PostgreSQL needs a fifth of the processor time to create a database. Also deletes the folders of killed runs.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const parent = (await hasRoom('/dev/shm')) ? '/dev/shm' : tmpdir()
  await removeLeftovers(parent)
  const folder = await mkdtemp(join(parent, `${FOLDER_PREFIX}${process.pid}-`))
  // With the permissions of /tmp, because PostgreSQL and some tests run as other users.
  await chmod(folder, 0o1777)
  process.env.TMPDIR = folder
  // The processes of tests load the same modules again and again: a node of the API starts in half the processor time.
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compile-cache')
  // A process that ends writes its modules into the cache, also while the folder is removed (ENOTEMPTY).
  return async () => await rm(folder, { recursive: true, force: true, maxRetries: 20 })
}

async function hasRoom(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const room = await statfs(folder).catch(() => undefined)
  return room !== undefined && room.bavail * room.bsize > ENOUGH_MEMORY
}

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const runner = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1]
    if (!runner || isAlive(Number(runner))) continue
    const folder = join(parent, name)
    try {
      await removeServers(folder)
      await rm(folder, { recursive: true, force: true })
    } catch {} // The folder belongs to another user.
  }
}
