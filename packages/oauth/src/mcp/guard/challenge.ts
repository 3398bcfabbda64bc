/** The answers of the guard to refused requests (RFC 6750, section 3; RFC 9728, section 5.1). Pure. */
import type { NeededAuthentication } from '../../session/needed-authentication.ts'

/** A denial. */
export interface Denial {
  readonly status: 400 | 401 | 403
  /** Undefined if the request has no token: RFC 6750, section 3.1 requires no code then. */
  readonly error:
    | 'invalid_request'
    | 'invalid_token'
    | 'insufficient_scope'
    | 'insufficient_user_authentication'
    | undefined
  readonly description: string
  /** All scopes that the operation needs, and those that the client has: a new token must not lack what the old one had. */
  readonly scopes: readonly string[]
  /** How the person must authenticate (RFC 9470, section 3). */
  readonly needed?: NeededAuthentication
}

/** The value of `WWW-Authenticate`. */
export function challengeOf(denial: Denial, resourceMetadataUrl: string): string {
  const { error, description, scopes, needed = {} } = denial
  const { acr = [], maxAge } = needed
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`, `error_description="${description}"`]),
    ...(scopes.length === 0 ? [] : [`scope="${scopes.join(' ')}"`]),
    ...(acr.length === 0 ? [] : [`acr_values="${acr.join(' ')}"`]),
    ...(maxAge === undefined ? [] : [`max_age="${maxAge}"`]),
    `resource_metadata="${resourceMetadataUrl}"`,
  ]
  return `Bearer ${parts.join(', ')}`
}
