import type { Client as HttpClient } from '@entrepot/rest'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { explain } from '../../explain.ts'
import { Refusal } from '../../http/refusal.ts'
import { createJoinCalls } from '../../join-calls.ts'
import type { McpStore } from '../../store/mcp.ts'
import type { McpConfig } from '../config/config.ts'
import { readDocument } from './document-rules.ts'
import type { FetchBudget } from './fetch-budget.ts'
import { type FetchedDocument, fetchDocument } from './fetch-document.ts'
import { type FindDocument, unknownClient } from './find-client.ts'
import type { Reachability } from './reachability.ts'

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
  budget: FetchBudget,
  reachability: Reachability,
  logger: FastifyBaseLogger,
): FindDocument {
  const { allowedHosts } = mcp.documents ?? {}
  const cache = new LRUCache<string, Kept>({
    max: CACHE_SIZE,
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: ({ text }) => text.length,
  })
  const join = createJoinCalls<Kept | undefined>()
  const fetchFor = createFetchFor(mcp, store, http, budget, reachability, logger)

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
    // What is stored and no longer fresh is of a client in use.
    const fetched = await fetchFor(url, caller, stored !== undefined)
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

/** Makes what fetches a document for a caller, and keeps a good one in the store. Fetches of one at the same time are one. */
function createFetchFor(
  mcp: McpConfig,
  { documents }: Pick<McpStore, 'documents'>,
  http: Pick<HttpClient, 'send'>,
  budget: FetchBudget,
  reachability: Reachability,
  logger: FastifyBaseLogger,
): (
  url: string,
  caller: string | undefined,
  isInUse: boolean,
) => Promise<FetchedDocument | Refusal> {
  const join = createJoinCalls<FetchedDocument | Refusal>()
  const load = async (url: string): Promise<FetchedDocument | Refusal> => {
    try {
      const fetched = await fetchDocument(http, url)
      reachability.answered()
      if (fetched === undefined) return unavailable()
      // What cannot be used is not kept: its author mends it and tries again.
      const client = readDocument(url, fetched.text, mcp)
      if (client instanceof Refusal) return client
      await documents.save(url, fetched.text, fetched.ttlSeconds)
      return fetched
    } catch (error) {
      reachability.failed(error)
      logger.info({ url, cause: explain(error) }, 'a client metadata document could not be fetched')
      return unavailable()
    }
  }
  return async (url, caller, isInUse) => {
    const fetchOnce = () => budget.forFetch({ kind: 'document', url, isInUse }, () => load(url))
    return await budget.forCaller(caller, () => join(url, fetchOnce))
  }
}

/**
 * The same answer for every cause, so that it does not reveal whether a host exists or which service uses a port. Not
 * `invalid_client`, for which clients throw away their refresh tokens.
 */
function unavailable(): Refusal {
  const text = 'The client metadata document could not be fetched. Try again later.'
  return new Refusal('temporarily_unavailable', text, { retryAfter: RETRY_AFTER })
}
