import type { Database } from '@entrepot/database'
import compileSerializer from 'fast-json-stringify'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import { createKeySource } from './accounts/keys/source.ts'
import { administrationRoutes } from './administration.ts'
import { importMappingRoutes } from './catalogue/import-mappings/routes.ts'
import { fileRoutes } from './catalogue/imports/files/routes.ts'
import { importRoutes } from './catalogue/imports/routes.ts'
import { removeOldFiles } from './catalogue/imports/store.ts'
import { priceRoutes } from './catalogue/products/prices/routes.ts'
import { removeOldPriceChanges } from './catalogue/products/prices/store.ts'
import { productRoutes } from './catalogue/products/routes.ts'
import { settleMarksInBackground } from './catalogue/stock/marks.ts'
import { shortfallRoutes } from './catalogue/stock/routes.ts'
import { acknowledgeRoutes } from './channels/acknowledge/routes.ts'
import { removeOldHistory } from './channels/copy/offers/history-store.ts'
import { removeEndedOverrides } from './channels/copy/offers/override-store.ts'
import { listingRoutes } from './channels/listings/routes.ts'
import { createSyncRecorder } from './channels/log/recorder.ts'
import { removeOldSyncEntries } from './channels/log/store.ts'
import { givePendingNoticesInBackground } from './channels/notices/notices.ts'
import { channelOfferRoutes } from './channels/offers/channel-routes.ts'
import { offerPreviewRoutes } from './channels/offers/preview/routes.ts'
import { offerRoutes } from './channels/offers/routes.ts'
import { pollRoutes } from './channels/poll/routes.ts'
import { productJobRoutes } from './channels/products/jobs/routes.ts'
import { PRODUCT_JOBS } from './channels/products/jobs/store.ts'
import { productListRoutes } from './channels/products/routes.ts'
import { syncLogRoutes } from './channels/settings/log-routes.ts'
import { syncStatusRoutes } from './channels/settings/status-routes.ts'
import { removeDeleted } from './connections/removal-store.ts'
import { removeOldRequests } from './connections/requests/store.ts'
import { removeOldRuns } from './connections/runs/store.ts'
import { protectAnswers } from './guard.ts'
import { eventRoutes } from './kit/events/routes.ts'
import { removeOldEvents } from './kit/events/store.ts'
import { eventStreamRoutes } from './kit/events/streams/routes.ts'
import { type RecheckPrincipal, requirePrincipals } from './kit/http/access.ts'
import { type CheckCall, checkCalls } from './kit/http/check-calls.ts'
import { announceDeprecations } from './kit/http/deprecation.ts'
import { answerFailures } from './kit/http/errors.ts'
import { acceptJson, pauseAfterCheck } from './kit/http/json-body.ts'
import { closeQueries, refuseInvalid, refuseOtherMethods } from './kit/http/route-checks.ts'
import { acceptIdempotencyKeys, hashBody } from './kit/idempotency/hooks.ts'
import { removeExpiredKeys, removeExpiredResults } from './kit/idempotency/store.ts'
import { createJobs, type Jobs, runJobs } from './kit/jobs/jobs.ts'
import type { WorkLimit } from './kit/jobs/limit-work.ts'
import { removeOldJobs } from './kit/jobs/records/job-store.ts'
import { applyLimits } from './kit/limits/hooks.ts'
import { DEFAULT_LIMITS, type Limits } from './kit/limits/policies.ts'
import { removeEndedWindows } from './kit/limits/store.ts'
import { type Names, useNames } from './kit/names/names.ts'
import type { PrincipalSource } from './kit/principals/principal.ts'
import { refusalRoutes } from './kit/refusals/routes.ts'
import { cleanUp, type RemoveRows, removeInChunks, whileNoneFrozen } from './kit/sql/clean-up.ts'
import { WAIT_LIMIT_MS } from './kit/sql/joined-writes.ts'
import { OWN_NAMES } from './names.ts'
import { acknowledgementRoutes } from './orders/acknowledgement/routes.ts'
import { batchRoutes } from './orders/batches/routes.ts'
import { correctionRoutes } from './orders/corrections/routes.ts'
import { createRecordReader } from './orders/fulfilment/event-records.ts'
import { orderActionRoutes } from './orders/fulfilment/order-action-routes.ts'
import { refundRoutes } from './orders/fulfilment/refunds/routes.ts'
import { fulfilmentRoutes } from './orders/fulfilment/routes.ts'
import { historyRoutes } from './orders/history/routes.ts'
import { intakeRoutes } from './orders/intake/routes.ts'
import { orderJobRoutes } from './orders/jobs/routes.ts'
import { ORDER_JOBS } from './orders/jobs/store.ts'
import { orderRoutes } from './orders/list/routes.ts'
import { convertInBackground } from './orders/rates/background.ts'
import type { EcbOptions } from './orders/rates/ecb.ts'
import { removeOldDepartures } from './orders/stock/mark-store.ts'
import { removeOldMovements } from './orders/stock/movement-store.ts'
import { exportRoutes } from './reports/exports/routes.ts'
import { shopRoutes } from './shop-routes.ts'
import { publicKeyRoutes } from './webhooks/key-routes.ts'
import { startWebhooks, type WebhookOptions } from './webhooks/work/start.ts'

