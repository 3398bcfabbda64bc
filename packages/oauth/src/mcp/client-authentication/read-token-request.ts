/** Requests about a token: revocation (RFC 7009, section 2.1) and introspection (RFC 7662, section 2.1). */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../http/refusal.ts'
import type { Client } from '../client.ts'
import type { McpContext } from '../mcp-context.ts'
import { readParameters } from '../parameters.ts'
import { authenticate } from './authenticate.ts'
import { claimForAuthentication } from './claim-assertion.ts'

/** A client that asks about a token. */
export interface TokenRequest {
  readonly client: Client
  readonly token: string
}

/**
 * Reads the parameters of a request, authenticates the client, and claims its assertion.
 *
 * @param check refuses clients that may not ask. Their assertions are not claimed.
 */
export async function readTokenRequest(
  context: Parameters<typeof authenticate>[0] & Pick<McpContext, 'mcpStore'>,
  request: FastifyRequest,
  check: (client: Client) => Refusal | undefined = () => undefined,
): Promise<TokenRequest | Refusal> {
  const parameters = readParameters(request.body, request.headers['content-type'])
  if (parameters instanceof Refusal) return parameters
  const caller = await authenticate(context, request, parameters)
  if (caller instanceof Refusal) return caller
  const { client } = caller
  const refused = check(client)
  if (refused) return refused
  const token = parameters.get('token')
  if (token === undefined) return new Refusal('invalid_request', 'token is missing.')
  const used = await claimForAuthentication(context, caller)
  return used ?? { client, token }
}
