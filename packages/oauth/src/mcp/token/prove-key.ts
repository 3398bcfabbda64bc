/** The proof of a token request (RFC 9449, section 5). */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../http/refusal.ts'
import { addressKey } from '../../shared/client-address.ts'
import type { Client } from '../client.ts'
import type { McpContext } from '../mcp-context.ts'
import { PATHS } from '../paths.ts'

/**
 * Proofs of clients that do not authenticate, a minute from one address: each stores a row for some minutes, whether the code or
 * token of the request is good or not.
 */
const MAX_PUBLIC = 600
const WINDOW = 60

/** Checks the proof of a token request, and claims it. @returns the thumbprint of its key; undefined for a request that needs none */
export async function proveKey(
  { mcp, mcpStore, proofs }: Pick<McpContext, 'mcp' | 'mcpStore' | 'proofs'>,
  request: FastifyRequest,
  { clientId, authMethod, dpopBoundAccessTokens = false }: Client,
): Promise<string | undefined | Refusal> {
  const isPublic = authMethod === 'none'
  const { required } = mcp.dpop
  if (request.headers.dpop === undefined) {
    const isNeeded =
      dpopBoundAccessTokens || required === 'always' || (required === 'public' && isPublic)
    return isNeeded ? new Refusal('invalid_dpop_proof', NO_PROOF) : undefined
  }
  if (isPublic) {
    const key = `proofs ${addressKey(request.ip)}`
    const wait = await mcpStore.limits.count(key, MAX_PUBLIC, WINDOW)
    if (wait > 0) return new Refusal('slow_down', 'Too many proofs.', { retryAfter: wait })
  }
  const proven = await proofs.check(request, { clientId, url: `${mcp.issuer}${PATHS.token}` })
  if (typeof proven === 'string') return proven
  const { error, description } = proven
  return new Refusal(error, description)
}

const NO_PROOF = 'The header DPoP is missing: tokens of this client must be bound to a key.'
