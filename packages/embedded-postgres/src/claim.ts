import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from './cluster/cluster.ts'
import { resetPassword } from './cluster/create-data.ts'
import {
  discardPidFile,
  isPostmasterOf,
  type Postmaster,
  readPostmaster,
} from './cluster/postmaster.ts'
import { EmbeddedPostgresError, isFinalRefusal, messageOf } from './errors.ts'
import { type HubLock, type LockAttempt, tryHubLock } from './hub-lock.ts'
import { findFreePort, launchServer, type Settings, shutDownServer } from './server.ts'

/** A running server, and its hub lock, which this process holds. */
export interface ClaimedServer {
  readonly server: Postmaster
  readonly lock: HubLock
  /** Whether the server was started by another process. */
  readonly adopted: boolean
}

/** Options of {@link claimServer}. */
export interface ClaimOptions {
  readonly cluster: Cluster
  readonly settings: Settings
  /** Port of the server. @default the port of a running server, else any free one */
  readonly port?: number
  /** Time limit, as a value of `Date.now()`. */
  readonly deadline: number
  /** Cancels further attempts. */
  readonly signal?: AbortSignal
  /** See {@link tryHubLock}. */
  readonly onLost: () => void
  readonly log: (line: string) => void
}

/**
 * Maximum number of attempts, over at least a second, to get a hub lock that another process holds: a command that has started the server
 * holds the lock while it stops the server. Attempts are counted instead of measuring time, so that a pause of this process does not reduce
 * them.
 */
const LOCK_ATTEMPTS = 20

/**
 * Gets a running server and its hub lock. Takes over a server that a killed hub has left running, waits for one that is starting or
 * stopping, replaces one that refuses the connection, or starts one. Checks the state again after each obstacle, so that several processes
 * can call it at the same time.
 *
 * @throws {EmbeddedPostgresError} `DATABASE_IN_USE` when another hub holds the lock, `DATABASE_START_FAILED`
 */
export async function claimServer(options: ClaimOptions): Promise<ClaimedServer> {
  const { cluster } = options
  let launched: Postmaster | undefined
  let inUse = 0
  for (;;) {
    options.signal?.throwIfAborted()
    let server = await findServer(cluster, options.deadline)
    if (!server) {
      launched = await startServer(options)
      server = launched
    }
    if (!server) continue
    const attempt = await tryHubLock(cluster, server.port, options.onLost)
    if (attempt.outcome === 'locked' && isOnRequestedPort(server, options)) {
      return { server, lock: attempt.lock, adopted: server.pid !== launched?.pid }
    }
    if (attempt.outcome === 'in use') {
      inUse += 1
      if (inUse > LOCK_ATTEMPTS) throw directoryInUse(cluster, attempt.holder)
    }
    await clearObstacle(options, server, attempt)
  }
}

function isOnRequestedPort(server: Postmaster, options: ClaimOptions): boolean {
  return options.port === undefined || options.port === server.port
}

async function clearObstacle(
  options: ClaimOptions,
  server: Postmaster,
  attempt: LockAttempt,
): Promise<void> {
  const { cluster, log } = options
  switch (attempt.outcome) {
    case 'locked':
      log(`PostgreSQL runs on port ${server.port}; moving it back to port ${options.port}`)
      await attempt.lock.release()
      return await shutDownServer(cluster, server.pid)
    case 'wrong password':
      log(
        `PostgreSQL (process ${server.pid}) refuses the stored password; setting the password again`,
      )
      await shutDownServer(cluster, server.pid)
      return await resetPassword(cluster)
    case 'not answering':
      if (isFinalRefusal(attempt.error) || Date.now() > options.deadline) {
        throw notAnswering(cluster, server, attempt.error)
      }
      return await delay(50)
    case 'in use':
      return await delay(50)
  }
}

/**
 * The server of the data directory, as soon as it accepts connections; undefined if none is running. Waits for a server that is
 * starting or stopping.
 *
 * @throws {EmbeddedPostgresError} `DATABASE_START_FAILED` when the server is still starting at the deadline. The server is not stopped,
 * because a long recovery would then begin again. A server that is still stopping at the deadline is killed.
 */
export async function findServer(
  cluster: Cluster,
  deadline: number,
): Promise<Postmaster | undefined> {
  for (;;) {
    const server = await readWritten(cluster.data)
    if (!server) return undefined
    if (!isPostmasterOf(cluster.data, server.pid)) {
      discardPidFile(cluster.data, server)
      return undefined
    }
    if (server.status === 'ready') return server
    if (Date.now() > deadline) {
      if (server.status !== 'stopping') throw stillStarting(cluster)
      await shutDownServer(cluster, server.pid)
      return undefined
    }
    await delay(15)
  }
}

/** How often an empty file is read, over at least three seconds. Counted like {@link LOCK_ATTEMPTS}. */
const EMPTY_READS = 200

/** Reads `postmaster.pid` as soon as a process number is in it. If none comes, a crash has left the file behind. */
async function readWritten(data: string): Promise<Postmaster | undefined> {
  for (let reads = 1; ; reads++) {
    const server = await readPostmaster(data)
    if (server?.pid !== 0 || reads === EMPTY_READS) return server
    await delay(15)
  }
}

/** Starts a server; undefined if the state must be checked again. */
async function startServer(options: ClaimOptions): Promise<Postmaster | undefined> {
  const { cluster, deadline } = options
  const port = options.port ?? (await findFreePort())
  const result = await launchServer(cluster, port, options.settings, deadline)
  if (!('failure' in result)) return result
  if (result.failure === 'still starting') throw stillStarting(cluster)
  if (result.failure === 'failed' || Date.now() > deadline) throw startFailed(cluster, result.log)
  options.log(`PostgreSQL could not start yet (${result.failure}); trying again`)
  await delay(250)
  return undefined
}

function directoryInUse(cluster: Cluster, holder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'DATABASE_IN_USE',
    `The data directory ${cluster.directory} is in use by another hub (${holder}). Stop that hub first, use another data directory for this one, or let both use a PostgreSQL server through DATABASE_URL.`,
  )
}

function notAnswering(cluster: Cluster, server: Postmaster, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    `PostgreSQL (process ${server.pid}, port ${server.port}) in ${cluster.data} is running but cannot be used (${messageOf(cause)}). See ${cluster.log}.`,
    { cause },
  )
}

function stillStarting(cluster: Cluster): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    `PostgreSQL in ${cluster.data} is still starting, and may be recovering from a crash. It continues to start. See ${cluster.log}, and start the hub again to wait for it.`,
  )
}

function startFailed(cluster: Cluster, log: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    `PostgreSQL in ${cluster.data} did not start. The end of ${cluster.log}:\n${log || '(nothing)'}`,
  )
}
