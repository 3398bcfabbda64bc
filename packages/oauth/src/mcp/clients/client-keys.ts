/** Key sets that clients publish at a URL (RFC 7591, section 2, `jwks_uri`). */
import type { Client as HttpClient } from '@entrepot/rest'
import type { FastifyBaseLogger } from 'fastify'
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../http/refusal.ts'
import { explain } from '../../shared/explain.ts'
import { createJoinCalls } from '../../shared/join-calls.ts'
import type { Client } from '../client.ts'
import type { McpConfig } from '../config/config.ts'
import type { FetchBudget } from './fetch-budget.ts'
import { refusedPort, WITHDRAWN, WITHDRAWN_AFTER, wrongPort } from './fetch-document.ts'
import { type ClientKeySet, createClientKeySet } from './key-set.ts'

/** Milliseconds for which a set is cached, and after which an unknown key causes a new fetch. */
const FRESH_MS = 10 * 60_000
const COOLDOWN_MS = 30_000

/** Milliseconds for which a website that did not answer is not asked again, while its last good set is used. */
const OUTAGE_MS = 30_000

/** Seconds after which a client may try again when its keys could not be fetched. */
const RETRY_AFTER = 30

/** The most cached sets, and their characters in total. */
const SIZE = { max: 1_000, maxSize: 8_000_000 }

/** A key set of a website. Times are milliseconds of `performance.now()`. */
interface KeySet extends ClientKeySet {
  readonly size: number
  readonly fetchedAt: number
  readonly failedAt: number
  /** Since when the website says that there are no keys; infinity while it does not. */
  readonly withdrawnAt: number
}

/** Keys that a website does not have any more, or that are none. */
interface NotFetched {
  readonly outcome: 'withdrawn' | 'unusable'
  readonly why: string
}

/** The caller and the key of a look-up. */
export interface FindKeysOptions {
  /** The address that sent the assertion: fetches are counted for it. */
  readonly caller: string | undefined
  /** The key that the assertion names. */
  readonly kid: string | undefined
}

/** Finds the keys of clients at their `jwks_uri`. */
export interface ClientKeys {
  /** The keys of a client, fetched if necessary: as often as a document may be. */
  find(
    client: Pick<Client, 'kind' | 'jwksUri'>,
    options: FindKeysOptions,
  ): Promise<JWTVerifyGetKey | Refusal>
  /** Keeps the keys of a client that has just got a token: sets of other clients do not displace them. */
  keep(client: Pick<Client, 'jwksUri'>): void
}

/** Makes the {@link ClientKeys} of an instance. */
export function createClientKeys(
  http: Pick<HttpClient, 'send'>,
  { documents }: Pick<McpConfig, 'documents'>,
  budget: FetchBudget,
  logger: FastifyBaseLogger,
): ClientKeys {
  const { allowedHosts, lastGoodTtl = 0 } = documents ?? {}
  const sets = createKeySets(FRESH_MS + lastGoodTtl * 1_000)
  const join = createJoinCalls<KeySet | NotFetched | Refusal>()
  const fetchSet = async (url: string, isInUse: boolean): Promise<KeySet | NotFetched | Refusal> =>
    await budget.forFetch({ kind: 'keys', url, isInUse }, async () => {
      try {
        const fetched = await fetchKeys(http, url)
        if ('getKey' in fetched) sets.put(url, fetched)
        if ('outcome' in fetched)
          logger.info({ url, why: fetched.why }, 'the keys of a client cannot be used')
        return fetched
      } catch (error) {
        logger.info({ url, cause: explain(error) }, 'the keys of a client could not be fetched')
        const port = refusedPort(error, url)
        return port === undefined ? unavailable() : { outcome: 'unusable', why: wrongPort(port) }
      }
    })
  return {
    async find({ kind, jwksUri = '' }, { caller, kid }) {
      const { hostname } = new URL(jwksUri)
      if (kind === 'registered' && allowedHosts && !allowedHosts.includes(hostname)) {
        return new Refusal('invalid_client', 'The host of jwks_uri is not allowed.')
      }
      const kept = sets.get(jwksUri)
      if (kept && isUsable(kept, kid, performance.now())) return kept.getKey
      const isInUse = kind === 'configured' || sets.isInUse(jwksUri)
      const fetchOnce = () => join(jwksUri, () => fetchSet(jwksUri, isInUse))
      const fetched = await budget.forCaller(caller, fetchOnce)
      if ('getKey' in fetched) return fetched.getKey
      const isWithdrawn = 'outcome' in fetched && fetched.outcome === 'withdrawn'
      const spared = kept && sets.spare(jwksUri, kept, isWithdrawn)
      const refusal = refusalOf(fetched, spared)
      return spared && hasKey(spared, kid) && refusal.error !== 'invalid_client'
        ? spared.getKey
        : refusal
    },
    keep({ jwksUri }) {
      if (jwksUri !== undefined) sets.use(jwksUri)
    },
  }
}

