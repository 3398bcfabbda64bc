/** Checks the API key of every request. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Authenticate, Principal, Requirements } from '../keys/authenticate.ts'
import { isRefusal, type Refusal, refuse } from '../shared/errors.ts'
import { sendProblem } from './problem.ts'
import { redactUrl } from './redact.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kinds and scopes of keys that the route accepts. Null for the route that answers unknown paths. */
    requires?: Requirements | null
    /** Set on routes that answer 405: the methods that the path supports. */
    allow?: string
  }
}

const PRINCIPAL = Symbol('marketplace.principal')

type KnownRequest = FastifyRequest & { [PRINCIPAL]: Principal }

/** The principal of a request. Only on routes with `requires`. */
export function principalOf(request: FastifyRequest): Principal {
  return (request as KnownRequest)[PRINCIPAL]
}

/**
 * Checks the key before the body is read. The header `X-Api-Key` has priority over the query parameter `apikey`. A route without `requires`
 * is a programming error, and makes the start fail.
 */
export function requireKeys(fastify: FastifyInstance, authenticate: Authenticate): void {
  fastify.addHook('onRoute', (route) => {
    if (route.config?.requires === undefined) throw new Error(`${route.url} requires no key`)
  })
  fastify.addHook('onRequest', async (request, reply) => {
    const { requires, allow } = request.routeOptions.config
    if (allow !== undefined)
      return sendProblem(reply.header('allow', allow), wrongMethod(request, allow))
    if (!requires) return sendProblem(reply, unknownPath(request))
    const outcome = await authenticate(keyOf(request), requires)
    if (isRefusal(outcome)) return sendProblem(reply, outcome)
    ;(request as KnownRequest)[PRINCIPAL] = outcome
  })
  // A route instead of the host's 404 handler, because that handler logs the URL with the key.
  fastify.all('/*', { config: { requires: null } }, (request, reply) =>
    sendProblem(reply, unknownPath(request)),
  )
}

function wrongMethod(request: FastifyRequest, allow: string): Refusal {
  const detail = `${redactUrl(request.url)} does not take ${request.method}. It takes ${allow}.`
  return refuse('MARKET_METHOD_NOT_ALLOWED', detail)
}

function unknownPath(request: FastifyRequest): Refusal {
  const detail = `The API has no call ${request.method} ${redactUrl(request.url)}.`
  return refuse('MARKET_NOT_FOUND', detail)
}

function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-api-key']
  // An empty header does not count as a key: some clients send it if no key is set.
  if (typeof header === 'string' && header !== '') return header
  const parameter = (request.query as Record<string, unknown>).apikey
  return typeof parameter === 'string' ? parameter : undefined
}
