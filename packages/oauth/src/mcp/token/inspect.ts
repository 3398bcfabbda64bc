import { decodeJwt } from 'jose'
import { hashSecret } from '../../shared/secrets.ts'
import type { RefreshFamily } from '../../store/mcp.ts'
import { atResource } from '../config/resources.ts'
import { type MCPAuth, verifyAccessToken } from '../guard/verify-token.ts'
import type { McpContext } from '../mcp-context.ts'
import type { RefreshTokens } from './refresh-tokens.ts'

/** A token of this server that a client or a resource server presents. */
export type Inspected = {
  /** The client to which it was issued. */
  readonly clientId: string
  /** Whether it is still valid. A spent refresh token is not valid, even if its family is. */
  readonly active: boolean
} & (
  | { readonly kind: 'access'; readonly auth: MCPAuth; readonly issuedAt: number }
  | { readonly kind: 'refresh'; readonly family: RefreshFamily }
)

/**
 * Determines the kind of a token, and checks with the store whether it is still valid. Returns undefined for an expired token, and for a
 * token that this server has not issued.
 */
export async function inspectToken(
  context: Pick<McpContext, 'mcp' | 'mcpStore' | 'keys' | 'revocations'>,
  tokens: RefreshTokens,
  text: string,
): Promise<Inspected | undefined> {
  const refreshToken = tokens.read(text)
  if (refreshToken) {
    const family = await context.mcpStore.grants.findFamily(refreshToken.familyId)
    if (family === undefined) return undefined
    const isCurrent = family.currentHash === hashSecret(text)
    const isOver =
      family.revoked || family.expired || context.revocations.isDisabled(family.clientId)
    const active = isCurrent && !isOver
    return { kind: 'refresh', clientId: family.clientId, family, active }
  }
  const resource = audienceOf(text)
  if (resource === undefined || !context.mcp.resources.has(resource)) return undefined
  const { keys, mcp } = context
  const verified = await verifyAccessToken({ keys, mcp: atResource(mcp, resource) }, text)
  if (typeof verified === 'string') return undefined
  const { auth, issuedAt } = verified
  // The store is asked because the list of this node may be some seconds old.
  await context.revocations.refresh()
  const { jti, client_id: clientId } = auth
  const { revocations } = context
  const active = !revocations.isRevoked(jti, clientId) && !revocations.isDisabled(clientId)
  return { kind: 'access', clientId, auth, issuedAt, active }
}

/** The audience that a token claims, before it is verified. */
function audienceOf(token: string): string | undefined {
  try {
    const { aud } = decodeJwt(token)
    return typeof aud === 'string' ? aud : undefined
  } catch {
    return undefined
  }
}
