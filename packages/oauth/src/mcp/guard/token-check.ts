/** Verifies access tokens for applications that answer refused requests themselves. */
import type { NeededAuthentication } from '../../session/needed-authentication.ts'
import { explain } from '../../shared/explain.ts'
import { atResource } from '../config/resources.ts'
import { resourceMetadataUrl } from '../discovery/documents.ts'
import { challengeOf } from './challenge.ts'
import { AUTHENTICATE_AGAIN, DESCRIPTIONS, type GuardContext, readToken } from './guard.ts'
import { createTokenVerifier, type MCPAuth, type TokenProblem } from './verify-token.ts'

/** A valid access token. */
export interface CheckedToken {
  readonly auth: MCPAuth
  /** What it allows, hierarchies included. */
  readonly scopes: ReadonlySet<string>
}

/** Why a request is refused. */
export interface TokenDenial {
  /** 503: no token can be verified at the moment. */
  readonly status: 400 | 401 | 503
  readonly description: string
}

/** What the header `WWW-Authenticate` says besides where the metadata are. */
export interface ChallengeOptions {
  /** RFC 6750, section 3.1. Undefined for a request without a token. */
  readonly error?:
    | 'invalid_token'
    | 'insufficient_scope'
    | 'insufficient_user_authentication'
    | undefined
  readonly description?: string
  /** The scopes that the operation requires. */
  readonly scopes?: readonly string[]
  /** How the person must authenticate, for `insufficient_user_authentication` (RFC 9470, section 3). */
  readonly needed?: NeededAuthentication
}

/** Checks the access tokens of one protected resource. */
export interface TokenCheck {
  /** Returns undefined for a request without a Bearer token. Never throws. */
  verify(authorization: string | undefined): Promise<CheckedToken | TokenDenial | undefined>
  /** The value of `WWW-Authenticate` (RFC 6750, section 3; RFC 9728, section 5.1). */
  challenge(options?: ChallengeOptions): string
}

/** Makes the {@link TokenCheck} of a resource, which is one of the configuration. */
export function createTokenCheck(context: GuardContext, resource: string): TokenCheck {
  const { audit, metrics, revocations, logger } = context
  const mcp = atResource(context.mcp, resource)
  const tokens = createTokenVerifier({ ...context, mcp })
  const metadataUrl = resourceMetadataUrl(mcp)
  const refuse = (problem: TokenProblem): TokenDenial => {
    audit.reject(problem, resource)
    metrics.guardRefused(problem)
    return { status: 401, description: DESCRIPTIONS[problem] }
  }
  return {
    async verify(authorization) {
      if (authorization === undefined || !/^Bearer\b/i.test(authorization)) return undefined
      const now = Date.now()
      const known = tokens.recall(authorization, now)
      const token = known === undefined ? readToken(authorization) : ''
      if (typeof token !== 'string') {
        metrics.guardRefused('malformed')
        return { status: 400, description: token.description }
      }
      if (!revocations.isFresh(now)) return unavailable(metrics)
      try {
        const checked = known ?? (await tokens.verify(token, authorization))
        return typeof checked === 'string' ? refuse(checked) : checked
      } catch (error) {
        logger.warn({ cause: explain(error) }, 'an access token could not be verified')
        return unavailable(metrics)
      }
    },
    challenge: ({ error, description, scopes = [], needed = {} } = {}) => {
      const said = description ?? (error === WEAK ? AUTHENTICATE_AGAIN : NOT_VALID)
      return challengeOf({ status: 401, error, description: said, scopes, needed }, metadataUrl)
    },
  }
}

const WEAK = 'insufficient_user_authentication'

const NOT_VALID = 'The access token is not valid.'

function unavailable(metrics: GuardContext['metrics']): TokenDenial {
  metrics.guardRefused('unavailable')
  return { status: 503, description: 'Access tokens cannot be verified at the moment.' }
}
