/** Leaves of an authorization what the person may give, by the hook `onMCPAuthorize`. */
import type { FastifyRequest } from 'fastify'
import { explain } from '../../shared/explain.ts'
import { limitScopes } from '../../store/rules/given-scope.ts'
import { atResource } from '../config/resources.ts'
import type { McpContext } from '../mcp-context.ts'
import { expandScopes, OFFLINE_ACCESS, resourceScopes } from '../scopes.ts'
import { readDecision } from '../token/ask-application.ts'
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
  const hook = hooks.get('onMCPAuthorize')
  if (hook === undefined) return authorization
  const { clientId, resource, scopes } = authorization
  const event = { client_id: clientId, sub: user, aud: resource, scope: scopes.join(' ') }
  try {
    const decision = readDecision(await hook(event, request))
    if ('denied' in decision) return { error: 'access_denied', description: decision.denied }
    if (decision.scopes === undefined) return authorization
    const { scopes: known } = atResource(mcp, resource)
    const may = new Set([...expandScopes(decision.scopes, known), OFFLINE_ACCESS])
    const kept = limitScopes(scopes, may)
    const isNothing = resourceScopes(scopes).length > 0 && resourceScopes(kept).length === 0
    if (isNothing) return NOTHING_TO_GIVE
    return { ...authorization, scopes: kept, asked: scopes }
  } catch (error) {
    logger.error({ cause: explain(error), client_id: clientId }, 'the hook onMCPAuthorize failed')
    return { error: 'server_error', description: 'The application could not decide. Try again.' }
  }
}

/** The answer if nothing is left of what a client asks for. */
export const NOTHING_TO_GIVE: ClientRefusal = {
  error: 'access_denied',
  description: 'This person may not give any of the requested scopes.',
}
