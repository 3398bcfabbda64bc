/** The HTTP application of the hub. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Database } from '@entrepot/database'
import {
  checkJsonLimits,
  identifyRequests,
  type MarketplaceOptions,
  marketplace,
  redactUrl,
  refuse,
  requestIdOf,
  sendProblem,
  type WebhookOptions,
} from '@entrepot/marketplace'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { createEntrance } from '../access/entrance.ts'
import type { Config } from '../config/types.ts'
import { countDeliveries } from '../operations/metrics/deliveries.ts'
import type { HubMetrics } from '../operations/metrics/metrics.ts'
import { addMetricsRoute } from '../operations/metrics/serve-metrics.ts'
import { redactPath } from '../operations/tracing/redact-path.ts'
import type { Tracing } from '../operations/tracing/tracing.ts'
import { SCIM_PATH, scimRoutes } from '../provisioning/scim/routes.ts'
import { consoleRoutes } from '../site/console/routes.ts'
import { docsRoutes } from '../site/docs/routes.ts'
import { notFoundPage } from '../site/pages/layout.ts'
import { sendPlainPage } from '../site/pages/send-page.ts'
import { wantsPage } from '../site/pages/wants-page.ts'
import { administration } from './administration.ts'
import { Readiness, registerHealth } from './health.ts'
import { limitBodies } from './limit-bodies.ts'
import { countUnlimited, limitsOfApi } from './limits.ts'
import { type PeopleParts, people } from './people.ts'
import { samplePictureRoutes } from './sample/pictures.ts'
import { completeEntries, providersOf } from './sign-in/providers.ts'
import { noSignInRoutes } from './sign-in/routes.ts'

/** What {@link buildApp} needs. */
export interface AppParts {
  readonly database: Database
  /** Reports whether the hub is ready; shared with the code that stops the hub. @default a new one */
  readonly readiness?: Readiness
  readonly logger: FastifyBaseLogger
  /** Logs each request once, at this level. @default not at all */
  readonly logRequests?: 'info' | 'debug' | undefined
  /** Counts requests, and is served at `/metrics` if there is a token for it. */
  readonly metrics?: HubMetrics | undefined
  readonly metricsToken?: string | undefined
  /** Makes a span of each request. */
  readonly tracing?: Tracing | undefined
  /** Proxies whose `X-Forwarded-*` headers are trusted. @default none */
  readonly trustProxy?: readonly string[]
  /** Webhooks. @default the hub sends none */
  readonly webhooks?: Pick<WebhookOptions, 'secrets' | 'allowHosts' | 'howToAllow'> | undefined
  /** Requests per minute. @default those of the marketplace */
  readonly limits?: Config['limits']
  /** Where exchange rates are fetched. @default nowhere */
  readonly rates?: Config['rates']
  /** Sessions, plugins and pages; without them nobody can sign in. */
  readonly people?:
    | Omit<PeopleParts, 'app' | 'database' | 'clock' | 'entrance' | 'metrics' | 'onUnlimited'>
    | undefined
}

/**
 * Builds the application; the caller listens and closes.
 *
 * @throws ConfigError when a plugin does not start
 */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { database, logger } = parts
  const app = createServer(parts)
  // First, so that spans and counts include all other hooks.
  parts.tracing?.watch(app)
  parts.metrics?.watch(app)
  if (parts.logRequests) logRequests(app, parts.logRequests)
  if (parts.metrics && parts.metricsToken) addMetricsRoute(app, parts.metrics, parts.metricsToken)
  const { metrics, people: given, readiness = new Readiness(database) } = parts
  readiness.schema.guard(app)
  registerHealth(app, readiness)
  const { clock } = readiness
  const publicUrl = given?.publicUrl
  const hasMcp = given?.config.mcp.enabled ?? false
  const onUnlimited = countUnlimited(metrics)
  const entrance = parts.people && createEntrance({ ...parts.people, database, clock })
  await app.register(marketplace, {
    database,
    onUnlimited,
    ...administration({ database, log: logger, entrance, ...waysInOf(given) }),
    ...(parts.limits && { limits: limitsOfApi(parts.limits) }),
    ...ratesOf(parts),
    ...(parts.webhooks && {
      webhooks: { ...parts.webhooks, onDelivery: countDeliveries(metrics) },
    }),
  })
  samplePictureRoutes(app)
  docsRoutes(app, { publicUrl, hasTokens: hasMcp })
  if (entrance && publicUrl !== undefined)
    await app.register(scimRoutes, {
      ...{ prefix: SCIM_PATH, database, publicUrl, onUnlimited },
      ...(parts.limits && { limits: limitsOfApi(parts.limits) }),
    })
  // In a scope of their own, so that the API and the health checks have no session hooks.
  if (entrance) await app.register(consoleRoutes)
  if (entrance)
    await app.register(people, {
      ...parts.people,
      ...{ app, database, clock, entrance, metrics, onUnlimited },
    })
  else await app.register(noSignInRoutes)
  return app
}

