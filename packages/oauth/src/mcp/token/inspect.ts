import { hashSecret } from '../../secrets.ts'
import { type MCPAuth, verifyAccessToken } from '../guard/verify-token.ts'
import type { McpContext } from '../mcp-context.ts'
import type { RefreshFamily } from '../store.ts'
import type { RefreshTokens } from './refresh-tokens.ts'

/** A token of this server, as a client or a resource server shows it. */
export type Inspected =
  | {
      readonly kind: 'access'
      readonly auth: MCPAuth
      readonly issuedAt: number
      readonly active: boolean
    }
  /** `active`: it can be used to refresh. A spent one is known, and belongs to its family. */
  | { readonly kind: 'refresh'; readonly family: RefreshFamily; readonly active: boolean }

/**
 * Finds out what a token is, with the store's word on whether it still counts. Undefined for what is none of this server's, or
 * has expired.
 */
export async function inspectToken(
  context: McpContext,
  tokens: RefreshTokens,
  text: string,
): Promise<Inspected | undefined> {
  const refreshToken = tokens.read(text)
  if (refreshToken) {
    const family = await context.mcpStore.grants.findFamily(refreshToken.familyId)
    if (family === undefined) return undefined
    const isCurrent = family.currentHash === hashSecret(text)
    return { kind: 'refresh', family, active: isCurrent && !family.revoked && !family.expired }
  }
  const verified = await verifyAccessToken(context, text)
  if (typeof verified === 'string') return undefined
  const { auth, issuedAt } = verified
  // This node's list may be a moment old, and the answer is to be true.
  await context.revocations.refresh()
  const isRevoked = context.revocations.isRevoked(auth.jti, auth.client_id, issuedAt)
  return { kind: 'access', auth, issuedAt, active: !isRevoked }
}
