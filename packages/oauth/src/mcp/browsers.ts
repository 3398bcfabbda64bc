/** Endpoints that scripts on any website may call: MCP clients that run in a browser. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Seconds that a browser may keep the answer to its preflight request. */
const PREFLIGHT_MAX_AGE = 3_600

/** Headers of an answer that scripts of every origin may read. */
export const READABLE_BY_SCRIPTS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate, DPoP-Nonce, Retry-After',
} as const

/**
 * Allows scripts of any origin to use a path: registers the preflight request, and returns the options of its routes. These
 * routes ignore credentials of the browser, so a script gets nothing that another program could not get too.
 */
export function allowBrowsers(app: FastifyInstance, path: string, methods: readonly string[]) {
  app.options(path, async (_, reply) => {
    return reply
      .code(204)
      .headers({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': [...methods, 'OPTIONS'].join(', '),
        'access-control-allow-headers': 'authorization, content-type, dpop, mcp-protocol-version',
        'access-control-max-age': String(PREFLIGHT_MAX_AGE),
      })
      .send()
  })
  return {
    onRequest: (_: FastifyRequest, reply: FastifyReply, done: () => void) => {
      reply.headers(READABLE_BY_SCRIPTS)
      done()
    },
  }
}
