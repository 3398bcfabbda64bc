import { closeSync, existsSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnAs } from './cluster/account.ts'
import type { Cluster } from './cluster/cluster.ts'
import { isPostmasterOf, type Postmaster, readPostmaster } from './cluster/postmaster.ts'
import { codeOf, EmbeddedPostgresError } from './errors.ts'
import { boundLog } from './log-file.ts'

/** PostgreSQL settings by name, as in postgresql.conf. */
export type Settings = Readonly<Record<string, string | number>>

/** Settings that differ from the defaults of PostgreSQL. Settings for durability are not changed. */
const DEFAULT_SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  // The default folder for sockets is in /tmp, where every user of the machine has access.
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  shared_buffers: '128MB',
  // Ends the statements of a killed hub soon, and releases their locks.
  client_connection_check_interval: '2s',
  // Compiling a plan takes longer than running the short statements of the hub.
  jit: 'off',
  // The hub reports failed statements. Their texts may contain personal data, so they are not logged here.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** Reasons of a failed start. The launcher changes what it can, and tries again. */
export type StartFailure =
  | 'port taken'
  | 'other server'
  | 'memory in use'
  | 'still starting'
  | 'failed'

/** A failed start, with the end of the server's log. */
export interface FailedStart {
  readonly failure: StartFailure
  readonly log: string
}

/**
 * Starts a server and waits until it accepts connections. The server survives the end of this process, and the next hub takes it over.
 *
 * @param deadline - time limit, as a value of `Date.now()`; recovery after a crash can take minutes
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
  const all = Object.entries({ ...DEFAULT_SETTINGS, ...settings, port })
  const { postgres } = cluster.binaries
  // To a file instead of a pipe, because the server continues to write after the hub was killed.
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

/** The messages are English, because the server runs with LC_ALL=C. */
function classify(log: string): StartFailure {
  if (/could not create any TCP\/IP sockets|could not bind/.test(log)) return 'port taken'
  if (/lock file "postmaster.pid"/.test(log)) return 'other server'
  if (/pre-existing shared memory block/.test(log)) return 'memory in use'
  return 'failed'
}

/**
 * Stops a server, also one that another process has started, and waits for its end. A fast shutdown rolls open transactions back and
 * writes all data. After 30 s, an immediate shutdown follows, after which the next start has to recover.
 *
 * @throws {EmbeddedPostgresError} `DATABASE_START_FAILED` when the server belongs to another user, or does not end after SIGKILL
 */
export async function shutDownServer(cluster: Cluster, pid: number): Promise<void> {
  const steps = [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [signal, waitMs] of steps) {
    const deadline = Date.now() + waitMs
    send(cluster, pid, signal)
    while (Date.now() < deadline) {
      if (!isPostmasterOf(cluster.data, pid)) return
      await delay(15)
    }
  }
  throw new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    `PostgreSQL (process ${pid}) in ${cluster.data} does not end, even after SIGKILL. See ${cluster.log}, and check the disk.`,
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

/** A port of the loopback interface that was free at the time of the call. */
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
