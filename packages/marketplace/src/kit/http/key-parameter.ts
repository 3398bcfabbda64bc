/** The API key as a query parameter, which every call accepts. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

const KEY = Symbol('marketplace.key')

type KeyRequest = FastifyRequest & { [KEY]?: unknown }

/** Takes `apikey` off the query of every request, so that neither schemas nor handlers see it. Call it before the checks of access. */
export function takeKeyParameter(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request: KeyRequest, _reply, done) => {
    const query = request.query as { apikey?: unknown }
    request[KEY] = query.apikey
    delete query.apikey
    done()
  })
}

/** The key in the query of a request. Undefined if there is none, or several. */
export function keyParameterOf(request: FastifyRequest): string | undefined {
  const key = (request as KeyRequest)[KEY]
  return typeof key === 'string' ? key : undefined
}
