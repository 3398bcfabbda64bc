/** Keys of issuers whose tokens are accepted: discovered (OpenID Connect Discovery 1.0, RFC 8414), fetched with limits, and cached. */
import type { Client as HttpClient } from '@entrepot/rest'
import type { FastifyBaseLogger } from 'fastify'
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../../http/refusal.ts'
import { explain } from '../../../shared/explain.ts'
import { createJoinCalls } from '../../../shared/join-calls.ts'
import { problemOfUrl } from '../../../shared/urls.ts'
import type { ClientKeys } from '../client-keys.ts'
import type { FetchBudget } from '../fetch-budget.ts'
import { createClientKeySet } from '../key-set.ts'

/** Milliseconds for which a discovered URL is used, and for which an issuer that did not answer is not asked again. */
const FRESH_MS = 60 * 60_000
const PAUSE_MS = 30_000

/** Seconds after which a client may try again. */
const RETRY_AFTER = 30

/** Issuers whose URLs are remembered. */
const MAX_ISSUERS = 1_000

/** Whose keys are wanted. */
export interface KeyOwner {
  readonly issuer: string
  /** Where the keys are; undefined to discover that. */
  readonly jwksUri: string | undefined
  /** Keys that are known, for an issuer that cannot be reached from here. */
  readonly jwks?: JSONWebKeySet | undefined
}

/** Finds keys of issuers. */
export interface IssuerKeys {
  /** @returns a refusal if there are no keys now: `temporarily_unavailable`, `slow_down` or `invalid_grant` */
  find(
    owner: KeyOwner,
    options: { readonly caller: string; readonly kid: string | undefined },
  ): Promise<JWTVerifyGetKey | Refusal>
  /** Keeps the keys of an issuer whose token was good. */
  keep(owner: KeyOwner): void
}

/** What {@link createIssuerKeys} needs. */
export interface IssuerKeysParts {
  readonly http: Pick<HttpClient, 'send'>
  readonly clientKeys: ClientKeys
  readonly budget: FetchBudget
  readonly logger: FastifyBaseLogger
  /** The operator has named the issuers: nobody can use up their limits by naming others. */
  readonly areConfigured: boolean
  /** Whether http on loopback is allowed, for development. */
  readonly allowLoopback: boolean
}

/** Where the keys of an issuer are. Times are milliseconds of `performance.now()`. */
interface Location {
  readonly jwksUri: string | undefined
  readonly why: string
  readonly freshUntil: number
}

/** Makes the {@link IssuerKeys} of an instance. */
export function createIssuerKeys(parts: IssuerKeysParts): IssuerKeys {
  const { clientKeys, areConfigured } = parts
  const known = new LRUCache<string, Location>({ max: MAX_ISSUERS })
  const locate = createLocate(parts, known)
  const kind = areConfigured ? 'configured' : 'resolved'
  return {
    async find({ issuer, jwksUri, jwks }, options) {
      if (jwks !== undefined) return createClientKeySet(jwks).getKey
      const uri = jwksUri ?? (await locate(issuer, options.caller))
      if (uri instanceof Refusal) return uri
      const found = await clientKeys.find({ kind, jwksUri: uri }, options)
      return found instanceof Refusal && found.error === 'invalid_client'
        ? new Refusal('invalid_grant', 'The keys of the issuer cannot be used.')
        : found
    },
    keep({ issuer, jwksUri, jwks }) {
      const uri = jwksUri ?? known.get(issuer)?.jwksUri
      if (jwks === undefined && uri !== undefined) clientKeys.keep({ jwksUri: uri })
    },
  }
}

/** Makes the function that finds where the keys of an issuer are. */
function createLocate(
  { http, budget, logger, areConfigured, allowLoopback }: IssuerKeysParts,
  known: LRUCache<string, Location>,
) {
  const join = createJoinCalls<Location | Refusal>()
  const ask = async (issuer: string): Promise<Location | Refusal> =>
    await budget.forFetch({ kind: 'document', url: issuer, isInUse: areConfigured }, async () => {
      const before = known.get(issuer)
      const found = await discover(http, issuer, allowLoopback)
      const now = performance.now()
      if (found.jwksUri === undefined) logger.warn({ issuer, why: found.why }, FAILED)
      const location =
        found.jwksUri === undefined
          ? // An outage does not end what worked before.
            { ...found, jwksUri: before?.jwksUri, freshUntil: now + PAUSE_MS }
          : { ...found, freshUntil: now + FRESH_MS }
      known.set(issuer, location)
      return location
    })
  return async (issuer: string, caller: string): Promise<string | Refusal> => {
    const cached = known.get(issuer)
    const isFresh = cached !== undefined && performance.now() < cached.freshUntil
    const location = isFresh
      ? cached
      : await budget.forCaller(caller, () => join(issuer, () => ask(issuer)))
    if (location instanceof Refusal) return location
    return location.jwksUri ?? unavailable()
  }
}

const FAILED = 'the keys of an issuer could not be discovered'

function unavailable(): Refusal {
  const text = 'The keys of the issuer could not be fetched. Try again later.'
  return new Refusal('temporarily_unavailable', text, { retryAfter: RETRY_AFTER })
}

type Found = Pick<Location, 'jwksUri' | 'why'>

/**
 * Reads the documents of an issuer: that of OpenID Connect first, because nearly all have it. Some websites answer each path with a page, so
 * the next one is read, whatever is wrong with the first.
 */
async function discover(
  http: Pick<HttpClient, 'send'>,
  issuer: string,
  allowLoopback: boolean,
): Promise<Found> {
  const problems: string[] = []
  for (const url of documentUrls(issuer)) {
    const found = await readDocument(http, url, issuer, allowLoopback)
    if (found.jwksUri !== undefined) return found
    problems.push(`${url} ${found.why}`)
  }
  return { jwksUri: undefined, why: problems.join('; ') }
}

/** Reads a document. Redirects are not followed. */
async function readDocument(
  http: Pick<HttpClient, 'send'>,
  url: string,
  issuer: string,
  allowLoopback: boolean,
): Promise<Found> {
  const refused = (why: string) => ({ jwksUri: undefined, why })
  try {
    const headers = { accept: 'application/json' }
    const { statusCode, body } = await http.send({ method: 'GET', baseURL: url, headers })
    if (statusCode !== 200) return refused(`answers ${statusCode}`)
    const { issuer: named, jwks_uri: jwksUri } = JSON.parse(body) as Record<string, unknown>
    // Section 4.3 of OpenID Connect Discovery 1.0, and section 3.3 of RFC 8414.
    if (named !== issuer) return refused('is of another issuer')
    const isUrl = typeof jwksUri === 'string' && problemOfUrl(jwksUri, allowLoopback) === undefined
    return isUrl ? { jwksUri, why: '' } : refused('names no keys')
  } catch (error) {
    return refused(`cannot be read: ${explain(error).message}`)
  }
}

function documentUrls(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ]
}
