/** Whether a person has authenticated as an operation needs it (RFC 9470). Pure. */
import { OAuthError } from '../../errors.ts'
import type { MCPAuth } from './verify-token.ts'

/** How the person behind a token must have authenticated. */
export interface NeededAuthentication {
  /** Values of `acr` that are good enough, as the provider names them. */
  readonly acr?: readonly string[] | undefined
  /** Seconds since the person authenticated, at most. */
  readonly maxAge?: number | undefined
}

/**
 * Checks the options of a route.
 *
 * @throws OAuthError `OAUTH_CONFIG`
 */
export function readNeeded({ acr, maxAge }: NeededAuthentication): NeededAuthentication {
  // They go into a quoted string of a header, separated by spaces.
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
 * Whether a token says that its person has authenticated like that. A token that says nothing does not, and neither does one of a
 * client without a person.
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
