import { DatabaseError } from '../errors.ts'
import { claimServer, findServer } from './claim.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { tryHubLock, urlOf } from './hub-lock.ts'
import { type Settings, shutDownServer } from './server.ts'

/** What {@link connectEmbedded} needs to know. */
export interface ConnectEmbeddedOptions {
  /** The hub's data directory. */
  readonly directory: string
  /** PostgreSQL settings, used only if the server has to be started; see {@link startEmbeddedPostgres}. */
  readonly settings?: Settings
}

/** A way into an embedded database, for a command beside the hub. */
export interface EmbeddedConnection {
  /** For {@link openDatabase}; it holds the password. */
  readonly url: string
  /** Stops the server if this connection has started it and no hub has taken it over meanwhile. */
  close(): Promise<void>
}

/** Milliseconds that a server may take to start or stop; as long as the hub's own `startTimeout`. */
const patience = 120_000

/**
 * Gives a command the database of the hub in `directory`, without taking the hub's place: if a server runs there, that
 * one; otherwise one that is started for as long as the command needs it. A hub that starts meanwhile takes it over.
 *
 * @throws {DatabaseError} `DATABASE_START_FAILED`
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
  for (;;) {
    const connection = (await useRunning(cluster)) ?? (await startForCommand(cluster, options))
    if (connection) return connection
  }
}

/** Undefined if no server runs, or none that lets us in. */
async function useRunning(cluster: Cluster): Promise<EmbeddedConnection | undefined> {
  const server = await findServer(cluster, Date.now() + patience)
  if (!server) return undefined
  const attempt = await tryHubLock(cluster, server.port, () => {})
  if (attempt.outcome === 'locked') await attempt.lock.release()
  else if (attempt.outcome !== 'in use') return undefined
  return new CommandConnection(urlOf(cluster, server.port), async () => {})
}

/** Undefined if somebody else was faster, so that there is a running server to use. */
async function startForCommand(
  cluster: Cluster,
  options: ConnectEmbeddedOptions,
): Promise<EmbeddedConnection | undefined> {
  try {
    const { server, lock } = await claimServer({
      cluster,
      settings: options.settings ?? {},
      deadline: Date.now() + patience,
      onLost: () => {},
      log: () => {},
    })
    await lock.release()
    return new CommandConnection(urlOf(cluster, server.port), async () => {
      const attempt = await tryHubLock(cluster, server.port, () => {})
      if (attempt.outcome !== 'locked') return
      await shutDownServer(cluster, server.pid)
      await attempt.lock.release()
    })
  } catch (error) {
    if (error instanceof DatabaseError && error.code === 'DATABASE_IN_USE') return undefined
    throw error
  }
}

/** A class for its getter: `util.inspect` does not call it, so that a logged object shows no password. */
class CommandConnection implements EmbeddedConnection {
  readonly #url: string
  #closed: Promise<void> | undefined
  readonly #onClose: () => Promise<void>

  constructor(url: string, onClose: () => Promise<void>) {
    this.#url = url
    this.#onClose = onClose
  }

  get url(): string {
    return this.#url
  }

  close(): Promise<void> {
    this.#closed ??= this.#onClose()
    return this.#closed
  }
}
