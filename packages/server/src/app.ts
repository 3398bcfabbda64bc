/** The HTTP application of the hub. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Database } from '@entrepot/database'
import { checkJsonLimits, marketplace, redactUrl, refuse, sendProblem } from '@entrepot/marketplace'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { Readiness, registerHealth } from './health.ts'
import { type PeopleParts, people } from './people.ts'
import { noSignInRoutes } from './sign-in/routes.ts'

/** What {@link buildApp} needs. */
export interface AppParts {
  readonly database: Database
  /** Who is told that the hub stops before it is closed. @default one of its own */
  readonly readiness?: Readiness
  readonly logger: FastifyBaseLogger
  /** Logs each request once, at debug. */
  readonly logRequests: boolean
  /** Whose `X-Forwarded-*` headers are believed. @default nobody's */
  readonly trustProxy?: readonly string[]
  /** Sessions, plugins and pages; left out, nobody can sign in. */
  readonly people?: Omit<PeopleParts, 'database'> | undefined
}

/**
 * Builds the application; the caller listens and closes.
 *
 * @throws ConfigError when a plugin does not start
 */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { database, logger } = parts
  const app = Fastify({
    loggerInstance: logger,
    // An empty list would make Fastify look for proxies all the same.
    trustProxy: parts.trustProxy?.length ? [...parts.trustProxy] : false,
    // Requests are logged once, by logRequests: an access log belongs to the proxy in front.
    logController: new LogController({ disableRequestLogging: true }),
    // References of 64 characters, some of which count double in UTF-16.
    routerOptions: { maxParamLength: 500 },
    // Idle keep-alive connections are closed at once when the hub stops; busy ones when they have answered.
    forceCloseConnections: 'idle',
    // What still arrives while the hub closes is answered like everything else; the connection closes behind it.
    return503OnClosing: false,
    // Sign-in prepares its tables while it starts: on a database 2 s away that takes longer than the usual 10 s.
    pluginTimeout: 90_000,
    // A client that takes longer to send its request is cut off: 10 MB pass at 1.4 Mbit/s.
    requestTimeout: 60_000,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (_error, _request, reply) => {
      const detail = 'The path cannot be read: percent-encode it as UTF-8 (RFC 3986).'
      sendProblem(reply, refuse('MARKET_INVALID_INPUT', detail))
    },
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(
      // The answer repeats what was asked for: nobody is to take that for a page, or keep it.
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }),
      refuse('MARKET_NOT_FOUND', `There is nothing at ${redactUrl(request.url)}.`),
    ),
  )
  app.server.on('checkExpectation', refuseExpectation)
  boundJson(app)
  if (parts.logRequests) logRequests(app)
  registerHealth(app, parts.readiness ?? new Readiness(database))
  await app.register(marketplace, { database })
  // Scopes of their own: neither the API nor the health checks pay for sessions.
  if (parts.people) await app.register(people, { ...parts.people, database })
  else await app.register(noSignInRoutes)
  return app
}

/** Plugins that take JSON take it within the limits of the API. */
function boundJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    checkJsonLimits(body as Buffer)
    void parseJson(request, body.toString(), done)
  })
}

function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
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

/** Of the API all but the key; of pages the path only: the query of a sign-in holds its code and state. */
function loggedUrl(url: string): string {
  const [path = ''] = url.split('?', 1)
  return path.startsWith('/v2/') ? redactUrl(url) : path
}

/** An `Expect` that is not `100-continue` (RFC 9110, section 10.1.1). */
function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  const body = toBody(417, 'The only expectation that is met is 100-continue')
  response.writeHead(417, { 'content-type': PROBLEM, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

const PROBLEM = 'application/problem+json'

function toBody(status: number, title: string): string {
  return JSON.stringify({ type: 'about:blank', title, status })
}

/** Faults that have a status of their own; Node's names. */
const UNREADABLE: Readonly<Record<string, readonly [status: number, title: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
}

/** What Node's parser could not read as HTTP. Nothing of it is logged: it may hold a key. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, title] = UNREADABLE[error.code ?? ''] ?? [400, 'This is not readable as HTTP']
  const body = toBody(status, title)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: ${PROBLEM}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
