import type { BuiltRequest } from './built-request.ts'

/** A request with everything taken out that may be a secret. */
export interface RedactedRequest {
  readonly method: string
  /** The URL with every query value replaced; names stay. */
  readonly url: string
  /** Headers of the list below with their value, all others as {@link redacted}. */
  readonly headers: Readonly<Record<string, string>>
  /** Size of the body in bytes; undefined for a stream or no body. */
  readonly bodyBytes: number | undefined
}

/** What stands in the place of a value that was taken out. */
export const redacted = '[redacted]'

/**
 * The headers whose values may be shown. A list of what is harmless, not of what is secret: a
 * header that nobody thought of (`x-api-key`, `x-acme-token`) is hidden by default.
 */
export const shownHeaders: ReadonlySet<string> = new Set([
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
 * Replaces the values of all headers outside {@link shownHeaders}.
 *
 * @example redactHeaders({ authorization: 'Bearer s3cret' }) // { authorization: '[redacted]' }
 */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      shownHeaders.has(name.toLowerCase()) ? value : redacted,
    ]),
  )
}

/**
 * Replaces every value of the query, any user information and the fragment of a URL. Works on text
 * that is no valid URL as well, since errors about such text must not leak either.
 *
 * @example redactURL('https://h/p?apikey=s3cret') // 'https://h/p?apikey=[redacted]'
 */
export function redactURL(url: string): string {
  const withoutFragment = url.split('#', 1)[0] ?? ''
  const at = withoutFragment.indexOf('?')
  const base = at === -1 ? withoutFragment : withoutFragment.slice(0, at)
  const safeBase = base.replace(/^([^/]*\/\/)[^/]*@/, `$1${redacted}@`)
  if (at === -1) return safeBase
  const pairs = withoutFragment.slice(at + 1).split('&')
  return `${safeBase}?${pairs.map(redactPair).join('&')}`
}

/** A pair without `=` is hidden whole: such a query may be nothing but a token. */
function redactPair(pair: string): string {
  const equals = pair.indexOf('=')
  return equals === -1 ? redacted : `${pair.slice(0, equals)}=${redacted}`
}

/** A copy of a request for logs and errors. Paths are shown: put no secrets there. */
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
