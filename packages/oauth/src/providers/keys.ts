/** The keys that a provider signs with. */
import type { Fetch } from '@entrepot/rest'
import * as jose from 'jose'
import { OAuthError } from '../errors.ts'
import type { Metadata } from './metadata.ts'

/** Milliseconds that a key set is used before it is fetched again. */
const CACHE_MS = 10 * 60 * 60_000
const TIMEOUT_MS = 5_000
const FETCHES_PER_MINUTE = 10

/**
 * Key sets of a provider, each kept for ten hours. A token with an unknown key id makes the set be fetched again, since
 * providers roll their keys over; at most ten times a minute, since anybody can send such a token.
 */
export function createKeySet(fetch: Fetch): (metadata: Metadata) => jose.JWTVerifyGetKey {
  const sets = new Map<string, jose.JWTVerifyGetKey>()
  return ({ jwks_uri: uri }) => {
    if (uri === undefined)
      throw new OAuthError('OAUTH_PROVIDER_REFUSED', 'The provider has no key set (jwks_uri).')
    const known = sets.get(uri)
    if (known) return known
    const remote = jose.createRemoteJWKSet(new URL(uri), {
      [jose.customFetch]: withinBudget(fetch),
      cacheMaxAge: CACHE_MS,
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: 0,
    })
    const set: jose.JWTVerifyGetKey = (header, token) => {
      if (typeof header?.kid === 'string' && header.kid !== '') return remote(header, token)
      throw new OAuthError('OAUTH_PROVIDER_REFUSED', 'The token does not name its key (kid).')
    }
    sets.set(uri, set)
    return set
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
