/** Endpoints that scripts on any website may call: MCP clients that run in a browser. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Seconds that a browser may keep the answer to its preflight request. */
const PREFLIGHT_MAX_AGE = 3_600

/**
 * Lets scripts of any origin use a path: registers the preflight request, and gives the options of its routes. Credentials
 * of the browser are never taken there, so an answer tells a script nothing that it could not ask for by other means.
 */
export function allowBrowsers(app: FastifyInstance, path: string, methods: readonly string[]) {
  app.options(path, async (_, reply) => {
    return reply
      .code(204)
      .headers({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': [...methods, 'OPTIONS'].join(', '),
        'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
        'access-control-max-age': String(PREFLIGHT_MAX_AGE),
      })
      .send()
  })
  return {
    onRequest: (_: FastifyRequest, reply: FastifyReply, done: () => void) => {
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'www-authenticate, retry-after',
      })
      done()
    },
  }
}
