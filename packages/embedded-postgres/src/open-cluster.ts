import { chmod, chown, mkdir, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { createData, readDataVersion } from './create-data.ts'
import { codeOf, EmbeddedPostgresError } from './errors.ts'
import { keepPassword } from './password.ts'

/**
 * Opens the cluster in `directory`, and creates what is missing. Any number of processes may do so at once: all find
 * the same password and the same data, and a killed one leaves nothing half-made behind under the final names.
 *
 * @param roleAttributes - of the role, beyond `login`; tests ask for `superuser`
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
  if (version !== serverMajor) throw wrongDataVersion(cluster, version)
  return cluster
}

/** Major version of the PostgreSQL that npm installs; a cluster of another one cannot be opened by it. */
const serverMajor = '18'

function wrongDataVersion(cluster: Cluster, version: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    `The data in ${cluster.data} was written by PostgreSQL ${version}, and ${serverMajor} is installed here. Move it over with pg_dump of the version that wrote it, or install that version of the hub again.`,
  )
}

/** A directory that exists keeps its permissions. A new one is for its owner, and as root for PostgreSQL to pass. */
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
      `The data directory ${directory} cannot be created (${codeOf(cause)}). Choose another one or correct its permissions.`,
      { cause },
    )
  }
}

/** PostgreSQL insists that it owns its data; the refusal is clearer before any file of it has been touched. */
async function checkOwner(data: string): Promise<void> {
  const found = await stat(data).catch(() => undefined)
  const uid = process.getuid?.()
  if (!found || uid === 0 || found.uid === uid) return
  throw new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    `${data} belongs to another user (uid ${found.uid}), and this process runs as uid ${uid}. Start the hub as the user that created it, or give the directory to this one (chown -R).`,
  )
}