/** Options of {@link marketplace}. */
export interface MarketplaceOptions {
  /** The database, migrated with {@link migrations}. The plugin does not close it. */
  readonly database: Database
  /** Prefix of the routes. @default '/v2' */
  readonly prefix?: string
  /** Ways to authenticate besides API keys, such as sessions. @default none */
  readonly principals?: readonly PrincipalSource[]
  /** How many requests each principal and address may send. @default {@link DEFAULT_LIMITS} */
  readonly limits?: Partial<Limits>
  /** Called for each request that passes unlimited because the database cannot be reached, for a metric. */
  readonly onUnlimited?: () => void
  /** Fetches the euro reference rates of the European Central Bank, for all customers. @default not at all */
  readonly ecbRates?: EcbOptions
  /**
   * Whether this node does work outside of requests, such as schedules and deliveries, from when it listens until it closes. Any number of
   * nodes may do so. If none does, such work waits. @default true
   */
  readonly background?: boolean
  /** Webhooks. @default none can be created, and nothing is sent */
  readonly webhooks?: WebhookOptions
  /** Codes, scopes and types of events, with those of the application: see {@link namesWith}. @default those of the marketplace */
  readonly names?: Names
  /** Decides about each call that is valid and permitted, such as by the rules for agents. @default all are made */
  readonly checkCall?: CheckCall
  /** Limits what calls have left for the background, such as jobs of orders. @default all of it is done */
  readonly limitWork?: WorkLimit
  /**
   * Adds routes to the API: they get its prefix, access checks, validation and errors. Each needs `requires` in its config. The parts for
   * such routes are in `@entrepot/marketplace/routes`.
   */
  readonly routes?: (scope: FastifyInstance) => void
}

const routes: FastifyPluginAsync<MarketplaceOptions> = async (fastify, options) => {
  // Fastify has already applied a prefix that the host has set.
  const prefix = options.prefix === undefined ? '/v2' : ''
  const { unauthenticated = DEFAULT_LIMITS.unauthenticated } = options.limits ?? {}
  await fastify.register(
    async (scope) => publicKeyRoutes(scope, options.database, unauthenticated),
    { prefix },
  )
  await fastify.register(async (scope) => await addApi(scope, options), { prefix })
}

/** Adds the calls that need credentials. The order of the hooks is that in which a request is checked. */
async function addApi(scope: FastifyInstance, options: MarketplaceOptions): Promise<void> {
  const { database, names = OWN_NAMES } = options
  useNames(scope, names)
  prepareRequests(scope, database)
  const refuseMethods = refuseOtherMethods(scope)
  const recheck = checkAccess(scope, options)
  acceptIdempotencyKeys(scope, database, options.webhooks?.secrets)
  if (options.checkCall) checkCalls(scope, options.checkCall)
  const jobs = startJobs(scope, options)
  addRoutes(scope, database, jobs, options.limitWork)
  eventStreamRoutes(scope, database, recheck)
  administrationRoutes(scope, database, jobs, options.ecbRates)
  const readRecord = createRecordReader(database)
  const isBackground = options.background !== false
  await startWebhooks(scope, { database, jobs, readRecord, isBackground }, options.webhooks)
  options.routes?.(scope)
  refuseMethods()
}

/** How requests are read, checked and answered, whoever sends them. */
function prepareRequests(scope: FastifyInstance, database: Database): void {
  answerFailures(scope)
  refuseInvalid(scope)
  serializeLazily(scope)
  acceptJson(scope, hashBody)
  pauseAfterCheck(scope)
  boundWaiting(scope)
  protectAnswers(scope, database)
  closeQueries(scope)
  announceDeprecations(scope)
}

/** Compiles the serializer of a route on first use, so that an application starts sooner (docs/decisions/0004-marketplace.md). */
function serializeLazily(scope: FastifyInstance): void {
  scope.setSerializerCompiler(({ schema }) => {
    let serialize: ((value: unknown) => string) | undefined
    return (value) => {
      serialize ??= compileSerializer(schema as object)
      return serialize(value)
    }
  })
}

