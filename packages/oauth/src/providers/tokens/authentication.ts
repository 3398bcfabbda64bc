/** How and when a person authenticated at the provider, as the verified ID token says it. Pure. */
import { isStorableId, MAX_PROVIDER_ID_BYTES } from '../../shared/identifier.ts'
import type { Strategy } from '../strategies/strategy.ts'
import type { Claims } from './id-token.ts'

/** How and when a person authenticated: claims of the ID token (OpenID Connect Core 1.0, section 2), as far as it has them. */
export interface PersonAuthentication {
  /** The way of authenticating, as the provider names it. */
  readonly acr?: string
  /** All ways that the provider names, if there can be several, such as authentication contexts of Entra ID. */
  readonly acrs?: readonly string[]
  /** The methods, such as `pwd` and `otp` (RFC 8176). */
  readonly amr?: readonly string[]
  /** Seconds since 1970. */
  readonly auth_time?: number
}

/** Values of `acr` are separated by spaces in `acr_values`, and stand in a quoted string of `WWW-Authenticate` (RFC 9470, section 3). */
export const ACR_VALUE = /^[\x21\x23-\x5B\x5D-\x7E]+$/

/** The most values of a list that are kept in the session. */
const MAX_VALUES = 50

/** The ways of authenticating that an ID token names. */
export function acrValuesOf(
  { authenticationContext }: Pick<Strategy, 'authenticationContext'>,
  idToken: Claims | undefined,
): readonly string[] {
  const named = [idToken?.acr, authenticationContext && idToken?.[authenticationContext.claim]]
  return named.flatMap(textsOf)
}

/**
 * The facts for the session and for access tokens.
 *
 * @param asked the ways that were asked for: the first of these that the person has fulfilled becomes `acr`
 */
export function authenticationOf(
  strategy: Pick<Strategy, 'authenticationContext'>,
  idToken: Claims | undefined,
  asked: readonly string[] = [],
): PersonAuthentication {
  const { auth_time: authTime } = idToken ?? {}
  const values = acrValuesOf(strategy, idToken)
  const [first] = values
  const acr = values.find((value) => asked.includes(value)) ?? first
  const amr = textsOf(idToken?.amr)
  return {
    ...(acr !== undefined && { acr }),
    ...(values.length > 1 && { acrs: values.slice(0, MAX_VALUES) }),
    ...(amr.length > 0 && { amr: amr.slice(0, MAX_VALUES) }),
    ...(Number.isSafeInteger(authTime) && { auth_time: authTime as number }),
  }
}

function textsOf(claim: unknown): readonly string[] {
  return [claim ?? []]
    .flat()
    .filter(
      (one) => typeof one === 'string' && isStorableId(one, MAX_PROVIDER_ID_BYTES),
    ) as string[]
}
