/** Checks whether a person has authenticated as an operation requires (RFC 9470). Pure. */
import { ACR_VALUE, type PersonAuthentication } from '../providers/tokens/authentication.ts'
import { OAuthError } from '../shared/errors.ts'

/** How a person must have authenticated. */
export interface NeededAuthentication {
  /** Sufficient values of `acr`, as the provider names them. */
  readonly acr?: readonly string[] | undefined
  /** The most seconds since the person authenticated. */
  readonly maxAge?: number | undefined
}

/**
 * Checks the options of a route.
 *
 * @param used the function that got them, for the message
 * @throws OAuthError `OAUTH_CONFIG`
 */
export function readNeeded(
  used: string,
  { acr, maxAge }: NeededAuthentication,
): NeededAuthentication {
  const unusable = (message: string) =>
    new OAuthError('OAUTH_CONFIG', `${used} cannot be used: ${message}.`)
  const isSound = acr === undefined || (acr.length > 0 && acr.every((one) => ACR_VALUE.test(one)))
  if (!isSound) throw unusable('acr must be a list of values without spaces and quotes')
  if (maxAge !== undefined && !(Number.isSafeInteger(maxAge) && maxAge > 0)) {
    throw unusable('maxAge must be a number of whole seconds, from 1')
  }
  return { acr: acr && [...acr], maxAge }
}

/**
 * Whether a person has authenticated in the required way, as a session or a token proves it. Without these claims it does not, such as a
 * token of a client without a person.
 *
 * @param now milliseconds since 1970
 */
export function hasAuthenticated(
  authentication: PersonAuthentication | undefined,
  needed: NeededAuthentication,
  now: number,
): boolean {
  const { acr = '', acrs = [acr] } = authentication ?? {}
  if (needed.acr !== undefined && !acrs.some((one) => needed.acr?.includes(one))) return false
  return isRecent(authentication, needed, now)
}

/** Whether a person has authenticated as recently as required. */
export function isRecent(
  { auth_time: authTime }: PersonAuthentication = {},
  { maxAge }: NeededAuthentication,
  now: number,
): boolean {
  if (maxAge === undefined) return true
  return authTime !== undefined && now / 1_000 - authTime <= maxAge
}
