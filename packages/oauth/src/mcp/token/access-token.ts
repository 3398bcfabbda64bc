/** Access tokens: JWTs of RFC 9068. */
import { SignJWT } from 'jose'
import { randomText } from '../../shared/secrets.ts'
import type { Authentication } from '../../sign-in/finisher.ts'
import type { McpContext } from '../mcp-context.ts'
import { resourceScopes } from '../scopes.ts'

/** What a token says besides who made it, for what, and when. */
export interface AccessTokenClaims {
  readonly sub: string
  readonly clientId: string
  /** What was granted, separated by spaces; empty for none. */
  readonly scope: string
  readonly jti: string
  /** The audience. */
  readonly resource: string
  /** Seconds. */
  readonly ttl: number
  /** The thumbprint of the key that it is bound to (RFC 9449, section 6.1); undefined for a bearer token. */
  readonly jkt: string | undefined
  /** How and when the person authenticated (RFC 9068, section 2.2.1). */
  readonly authentication: Authentication
  /** The account for which the client acts, or `*` for all; undefined where nothing was chosen. */
  readonly account?: string | undefined
}

/** Signs a token. */
export async function signAccessToken(
  { mcp, keys }: Pick<McpContext, 'mcp' | 'keys'>,
  { sub, clientId, scope, resource, jti, ttl, jkt, authentication, account }: AccessTokenClaims,
): Promise<string> {
  const claimed = resourceScopes(scope.split(' ')).join(' ')
  const iat = Math.floor(Date.now() / 1_000)
  const claims = {
    iss: mcp.issuer,
    sub,
    aud: resource,
    client_id: clientId,
    ...(claimed !== '' && { scope: claimed }),
    iat,
    exp: iat + ttl,
    jti,
    ...(jkt !== undefined && { cnf: { jkt } }),
    ...authentication,
    ...(account !== undefined && { account }),
  }
  const { kid, alg, key } = keys.signer()
  return await new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'at+jwt' }).sign(key)
}

/** An id of a family of tokens: 128 random bits. */
export function newFamilyId(): string {
  return randomText(16)
}

/** Creates the id of a token. It begins with the id of the family, so that a revocation of the family also covers the token. */
export function newJti(familyId?: string): string {
  const own = randomText(12)
  return familyId === undefined ? own : `${familyId}.${own}`
}
