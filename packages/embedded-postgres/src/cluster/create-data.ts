import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { codeOf, EmbeddedPostgresError } from '../errors.ts'
import { spawnAs } from './account.ts'
import type { Cluster } from './cluster.ts'
import { isAlive } from './postmaster.ts'

/** The major version that wrote a data directory; undefined if there is no data. */
export async function readDataVersion(data: string): Promise<string | undefined> {
  try {
    return (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const DRAFT_PREFIX = 'postgres-new-'

/**
 * Creates the data directory with the role and the database. The directory has a temporary name until it is complete and on disk. If
 * another process is faster, the data of that process is used.
 *
 * @returns the major version of the data
 * @throws {EmbeddedPostgresError} `DATABASE_START_FAILED` with the output of initdb
 */
export async function createData(cluster: Cluster, roleAttributes: string): Promise<string> {
  await removeOldDrafts(cluster.directory)
  const name = `${DRAFT_PREFIX}${process.pid}-${randomBytes(4).toString('hex')}`
  const draft = join(cluster.directory, name)
  try {
    await mkdir(draft, { mode: 0o700 })
    if (cluster.account) await chown(draft, cluster.account.uid, cluster.account.gid)
    await initialise(cluster, draft)
    await setUpRole(cluster, draft, roleAttributes)
    await rename(draft, cluster.data)
    await syncDirectory(cluster.directory)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
  }
  const version = await readDataVersion(cluster.data)
  if (version) return version
  throw new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    `${cluster.data} exists but contains no PostgreSQL data. Move it away or choose another data directory.`,
  )
}

/** Removes temporary directories of processes that were killed. */
async function removeOldDrafts(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const pid = new RegExp(`^${DRAFT_PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) {
      await rm(join(directory, name), { recursive: true, force: true })
    }
  }
}

async function initialise(cluster: Cluster, draft: string): Promise<void> {
  await run(cluster, cluster.binaries.initdb, draft, [
    `--pgdata=${draft}`,
    '--username=postgres',
    '--encoding=UTF8',
    // This locale sorts in the same way on every system, so an upgrade of the C library cannot break an index.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--auth=reject',
  ])
  // The superuser `postgres` has no password, so nobody can log in as that role.
  await writeFile(
    join(draft, 'pg_hba.conf'),
    '# Written by Entrepot. Allows connections from this machine with a password only.\nhost all all 127.0.0.1/32 scram-sha-256\n',
  )
}

async function setUpRole(cluster: Cluster, draft: string, attributes: string): Promise<void> {
  await runSql(cluster, draft, [
    `create role entrepot login ${attributes} password ${quote(cluster.password())}`,
    'create database entrepot owner entrepot',
  ])
}

/**
 * Sets the password of the role to that of the password file, after the file was lost or edited. The server must not be running.
 * @throws {EmbeddedPostgresError} `DATABASE_START_FAILED`
 */
export async function resetPassword(cluster: Cluster): Promise<void> {
  await runSql(cluster, cluster.data, [`alter role entrepot password ${quote(cluster.password())}`])
}

/** Runs statements in the single-user mode of PostgreSQL, without server, port and password. Each line is one statement. */
async function runSql(cluster: Cluster, data: string, statements: string[]): Promise<void> {
  const settings = ['-c', 'log_checkpoints=off', '-c', 'log_min_error_statement=panic']
  const list = ['--single', '-D', data, ...settings, 'postgres']
  await run(cluster, cluster.binaries.postgres, data, list, `${statements.join('\n')}\n`)
}

/**
 * Runs a program of PostgreSQL to its end. Single-user mode always ends with 0, so `ERROR:` in its output counts as a failure too.
 */
async function run(
  cluster: Cluster,
  file: string,
  data: string,
  list: readonly string[],
  input = '',
): Promise<void> {
  const child = spawnAs({
    file,
    arguments: list,
    account: cluster.account,
    paths: [file, data],
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin?.on('error', () => {}) // the program may end before it reads its input; its exit code reports that
  child.stdin?.end(input)
  const [output, problems] = await Promise.all([
    text(child.stdout ?? Readable.from([])),
    text(child.stderr ?? Readable.from([])),
    child.exitCode ?? once(child, 'close'),
  ])
  if (child.exitCode === 0 && !/^(.*\s)?(ERROR|FATAL|PANIC):/m.test(problems)) return
  throw new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    `PostgreSQL could not set up its data in ${dirname(data)}: ${(problems || output).trim().slice(-2000)}`,
  )
}

function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory)
  await handle.sync().finally(() => handle.close())
}
