import type { Client as HttpClient } from '@entrepot/rest'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../http/refusal.ts'
import { explain } from '../../shared/explain.ts'
import { createJoinCalls } from '../../shared/join-calls.ts'
import type { McpStore } from '../../store/mcp.ts'
import type { McpConfig } from '../config/config.ts'
import { readDocument, refuseDocument } from './document-rules.ts'
import type { FetchBudget } from './fetch-budget.ts'
import {
  type FetchedDocument,
  fetchDocument,
  refusedPort,
  WITHDRAWN_AFTER,
  wrongPort,
} from './fetch-document.ts'
import { type FindDocument, unknownClient } from './find-client.ts'
import type { Reachability } from './reachability.ts'

/**
 * The most documents that a node caches, their characters in total, and the milliseconds for which it does not read a document
 * from the store again.
 */
const CACHE_SIZE = 1_000
const CACHE_CHARACTERS = 8_000_000
const CACHE_MS = 60_000

/**
 * Milliseconds for which the last good document is used after a failed fetch, so that not every token causes a fetch at a website
 * that is out.
 */
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
 * Finds the client of a document: in the cache of this node, in the store, or by a fetch. Concurrent fetches of one document
 * share a request, and failures are not cached.
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
    if (cached && (cached.isFresh || lastGood)) return await readDocument(url, cached.text, mcp)
    const stored = await join(url, () => read(url))
    if (stored?.isFresh) return await readDocument(url, stored.text, mcp)
    // A stored document that is no longer fresh belongs to a client in use.
    const fetched = await fetchFor(url, caller, stored !== undefined)
    if (!('refusal' in fetched)) {
      return await readDocument(url, keepFresh(url, fetched.text, fetched.ttlSeconds).text, mcp)
    }
    if (!lastGood || stored === undefined || !fetched.isOutage) return fetched.refusal
    logger.warn({ url }, 'the last good metadata document of a client is used')
    cache.set(url, stored, { ttl: OUTAGE_MS })
    return await readDocument(url, stored.text, mcp)
  }
}

/** A document that could not be had. */
interface NotFetched {
  readonly refusal: Refusal
  /** Whether a client in use goes on with its last good document. */
  readonly isOutage: boolean
}

/**
 * Creates a function that fetches a document for a caller, and stores it if it is valid. Concurrent fetches of one document share
 * a request.
 */
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
) => Promise<FetchedDocument | NotFetched> {
  const join = createJoinCalls<FetchedDocument | NotFetched | Refusal>()
  const load = async (url: string): Promise<FetchedDocument | NotFetched> => {
    try {
      const fetched = await fetchDocument(http, url)
      reachability.answered()
      if (fetched.outcome === 'silent') return OUTAGE
      if (fetched.outcome !== 'fetched') {
        if (fetched.outcome === 'unusable') return ended(refuseDocument(fetched.why))
        const since = await documents.withdraw(url)
        const isOutage = since !== undefined && since < WITHDRAWN_AFTER
        logger.warn({ url, why: fetched.why, isOutage }, 'the document of a client was withdrawn')
        return { refusal: refuseDocument(fetched.why), isOutage }
      }
      const { document } = fetched
      // A document that cannot be used is not stored, so that its author can correct it and try again. It is not an outage either.
      const client = await readDocument(url, document.text, mcp)
      if (client instanceof Refusal) return ended(client)
      await documents.save(url, document.text, document.ttlSeconds)
      return document
    } catch (error) {
      reachability.failed(error)
      logger.info({ url, cause: explain(error) }, 'a client metadata document could not be fetched')
      const port = refusedPort(error, url)
      return port === undefined ? OUTAGE : ended(refuseDocument(wrongPort(port)))
    }
  }
  return async (url, caller, isInUse) => {
    const fetchOnce = () => budget.forFetch({ kind: 'document', url, isInUse }, () => load(url))
    const fetched = await budget.forCaller(caller, () => join(url, fetchOnce))
    return fetched instanceof Refusal ? { refusal: fetched, isOutage: true } : fetched
  }
}

function ended(refusal: Refusal): NotFetched {
  return { refusal, isOutage: false }
}

/**
 * The same answer for every cause that lies in the network, so that it does not reveal whether a host exists or which service uses a
 * port. Not `invalid_client`, for which clients throw away their refresh tokens.
 */
const OUTAGE: NotFetched = {
  refusal: new Refusal(
    'temporarily_unavailable',
    'The client metadata document could not be fetched. Try again later.',
    { retryAfter: RETRY_AFTER },
  ),
  isOutage: true,
}
