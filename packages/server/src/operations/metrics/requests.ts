/** Counts the requests of an application, by route. */
import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

/** Upper bounds in seconds: from a single read to the limits at which clients give up. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The label of requests for which there is no route, so that their paths cannot add series. */
const NO_ROUTE = 'none'

/** The series of one route and method, bound to their labels once. */
interface RouteSeries {
  observe(seconds: number): void
  countOf(status: string): { inc(): void }
}

/** Counts every request that the application answers from now on. Call it before routes are added. */
export function countRequests(app: FastifyInstance, registry: Registry): void {
  const series = createSeries(registry)
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) series(one, url)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { observe, countOf } = series(request.method, request.routeOptions.url ?? NO_ROUTE)
    if (!request.routeOptions.config.isEndless) observe(reply.elapsedTime / 1_000)
    // The client has closed the connection before it had the whole answer.
    countOf(reply.raw.writableFinished ? String(reply.statusCode) : 'aborted').inc()
    done()
  })
}

function createSeries(registry: Registry): (method: string, route: string) => RouteSeries {
  const requests = new Counter({
    name: 'entrepot_http_requests_total',
    help: 'Requests by route and status; the status aborted means that the client has not read the answer.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'entrepot_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const known = new Map<string, RouteSeries>()
  return (method, route) => {
    const key = `${method} ${route}`
    const found = known.get(key)
    if (found !== undefined) return found
    const bound = durations.labels({ method, route })
    const counts = new Map<string, { inc(): void }>()
    const added: RouteSeries = {
      observe: (seconds) => bound.observe(seconds),
      countOf(status) {
        const count = counts.get(status) ?? requests.labels({ method, route, status })
        counts.set(status, count)
        return count
      },
    }
    known.set(key, added)
    return added
  }
}
