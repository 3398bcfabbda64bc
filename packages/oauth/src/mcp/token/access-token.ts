/** Access tokens: JWTs of RFC 9068. */
import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import type { McpContext } from '../mcp-context.ts'

/** What a token says besides who made it, for what, and when. */
export interface AccessTokenClaims {
  readonly sub: string
  readonly clientId: string
  /** Separated by spaces; empty for none. */
  readonly scope: string
  readonly jti: string
  /** Seconds. */
  readonly ttl: number
}

/** Signs a token. Its audience is the MCP server of the configuration. */
export async function signAccessToken(
  { mcp, keys }: McpContext,
  { sub, clientId, scope, jti, ttl }: AccessTokenClaims,
): Promise<string> {
  const { kid, alg, key } = keys.signer()
  const iat = Math.floor(Date.now() / 1_000)
  const claims = {
    iss: mcp.issuer,
    sub,
    aud: mcp.resource,
    client_id: clientId,
    ...(scope !== '' && { scope }),
    iat,
    exp: iat + ttl,
    jti,
  }
  return await new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'at+jwt' }).sign(key)
}

/** An id of a family of tokens: 128 random bits. */
export function newFamilyId(): string {
  return randomBytes(16).toString('base64url')
}

/** An id for a token; the family in front lets a revocation of the family reach the token. */
export function newJti(familyId?: string): string {
  const own = randomBytes(12).toString('base64url')
  return familyId === undefined ? own : `${familyId}.${own}`
}
