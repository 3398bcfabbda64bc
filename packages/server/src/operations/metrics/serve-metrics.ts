/** Serves metrics: on the port of the hub with a token, and on a listener of its own. */
import { hash, timingSafeEqual } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { HubMetrics } from './metrics.ts'

/** Adds `GET /metrics`. With a token, it must be in `Authorization: Bearer` (RFC 6750, section 2.1). */
export function addMetricsRoute(
  app: FastifyInstance,
  metrics: HubMetrics,
  token: string | undefined,
): void {
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (token !== undefined && !hasToken(request, token)) {
      reply.code(401).type('application/problem+json').header('www-authenticate', 'Bearer')
      const detail = 'Send metrics.token of the hub in the header Authorization: Bearer TOKEN.'
      return { type: 'about:blank', title: 'The token is missing or wrong', status: 401, detail }
    }
    reply.type(metrics.registry.contentType)
    return await metrics.render()
  })
}

function hasToken(request: FastifyRequest, token: string): boolean {
  const [, given = ''] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const [expected, found] = [token, given].map((text) => hash('sha256', text, 'buffer'))
  return expected !== undefined && found !== undefined && timingSafeEqual(expected, found)
}

/** A listener for metrics. */
export interface MetricsListener {
  /** Address of the metrics, such as `http://127.0.0.1:9464/metrics`. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Listens for requests for metrics only.
 *
 * @throws the system's error when the port is taken
 */
export async function listenForMetrics(
  metrics: HubMetrics,
  { host, port, token }: { readonly host: string; readonly port: number; readonly token?: string },
  logger: FastifyBaseLogger,
): Promise<MetricsListener> {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  })
  addMetricsRoute(app, metrics, token)
  const origin = await app.listen({ host, port })
  return { url: `${origin}/metrics`, close: () => app.close() }
}
