import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { EmbeddedPostgresError } from '../errors.ts'

/**
 * The account under which PostgreSQL runs. PostgreSQL refuses to run as root, so an application that runs as root starts it as an
 * existing unprivileged user. No user is ever created. `undefined` means the account of this process.
 */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * Chooses the account. For root, it is the owner of an existing cluster, else `postgres`, else `nobody`; otherwise `undefined`.
 *
 * @param cluster - PostgreSQL's data directory, which may not exist yet
 * @throws {EmbeddedPostgresError} `DATABASE_START_FAILED` when none of these users exists
 */
export function chooseAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = findUser('postgres') ?? findUser('nobody')
  if (account) return account
  throw new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    "PostgreSQL does not run as root, and there is neither a user 'postgres' nor 'nobody' to run it as. Start the hub as an ordinary user, or set DATABASE_URL to a PostgreSQL server.",
  )
}

function findUser(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/** Options of {@link spawnAs}. */
export interface SpawnAsOptions {
  readonly file: string
  readonly arguments: readonly string[]
  readonly account: Account | undefined
  /** Paths that the program must be able to reach: the cluster, its own binary. */
  readonly paths: readonly string[]
  readonly stdio: StdioOptions
  /** Whether the program gets its own session, so that Ctrl+C in the terminal does not reach it. */
  readonly detached?: boolean
}

/**
 * Starts a program under an account. If the account cannot reach one of the paths, such as a clone under /root or a directory with
 * mode 0700, the program gets one capability through `setpriv` of util-linux: to search and read regardless of permissions.
 *
 * The program does not get the environment of this process, which may contain secrets.
 *
 * @throws {EmbeddedPostgresError} `DATABASE_START_FAILED` when a path cannot be reached and `setpriv` is missing
 */
export function spawnAs(options: SpawnAsOptions): ChildProcess {
  const { file, account, stdio, detached = false } = options
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  const blocked = account && options.paths.find((path) => !isReachable(path, account))
  if (!blocked) {
    return spawn(file, options.arguments, { ...account, cwd: '/', env, stdio, detached })
  }
  const setpriv = passWith(account, file)
  requireSetpriv(setpriv, blocked, account)
  const command = [...setpriv, '--', file, ...options.arguments]
  return spawn('setpriv', command, { cwd: '/', env, stdio, detached })
}

/**
 * Arguments of `setpriv`: the account, and one capability. Searching and reading is enough, unless the program itself is executable for
 * root only, after an installation under umask 077. With `no_setuid_fixup`, access(2) respects the capability; PostgreSQL uses it to
 * find its files.
 */
function passWith(account: Account, file: string): string[] {
  const capability = statSync(file).mode & 0o001 ? '+dac_read_search' : '+dac_override'
  return [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    `--inh-caps=${capability}`,
    `--ambient-caps=${capability}`,
    '--securebits=+no_setuid_fixup',
  ]
}

function requireSetpriv(setpriv: readonly string[], blocked: string, account: Account): void {
  if (spawnSync('setpriv', [...setpriv, '--', 'true']).status === 0) return
  throw new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    `PostgreSQL does not run as root, and the user it runs as instead (uid ${account.uid}) cannot access ${blocked}, and 'setpriv' (util-linux) does not work here. Run the hub as an ordinary user, move the folder to a place that all users can access (not under /root), or set DATABASE_URL to a PostgreSQL server.`,
  )
}

/** Whether the permission bits of all folders above `path` let the account pass. Access control lists are not checked. */
function isReachable(path: string, account: Account): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
