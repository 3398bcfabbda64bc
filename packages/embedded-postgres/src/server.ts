import { closeSync, existsSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnAs } from './account.ts'
import type { Cluster } from './cluster.ts'
import { codeOf, EmbeddedPostgresError } from './errors.ts'
import { boundLog } from './log-file.ts'
import { isPostmasterOf, type Postmaster, readPostmaster } from './postmaster.ts'

/** PostgreSQL settings by name, as in postgresql.conf. */
export type Settings = Readonly<Record<string, string | number>>

/** What differs from PostgreSQL's own defaults, and why. Everything that makes commits durable stays as it is. */
const defaultSettings: Settings = {
  listen_addresses: '127.0.0.1',
  // The default folder for sockets is in /tmp, open to every user of the machine.
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  shared_buffers: '128MB',
  // A statement of a hub that was killed ends, and frees its locks, soon after.
  client_connection_check_interval: '2s',
  // Compiling a plan takes longer than the short statements of the hub run.
  jit: 'off',
  // Statements that fail are the hub's to report; their text and keys may be personal and stay out of the log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** Why a start did not succeed; each is tried again with what the launcher can change. */
export type StartFailure =
  | 'port taken'
  | 'other server'
  | 'memory in use'
  | 'still starting'
  | 'failed'

/** A start that did not succeed, with the end of the server's log. */
export interface FailedStart {
  readonly failure: StartFailure
  readonly log: string
}

/**
 * Starts a server and waits until it takes connections. It outlives this process: the next hub adopts it.
 *
 * @param deadline - `Date.now()` until which a start may take; recovery after a crash can take minutes
 */
export async function launchServer(
  cluster: Cluster,
  port: number,
  settings: Settings,
  deadline: number,
): Promise<Postmaster | FailedStart> {
  await boundLog(cluster.log)
  const logStart = await sizeOf(cluster.log)
  const child = spawnServer(cluster, port, settings)
  let ended = false
  child.on('error', () => {
    ended = true
  })
  child.on('exit', () => {
    ended = true
  })
  child.unref()
  while (!ended && Date.now() < deadline) {
    const server = await readPostmaster(cluster.data)
    if (server?.pid === child.pid && server?.status === 'ready') return server
    await delay(15)
  }
  const log = await readFrom(cluster.log, logStart)
  return { failure: ended ? classify(log) : 'still starting', log }
}

function spawnServer(cluster: Cluster, port: number, settings: Settings) {
  const all = Object.entries({ ...defaultSettings, ...settings, port })
  const { postgres } = cluster.binaries
  // To a file, not to a pipe: the server goes on writing when the hub has been killed.
  const log = openSync(cluster.log, 'a', 0o600)
  try {
    return spawnAs({
      file: postgres,
      arguments: [
        '-D',
        cluster.data,
        ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      account: cluster.account,
      paths: [postgres, cluster.data],
      stdio: ['ignore', log, log],
      detached: true,
    })
  } finally {
    closeSync(log)
  }
}

/** The server speaks English: it runs with LC_ALL=C. */
function classify(log: string): StartFailure {
  if (/could not create any TCP\/IP sockets|could not bind/.test(log)) return 'port taken'
  if (/lock file "postmaster.pid"/.test(log)) return 'other server'
  if (/pre-existing shared memory block/.test(log)) return 'memory in use'
  return 'failed'
}

/**
 * Stops a server, whoever started it, and waits until it has gone: fast shutdown, in which open transactions are
 * rolled back and everything is written; after 30 s an immediate one, after which the next start recovers.
 *
 * @throws {EmbeddedPostgresError} `DATABASE_START_FAILED` when it belongs to another user or survives SIGKILL
 */
export async function shutDownServer(cluster: Cluster, pid: number): Promise<void> {
  const steps = [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [signal, patience] of steps) {
    const deadline = Date.now() + patience
    send(cluster, pid, signal)
    while (Date.now() < deadline) {
      if (!isPostmasterOf(cluster.data, pid)) return
      await delay(15)
    }
  }
  throw new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    `PostgreSQL (process ${pid}) in ${cluster.data} does not end, not even by SIGKILL. Look at ${cluster.log} and at the disk.`,
  )
}

function send(cluster: Cluster, pid: number, signal: NodeJS.Signals): void {
  try {
    if (isPostmasterOf(cluster.data, pid)) process.kill(pid, signal)
  } catch (cause) {
    if (codeOf(cause) === 'ESRCH') return
    throw new EmbeddedPostgresError(
      'DATABASE_START_FAILED',
      `PostgreSQL (process ${pid}) in ${cluster.data} belongs to another user. Run the hub as that user.`,
      { cause },
    )
  }
}

/** A port of the loopback interface that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const probe = createServer()
  return await new Promise((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function sizeOf(file: string): Promise<number> {
  if (!existsSync(file)) return 0
  const handle = await open(file)
  try {
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

async function readFrom(file: string, start: number): Promise<string> {
  const handle = await open(file)
  try {
    const length = Math.min((await handle.stat()).size - start, 4000)
    const { buffer } = await handle.read(Buffer.alloc(Math.max(length, 0)), 0, length, start)
    return buffer.toString('utf8').trim()
  } finally {
    await handle.close()
  }
}
