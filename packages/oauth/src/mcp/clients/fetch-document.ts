/** Fetches Client ID Metadata Documents, from URLs that anybody may name: guarded and bounded. */
import {
  type ClientOptions,
  createClient,
  type GuardOptions,
  type Client as HttpClient,
} from '@entrepot/rest'
import { proxyIsTrusted } from '@entrepot/rest/unsafe'
import { createResolveName, MAX_LOOKUPS } from './resolve-name.ts'

/** Seconds for which a document is cached: the least, the most, and the default if its server says nothing. */
const [MIN_TTL, MAX_TTL, DEFAULT_TTL] = [60, 86_400, 3_600]

/** The HTTP client for documents and key sets, if the application provides one. */
export type DocumentClient = Pick<HttpClient, 'send'>

/** Bounds of one fetch. */
export interface FetchBounds {
  readonly fetchTimeoutMs: number
  readonly maxBytes: number
}

/**
 * Creates a client of `@entrepot/rest` for URLs that strangers choose. It allows https at port 443 of public addresses, and uses
 * the proxy of the environment.
 *
 * @param changes for tests, which have no public addresses
 */
export function createDocumentClient(
  settings: {
    readonly documents: FetchBounds | undefined
    /** The proxy in HTTPS_PROXY refuses private addresses itself. */
    readonly proxyChecksTargets?: boolean
  },
  { guard, tls }: Pick<ClientOptions, 'tls'> & { readonly guard?: GuardOptions } = {},
): HttpClient {
  const { fetchTimeoutMs = 5_000, maxBytes = 65_536 } = settings.documents ?? {}
  return createClient({
    guard: {
      rejectMixed: true,
      resolve: createResolveName(),
      maxConcurrentLookups: MAX_LOOKUPS,
      ...guard,
    },
    proxy: 'env',
    [proxyIsTrusted]: settings.proxyChecksTargets ?? false,
    ...(tls && { tls }),
    timeout: fetchTimeoutMs,
    limits: { bodyBytes: maxBytes },
    redirect: 'manual',
  })
}

/** A fetched document. */
export interface FetchedDocument {
  readonly text: string
  /** Seconds for which it may be cached. */
  readonly ttlSeconds: number
}

/**
 * Fetches a document. Returns undefined for everything except JSON with status 200. Redirects are not followed.
 *
 * @throws RestError when no answer came, or the guard refused the address
 */
export async function fetchDocument(
  http: Pick<HttpClient, 'send'>,
  url: string,
): Promise<FetchedDocument | undefined> {
  const { statusCode, headers, body } = await http.send({
    method: 'GET',
    baseURL: url,
    headers: { accept: 'application/json' },
  })
  const type = headers['content-type']?.[0] ?? ''
  if (statusCode !== 200 || !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type))
    return undefined
  return { text: body, ttlSeconds: ttlOf(headers['cache-control'], headers.age?.[0]) }
}

/** The seconds for which HTTP allows caching (RFC 9111, section 5.2.2), within the limits. Pure. */
export function ttlOf(
  cacheControl: readonly string[] | undefined,
  age: string | undefined,
): number {
  const directives = (cacheControl ?? []).join(',').toLowerCase()
  if (/\bno-(store|cache)\b/.test(directives)) return MIN_TTL
  const maxAge = /(?:^|[\s,])max-age="?(\d{1,10})/.exec(directives)?.[1]
  if (maxAge === undefined) return DEFAULT_TTL
  const left = Number(maxAge) - (/^\d{1,10}$/.test(age ?? '') ? Number(age) : 0)
  return Math.min(MAX_TTL, Math.max(MIN_TTL, left))
}
