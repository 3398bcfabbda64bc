/** The hub: database, sample data and HTTP server, started and stopped together. */
import { mkdir } from 'node:fs/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import { openHubDatabase } from './hub-database.ts'
import { ensureSample, type SampleKeys } from './sample/sample.ts'

/** What {@link startHub} may be told. */
export interface StartHubOptions {
  readonly config: Config
  readonly logger: FastifyBaseLogger
  /** Gives an empty database a sample customer. */
  readonly sample: boolean
  /** Is told what is being done, in words for the person who waits. */
  readonly onProgress?: (step: string) => void
  /** Called when another hub has taken the embedded database while it was down: this one can only end. */
  readonly onLost?: (error: Error) => void
}

/** A running hub. */
export interface Hub {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly url: string
  readonly database: string
  /** Keys of the sample customer; undefined when the database has customers of its own. */
  readonly sample: SampleKeys | undefined
  /** Stops taking requests, lets those that run finish, then closes the database. */
  stop(): Promise<void>
}

/**
 * Starts a hub. Whatever was started is stopped again when a later step fails.
 *
 * @throws DatabaseError, or the system's error when the port is taken
 * @example
 * const hub = await startHub({ config: await readConfig(process.env), logger: pino(), sample: true })
 * console.log(hub.url)
 * await hub.stop()
 */
export async function startHub(options: StartHubOptions): Promise<Hub> {
  const { config, logger, onProgress = () => {}, onLost = () => {} } = options
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 })
  const store = await openHubDatabase(config, {
    onProgress,
    onLog: (line) => logger.info(line),
    onLost,
  })
  try {
    const sample = options.sample
      ? await ensureSample(store.database, config.dataDirectory)
      : undefined
    const app = await buildApp({
      database: store.database,
      logger,
      logRequests: config.logLevel === 'debug' || config.logLevel === 'trace',
    })
    const url = await app.listen({ host: config.host, port: config.port })
    return {
      url,
      database: store.description,
      sample,
      async stop() {
        await closeGently(app)
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** How often connections that have become idle are looked for while the hub stops. */
const IDLE_CHECK_MS = 50

/** Closes the application when its running requests have finished, without waiting for clients to hang up after them. */
async function closeGently(app: FastifyInstance): Promise<void> {
  // Node closes the connections that are idle now; one that is busy now would be kept alive after its answer.
  const timer = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
  try {
    await app.close()
  } finally {
    clearInterval(timer)
  }
}
