import { type ClaimedServer, claimServer } from './claim.ts'
import type { Cluster } from './cluster/cluster.ts'
import { openCluster } from './cluster/open-cluster.ts'
import type { EmbeddedPostgresError } from './errors.ts'
import type { Settings } from './server.ts'
import { urlOf } from './session.ts'
import { Supervisor } from './supervisor.ts'

/** Options of {@link startEmbeddedPostgres}. */
export interface StartEmbeddedOptions {
  /** Directory of the data, such as `.entrepot`; created if missing. It must be on a local disk that only one machine uses. */
  readonly directory: string
  /** PostgreSQL settings that override the defaults, such as `{ shared_buffers: '1GB' }`. */
  readonly settings?: Settings
  /** Called with a line for each event, such as a start or a restart. The lines contain no secrets. */
  readonly onLog?: (line: string) => void
  /**
   * Called when another hub has taken the directory while PostgreSQL was down. This hub cannot use the database any more, and should
   * end.
   */
  readonly onLost?: (error: EmbeddedPostgresError) => void
  /**
   * Milliseconds after which a start counts as failed. Recovery after a power failure may take minutes.
   * @default 120_000
   */
  readonly startTimeout?: number
}

/** A running embedded PostgreSQL that belongs to this process. */
export interface EmbeddedPostgres {
  /** The connection URL, with the password. It stays valid when PostgreSQL is restarted. */
  readonly url: string
  /** Whether the server was already running, because a previous hub was killed. */
  readonly adopted: boolean
  /** Process number of the server, which changes with a restart. */
  readonly pid: number
  /** Stops the server: rolls open transactions back, and writes all data. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that npm has installed, in a directory, for one hub.
 *
 * - In an empty directory it creates the database first, which takes about a second. The generated password is in a file with mode 0600.
 * - It takes over a server that a killed hub has left running, with all its data.
 * - It restarts a server that dies while the hub is running, on the same port, so that pools reconnect.
 * - For root, PostgreSQL runs as the owner of existing data, else as `postgres` or `nobody`.
 *
 * Call `stop()` before the process ends. Otherwise the server continues to run, and the next hub takes it over. Ctrl+C in a terminal
 * does not reach the server, so running requests can still be answered.
 *
 * Does not work on Windows, or in a directory that several machines or containers share.
 *
 * @throws {EmbeddedPostgresError} `DATABASE_IN_USE` when another hub uses the directory, `DATABASE_START_FAILED`
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

/** {@link startEmbeddedPostgres} with a superuser as role, so that tests can create databases, roles and TLS settings. */
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

/** A class with getters, which `util.inspect` does not call, so that a logged object contains no password. */
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
