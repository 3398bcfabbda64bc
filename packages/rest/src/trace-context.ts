import type { Hooks } from './hooks.ts'
import { parseURL } from './request.ts'

/**
 * W3C Trace Context (https://www.w3.org/TR/trace-context/) on outgoing requests, to listed origins
 * only: ids of traces tell strangers how a system is built, and let them forge parts of a trace.
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
   * Writes the headers of the current context into the carrier. Called for every try, in the
   * asynchronous context of the caller.
   */
  readonly inject: (carrier: Record<string, string>) => void
}

/** The hook that adds the headers. A redirect to another origin drops them like all others. */
export function traceContextHook(options: TraceContextOptions): Hooks {
  const origins = new Set(options.origins.map((origin) => parseURL(origin).origin))
  return {
    onRequest(request) {
      if (!origins.has(request.origin)) return undefined
      const carrier: Record<string, string> = {}
      options.inject(carrier)
      return { ...request, headers: { ...request.headers, ...carrier } }
    },
  }
}
