import { claimServer, findServer } from './claim.ts'
import type { Cluster } from './cluster/cluster.ts'
import { openCluster } from './cluster/open-cluster.ts'
import type { Postmaster } from './cluster/postmaster.ts'
import { joinCommands, type Presence } from './command-lock.ts'
import { EmbeddedPostgresError, messageOf } from './errors.ts'
import { type Settings, shutDownServer } from './server.ts'
import { urlOf } from './session.ts'

/** Options of {@link connectEmbedded}. */
export interface ConnectEmbeddedOptions {
  /** The hub's data directory. */
  readonly directory: string
  /** PostgreSQL settings, used only if the server has to be started; see {@link startEmbeddedPostgres}. */
  readonly settings?: Settings
}

/** Access to an embedded database, for a command that runs in addition to the hub. */
export interface EmbeddedConnection {
  /** The connection URL, with the password. */
  readonly url: string
  /** Stops the server, unless a hub or another command uses it. May be called twice. */
  close(): Promise<void>
}

/** Milliseconds for starting or stopping a server, like the default of `startTimeout`. */
const PATIENCE = 120_000

/**
 * Connects a command to the database of the hub in `directory`. It uses the server that is running there. If none is running, it starts
 * one for as long as commands need it. A hub that starts in the meantime takes that server over.
 *
 * @throws {EmbeddedPostgresError} `DATABASE_START_FAILED`
 * @example
 * const embedded = await connectEmbedded({ directory: '.entrepot' })
 * const database = await openDatabase({ url: embedded.url, maxConnections: 1 })
 * // ...
 * await database.end()
 * await embedded.close()
 */
export async function connectEmbedded(
  options: ConnectEmbeddedOptions,
): Promise<EmbeddedConnection> {
  const cluster = await openCluster(options.directory)
  const deadline = Date.now() + PATIENCE
  for (;;) {
    const running = await findServer(cluster, deadline)
    const joined = running && (await joinCommands(cluster, running.port))
    if (joined && 'presence' in joined) {
      return new CommandConnection(cluster, running, joined.presence)
    }
    if (joined && Date.now() > deadline) throw unusable(cluster, joined.error)
    await startForCommand(cluster, options.settings ?? {}, deadline)
  }
}

/** Makes sure that a server is running and accepts the connection, without holding its lock, so that a hub can take it over. */
async function startForCommand(
  cluster: Cluster,
  settings: Settings,
  deadline: number,
): Promise<void> {
  const ignore = () => {}
  try {
    const claim = { cluster, settings, deadline, onLost: ignore, log: ignore }
    const { lock } = await claimServer(claim)
    await lock.release()
  } catch (error) {
    const isTaken = EmbeddedPostgresError.is(error) && error.code === 'DATABASE_IN_USE'
    if (!isTaken) throw error // otherwise another process has started a server
  }
}

function unusable(cluster: Cluster, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    `PostgreSQL in ${cluster.data} is running but cannot be used (${messageOf(cause)}). See ${cluster.log}.`,
    { cause },
  )
}

/** A class with a getter, which `util.inspect` does not call, so that a logged object contains no password. */
class CommandConnection implements EmbeddedConnection {
  readonly #cluster: Cluster
  readonly #server: Postmaster
  readonly #presence: Presence
  #closed: Promise<void> | undefined

  constructor(cluster: Cluster, server: Postmaster, presence: Presence) {
    this.#cluster = cluster
    this.#server = server
    this.#presence = presence
  }

  get url(): string {
    return urlOf(this.#cluster, this.#server.port)
  }

  close(): Promise<void> {
    this.#closed ??= this.#leave()
    return this.#closed
  }

  async #leave(): Promise<void> {
    if (await this.#presence.isLast()) await shutDownServer(this.#cluster, this.#server.pid)
    await this.#presence.end()
  }
}
