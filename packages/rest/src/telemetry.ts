import type { RestError } from './http/errors/rest-error.ts'
import { redactURL } from './http/message/redact.ts'
import type { Answer, HookContext } from './http/request/hooks.ts'

export { redactRequest } from './http/message/redact.ts'

/** Attributes of a client span of OpenTelemetry. */
export type SpanAttributes = Record<string, string | number>

/**
 * Returns the attributes of an HTTP client span according to OpenTelemetry's semantic conventions for HTTP
 * (stable since 1.23): `http.request.method`, `server.address`, `server.port`, `url.full` with every query
 * value redacted, `http.request.resend_count` from the second attempt on, `http.response.status_code` and
 * `error.type`. Needs no OpenTelemetry package.
 *
 * @example onResponse: (answer, context) => span.setAttributes(spanAttributes(context, { answer }))
 */
export function spanAttributes(
  { request, attempt }: HookContext,
  outcome: { readonly answer?: Answer; readonly error?: RestError } = {},
): SpanAttributes {
  const { hostname, port, protocol } = new URL(request.origin)
  const attributes: SpanAttributes = {
    'http.request.method': request.method,
    'server.address': hostname,
    'server.port': port === '' ? defaultPort(protocol) : Number(port),
    'url.full': redactURL(request.url),
  }
  if (attempt > 1) attributes['http.request.resend_count'] = attempt - 1
  const statusCode = outcome.answer?.statusCode
  if (statusCode !== undefined) attributes['http.response.status_code'] = statusCode
  const errorType = outcome.error?.code ?? (failed(statusCode) ? String(statusCode) : undefined)
  if (errorType !== undefined) attributes['error.type'] = errorType
  return attributes
}

function defaultPort(protocol: string): number {
  return protocol === 'https:' ? 443 : 80
}

function failed(statusCode: number | undefined): boolean {
  return statusCode !== undefined && statusCode >= 400
}
