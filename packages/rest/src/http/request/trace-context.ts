import type { Hooks } from './hooks.ts'
import { checkedOrigins } from './origins.ts'

/**
 * Sends W3C Trace Context (https://www.w3.org/TR/trace-context/) with requests to the listed origins. Other
 * origins get none, since trace ids reveal how a system is built and let others forge parts of a trace.
 *
 * @example
 * import { context, propagation } from '@opentelemetry/api'
 * createClient({ traceContext: {
 *   origins: ['https://api.internal'],
 *   inject: (carrier) => propagation.inject(context.active(), carrier),
 * } })
 */
export interface TraceContextOptions {
  /** Scheme, host and port, as in `https://api.example.com`. */
  readonly origins: readonly string[]
  /**
   * Writes the headers of the current context into the carrier. Called for every attempt, in the
   * asynchronous context of the caller.
   */
  readonly inject: (carrier: Record<string, string>) => void
}

/**
 * The hook that adds the headers. They are not sent to another origin after a redirect.
 *
 * @throws InvalidRequestError for an origin that is not an http or https URL.
 */
export function traceContextHook(options: TraceContextOptions): Hooks {
  const origins = checkedOrigins('traceContext.origins', options.origins)
  return {
    onRequest(request) {
      if (!origins.has(request.origin)) return undefined
      const carrier: Record<string, string> = {}
      options.inject(carrier)
      return { ...request, headers: { ...request.headers, ...carrier } }
    },
  }
}
