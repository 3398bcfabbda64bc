import type { BuiltRequest } from './built-request.ts'

/** A request without anything that may be a secret. */
export interface RedactedRequest {
  readonly method: string
  /** The URL with every query value replaced. The names are kept. */
  readonly url: string
  /** Header values that cannot be secret; `[redacted]` for all others. */
  readonly headers: Readonly<Record<string, string>>
  /** Size of the body in bytes; undefined for a stream and without a body. */
  readonly bodyBytes: number | undefined
}

/** Replaces a value that may be a secret. */
export const REDACTED = '[redacted]'

/**
 * The headers whose values may be shown. All others are hidden, since any header may be a credential
 * (`x-api-key`, `x-acme-token`).
 */
export const SHOWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'last-modified',
  'ratelimit',
  'ratelimit-limit',
  'ratelimit-policy',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'server',
  'traceparent',
  'transfer-encoding',
  'user-agent',
  'vary',
  'x-request-id',
])

/**
 * Replaces the values of all headers outside {@link SHOWN_HEADERS}.
 *
 * @example redactHeaders({ authorization: 'Bearer s3cret' }) // { authorization: '[redacted]' }
 */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      SHOWN_HEADERS.has(name.toLowerCase()) ? value : REDACTED,
    ]),
  )
}

/**
 * Replaces every query value, the user name and the password, and removes the fragment. Also works for text
 * that is not a valid URL, since errors about such text must not leak secrets either.
 *
 * @example redactURL('https://h/p?apikey=s3cret') // 'https://h/p?apikey=[redacted]'
 */
export function redactURL(url: string): string {
  const withoutFragment = url.split('#', 1)[0] ?? ''
  const at = withoutFragment.indexOf('?')
  const base = at === -1 ? withoutFragment : withoutFragment.slice(0, at)
  const safeBase = base.replace(/^([^/]*\/\/)[^/]*@/, `$1${REDACTED}@`)
  if (at === -1) return safeBase
  const pairs = withoutFragment.slice(at + 1).split('&')
  return `${safeBase}?${pairs.map(redactPair).join('&')}`
}

/** A pair without `=` is hidden completely, since such a query may be a token. */
function redactPair(pair: string): string {
  const equals = pair.indexOf('=')
  return equals === -1 ? REDACTED : `${pair.slice(0, equals)}=${REDACTED}`
}

/**
 * Returns a copy of a request for logs and errors. The path of the URL is not changed.
 *
 * @example redactRequest(request).headers.authorization // '[redacted]'
 */
export function redactRequest(request: BuiltRequest): RedactedRequest {
  return {
    method: request.method,
    url: redactURL(request.url),
    headers: redactHeaders(request.headers),
    bodyBytes: bodyBytesOf(request.body),
  }
}

function bodyBytesOf(body: BuiltRequest['body']): number | undefined {
  if (typeof body === 'string') return new TextEncoder().encode(body).byteLength
  return body instanceof Uint8Array ? body.byteLength : undefined
}
