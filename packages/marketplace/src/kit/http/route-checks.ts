/** Rules for all routes of the plugin: unknown query parameters are refused, and other methods of a path are answered with 405. */
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { Type } from 'typebox'
import { MarketplaceError, type Refusal, refuse, refuseIssues } from '../shared/errors.ts'
import { compileBody, compileParameters } from '../shared/validation.ts'
import { STRICT } from '../shared/wire.ts'
import { takeKeyParameter } from './key-parameter.ts'
import { sendProblem } from './problem.ts'
import { redactUrl } from './redact.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that answer 405: the methods that the path supports. */
    allow?: string
  }
}

const NoParameters = Type.Object({}, STRICT)

/** Refuses requests that do not match the schema of their route, with all issues. */
export function refuseInvalid(fastify: FastifyInstance): void {
  fastify.setValidatorCompiler(({ schema, httpPart }) => {
    const compile = httpPart === 'body' ? compileBody : compileParameters
    const issuesOf = compile(schema as object)
    return (value) => {
      const issues = issuesOf(value)
      return issues.length === 0 || { error: new MarketplaceError(refuseIssues(issues)) }
    }
  })
}

/** Refuses unknown query parameters on all routes, also those without parameters. Call it before the routes are added. */
export function closeQueries(fastify: FastifyInstance): void {
  takeKeyParameter(fastify)
  fastify.addHook('onRoute', (route) => {
    if (route.config?.requires === null) return
    route.schema = { querystring: NoParameters, ...route.schema }
  })
}

/**
 * Answers other methods of a path with 405 and `Allow` (RFC 9110, section 15.5.6). Call it before the routes are added and before the checks
 * of access, and call the function that it returns after the routes.
 */
export function refuseOtherMethods(fastify: FastifyInstance): () => void {
  const methodsOf = new Map<string, Set<string>>()
  fastify.addHook('onRoute', ({ routePath, method, config }) => {
    if (config?.requires === null) return
    const methods = methodsOf.get(routePath) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    methodsOf.set(routePath, methods)
  })
  // In a hook, so that neither credentials nor the body are looked at.
  fastify.addHook('onRequest', async (request, reply) => {
    const { allow } = request.routeOptions.config
    if (allow === undefined) return
    return sendProblem(reply.header('allow', allow), wrongMethod(request, allow))
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

function wrongMethod(request: FastifyRequest, allow: string): Refusal {
  const detail = `${redactUrl(request.url)} does not take ${request.method}. It takes ${allow}.`
  return refuse('MARKET_METHOD_NOT_ALLOWED', detail)
}
