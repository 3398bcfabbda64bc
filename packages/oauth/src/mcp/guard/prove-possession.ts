import type { FastifyRequest } from 'fastify'
import type { ProofProblem } from '../dpop/proofs.ts'
import type { McpContext } from '../mcp-context.ts'
import type { MCPAuth } from './verify-token.ts'

/** Checks that a request proves the key that its access token is bound to. @returns undefined if it does */
export type ProvePossession = (
  request: FastifyRequest,
  accessToken: string,
  auth: MCPAuth,
) => Promise<ProofProblem | undefined>

/** Makes the {@link ProvePossession} of the resource that the configuration is narrowed to (RFC 9449, section 7). */
export function createProvePossession({
  proofs,
  mcp,
}: Pick<McpContext, 'proofs' | 'mcp'>): ProvePossession {
  // The public one: behind a proxy, `Host` may name another.
  const { origin } = new URL(mcp.resource)
  return async (request, accessToken, { client_id: clientId, cnf }) => {
    const url = `${origin}${request.originalUrl}`
    const proven = await proofs.check(request, { clientId, url, accessToken, jkt: cnf?.jkt })
    return typeof proven === 'string' ? undefined : proven
  }
}
