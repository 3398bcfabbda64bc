/** Leaves of an authorization what the person may give, by the hook `onMCPAuthorize`. */
import type { FastifyRequest } from 'fastify'
import { explain } from '../../shared/explain.ts'
import type { McpContext } from '../mcp-context.ts'
import { givableScopes, NOTHING_GIVABLE } from '../token/givable-scopes.ts'
import type { AuthorizationRequest, ClientRefusal } from './read-request.ts'

/**
 * The request with the scopes that the person may give now. What is left out must not be in the grant: it would be given by a later
 * refresh, once the person may do more, and nobody would have been asked.
 */
export async function capRequest(
  { hooks, logger, mcp }: Pick<McpContext, 'hooks' | 'logger' | 'mcp'>,
  request: FastifyRequest,
  authorization: AuthorizationRequest,
  user: string,
): Promise<AuthorizationRequest | ClientRefusal> {
  const { clientId, resource, scopes } = authorization
  try {
    const kept = await givableScopes(
      { hooks, mcp },
      { clientId, sub: user, resource, scopes },
      request,
    )
    if ('denied' in kept) return { error: 'access_denied', description: kept.denied }
    return kept === scopes ? authorization : { ...authorization, scopes: kept, asked: scopes }
  } catch (error) {
    logger.error({ cause: explain(error), client_id: clientId }, 'the hook onMCPAuthorize failed')
    return { error: 'server_error', description: 'The application could not decide. Try again.' }
  }
}

/** The answer if nothing is left of what a client asks for. */
export const NOTHING_TO_GIVE: ClientRefusal = {
  error: 'access_denied',
  description: NOTHING_GIVABLE,
}
