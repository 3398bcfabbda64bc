/** The answers of the guard to refused requests (RFC 6750, section 3; RFC 9449, section 7.1; RFC 9728, section 5.1). Pure. */
import type { NeededAuthentication } from '../../session/needed-authentication.ts'
import { PROOF_ALGORITHMS } from '../dpop/proof.ts'
import type { ProofProblem } from '../dpop/proofs.ts'

/** How a request sends its access token. */
export type Scheme = 'Bearer' | 'DPoP'

/** A denial. */
export interface Denial {
  readonly status: 400 | 401 | 403
  /** Undefined if the request has no token: RFC 6750, section 3.1 requires no code then. */
  readonly error:
    | 'invalid_request'
    | 'invalid_token'
    | 'insufficient_scope'
    | 'insufficient_user_authentication'
    | ProofProblem['error']
    | undefined
  readonly description: string
  /** All scopes that the operation needs, and those that the client has: a new token must not lack what the old one had. */
  readonly scopes: readonly string[]
  /** How the person must authenticate (RFC 9470, section 3). */
  readonly needed?: NeededAuthentication
}

const ALGORITHMS = `algs="${PROOF_ALGORITHMS.join(' ')}"`

/**
 * The value of `WWW-Authenticate`. A 401 for Bearer also says that DPoP is accepted. Many clients read only the first challenge.
 *
 * @param scheme of the request, or the only one that is accepted
 */
export function challengeOf(denial: Denial, resourceMetadataUrl: string, scheme: Scheme): string {
  const { status, error, description, scopes, needed = {} } = denial
  const { acr = [], maxAge } = needed
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`, `error_description="${description}"`]),
    ...(scopes.length === 0 ? [] : [`scope="${scopes.join(' ')}"`]),
    ...(acr.length === 0 ? [] : [`acr_values="${acr.join(' ')}"`]),
    ...(maxAge === undefined ? [] : [`max_age="${maxAge}"`]),
    `resource_metadata="${resourceMetadataUrl}"`,
  ]
  if (scheme === 'DPoP') return `DPoP ${[...parts, ALGORITHMS].join(', ')}`
  return `Bearer ${parts.join(', ')}${status === 401 ? `, DPoP ${ALGORITHMS}` : ''}`
}
