/** Verification of what a provider has signed. Claims are checked by the protocol library, signatures by jose. */
import * as jose from 'jose'
import { OAuthError } from '../../shared/errors.ts'
import { isStorableId, MAX_PROVIDER_ID_BYTES } from '../../shared/identifier.ts'
import { verifyToken } from '../connection/keys.ts'
import type { Metadata } from '../connection/metadata.ts'
import { CLOCK_TOLERANCE, type Provider } from '../provider.ts'
import { ID_TOKEN_ALGORITHMS } from '../security/read-security.ts'

/** Claims of a token, as far as they are not known by name. */
export type Claims = Readonly<Record<string, unknown>>

/** `iss` of a token that has not been verified: to choose what to expect, never to believe. */
export function claimedIssuer(token: unknown): string | undefined {
  if (typeof token !== 'string') return undefined
  try {
    return jose.decodeJwt(token).iss
  } catch {
    return undefined
  }
}

/**
 * Verifies the signature of an ID token whose claims the protocol library has checked, and what that leaves open: `azp`
 * also for a single audience (OpenID Connect Core 1.0, section 3.1.3.7, step 5).
 *
 * @param issuer which the token carries: see {@link expectedIssuer}
 * @throws when the token is not the provider's, or the keys cannot be had
 */
export async function verifyIdToken(
  provider: Provider,
  metadata: Metadata,
  issuer: string,
  token: string,
): Promise<Claims> {
  const { clientId } = provider.config
  const { payload } = await verifyToken(provider.keysOf(metadata), token, {
    algorithms: [...(metadata.id_token_signing_alg_values_supported ?? ID_TOKEN_ALGORITHMS)],
    issuer,
    audience: clientId,
    clockTolerance: CLOCK_TOLERANCE,
    requiredClaims: ['iss', 'sub', 'aud', 'iat', 'exp'],
  })
  if (payload.azp !== undefined && payload.azp !== clientId) {
    throw new OAuthError(
      'OAUTH_PROVIDER_REFUSED',
      'The ID token was issued to another client (azp).',
    )
  }
  for (const name of ['sub', 'sid'] as const) {
    const id = payload[name]
    if (typeof id === 'string' && !isStorableId(id, MAX_PROVIDER_ID_BYTES)) {
      const message = `The claim ${name} of the ID token cannot be stored: it is empty, has more than ${MAX_PROVIDER_ID_BYTES} bytes, or holds a NUL.`
      throw new OAuthError('OAUTH_PROVIDER_REFUSED', message)
    }
  }
  return payload
}
