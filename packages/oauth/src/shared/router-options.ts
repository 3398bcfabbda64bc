import type { FastifyInstance } from 'fastify'

/** The router settings of the application that matter to the plugin. */
export interface RouterOptions {
  /** Characters that a parameter of a path may have. */
  readonly maxParamLength: number
  /** If set, `/a` and `/a/` are the same route. */
  readonly ignoreTrailingSlash: boolean
}

/** Reads the router settings. Fastify 5 accepts them in `routerOptions`, beside the other options, or in both places. */
export function routerOptions({ initialConfig }: FastifyInstance): RouterOptions {
  const top = initialConfig as Partial<RouterOptions> & { routerOptions?: Partial<RouterOptions> }
  const inner = top.routerOptions
  return {
    // 100 is Fastify's default.
    maxParamLength: inner?.maxParamLength ?? top.maxParamLength ?? 100,
    ignoreTrailingSlash: top.ignoreTrailingSlash === true || inner?.ignoreTrailingSlash === true,
  }
}
