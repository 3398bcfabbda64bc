import type { FastifyRequest } from 'fastify'

/**
 * Options of routes whose query holds a code, a token or a state: the access log has no query. A HEAD request must not use them up, so
 * there is none.
 */
export const QUIET_LOG = {
  exposeHeadRoute: false,
  logSerializers: {
    req: ({ method, url, host, ip }: FastifyRequest) => ({
      method,
      url: url.split('?', 1)[0],
      host,
      remoteAddress: ip,
    }),
  },
}
