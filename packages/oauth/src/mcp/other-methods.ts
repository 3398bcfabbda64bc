import type { FastifyInstance, HTTPMethods } from 'fastify'
import { Refusal, sendRefusal } from '../http/refusal.ts'

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Answers other methods of existing endpoints with 405 and `Allow` (RFC 9110, section 15.5.6). Fastify would answer 404, as if
 * the endpoint did not exist.
 *
 * @param prefix of the paths that are meant
 * @returns adds the routes, for all that were added meanwhile
 */
export function refuseOtherMethods(app: FastifyInstance, prefix: string): () => void {
  const known = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = known.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    if (url.startsWith(prefix)) known.set(url, methods)
  })
  return () => {
    for (const [url, methods] of [...known]) {
      const allow = [...methods].sort().join(', ')
      app.route({
        url,
        method: METHODS.filter((method) => !methods.has(method)),
        handler: async (_, reply) =>
          sendRefusal(
            reply.header('allow', allow),
            new Refusal('invalid_request', `Use one of: ${allow}.`, { status: 405 }),
          ),
      })
    }
  }
}
