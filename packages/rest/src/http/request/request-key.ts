import type { BuiltRequest } from '../message/built-request.ts'

/** Headers that say neither who asks nor for what: those of traces. */
const OF_TRACES: readonly string[] = ['baggage', 'traceparent', 'tracestate', 'x-request-id']

/** Methods that change nothing (RFC 9110, 9.2.1; QUERY by its definition). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY'])

/** True for a request that may change something. */
export function isUnsafe({ method }: BuiltRequest): boolean {
  return !SAFE_METHODS.has(method)
}

/** The URL without its fragment. */
export function targetURI({ origin, path }: BuiltRequest): string {
  return origin + path
}

/** Which headers make no difference: those of traces, and others. */
export function ignoredHeaders(others: readonly string[] = []): ReadonlySet<string> {
  return new Set([...OF_TRACES, ...others.map((name) => name.toLowerCase())])
}

/**
 * The same text for requests of the same caller for the same. Any header may be a credential, so all of them count, but for the `ignored`.
 */
export function requestKey(request: BuiltRequest, ignored: ReadonlySet<string>): string {
  const headers = Object.entries(request.headers)
    .filter(([name]) => !ignored.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([request.method, targetURI(request), headers])
}
