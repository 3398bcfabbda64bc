/** Fetches Client ID Metadata Documents, from URLs that anybody may name: guarded and bounded. */
import {
  BlockedAddressError,
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
 * What a website says about a document. `withdrawn`: it says that there is none at this URL, or that it is elsewhere. Redirects are not
 * followed. `unusable`: there is something else. `silent`: it does not say.
 */
export type FetchOutcome =
  | { readonly outcome: 'fetched'; readonly document: FetchedDocument }
  | { readonly outcome: 'withdrawn' | 'unusable'; readonly why: string }
  | { readonly outcome: 'silent' }

/**
 * Seconds for which a website must say that there is no document, before the client ends that was in use: a website may lack it for a
 * moment, while a new version of it is put in place.
 */
export const WITHDRAWN_AFTER = 3_600

/** Statuses of a URL at which there is no document any more (RFC 9110, sections 15.4 and 15.5). */
export const WITHDRAWN: readonly number[] = [301, 302, 303, 307, 308, 404, 410]

/**
 * Fetches a document.
 *
 * @throws RestError when no answer came, or the guard refused the address
 */
export async function fetchDocument(
  http: Pick<HttpClient, 'send'>,
  url: string,
): Promise<FetchOutcome> {
  const { statusCode, headers, body } = await http.send({
    method: 'GET',
    baseURL: url,
    headers: { accept: 'application/json' },
  })
  if (WITHDRAWN.includes(statusCode)) {
    return { outcome: 'withdrawn', why: `its website answers ${statusCode}` }
  }
  if (statusCode !== 200) return { outcome: 'silent' }
  const type = headers['content-type']?.[0] ?? ''
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    return { outcome: 'unusable', why: 'its content type is not application/json' }
  }
  const ttlSeconds = ttlOf(headers['cache-control'], headers.age?.[0])
  return { outcome: 'fetched', document: { text: body, ttlSeconds } }
}

/** The port of a URL that the guard has refused, because strangers may not choose ports; undefined for other errors. */
export function refusedPort(error: unknown, url: string): string | undefined {
  const { port } = new URL(url)
  const isRefused = BlockedAddressError.is(error) && port !== '' && error.address === port
  return isRefused ? port : undefined
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

/** What is wrong with a URL at such a port. */
export function wrongPort(port: string): string {
  return `its URL has the port ${port}, and this server fetches from port 443 only`
}