/** Finds and limits the principals of requests. Returns the check for answers that take long. */
function checkAccess(scope: FastifyInstance, options: MarketplaceOptions): RecheckPrincipal {
  const { database, principals = [] } = options
  const keys = createKeySource(database, (error) =>
    scope.log.warn({ err: error }, 'the last use of a key could not be written'),
  )
  const limits = applyLimits(scope, database, options.limits, options.onUnlimited)
  const recheck = requirePrincipals(scope, [keys, ...principals], limits.countRefused)
  limits.countPrincipals(scope)
  return recheck
}

/** What each node removes about once a minute, besides old jobs. */
const REMOVALS = [
  removeExpiredKeys,
  removeExpiredResults,
  removeEndedWindows,
  removeOldFiles,
  removeOldSyncEntries,
  removeOldDepartures,
  removeOldMovements,
  removeOldHistory,
  removeOldPriceChanges,
  removeEndedOverrides,
  removeDeleted,
  removeOldRuns,
  removeOldRequests,
]

/** Starts the work outside of requests that belongs to no route. */
function startJobs(scope: FastifyInstance, { database, background }: MarketplaceOptions): Jobs {
  const calm = whileNoneFrozen(database)
  const kinds = [
    ...REMOVALS.map(
      (remove): RemoveRows =>
        async (limit) =>
          await remove(database, limit),
    ),
    ...[ORDER_JOBS, PRODUCT_JOBS].map(
      (tables): RemoveRows =>
        async (limit) =>
          await removeOldJobs(database, tables, limit),
    ),
  ]
  const jobs = createJobs(database, scope.log, background !== false)
  runJobs(scope, jobs)
  jobs.schedule('events', '11 * * * *', async (signal) => {
    await removeInChunks(
      signal,
      calm(async (limit) => await removeOldEvents(database, limit)),
    )
  })
  if (background !== false) {
    cleanUp(scope, kinds.map(calm))
    convertInBackground(scope, database)
    settleMarksInBackground(scope, database)
    givePendingNoticesInBackground(scope, database)
  }
  return jobs
}

/** The routes of products, orders and what happens to them. */
function addRoutes(
  scope: FastifyInstance,
  database: Database,
  jobs: Jobs,
  limit: WorkLimit | undefined,
): void {
  productRoutes(scope, database)
  priceRoutes(scope, database)
  productListRoutes(scope, database)
  listingRoutes(scope, database)
  channelOfferRoutes(scope, database)
  offerRoutes(scope, database)
  offerPreviewRoutes(scope, database)
  shortfallRoutes(scope, database)
  importRoutes(scope, database, jobs, limit)
  fileRoutes(scope, database)
  importMappingRoutes(scope, database)
  const record = createSyncRecorder(scope, database)
  pollRoutes(scope, database, record)
  acknowledgeRoutes(scope, database, record)
  syncStatusRoutes(scope, database)
  syncLogRoutes(scope, database)
  orderRoutes(scope, database)
  intakeRoutes(scope, database)
  acknowledgementRoutes(scope, database)
  correctionRoutes(scope, database)
  historyRoutes(scope, database)
  orderActionRoutes(scope, database)
  fulfilmentRoutes(scope, database)
  refundRoutes(scope, database)
  batchRoutes(scope, database)
  orderJobRoutes(scope, database, jobs, limit)
  productJobRoutes(scope, database, jobs, limit)
  exportRoutes(scope, database)
  shopRoutes(scope, database)
  refusalRoutes(scope, database)
  eventRoutes(scope, database)
}

/** The most frequent calls. Their waiting time is already limited, by the `timeout` of {@link JOINED_WRITES}. */
const BOUNDED = /\/(orders|shipments|cancellations|backorders|returns)$/

/** Answers requests that wait too long with 503, where the wait is not limited already (docs/decisions/0015-answers.md). */
function boundWaiting(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    if (route.config?.isEndless) return
    if (route.method === 'POST' && BOUNDED.test(route.url)) return
    route.handlerTimeout ??= WAIT_LIMIT_MS
  })
}

/**
 * The marketplace API v2 as a plugin for Fastify >= 5. Each call needs an API key, or a credential of one of
 * the `principals`; errors are problem documents (RFC 9457).
 *
 * The plugin affects only its own routes: its parsers, error handler and hooks do not apply to routes of the host. Paths contain
 * references of up to 250 characters, so `routerOptions.maxParamLength` of the host should be at least 500; it counts UTF-16 units.
 *
 * @example
 * const database = await openDatabase({ url: process.env.DATABASE_URL })
 * await migrate(database, migrations)
 * const app = Fastify({ routerOptions: { maxParamLength: 500 } })
 * await app.register(marketplace, { database })
 * await app.listen({ port: 8080 })
 */
export const marketplace: FastifyPluginAsync<MarketplaceOptions> = fp(routes, {
  name: '@entrepot/marketplace',
  fastify: '>=5.0.0',
  encapsulate: true,
})
