/** Starts the parts of a hub that need its database: migrations, sample, metrics, and the HTTP server. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Database } from '@entrepot/database'
import type { EmbeddedPostgres } from '@entrepot/embedded-postgres'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { hasSignIn, publicUrlAt } from '../config/rules.ts'
import { deriveKey, loadSecrets } from '../config/secrets.ts'
import type { Config } from '../config/types.ts'
import { openHubDatabase } from '../database/hub-database.ts'
import type { HubMetrics } from '../operations/metrics/metrics.ts'
import { listenForMetrics, type MetricsListener } from '../operations/metrics/serve-metrics.ts'
import type { Tracing } from '../operations/tracing/tracing.ts'
import { createOwnerLink } from '../people/first-owner/first-owner.ts'
import { type AppParts, buildApp } from './app.ts'
import type { DevIdpProcess } from './dev-idp/process.ts'
import { closeGently, drain } from './drain.ts'
import { Readiness } from './health.ts'
import { loadPlugin } from './plugins/load-plugin.ts'
import {
  ensureSample,
  ensureSampleOrders,
  type SampleKeys,
  writeSampleEnv,
} from './sample/sample.ts'
import { ACTIVATE_SIGN_IN, presumedEntries, providersOf } from './sign-in/providers.ts'

/** Settings for the start of a hub. */
export interface HubSettings {
  readonly config: Config
  readonly logger: FastifyBaseLogger
  /** Whether to create a sample customer in an empty database. */
  readonly sample: boolean
  /** Whether the sample customer gets orders of the last 60 days. @default false */
  readonly sampleOrders?: boolean
  /** Whether the channels of the sample customer poll. @default false */
  readonly samplePolls?: boolean
  /** Name of a shop to start beside the sample customer, see {@link startSampleShop}. @default none */
  readonly sampleShop?: string
}

/** Options of {@link openHub}: the settings, and the parts that are already starting. */
export interface OpenHubOptions extends HubSettings {
  readonly onProgress: (step: string) => void
  readonly tracing: Tracing | undefined
  readonly devIdp: Promise<DevIdpProcess> | undefined
  /** The embedded server; undefined for an external one. */
  readonly server: Promise<EmbeddedPostgres | undefined>
  /** `openHub` adds a function for each started part that stops it. The caller calls them in reverse order. */
  readonly stops: (() => Promise<void>)[]
}

/** A hub that listens. */
export interface OpenHub {
  /** Address on which it listens, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /** Origin that people open in a browser. */
  readonly publicUrl: string
  /** Address of the listener for metrics; undefined if there is none. */
  readonly metricsUrl: string | undefined
  readonly database: string
  /** Keys of the sample customer; undefined if the database has other customers. */
  readonly sample: SampleKeys | undefined
  /** Resolves when the sample orders are stored, or at once if there are none to store. Never rejects: a failure is only logged. */
  readonly sampleOrders: Promise<void>
  /**
   * How people can sign in. `development`: with the development identity provider. `inactive`: a sign-in plugin is configured,
   * but none of its providers has credentials. `passkeys`: with passkeys only.
   */
  readonly signIn: 'none' | 'inactive' | 'configured' | 'development' | 'passkeys'
  /** Link with which the first owner signs in, once; undefined if the hub has an owner, or nobody can sign in. */
  readonly ownerLink: string | undefined
}

/** Opens the database and listens. The caller must stop the parts in `stops`, also if this function fails. */
export async function openHub(options: OpenHubOptions): Promise<OpenHub> {
  const { config, logger, onProgress, tracing, stops } = options
  // The plugins are loaded while PostgreSQL starts. A failure is thrown later, when the plugins are registered.
  for (const entry of presumedEntries(config)) loadPlugin(entry, config.file).catch(() => {})
  const store = await openHubDatabase(config, await options.server, onProgress)
  stops.push(store.close)
  const sample = options.sample
    ? await ensureSample(store.database, config.dataDirectory, sampleOptions(config))
    : undefined
  let sampleOrders = Promise.resolve()
  stops.push(async () => await sampleOrders)
  const devIdp = await options.devIdp
  onProgress('Starting the server')
  const readiness = new Readiness(store.database, undefined, logger)
  await readiness.clock.measure()
  const metrics = await openMetrics(config, store.database, logger)
  stops.push(async () => await metrics?.listener?.close())
  const parts = { ...store, readiness, metrics: metrics?.metrics, tracing }
  const { app, url, publicUrl } = await listen(config, logger, parts, devIdp)
  stops.push(async () => {
    await drain(app, readiness, config.drainSeconds)
    await closeGently(app)
  })
  await devIdp?.register(publicUrl)
  if (sample) await writeSampleEnv(config.dataDirectory, url, sample)
  const signIn = devIdp ? 'development' : signInOf(config)
  const canSignIn = signIn !== 'none' && signIn !== 'inactive'
  const ownerLink = canSignIn ? await createOwnerLink(store.database, publicUrl) : undefined
  if (sample && options.sampleOrders) {
    sampleOrders = storeSampleOrders(store.database, sample, logger)
  }
  if (sample && options.samplePolls) {
    const { startSamplePolling } = await import('./sample/polling.ts')
    stops.push(startSamplePolling({ url, sample, after: sampleOrders, logger }).stop)
  }
  await startShop(options, { database: store.database, sample, url })
  if (signIn === 'inactive') logger.warn(`nobody can sign in: ${ACTIVATE_SIGN_IN}`)
  const metricsUrl = metrics?.listener?.url
  const database = store.description
  return { url, publicUrl, metricsUrl, database, sample, sampleOrders, signIn, ownerLink }
}

