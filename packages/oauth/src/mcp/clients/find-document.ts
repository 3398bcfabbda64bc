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

/** Milliseconds for which the last good document serves after a failed fetch: a website that is out is not asked with each token. */
const OUTAGE_MS = 30_000

/** Seconds after which a client may try again when its document could not be fetched. */
const RETRY_AFTER = 30

/** A document in the cache of a node. */
interface Kept {
  readonly text: string
  /** False for the last good document of a website that could not be reached. */
  readonly isFresh: boolean
}

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
  const { allowedHosts } = mcp.documents ?? {}
  const cache = new LRUCache<string, Kept>({
    max: CACHE_SIZE,
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: ({ text }) => text.length,
  })
  const join = createJoinCalls<Kept | undefined>()
  const fetchFor = createFetchFor(mcp, store, http, logger)

  const keepFresh = (url: string, text: string, ttlSeconds: number): Kept => {
    const fresh = { text, isFresh: true }
    cache.set(url, fresh, { ttl: Math.min(CACHE_MS, ttlSeconds * 1_000) })
    return fresh
  }
  const read = async (url: string): Promise<Kept | undefined> => {
    const kept = await store.documents.find(url)
    if (kept === undefined) return undefined
    const { document: text, ttlSeconds } = kept
    return ttlSeconds > 0 ? keepFresh(url, text, ttlSeconds) : { text, isFresh: false }
  }
  return async (url, caller, { lastGood = false } = {}) => {
    if (allowedHosts && !allowedHosts.includes(new URL(url).hostname)) return unknownClient()
    const cached = cache.get(url)
    if (cached && (cached.isFresh || lastGood)) return readDocument(url, cached.text, mcp)
    const stored = await join(url, () => read(url))
    if (stored?.isFresh) return readDocument(url, stored.text, mcp)
    const fetched = await fetchFor(url, caller)
    if (!(fetched instanceof Refusal)) {
      return readDocument(url, keepFresh(url, fetched.text, fetched.ttlSeconds).text, mcp)
    }
    // A document that was fetched and cannot be used is no outage: its author has changed it.
    if (!lastGood || stored === undefined || fetched.error === 'invalid_client') return fetched
    logger.warn({ url }, 'the last good metadata document of a client is used')
    cache.set(url, stored, { ttl: OUTAGE_MS })
    return readDocument(url, stored.text, mcp)
  }
}

/** Makes what fetches a document for a caller. Several fetches of one document at the same time are one. */
function createFetchFor(
  mcp: McpConfig,
  store: McpStore,
  http: Pick<HttpClient, 'send'>,
  logger: FastifyBaseLogger,
): (url: string, caller: string | undefined) => Promise<FetchedDocument | Refusal> {
  const { callerRateLimit = false } = mcp.documents ?? {}
  const join = createJoinCalls<FetchedDocument | Refusal>()
  const load = createLoad(mcp, store, http, logger)
  return async (url, caller) => {
    // Websites have URLs without end, and each document that is found is kept. Counted before the fetch is joined, so that
    // nobody is refused for what another one has asked.
    const key = caller && `documents for ${addressKey(caller)}`
    const wait = key ? await count(store.limits, key, callerRateLimit) : 0
    return wait > 0 ? tooOften(wait) : await join(url, () => load(url))
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

/**
 * The same answer for every cause, so that it does not reveal whether a host exists or which service uses a port. Not
 * `invalid_client`, for which clients throw away their refresh tokens.
 */
function unavailable(): Refusal {
  const text = 'The client metadata document could not be fetched. Try again later.'
  return new Refusal('temporarily_unavailable', text, { retryAfter: RETRY_AFTER })
}
