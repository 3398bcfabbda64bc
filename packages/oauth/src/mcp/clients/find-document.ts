import type { Client as HttpClient } from '@entrepot/rest'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { explain } from '../../explain.ts'
import { createJoinCalls } from '../../join-calls.ts'
import type { McpConfig } from '../config/config.ts'
import { Refusal } from '../refusal.ts'
import type { McpStore } from '../store.ts'
import { readDocument } from './document-rules.ts'
import { fetchDocument, MAX_PENDING } from './fetch-document.ts'
import { type FindDocument, unknownClient } from './find-client.ts'

/** Documents that a node keeps (spec B.12), and the milliseconds for which it does not ask the store for one again. */
const CACHE_SIZE = 1_000
const CACHE_MS = 60_000

/** Seconds over which the fetches of a document are counted. */
const RATE_WINDOW = 60

/**
 * Finds the client that a document describes: kept by this node, kept in the store by any node, or fetched. Fetches of one
 * document at the same time are one; failures are not kept.
 */
export function createFindDocument(
  mcp: McpConfig,
  store: McpStore,
  http: Pick<HttpClient, 'send'>,
  logger: FastifyBaseLogger,
): FindDocument {
  const { allowedHosts, rateLimit = false } = mcp.documents ?? {}
  const cache = new LRUCache<string, string>({ max: CACHE_SIZE, ttl: CACHE_MS })
  const join = createJoinCalls<string | Refusal>()
  let pending = 0

  const load = async (url: string): Promise<string | Refusal> => {
    const kept = await store.documents.find(url)
    if (kept) {
      cache.set(url, kept.document, { ttl: Math.min(CACHE_MS, kept.ttlSeconds * 1_000) })
      return kept.document
    }
    const wait = rateLimit && (await store.limits.count(`document ${url}`, rateLimit, RATE_WINDOW))
    if (wait) {
      const text = 'The client metadata document is fetched too often.'
      return new Refusal('slow_down', text, { retryAfter: wait })
    }
    if (pending >= MAX_PENDING) {
      const text = 'Too many client metadata documents are being fetched.'
      return new Refusal('temporarily_unavailable', text, { status: 429, retryAfter: 5 })
    }
    return await fetchAndKeep(url)
  }

  const fetchAndKeep = async (url: string): Promise<string | Refusal> => {
    pending += 1
    try {
      const fetched = await fetchDocument(http, url)
      if (fetched === undefined) return unavailable()
      // What cannot be used is not kept: its author mends it and tries again.
      const client = readDocument(url, fetched.text, mcp)
      if (client instanceof Refusal) return client
      await store.documents.save(url, fetched.text, fetched.ttlSeconds)
      cache.set(url, fetched.text, { ttl: Math.min(CACHE_MS, fetched.ttlSeconds * 1_000) })
      return fetched.text
    } catch (error) {
      logger.info({ url, cause: explain(error) }, 'a client metadata document could not be fetched')
      return unavailable()
    } finally {
      pending -= 1
    }
  }

  return async (url) => {
    if (allowedHosts && !allowedHosts.includes(new URL(url).hostname)) return unknownClient()
    const text = cache.get(url) ?? (await join(url, () => load(url)))
    return text instanceof Refusal ? text : readDocument(url, text, mcp)
  }
}

/** The same for every cause: whether a host exists, or what stands at a port of it, is nobody's to learn here. */
function unavailable(): Refusal {
  return new Refusal('invalid_client', 'The client metadata document could not be fetched.')
}
