/** Checks whether a person has authenticated as an operation requires (RFC 9470). Pure. */
import { OAuthError } from '../../shared/errors.ts'
import type { MCPAuth } from './verify-token.ts'

/** How the person behind a token must have authenticated. */
export interface NeededAuthentication {
  /** Sufficient values of `acr`, as the provider names them. */
  readonly acr?: readonly string[] | undefined
  /** The most seconds since the person authenticated. */
  readonly maxAge?: number | undefined
}

/**
 * Checks the options of a route.
 *
 * @throws OAuthError `OAUTH_CONFIG`
 */
export function readNeeded({ acr, maxAge }: NeededAuthentication): NeededAuthentication {
  // The values appear in a quoted string of a header, separated by spaces.
  const isSound = acr === undefined || (acr.length > 0 && acr.every((one) => VALUE.test(one)))
  if (!isSound) throw unusable('acr must be a list of values without spaces and quotes')
  if (maxAge !== undefined && !(Number.isSafeInteger(maxAge) && maxAge > 0)) {
    throw unusable('maxAge must be a number of whole seconds, from 1')
  }
  return { acr: acr && [...acr], maxAge }
}

const VALUE = /^[\x21\x23-\x5B\x5D-\x7E]+$/

function unusable(message: string): OAuthError {
  return new OAuthError('OAUTH_CONFIG', `withMCPAuth cannot be used: ${message}.`)
}

/**
 * Whether a token proves that its person has authenticated in the required way. A token without these claims does not prove it,
 * such as that of a client without a person.
 *
 * @param now milliseconds since 1970
 */
export function hasAuthenticated(
  { acr, auth_time: authTime }: Pick<MCPAuth, 'acr' | 'auth_time'>,
  needed: NeededAuthentication,
  now: number,
): boolean {
  if (needed.acr !== undefined && !(acr !== undefined && needed.acr.includes(acr))) return false
  if (needed.maxAge === undefined) return true
  return authTime !== undefined && now / 1_000 - authTime <= needed.maxAge
}
