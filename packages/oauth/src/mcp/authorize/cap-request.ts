/** What a person may give: scopes by the hook `onMCPAuthorize`, and for which account by `onMCPAccounts`. */
import type { FastifyRequest } from 'fastify'
import { explain } from '../../shared/explain.ts'
import { type Accounts, askAccounts } from '../accounts/ask-accounts.ts'
import type { McpContext } from '../mcp-context.ts'
import { givableScopes, NOTHING_GIVABLE } from '../token/givable-scopes.ts'
import type { AuthorizationRequest, ClientRefusal } from './read-request.ts'

/**
 * The request with the scopes that the person may give now. What is left out must not be in the grant: it would be given by a later
 * refresh, once the person may do more, and nobody would have been asked.
 *
 * @param account the one for which the client will act; undefined while nothing is chosen
 */
export async function capRequest(
  context: Pick<McpContext, 'hooks' | 'logger' | 'mcp'>,
  request: FastifyRequest,
  authorization: AuthorizationRequest,
  user: string,
  account: string | undefined,
): Promise<AuthorizationRequest | ClientRefusal> {
  const { clientId, resource, scopes } = authorization
  const wanted = { clientId, sub: user, resource, scopes, account }
  const kept = await decided(
    context,
    'onMCPAuthorize',
    clientId,
    async () => await givableScopes(context, wanted, request),
  )
  if ('error' in kept) return kept
  if ('denied' in kept) return { error: 'access_denied', description: kept.denied }
  return kept === scopes ? authorization : { asked: scopes, ...authorization, scopes: kept }
}

/** The accounts that the person may choose from. */
export async function findAccounts(
  context: Pick<McpContext, 'hooks' | 'logger'>,
  request: FastifyRequest,
  { clientId, resource }: AuthorizationRequest,
  user: string,
): Promise<Accounts | ClientRefusal> {
  return await decided(
    context,
    'onMCPAccounts',
    clientId,
    async () => await askAccounts(context, request, { clientId, sub: user, resource }),
  )
}

/** The answer of a hook; for a throw, which is logged, the refusal for the client. */
async function decided<Answer>(
  { logger }: Pick<McpContext, 'logger'>,
  hook: 'onMCPAuthorize' | 'onMCPAccounts',
  clientId: string,
  ask: () => Promise<Answer>,
): Promise<Answer | ClientRefusal> {
  try {
    return await ask()
  } catch (error) {
    logger.error({ cause: explain(error), client_id: clientId }, `the hook ${hook} failed`)
    return { error: 'server_error', description: 'The application could not decide. Try again.' }
  }
}

/** The answer if nothing is left of what a client asks for. */
export const NOTHING_TO_GIVE: ClientRefusal = {
  error: 'access_denied',
  description: NOTHING_GIVABLE,
}
