/** Fetches Client ID Metadata Documents and key sets of clients: URLs that anybody may name, so guarded and bounded. */
import {
  type ClientOptions,
  createClient,
  createFetch,
  type GuardOptions,
  type Client as HttpClient,
} from '@entrepot/rest'
import {
  createRemoteJWKSet,
  customFetch,
  type FetchImplementation,
  type JWTVerifyGetKey,
} from 'jose'
import { LRUCache } from 'lru-cache'
import type { LimitStore } from '../../store/mcp.ts'
import type { McpConfig } from '../config/config.ts'

/** Fetches that may be under way at once; more are refused. */
export const MAX_PENDING = 16

/** Seconds over which the fetches of a document are counted, and how many there may be unless the settings say. */
export const RATE_WINDOW = 60
const DEFAULT_RATE = 10

/** Key sets of clients that are kept, and for how long one is taken as it was. */
const KEY_SETS = 200
const KEY_SET_TTL_MS = 10 * 60_000

/** Seconds that a document is kept: least, most, and without a word of its server. */
const [MIN_TTL, MAX_TTL, DEFAULT_TTL] = [60, 86_400, 3_600]

/** The HTTP client for documents and key sets, if the application provides one. */
export type DocumentClient = Pick<HttpClient, 'send' | 'stream'>

/** Bounds of one fetch. */
export interface FetchBounds {
  readonly fetchTimeoutMs: number
  readonly maxBytes: number
}

/**
 * A client of `@entrepot/rest` for what other people's URLs lead to: https at port 443 of public addresses.
 *
 * @param changes for tests, which have no public addresses
 */
export function createDocumentClient(
  mcp: { readonly documents: FetchBounds | undefined },
  { guard, tls }: Pick<ClientOptions, 'tls'> & { readonly guard?: GuardOptions } = {},
): HttpClient {
  const { fetchTimeoutMs = 5_000, maxBytes = 65_536 } = mcp.documents ?? {}
  return createClient({
    guard: { rejectMixed: true, maxConcurrentLookups: 2, ...guard },
    ...(tls && { tls }),
    timeout: fetchTimeoutMs,
    limits: { bodyBytes: maxBytes },
    redirect: 'manual',
  })
}

/** A document as its server gave it. */
export interface FetchedDocument {
  readonly text: string
  /** Seconds that it may be kept. */
  readonly ttlSeconds: number
}

/**
 * Fetches a document. Undefined for everything but JSON with status 200: redirects are not followed.
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

/** How long HTTP allows to keep an answer (RFC 9111, section 5.2.2), within bounds. Pure. */
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

/**
 * Key sets at URLs, each fetched when it is needed, and again for a key that is not in it: as often as a document, over all
 * nodes. Whoever registers a client names the URL, and a set that cannot be had would be asked for with each assertion.
 */
export function createClientKeys(
  http: Pick<HttpClient, 'stream'>,
  { documents }: Pick<McpConfig, 'documents'>,
  limits: LimitStore,
): (jwksUri: string) => JWTVerifyGetKey {
  const { fetchTimeoutMs = 5_000, rateLimit = DEFAULT_RATE } = documents ?? {}
  const sets = new LRUCache<string, JWTVerifyGetKey>({ max: KEY_SETS })
  const fetch = createFetch(http, { redirect: 'manual' })
  const fetchCounted: FetchImplementation = async (jwksUri, init) => {
    const wait = rateLimit && (await limits.count(`keys ${jwksUri}`, rateLimit, RATE_WINDOW))
    if (wait) throw new Error('the keys of the client are fetched too often')
    return await fetch(jwksUri, init)
  }
  return (jwksUri) => {
    const known = sets.get(jwksUri)
    if (known) return known
    const made = createRemoteJWKSet(new URL(jwksUri), {
      [customFetch]: fetchCounted,
      timeoutDuration: fetchTimeoutMs,
      cacheMaxAge: KEY_SET_TTL_MS,
    })
    sets.set(jwksUri, made)
    return made
  }
}