/** The application without routes: how it reads requests, and answers those that no route gets. */
function createServer({ logger, trustProxy }: AppParts): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    // With an empty list Fastify would still evaluate the headers.
    trustProxy: trustProxy?.length ? [...trustProxy] : false,
    // Requests are logged once, by logRequests: an access log belongs to the proxy in front.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: requestIdOf,
    // References of 64 characters, some of which count double in UTF-16.
    routerOptions: { maxParamLength: 500 },
    // When the hub stops, idle connections are closed at once, and busy ones after their answer.
    forceCloseConnections: 'idle',
    // A request that arrives while the hub closes is answered as usual; its connection is closed afterwards.
    return503OnClosing: false,
    // Sign-in prepares its tables during the start, which can take longer than the default 10 s on a distant database.
    pluginTimeout: 90_000,
    // For the largest files of imports. All other bodies have a minute, by limitBodies; headers have a minute anyway.
    requestTimeout: 3_600_000,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (_error, _request, reply) => {
      const detail = 'The path cannot be read: percent-encode it as UTF-8 (RFC 3986).'
      sendProblem(reply, refuse('MARKET_INVALID_INPUT', detail))
    },
  })
  app.setNotFoundHandler(answerNotFound)
  app.server.on('checkExpectation', refuseExpectation)
  limitBodies(app, 60_000, (socket) => answerUnreadable(TOO_SLOW, socket))
  identifyRequests(app)
  boundJson(app)
  return app
}

/** How people and agents get in; nobody does without {@link AppParts.people}. */
function waysInOf(given: AppParts['people']) {
  if (given === undefined) {
    return { publicUrl: undefined, hasPasskeys: false, mcpUrl: undefined, providers: [] }
  }
  const { config, publicUrl } = given
  return {
    publicUrl,
    hasPasskeys: config.signIn.passkeys ?? false,
    mcpUrl: config.mcp.enabled ? `${publicUrl}/mcp` : undefined,
    providers: providersOf(completeEntries(config, given)).map(({ name }) => name),
  }
}

function ratesOf({ rates }: AppParts): Pick<MarketplaceOptions, 'ecbRates'> {
  const { url, allowPrivate = false } = rates?.ecb ?? {}
  return url === undefined ? {} : { ecbRates: { url, allowPrivate } }
}

/** Browsers get a page, programs a problem document. */
async function answerNotFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const isPage = wantsPage(request) && !request.url.startsWith('/v2/')
  if (isPage) return await sendPlainPage(reply, 404, notFoundPage())
  // The answer contains the requested URL, so it must be neither cached nor interpreted as a page.
  reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  return sendProblem(
    reply,
    refuse('MARKET_NOT_FOUND', `There is nothing at ${redactUrl(request.url)}.`),
  )
}

/** Applies the limits of the API to JSON bodies of plugins. */
function boundJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    checkJsonLimits(body as Buffer)
    void parseJson(request, body.toString(), done)
  })
}

function logRequests(app: FastifyInstance, level: 'info' | 'debug'): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log[level](
      {
        method: request.method,
        url: loggedUrl(request.url),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}

/** URLs of the API without the key; of other URLs only the path, because the query of a sign-in contains its code and state. */
function loggedUrl(url: string): string {
  const [path = ''] = url.split('?', 1)
  const shown = path.startsWith('/v2/') ? redactUrl(url) : path
  return redactPath(shown)
}

/** Answers a request whose `Expect` is not `100-continue` (RFC 9110, section 10.1.1). */
function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  const id = requestIdOf(request)
  const body = toBody(417, 'The only supported expectation is 100-continue', id)
  response.writeHead(417, {
    'content-type': PROBLEM,
    'content-length': Buffer.byteLength(body),
    'request-id': id,
  })
  response.end(body)
}

const PROBLEM = 'application/problem+json'

function toBody(status: number, title: string, requestId: string): string {
  return JSON.stringify({ type: 'about:blank', title, status, requestId })
}

const TOO_SLOW = Object.assign(new Error('the body did not arrive in time'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
})

/** Errors of Node's parser that have a specific status. */
const UNREADABLE: Readonly<Record<string, readonly [status: number, title: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
}

/** Answers input that Node's parser could not read as HTTP. It is not logged, because it may contain a key. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, title] = UNREADABLE[error.code ?? ''] ?? [400, 'The request is not valid HTTP']
  // The headers were not read.
  const id = requestIdOf({ headers: {} })
  const body = toBody(status, title, id)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: ${PROBLEM}\r\n` +
      `Request-Id: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