/** Starts the shop of the options, if there is one. */
async function startShop(
  { config, logger, sampleShop, stops }: OpenHubOptions,
  {
    sample,
    ...parts
  }: { readonly database: Database; readonly sample: SampleKeys | undefined; readonly url: string },
): Promise<void> {
  if (sampleShop === undefined) return
  if (sample === undefined) {
    logger.warn(`the shop ${sampleShop} was not started: the hub has no sample customer`)
    return
  }
  const { startSampleShop } = await import('./sample/shop.ts')
  const { dataDirectory } = config
  const shop = await startSampleShop({ ...parts, sample, shop: sampleShop, dataDirectory, logger })
  stops.push(shop.stop)
}

/** The first person of the development identity provider. */
const SAMPLE_OWNER = 'ann@example.com'

/** The sample products have pictures with URLs of this hub, so they have none if the hub listens on any free port. */
function sampleOptions(config: Config): Parameters<typeof ensureSample>[2] {
  const isKnown = config.publicUrl !== undefined || config.port !== 0
  return {
    ...(config.devIdp.enabled && { owner: SAMPLE_OWNER }),
    ...(isKnown && { publicUrl: publicUrlAt(config, config.port) }),
  }
}

/** The hub works without the sample orders, so a failure is only logged. */
async function storeSampleOrders(
  database: Database,
  sample: SampleKeys,
  logger: FastifyBaseLogger,
): Promise<void> {
  try {
    await ensureSampleOrders(database, sample)
    logger.info('the sample orders of the last 60 days are stored')
  } catch (error) {
    logger.error({ err: error }, 'the sample orders were not stored')
  }
}

function signInOf({ plugins, signIn }: Config): OpenHub['signIn'] {
  if (providersOf(plugins).length > 0) return 'configured'
  if (signIn.passkeys) return 'passkeys'
  return hasSignIn(plugins) ? 'inactive' : 'none'
}

/** The metrics, and their own listener, as far as they are configured. Their package is loaded only then. */
async function openMetrics(
  { metrics: { host, port, token } }: Config,
  database: Database,
  logger: FastifyBaseLogger,
): Promise<
  { readonly metrics: HubMetrics; readonly listener: MetricsListener | undefined } | undefined
> {
  if (port === undefined && token === undefined) return undefined
  const { createHubMetrics } = await import('../operations/metrics/metrics.ts')
  const metrics = createHubMetrics(database)
  const address = { host, port: port ?? 0, ...(token && { token }) }
  const listener = port === undefined ? undefined : await listenForMetrics(metrics, address, logger)
  if (listener) logger.info(`metrics are served at ${listener.url}`)
  return { metrics, listener }
}

interface Listening {
  readonly app: FastifyInstance
  readonly url: string
  readonly publicUrl: string
}

/** Maximum number of attempts to find a free port. Another process may take a port before the hub listens on it. */
const PORT_ATTEMPTS = 5

/** Builds the application and listens. */
async function listen(
  config: Config,
  logger: FastifyBaseLogger,
  own: Pick<AppParts, 'database' | 'readiness' | 'metrics' | 'tracing'>,
  devIdp: DevIdpProcess | undefined,
): Promise<Listening> {
  const isVerbose = config.logLevel === 'debug' || config.logLevel === 'trace'
  const logRequests = config.logRequests ? 'info' : isVerbose ? 'debug' : undefined
  const { trustProxy, limits, rates, metrics } = config
  const metricsToken = metrics.token
  const webhooks = await webhooksOf(config)
  const parts: AppParts = {
    ...own,
    logger,
    logRequests,
    trustProxy,
    limits,
    rates,
    metricsToken,
    webhooks,
  }
  if (config.plugins.length === 0 && devIdp === undefined && !config.signIn.passkeys) {
    return await listenOn(await buildApp(parts), config, config.port)
  }
  const secrets = await loadSecrets(config)
  for (let attempt = 1; ; attempt += 1) {
    // Plugins need the public URL before the hub listens, so a free port is chosen first if none is set.
    const port = config.port === 0 ? await freePort(config.host) : config.port
    const publicUrl = publicUrlAt(config, port)
    const people = { config, publicUrl, secrets, devIdp }
    try {
      return await listenOn(await buildApp({ ...parts, people }), config, port)
    } catch (error) {
      if (config.port !== 0 || attempt === PORT_ATTEMPTS || !isTaken(error)) throw error
    }
  }
}

/**
 * In production, webhooks need a configured secret: otherwise each node would generate its own, and could not read the secrets of webhooks
 * that others have stored.
 */
async function webhooksOf(config: Config): Promise<AppParts['webhooks']> {
  const { webhooks, isProduction, secrets } = config
  if (!webhooks.enabled || (isProduction && secrets === undefined)) return undefined
  const own = (await loadSecrets(config)).map((secret) => deriveKey(secret, 'webhooks'))
  return { secrets: own, allowHosts: webhooks.allowHosts, howToAllow }
}

/** Completes the refusal of the URL of a webhook. */
function howToAllow(host: string): string {
  return `add ${host} to \`webhooks.allowHosts\` in entrepot.yaml, or start the hub with ENTREPOT_WEBHOOK_HOSTS=${host}`
}

async function listenOn(app: FastifyInstance, config: Config, port: number): Promise<Listening> {
  try {
    const url = await app.listen({ host: config.host, port })
    const { port: own } = app.server.address() as AddressInfo
    return { app, url, publicUrl: publicUrlAt(config, own) }
  } catch (error) {
    await app.close()
    throw error
  }
}

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
}

async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
