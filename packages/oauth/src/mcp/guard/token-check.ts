/** Verifies access tokens for applications that answer refused requests themselves. */
import type { FastifyRequest } from 'fastify'
import type { NeededAuthentication } from '../../session/needed-authentication.ts'
import { explain } from '../../shared/explain.ts'
import { atResource } from '../config/resources.ts'
import { resourceMetadataUrl } from '../discovery/documents.ts'
import type { ProofProblem } from '../dpop/proofs.ts'
import { challengeOf, type Denial } from './challenge.ts'
import {
  AUTHENTICATE_AGAIN,
  challengedScheme,
  type GuardContext,
  readToken,
  refuseToken,
} from './guard.ts'
import { createTokenVerifier, type MCPAuth, schemeOf, type TokenProblem } from './verify-token.ts'

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
  /** The value of `WWW-Authenticate` for a 401. */
  readonly challenge?: string
}

/** What the header `WWW-Authenticate` says besides where the metadata are. */
export interface ChallengeOptions {
  /** RFC 6750, section 3.1. Undefined for a request without a token. */
  readonly error?: Denial['error']
  readonly description?: string
  /** The scopes that the operation requires. */
  readonly scopes?: readonly string[]
  /** How the person must authenticate, for `insufficient_user_authentication` (RFC 9470, section 3). */
  readonly needed?: NeededAuthentication
  /** The header `Authorization` of the request: the challenge uses its scheme. @default Bearer */
  readonly authorization?: string | undefined
}

/** Checks the access tokens of one protected resource. */
export interface TokenCheck {
  /** Returns undefined for a request without an access token. Never throws. */
  verify(request: FastifyRequest): Promise<CheckedToken | TokenDenial | undefined>
  /** The value of `WWW-Authenticate` (RFC 6750, section 3; RFC 9449, section 7.1; RFC 9728, section 5.1). */
  challenge(options?: ChallengeOptions): string
}

/** Makes the {@link TokenCheck} of a resource, which is one of the configuration. */
export function createTokenCheck(context: GuardContext, resource: string): TokenCheck {
  const { metrics, revocations, logger } = context
  const mcp = atResource(context.mcp, resource)
  const own = { ...context, mcp }
  const tokens = createTokenVerifier(own)
  const metadataUrl = resourceMetadataUrl(mcp)
  const challenge: TokenCheck['challenge'] = ({ authorization, ...options } = {}) => {
    const description = options.error === WEAK ? AUTHENTICATE_AGAIN : NOT_VALID
    const denial = { status: 401, error: undefined, description, scopes: [] } as const
    return challengeOf({ ...denial, ...options }, metadataUrl, challengedScheme(mcp, authorization))
  }
  const refuse = (problem: TokenProblem | ProofProblem, authorization: string): TokenDenial => {
    const refused = refuseToken(own, problem)
    const { description } = refused
    return { status: 401, description, challenge: challenge({ ...refused, authorization }) }
  }
  return {
    async verify(request) {
      const { authorization = '' } = request.headers
      if (schemeOf(authorization) === undefined) return undefined
      const now = Date.now()
      const known = tokens.recall(authorization, now)
      const token = known === undefined ? readToken(authorization) : ''
      if (typeof token !== 'string') {
        metrics.guardRefused('malformed')
        return { status: 400, description: token.description }
      }
      if (!revocations.isFresh(now)) return unavailable(metrics)
      try {
        const checked = known ?? (await tokens.verify(request, token))
        const isGood = typeof checked === 'object' && 'auth' in checked
        return isGood ? checked : refuse(checked, authorization)
      } catch (error) {
        logger.warn({ cause: explain(error) }, 'an access token could not be verified')
        return unavailable(metrics)
      }
    },
    challenge,
  }
}

const WEAK = 'insufficient_user_authentication'

const NOT_VALID = 'The access token is not valid.'

function unavailable(metrics: GuardContext['metrics']): TokenDenial {
  metrics.guardRefused('unavailable')
  return { status: 503, description: 'Access tokens cannot be verified at the moment.' }
}
