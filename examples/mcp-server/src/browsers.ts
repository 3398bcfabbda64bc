/** Web pages of this machine, such as the MCP Inspector, may call the MCP server. All others are refused, against DNS rebinding. */
import { localhostHostValidation, localhostOriginValidation } from '@modelcontextprotocol/fastify'
import type { FastifyInstance } from 'fastify'

/** What scripts may read (CORS, Fetch standard). No page has to be named, because the others were refused, and there are no cookies. */
const READABLE = new Map([
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'www-authenticate, dpop-nonce'],
])

/** What browsers ask for before they send a request. GET and DELETE are answered with 405, because the server has no sessions. */
const PREFLIGHT = {
  allow: 'POST, OPTIONS',
  'access-control-allow-methods': 'GET, POST, DELETE',
  // The star does not cover Authorization.
  'access-control-allow-headers': 'authorization, *',
  'access-control-max-age': '3600',
}

/** Checks the requests for all routes that are added later, and answers the preflight requests for a path. */
export function allowLocalPages(app: FastifyInstance, path: string): void {
  app.addHook('onRequest', localhostHostValidation())
  app.addHook('onRequest', localhostOriginValidation())
  // Of the raw response, because the SDK writes its answers there.
  app.addHook('onRequest', async (_, reply) => void reply.raw.setHeaders(READABLE))
  app.options(path, async (_, reply) => await reply.code(204).headers(PREFLIGHT).send())
}
