import type { Client as HttpClient } from '@entrepot/rest'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { addressKey } from '../../client-address.ts'
import { explain } from '../../explain.ts'
import { Refusal } from '../../http/refusal.ts'
import { createJoinCalls } from '../../join-calls.ts'
import type { LimitStore, McpStore } from '../../store/mcp.ts'
import type { McpConfig, RateLimit } from '../config/config.ts'
import { readDocument } from './document-rules.ts'
import { type FetchedDocument, fetchDocument, MAX_PENDING, RATE_WINDOW } from './fetch-document.ts'
import { type FindDocument, unknownClient } from './find-client.ts'

/**
 * Documents that a node keeps, their characters in all, which anybody can fill, and the milliseconds for which it
 * does not ask the store for one again.
 */
const CACHE_SIZE = 1_000
const CACHE_CHARACTERS = 8_000_000
const CACHE_MS = 60_000

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
  const { allowedHosts, callerRateLimit = false } = mcp.documents ?? {}
  const cache = new LRUCache<string, string>({
    max: CACHE_SIZE,
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: (text) => text.length,
  })
  const joinReading = createJoinCalls<string | undefined>()
  const joinFetch = createJoinCalls<string | Refusal>()
  const load = createLoad(mcp, store, http, logger)

  const keep = (url: string, { text, ttlSeconds }: FetchedDocument): string => {
    cache.set(url, text, { ttl: Math.min(CACHE_MS, ttlSeconds * 1_000) })
    return text
  }
  const read = async (url: string): Promise<string | undefined> => {
    const kept = await store.documents.find(url)
    return kept && keep(url, { text: kept.document, ttlSeconds: kept.ttlSeconds })
  }
  const fetchAndKeep = async (url: string): Promise<string | Refusal> => {
    const fetched = await load(url)
    return fetched instanceof Refusal ? fetched : keep(url, fetched)
  }
  return async (url, caller) => {
    if (allowedHosts && !allowedHosts.includes(new URL(url).hostname)) return unknownClient()
    const kept = cache.get(url) ?? (await joinReading(url, () => read(url)))
    if (kept !== undefined) return readDocument(url, kept, mcp)
    // Websites have URLs without end, and each document that is found is kept. Counted before the fetch is joined, so that
    // nobody is refused for what another one has asked.
    const key = caller && `documents for ${addressKey(caller)}`
    const wait = key ? await count(store.limits, key, callerRateLimit) : 0
    if (wait > 0) return tooOften(wait)
    const text = await joinFetch(url, () => fetchAndKeep(url))
    return text instanceof Refusal ? text : readDocument(url, text, mcp)
  }
}

/** Makes what fetches a document, as often and as many at once as may be, and keeps a good one in the store. */
function createLoad(
  mcp: McpConfig,
  { documents, limits }: McpStore,
  http: Pick<HttpClient, 'send'>,
  logger: FastifyBaseLogger,
): (url: string) => Promise<FetchedDocument | Refusal> {
  let pending = 0
  return async (url) => {
    const wait = await count(limits, `document ${url}`, mcp.documents?.rateLimit ?? false)
    if (wait > 0) return tooOften(wait)
    if (pending >= MAX_PENDING) {
      const text = 'Too many client metadata documents are being fetched.'
      return new Refusal('temporarily_unavailable', text, { status: 429, retryAfter: 5 })
    }
    pending += 1
    try {
      const fetched = await fetchDocument(http, url)
      if (fetched === undefined) return unavailable()
      // What cannot be used is not kept: its author mends it and tries again.
      const client = readDocument(url, fetched.text, mcp)
      if (client instanceof Refusal) return client
      await documents.save(url, fetched.text, fetched.ttlSeconds)
      return fetched
    } catch (error) {
      logger.info({ url, cause: explain(error) }, 'a client metadata document could not be fetched')
      return unavailable()
    } finally {
      pending -= 1
    }
  }
}

/** Counts a fetch. @returns seconds to wait; 0 when it may be made */
async function count(limits: LimitStore, key: string, limit: RateLimit): Promise<number> {
  return limit === false ? 0 : await limits.count(key, limit, RATE_WINDOW)
}

function tooOften(retryAfter: number): Refusal {
  const text = 'Client metadata documents are fetched too often.'
  return new Refusal('slow_down', text, { retryAfter })
}

/** The same message for every cause, so that it does not reveal whether a host exists or which service uses a port. */
function unavailable(): Refusal {
  return new Refusal('invalid_client', 'The client metadata document could not be fetched.')
}
