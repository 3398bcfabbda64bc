/**
 * Limits the fetches that others can cause. Anybody can name URLs of documents and key sets, so fetches are limited for each URL,
 * each caller and each host. There is no common limit, because one caller could exhaust it for all others.
 */

import { Refusal } from '../../http/refusal.ts'
import { addressKey } from '../../shared/client-address.ts'
import type { LimitStore } from '../../store/mcp.ts'
import type { McpConfig, RateLimit } from '../config/config.ts'

/** The most concurrent fetches of a node for one address, and at one host. More are refused. */
const MAX_PENDING = 8

/** Seconds over which fetches are counted. */
const RATE_WINDOW = 60

/** The limits for key sets if documents are turned off. */
const DEFAULTS = { rateLimit: 10, callerRateLimit: 60, hostRateLimit: 60 } as const

/** What is fetched. */
export interface Fetched {
  readonly kind: 'document' | 'keys'
  readonly url: string
  /**
   * Whether a client that got tokens uses it, or the operator has named it. Then only the rate of the URL applies, so that nobody
   * can block a client by naming other URLs at its host.
   */
  readonly isInUse: boolean
}

/** Runs fetches within the limits, or refuses them. */
export interface FetchBudget {
  /**
   * Counts the fetches of a caller. It must wrap work that several callers share, so that no caller is refused because of another
   * one.
   */
  forCaller<T>(caller: string | undefined, work: () => Promise<T>): Promise<T | Refusal>
  /** Counts one fetch. */
  forFetch<T>(fetched: Fetched, work: () => Promise<T>): Promise<T | Refusal>
}

/** Creates the {@link FetchBudget} of an instance. Rates are counted over all nodes, and concurrent fetches on this node. */
export function createFetchBudget(
  { documents }: Pick<McpConfig, 'documents'>,
  limits: LimitStore,
): FetchBudget {
  const { rateLimit, callerRateLimit, hostRateLimit } = documents ?? DEFAULTS
  const [forCallers, forHosts] = [createSlots(MAX_PENDING), createSlots(MAX_PENDING)]
  const count = async (key: string, limit: RateLimit): Promise<Refusal | undefined> => {
    const wait = limit === false ? 0 : await limits.count(key, limit, RATE_WINDOW)
    return wait > 0 ? tooOften(wait) : undefined
  }
  return {
    async forCaller(caller, work) {
      if (caller === undefined) return await work()
      const key = addressKey(caller)
      const refused = await count(`documents for ${key}`, callerRateLimit)
      return refused ?? (await forCallers(key, work))
    },
    async forFetch({ kind, url, isInUse }, work) {
      const refused = await count(`${kind} ${url}`, rateLimit)
      if (refused) return refused
      if (isInUse) return await work()
      const { host } = new URL(url)
      return (await count(`fetches at ${host}`, hostRateLimit)) ?? (await forHosts(host, work))
    },
  }
}

/** Creates a function that limits concurrent work under each key, and refuses more. */
function createSlots(max: number) {
  const taken = new Map<string, number>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T | Refusal> => {
    const before = taken.get(key) ?? 0
    if (before >= max) return tooMany()
    taken.set(key, before + 1)
    try {
      return await work()
    } finally {
      const left = (taken.get(key) ?? 1) - 1
      if (left > 0) taken.set(key, left)
      else taken.delete(key)
    }
  }
}

function tooOften(retryAfter: number): Refusal {
  const text = 'Client metadata documents and key sets are fetched too often.'
  return new Refusal('slow_down', text, { retryAfter })
}

function tooMany(): Refusal {
  const text = 'Too many client metadata documents and key sets are being fetched.'
  return new Refusal('temporarily_unavailable', text, { status: 429, retryAfter: 5 })
}
