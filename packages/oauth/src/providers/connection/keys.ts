/** The keys that a provider signs with. */
import type { Fetch } from '@entrepot/rest'
import * as jose from 'jose'
import { OAuthError } from '../../shared/errors.ts'
import type { Metadata } from './metadata.ts'

/** Milliseconds that a key set is used before it is fetched again. */
const CACHE_MS = 10 * 60 * 60_000
const TIMEOUT_MS = 5_000
const FETCHES_PER_MINUTE = 10

/** Gives the keys of a provider for a token. */
export interface KeySet {
  (...token: Parameters<jose.JWTVerifyGetKey>): Promise<Awaited<ReturnType<jose.JWTVerifyGetKey>>>
  /** Fetches them again. */
  reload(): Promise<void>
}

/** The client secret as the key of signatures (OpenID Connect Core 1.0, section 10.1). */
export function secretKeySet(clientSecret: string): KeySet {
  const key = new TextEncoder().encode(clientSecret)
  return Object.assign(async () => key, { reload: async () => {} })
}

/**
 * Key sets of a provider, each kept for ten hours. A token with an unknown key id makes the set be fetched again, since
 * providers roll their keys over; at most ten times a minute, since anybody can send such a token.
 */
export function createKeySet(fetch: Fetch): (metadata: Metadata) => KeySet {
  const sets = new Map<string, KeySet>()
  return ({ jwks_uri: uri }) => {
    if (uri === undefined)
      throw new OAuthError('OAUTH_PROVIDER_REFUSED', 'The provider has no key set (jwks_uri).')
    const known = sets.get(uri)
    if (known) return known
    const set = jose.createRemoteJWKSet(new URL(uri), {
      [jose.customFetch]: withinBudget(fetch),
      cacheMaxAge: CACHE_MS,
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: 0,
    })
    sets.set(uri, set)
    return set
  }
}

/**
 * Verifies the signature and the claims of a token. A token may leave its key id out if a single key of the provider fits (OpenID Connect
 * Core 1.0, section 10.1). Then only a wrong signature shows that the provider has replaced this key, so the set is fetched again.
 *
 * @throws OAuthError `OAUTH_PROVIDER_REFUSED` if it has no key id and several keys fit; the error of jose if it is not valid
 */
export async function verifyToken(
  keys: KeySet,
  token: string,
  options: jose.JWTVerifyOptions,
): Promise<jose.JWTVerifyResult> {
  try {
    return await verifyOnce(keys, token, options)
  } catch (error) {
    const isSigned = !(error instanceof jose.errors.JWSSignatureVerificationFailed)
    if (isSigned || jose.decodeProtectedHeader(token).kid !== undefined) throw error
  }
  await keys.reload()
  return await verifyOnce(keys, token, options)
}

async function verifyOnce(
  keys: KeySet,
  token: string,
  options: jose.JWTVerifyOptions,
): Promise<jose.JWTVerifyResult> {
  try {
    return await jose.jwtVerify(token, keys, options)
  } catch (error) {
    if (!(error instanceof jose.errors.JWKSMultipleMatchingKeys)) throw error
    const message = 'The token does not name its key (kid), and several keys of the provider fit.'
    throw new OAuthError('OAUTH_PROVIDER_REFUSED', message)
  }
}

function withinBudget(fetch: Fetch): jose.FetchImplementation {
  let recent: number[] = []
  return async (url, options) => {
    const now = Date.now()
    recent = recent.filter((at) => at > now - 60_000)
    if (recent.length >= FETCHES_PER_MINUTE) {
      throw new OAuthError('OAUTH_PROVIDER_REFUSED', 'The key set was requested too often.')
    }
    recent.push(now)
    return await fetch(url, options)
  }
}
