/** Rules for all routes of the plugin: unknown query parameters are refused, and other methods of a path are answered with 405. */
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { Type } from 'typebox'
import { STRICT } from '../shared/wire.ts'

/** Every route accepts the key in the query. It is checked before the query. */
const NoParameters = Type.Object({ apikey: Type.Optional(Type.Any()) }, STRICT)

/** Refuses unknown query parameters on routes without parameters. Call it before the routes are added. */
export function closeQueries(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (route.config?.requires === null) return
    route.schema = { querystring: NoParameters, ...route.schema }
  })
}

/**
 * Answers other methods of a path with 405 and `Allow` (RFC 9110, section 15.5.6). Call it before the routes are added, and call the
 * function that it returns afterwards.
 */
export function refuseOtherMethods(fastify: FastifyInstance): () => void {
  const methodsOf = new Map<string, Set<string>>()
  fastify.addHook('onRoute', ({ routePath, method, config }) => {
    if (config?.requires === null) return
    const methods = methodsOf.get(routePath) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    methodsOf.set(routePath, methods)
  })
  return () => {
    for (const [url, methods] of methodsOf) {
      const allow = [...methods].sort().join(', ')
      const others = fastify.supportedMethods.filter((name) => !methods.has(name))
      fastify.route({
        url,
        method: others as HTTPMethods[],
        config: { requires: null, allow },
        handler: () => undefined,
      })
    }
  }
}
