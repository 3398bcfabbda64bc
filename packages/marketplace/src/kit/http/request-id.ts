/** The id of a request: in its answer, in log lines and in problem documents. */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'

// Neither line breaks nor other characters that could forge log lines or headers.
const SANE = /^[A-Za-z0-9._-]{8,64}$/

/**
 * Returns the header `Request-Id` of a request if it has 8 to 64 letters, digits, dots, underscores and hyphens; otherwise a new id. Use it
 * as `genReqId` of Fastify.
 *
 * @example
 * const app = Fastify({ genReqId: requestIdOf })
 */
export function requestIdOf({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const id = headers['request-id']
  return typeof id === 'string' && SANE.test(id) ? id : randomUUID()
}

/** Gives each request of this instance an id, and sends it with each answer. */
export function identifyRequests(fastify: FastifyInstance): void {
  fastify.setGenReqId(requestIdOf)
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('request-id', request.id)
    done()
  })
}
