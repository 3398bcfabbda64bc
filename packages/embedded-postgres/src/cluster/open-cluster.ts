import { chmod, chown, mkdir, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { codeOf, EmbeddedPostgresError } from '../errors.ts'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { createData, readDataVersion } from './create-data.ts'
import { keepPassword } from './password.ts'

/**
 * Opens the cluster in `directory`, and creates what is missing. Any number of processes may call it at the same time: all get the same
 * password and data, and a killed process leaves no incomplete files under the final names.
 *
 * @param roleAttributes - attributes of the role besides `login`; tests use `superuser`
 * @throws {EmbeddedPostgresError} `DATABASE_START_FAILED`
 */
export async function openCluster(directory: string, roleAttributes = ''): Promise<Cluster> {
  const binaries = await findBinaries()
  const real = await makeDirectory(resolve(directory))
  const data = join(real, 'postgres')
  await checkOwner(data)
  const password = await keepPassword(join(real, 'postgres-password'))
  const cluster: Cluster = {
    directory: real,
    data,
    log: join(real, 'postgres.log'),
    password: () => password,
    account: chooseAccount(data),
    binaries: {
      postgres: await realpath(binaries.postgres),
      initdb: await realpath(binaries.initdb),
    },
  }
  const version = (await readDataVersion(data)) ?? (await createData(cluster, roleAttributes))
  if (version !== SERVER_MAJOR) throw wrongDataVersion(cluster, version)
  return cluster
}

/** Major version of the PostgreSQL that npm installs. It cannot open a cluster of another version. */
const SERVER_MAJOR = '18'

function wrongDataVersion(cluster: Cluster, version: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    `The data in ${cluster.data} was written by PostgreSQL ${version}, and ${SERVER_MAJOR} is installed here. Install the previous version of the hub again and run entrepot backup; then move this folder away, and run entrepot restore with the new version.`,
  )
}

/** Creates the directory for its owner only; for root, the account of PostgreSQL can pass it. An existing directory keeps its permissions. */
async function makeDirectory(directory: string): Promise<string> {
  try {
    const created = await mkdir(directory, { recursive: true, mode: 0o700 })
    const account = created && chooseAccount(join(directory, 'postgres'))
    if (account) {
      await chown(directory, 0, account.gid)
      await chmod(directory, 0o710)
    }
    return await realpath(directory)
  } catch (cause) {
    if (EmbeddedPostgresError.is(cause)) throw cause
    throw new EmbeddedPostgresError(
      'DATABASE_START_FAILED',
      `The data directory ${directory} cannot be created (${codeOf(cause)}). Choose another directory, or correct the permissions.`,
      { cause },
    )
  }
}

/** Checks the owner of the data before any file is changed, because PostgreSQL requires that it owns its data. */
async function checkOwner(data: string): Promise<void> {
  const found = await stat(data).catch(() => undefined)
  const uid = process.getuid?.()
  if (!found || uid === 0 || found.uid === uid) return
  throw new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    `${data} belongs to another user (uid ${found.uid}), and this process runs as uid ${uid}. Start the hub as the user that created it, or give the directory to this one (chown -R).`,
  )
}
