import type { FastifyInstance } from 'fastify'

/** What the application has set of its router, as far as it matters here. */
export interface RouterOptions {
  /** Characters that a parameter of a path may have. */
  readonly maxParamLength: number
  /** To such an application `/a` and `/a/` are one route. */
  readonly ignoreTrailingSlash: boolean
}

/** The router's settings: Fastify 5 takes them in `routerOptions` and, as before, beside the others, also both at once. */
export function routerOptions({ initialConfig }: FastifyInstance): RouterOptions {
  const top = initialConfig as Partial<RouterOptions> & { routerOptions?: Partial<RouterOptions> }
  const inner = top.routerOptions
  return {
    // 100 is Fastify's default.
    maxParamLength: inner?.maxParamLength ?? top.maxParamLength ?? 100,
    ignoreTrailingSlash: top.ignoreTrailingSlash === true || inner?.ignoreTrailingSlash === true,
  }
}
