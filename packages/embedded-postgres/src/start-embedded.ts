import { type ClaimedServer, claimServer } from './claim.ts'
import type { Cluster } from './cluster.ts'
import type { EmbeddedPostgresError } from './errors.ts'
import { openCluster } from './open-cluster.ts'
import type { Settings } from './server.ts'
import { urlOf } from './session.ts'
import { Supervisor } from './supervisor.ts'

/** What {@link startEmbeddedPostgres} needs to know. */
export interface StartEmbeddedOptions {
  /** Where the data lives, such as `.entrepot`; created if missing. Keep it on a local disk, for one machine. */
  readonly directory: string
  /** PostgreSQL settings that go before the defaults, such as `{ shared_buffers: '1GB' }`. */
  readonly settings?: Settings
  /** What the launcher does, one line each: started, adopted, died, restarted. Never a secret. */
  readonly onLog?: (line: string) => void
  /**
   * Called when the database is gone for good for this hub: another one has taken the directory while PostgreSQL was
   * down. The hub should end.
   */
  readonly onLost?: (error: EmbeddedPostgresError) => void
  /**
   * Milliseconds until a start counts as failed. Recovery after a power failure replays the log and may take minutes.
   * @default 120_000
   */
  readonly startTimeout?: number
}

/** A running embedded PostgreSQL that belongs to this process. */
export interface EmbeddedPostgres {
  /** For `openDatabase`; it holds the password. Stays valid when PostgreSQL has to be restarted. */
  readonly url: string
  /** Whether a server was running already, left behind by a hub that was killed. */
  readonly adopted: boolean
  /** Process number of the server; another one after a restart. */
  readonly pid: number
  /** Stops the server: open transactions are rolled back, everything is written. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that comes with npm, in a directory, for one hub.
 *
 * - An empty directory is set up first (about a second). The password is generated and kept there, mode 0600.
 * - A server that a killed hub has left behind is adopted, with all its data.
 * - A server that dies while the hub lives is restarted on the same port; pools reconnect by themselves.
 * - As root, PostgreSQL runs as the owner of existing data, else as `postgres` or `nobody`.
 *
 * Call `stop()` before the process ends; without it the server stays, for the next hub to adopt. Ctrl+C in a terminal
 * does not reach the server, so requests under way can still be answered.
 *
 * Not for Windows; not for a directory that several machines or containers share (process numbers mean nothing there).
 *
 * @throws {EmbeddedPostgresError} `DATABASE_IN_USE` when another hub works in the directory, `DATABASE_START_FAILED`
 * @example
 * const postgres = await startEmbeddedPostgres({ directory: '.entrepot' })
 * const database = await openDatabase({ url: postgres.url })
 * // ...
 * await closeDatabase(database, 5_000)
 * await postgres.stop()
 */
export async function startEmbeddedPostgres(
  options: StartEmbeddedOptions,
): Promise<EmbeddedPostgres> {
  return await startCluster(await openCluster(options.directory), options)
}

/** {@link startEmbeddedPostgres} whose role is a superuser: tests create databases, roles and TLS settings with it. */
export async function startForTests(options: StartEmbeddedOptions): Promise<EmbeddedPostgres> {
  return await startCluster(await openCluster(options.directory, 'superuser'), options)
}

async function startCluster(
  cluster: Cluster,
  options: StartEmbeddedOptions,
): Promise<EmbeddedPostgres> {
  const log = options.onLog ?? (() => {})
  const supervisor = new Supervisor({
    cluster,
    log,
    onLost: options.onLost ?? (() => {}),
    claim: async (signal, port) =>
      await claimServer({
        cluster,
        log,
        settings: options.settings ?? {},
        signal,
        ...(port !== undefined && { port }),
        deadline: Date.now() + (options.startTimeout ?? 120_000),
        onLost: () => supervisor.recover(),
      }),
  })
  const first = await supervisor.start()
  log(describe(first))
  return new RunningPostgres(cluster, first, supervisor)
}

function describe({ server, adopted }: ClaimedServer): string {
  const verb = adopted ? 'adopted' : 'started'
  return `PostgreSQL ${verb} (process ${server.pid}, port ${server.port})`
}

/** A class for its getters: `util.inspect` does not call them, so that a logged object shows no password. */
class RunningPostgres implements EmbeddedPostgres {
  readonly adopted: boolean
  readonly #cluster: Cluster
  readonly #port: number
  readonly #supervisor: Supervisor

  constructor(cluster: Cluster, first: ClaimedServer, supervisor: Supervisor) {
    this.adopted = first.adopted
    this.#cluster = cluster
    this.#port = first.server.port
    this.#supervisor = supervisor
  }

  get url(): string {
    return urlOf(this.#cluster, this.#port)
  }

  get pid(): number {
    return this.#supervisor.pid
  }

  stop(): Promise<void> {
    return this.#supervisor.stop()
  }
}
