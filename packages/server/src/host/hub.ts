/** The hub: database, sample data, identity provider for development and HTTP server, started and stopped together. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { ConfigError } from '../config/problems.ts'
import { deriveKey, loadSecrets } from '../config/secrets.ts'
import type { Config } from '../config/types.ts'
import { startDatabaseServer } from '../database/database-server.ts'
import type { Tracing } from '../operations/tracing/tracing.ts'
import { checkConfig } from './check-config.ts'
import { type DevIdpProcess, startDevIdpProcess } from './dev-idp/process.ts'
import type { HubSettings, OpenHub } from './open-hub.ts'

/** Options of {@link startHub}. */
export interface StartHubOptions extends HubSettings {
  /** Starts the development identity provider. @default {@link startDevIdpProcess}, in a separate process */
  readonly startIdp?: typeof startDevIdpProcess
  /** Called with the step that is being done, as a text for people. */
  readonly onProgress?: (step: string) => void
  /** Called when another hub has taken the embedded database while it was down. This hub cannot continue. */
  readonly onLost?: (error: Error) => void
}

/** A running hub. */
export interface Hub extends OpenHub {
  /**
   * Reports that the hub is not ready and waits for load balancers ({@link drain}), then accepts no new requests, finishes the
   * running ones, and closes the database.
   */
  stop(): Promise<void>
}

/**
 * Starts a hub. If a step fails, everything that was started before is stopped.
 *
 * @throws ConfigError when a plugin does not start; DatabaseError; the system's error when the port is taken
 * @example
 * const hub = await startHub({ config: await readConfig(process.env), logger: pino(), sample: true })
 * console.log(hub.url)
 * await hub.stop()
 */
export async function startHub(options: StartHubOptions): Promise<Hub> {
  const { config, logger, onProgress = () => {}, onLost = () => {} } = options
  const { startIdp = startDevIdpProcess } = options
  const stops: (() => Promise<void>)[] = []
  // Each part is stopped, also if stopping another one fails.
  const stop = async () => {
    const failures: unknown[] = []
    for (const end of stops.splice(0).toReversed())
      await end().catch((error) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }
  // First, so that no database is started or migrated with a configuration that cannot work.
  await checkConfig(config)
  if (options.sampleShop !== undefined) {
    const { checkSampleShop } = await import('./sample/shop.ts')
    checkSampleShop(options.sampleShop)
  }
  try {
    await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 })
    // Before the first statement, so that its span has a tracer.
    const tracing = config.hasTraces ? await startTracing(logger) : undefined
    stops.push(async () => await tracing?.stop())
    // Both are processes of their own, which start at the same time. Their failures are thrown where the promises are awaited.
    const devIdp = config.devIdp.enabled ? startDevIdp(config, logger, startIdp) : undefined
    stops.push(async () => await (await devIdp?.catch(() => undefined))?.stop())
    const onLog = (line: string) => logger.info(line)
    const server = startDatabaseServer(config, { onProgress, onLog, onLost })
    stops.push(async () => await (await server.catch(() => undefined))?.stop())
    await headStart(devIdp, server)
    const { openHub } = await import('./open-hub.ts')
    const opened = await openHub({ ...options, onProgress, tracing, devIdp, server, stops })
    return { ...opened, stop }
  } catch (error) {
    await stop().catch((failure: unknown) =>
      logger.error({ err: failure }, 'the hub did not start, and did not stop cleanly'),
    )
    throw error
  }
}

/** Lets other processes begin before this one is busy with loading the rest of the hub. */
async function headStart(...starting: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  for (const one of starting) one?.catch(() => {})
  await delay(50)
}

/** Loads the packages of OpenTelemetry, which a hub without traces does not need. */
async function startTracing(logger: FastifyBaseLogger): Promise<Tracing> {
  const { startTracing: start } = await import('../operations/tracing/tracing.ts')
  return start(process.env, (message) => logger.warn(message))
}

async function startDevIdp(
  config: Config,
  logger: FastifyBaseLogger,
  start: typeof startDevIdpProcess,
): Promise<DevIdpProcess> {
  const directory = join(config.dataDirectory, 'dev-idp')
  const [secret = ''] = await loadSecrets(config)
  const clientSecret = deriveKey(secret, 'development client')
  const { port } = config.devIdp
  try {
    return await start({ port, directory, clientSecret, logger })
  } catch (error) {
    const { message } = error as Error
    throw new ConfigError([{ source: undefined, path: 'devIdp', message }], { cause: error })
  }
}
