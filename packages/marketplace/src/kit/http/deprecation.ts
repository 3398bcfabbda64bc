/** Announces calls that will be removed, by the headers of RFC 9745 and RFC 8594. */
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that will be removed. */
    deprecated?: Deprecation
  }
}

/** When a call became deprecated, when it ends, and what to use instead. */
export interface Deprecation {
  readonly since: Date
  /** At least a year after `since`. */
  readonly sunset: Date
  /** URL of a page that says what to use instead. */
  readonly link: string
}

/**
 * Sends `Deprecation`, `Sunset` and `Link` with each answer of a deprecated route. Call it before the routes are added.
 *
 * @example
 * const deprecated = { since: new Date('2027-01-01'), sunset: new Date('2028-01-01'), link: '/docs/guides/moving.md' }
 * fastify.get('/old', { config: { requires, deprecated } }, handler)
 */
export function announceDeprecations(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { deprecated } = route.config ?? {}
    if (deprecated === undefined) return
    const { since, sunset, link } = deprecated
    const links = `<${link}>; rel="deprecation"; type="text/markdown"`
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      async (_, reply) => {
        // RFC 9745, section 2.1: a date of RFC 9651, which is in seconds.
        reply.header('deprecation', `@${Math.floor(since.getTime() / 1000)}`)
        // RFC 8594, section 3: an HTTP date.
        reply.header('sunset', sunset.toUTCString())
        const others = [reply.getHeader('link') ?? []].flat()
        reply.header('link', [...others, links].join(', '))
      },
    ]
  })
}
