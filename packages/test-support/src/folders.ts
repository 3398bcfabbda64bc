/** Folders for tests, in which a PostgreSQL may be running. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connectEmbedded } from '@entrepot/embedded-postgres'
import { isPostmasterOf } from '@entrepot/embedded-postgres/testing'
import { onTestFinished } from 'vitest'
import { until } from './outcomes.ts'

/** Creates a directory for a test. After the test, a server in it is stopped, and the directory is deleted. */
export async function temporaryDirectory(parent?: string): Promise<string> {
  const directory = await makeDirectory(parent)
  onTestFinished(() => deleteDirectory(directory))
  return directory
}

/** {@link temporaryDirectory} for several tests; delete it with {@link deleteDirectory}. */
export async function makeDirectory(parent = tmpdir()): Promise<string> {
  return await mkdtemp(join(parent, 'entrepot-'))
}

/** {@link temporaryDirectory} with a database that a hub has created and stopped, which takes a tenth of the time of an empty one. */
export async function databaseDirectory(): Promise<string> {
  const directory = await temporaryDirectory()
  await copyDatabase(directory)
  return directory
}

let created: Promise<string> | undefined

/** Copies an embedded database without tables into a data directory. */
export async function copyDatabase(directory: string): Promise<void> {
  created ??= createDatabase()
  // With the owner of each file.
  await promisify(execFile)('cp', ['-a', `${await created}/.`, directory])
}

/** The database to copy. It exists until the folder of the test run is deleted. */
async function createDatabase(): Promise<string> {
  const directory = await makeDirectory()
  const command = await connectEmbedded({ directory })
  await command.close()
  return directory
}

/** Stops a server that runs in the directory, and deletes it. */
export async function deleteDirectory(directory: string): Promise<void> {
  await killServer(directory)
  await rm(directory, { recursive: true, force: true })
}

/** Process number of the server of a data directory, from `postmaster.pid`; 0 if there is none. */
export async function serverPid(directory: string): Promise<number> {
  const file = join(directory, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(await readFile(file, 'utf8'), 10) : 0
}

async function killServer(directory: string): Promise<void> {
  const pid = await serverPid(directory)
  const runs = () => isPostmasterOf(join(directory, 'postgres'), pid)
  if (!runs()) return
  process.kill(pid, 'SIGQUIT')
  await until(`server ${pid} ends`, () => !runs())
}