/**
 * Key sets of clients with tokens, and those of other clients, are cached separately, because anybody can register clients and
 * fill the second cache.
 */
function createKeySets(ttl: number) {
  const options = { ...SIZE, ttl, sizeCalculation: ({ size }: KeySet) => size }
  const inUse = new LRUCache<string, KeySet>(options)
  const others = new LRUCache<string, KeySet>(options)
  const cacheOf = (url: string) => (inUse.has(url) ? inUse : others)
  const left = (url: string) => Math.max(1, cacheOf(url).getRemainingTTL(url))
  return {
    isInUse: (url: string) => inUse.has(url),
    get: (url: string) => cacheOf(url).get(url),
    put: (url: string, set: KeySet) => void cacheOf(url).set(url, set),
    /** Notes that the website did not answer, or has no keys any more. The set expires at the same time as before. */
    spare(url: string, set: KeySet, isWithdrawn: boolean): KeySet {
      const now = performance.now()
      const withdrawnAt = isWithdrawn ? Math.min(set.withdrawnAt, now) : set.withdrawnAt
      const spared = { ...set, failedAt: now, withdrawnAt }
      cacheOf(url).set(url, spared, { ttl: left(url) })
      return spared
    },
    use(url: string) {
      const set = others.get(url)
      if (set === undefined) return
      inUse.set(url, set, { ttl: left(url) })
      others.delete(url)
    },
  }
}

/** Whether a cached set can be used for an assertion without a fetch. Pure. */
function isUsable(set: KeySet, kid: string | undefined, now: number): boolean {
  const isFresh = now < set.fetchedAt + FRESH_MS || now < set.failedAt + OUTAGE_MS
  return isFresh && (hasKey(set, kid) || now < set.fetchedAt + COOLDOWN_MS)
}

function hasKey({ kids }: KeySet, kid: string | undefined): boolean {
  return kid === undefined || kids.has(kid)
}

/** @throws RestError if no answer came */
async function fetchKeys(
  http: Pick<HttpClient, 'send'>,
  url: string,
): Promise<KeySet | NotFetched | Refusal> {
  const headers = { accept: 'application/jwk-set+json, application/json' }
  const { statusCode, body } = await http.send({ method: 'GET', baseURL: url, headers })
  if (WITHDRAWN.includes(statusCode)) {
    return { outcome: 'withdrawn', why: `the website answers ${statusCode}` }
  }
  if (statusCode !== 200) return unavailable()
  try {
    return {
      ...createClientKeySet(JSON.parse(body) as JSONWebKeySet),
      size: body.length,
      fetchedAt: performance.now(),
      failedAt: Number.NEGATIVE_INFINITY,
      withdrawnAt: Number.POSITIVE_INFINITY,
    }
  } catch {
    return { outcome: 'unusable', why: 'there is no JSON Web Key Set at jwks_uri' }
  }
}

/** Keys that were withdrawn end a client as a document does. A node that has never seen them cannot tell for how long they are missing. */
function refusalOf(fetched: NotFetched | Refusal, kept: KeySet | undefined): Refusal {
  if (fetched instanceof Refusal) return fetched
  const since = performance.now() - (kept?.withdrawnAt ?? Number.POSITIVE_INFINITY)
  const isOver = fetched.outcome === 'unusable' || since >= WITHDRAWN_AFTER * 1_000
  if (!isOver) return unavailable()
  return new Refusal('invalid_client', `The keys of the client cannot be used: ${fetched.why}.`)
}

/** The same answer for every cause in the network, as for documents. */
function unavailable(): Refusal {
  const text = 'The keys of the client could not be fetched. Try again later.'
  return new Refusal('temporarily_unavailable', text, { retryAfter: RETRY_AFTER })
}
