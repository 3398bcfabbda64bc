/** What holds for all routes of the plugin: their query is closed, and other methods of their paths are answered with 405. */
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { Type } from 'typebox'
import { STRICT } from '../shared/wire.ts'

/** The key may stand in the query of every call. It is checked before the query is. */
const NoParameters = Type.Object({ apikey: Type.Optional(Type.Any()) }, STRICT)

/** Refuses unknown query parameters on routes that take none. Call it before the routes are added. */
export function closeQueries(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (route.config?.requires === null) return
    route.schema = { querystring: NoParameters, ...route.schema }
  })
}

/**
 * Answers methods that a path does not take with 405 and `Allow` (RFC 9110, section 15.5.6). Call it before the routes are
 * added, and what it returns after that.
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
