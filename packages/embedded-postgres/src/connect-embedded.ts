import { claimServer, findServer } from './claim.ts'
import type { Cluster } from './cluster.ts'
import { joinCommands, type Presence } from './command-lock.ts'
import { EmbeddedPostgresError, messageOf } from './errors.ts'
import { openCluster } from './open-cluster.ts'
import type { Postmaster } from './postmaster.ts'
import { type Settings, shutDownServer } from './server.ts'
import { urlOf } from './session.ts'

/** What {@link connectEmbedded} needs to know. */
export interface ConnectEmbeddedOptions {
  /** The hub's data directory. */
  readonly directory: string
  /** PostgreSQL settings, used only if the server has to be started; see {@link startEmbeddedPostgres}. */
  readonly settings?: Settings
}

/** A way into an embedded database, for a command beside the hub. */
export interface EmbeddedConnection {
  /** For `openDatabase`; it holds the password. */
  readonly url: string
  /** Stops the server, unless a hub or another command uses it. May be called twice. */
  close(): Promise<void>
}

/** Milliseconds that a server may take to start or stop; as long as the hub's own `startTimeout`. */
const patience = 120_000

/**
 * Gives a command the database of the hub in `directory`, without taking the hub's place: if a server runs there, that
 * one; otherwise one that is started for as long as commands need it. A hub that starts meanwhile takes it over.
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
  const deadline = Date.now() + patience
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

/** Leaves a server running that lets us in, and no lock held, so that a hub may take it over. */
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
    if (!isTaken) throw error // otherwise there is a server by now, started by somebody else
  }
}

function unusable(cluster: Cluster, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    `PostgreSQL in ${cluster.data} runs but cannot be used (${messageOf(cause)}). Look at ${cluster.log}.`,
    { cause },
  )
}

/** A class for its getter: `util.inspect` does not call it, so that a logged object shows no password. */
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
