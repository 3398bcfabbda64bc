/** Lets allowed web pages call `/mcp` (CORS, Fetch standard), and refuses all other pages. */
import type { FastifyInstance } from 'fastify'
import { failure } from './failure.ts'
import { isOwnHost, mayCall, type OriginRules } from './origins.ts'

/** The methods that clients of Streamable HTTP send. GET and DELETE are for servers with sessions, and are answered with 405. */
export const METHODS = ['GET', 'POST', 'DELETE'] as const

/** The methods that are offered (RFC 9110, section 10.2.1). */
export const ALLOW = 'POST, OPTIONS'

/**
 * Headers that clients send. Revisions up to 2025-11-25 use the first six, and 2026-07-28 also method and name. The star covers
 * `Mcp-Param-<Name>`; it does not cover `Authorization`, and older browsers do not support it.
 */
const REQUEST_HEADERS =
  'authorization, content-type, dpop, mcp-protocol-version, mcp-session-id, last-event-id, mcp-method, mcp-name, *'

/** Headers that scripts may read: where to get a token, and the session of a server with sessions. */
const RESPONSE_HEADERS =
  'www-authenticate, dpop-nonce, mcp-session-id, mcp-protocol-version, retry-after'

/** Seconds that a browser may keep the answer to a preflight request. */
const PREFLIGHT_MAX_AGE = 3_600

/** Checks `Origin` and `Host` of every request of a scope, and answers preflight requests to a path. */
export function allowBrowsers(scope: FastifyInstance, path: string, rules: OriginRules): void {
  scope.addHook('onRequest', async ({ headers, host }, reply) => {
    // RFC 9112, section 3.2. The checks below need it.
    if (host === '') return await reply.code(400).send(failure('The header Host is empty.'))
    if (!mayCall(headers.origin, rules)) {
      const message = `Pages of ${headers.origin} may not call this endpoint: see mcp.allowedOrigins.`
      return await reply.code(403).send(failure(message))
    }
    if (!isOwnHost(host, rules)) {
      const message = 'This endpoint accepts loopback host names only: see publicUrl.'
      return await reply.code(403).send(failure(message))
    }
  })
  scope.addHook('onSend', async ({ headers: { origin } }, reply) => {
    reply.header('vary', 'origin').removeHeader('access-control-allow-origin')
    if (origin === undefined || !mayCall(origin, rules)) return
    // Without Access-Control-Allow-Credentials: the endpoint uses no cookies.
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': RESPONSE_HEADERS,
    })
  })
  scope.options(path, async (_, reply) =>
    reply
      .code(204)
      .headers({
        allow: ALLOW,
        'access-control-allow-methods': METHODS.join(', '),
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': String(PREFLIGHT_MAX_AGE),
      })
      .send(),
  )
}
