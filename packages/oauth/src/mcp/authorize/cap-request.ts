/** What a person may give: scopes by the hook `onMCPAuthorize`, and for which account by `onMCPAccounts`. */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../http/refusal.ts'
import { explain } from '../../shared/explain.ts'
import { isStorableId, MAX_USER_BYTES } from '../../shared/identifier.ts'
import type { Person } from '../../sign-in/finisher.ts'
import { type Accounts, askAccounts } from '../accounts/ask-accounts.ts'
import { type Chosen, onlyAccount } from '../accounts/choice.ts'
import type { Client } from '../client.ts'
import type { McpContext } from '../mcp-context.ts'
import { givableScopes, NOTHING_GIVABLE } from '../token/givable-scopes.ts'
import type { AuthorizationRequest, ClientRefusal } from './read-request.ts'

/** The client with the scopes and the accounts that a person who has signed in may give to it. */
export async function findGivable(
  context: Pick<McpContext, 'hooks' | 'logger' | 'mcp' | 'clients'>,
  request: FastifyRequest,
  asked: AuthorizationRequest,
  { provider, user }: Pick<Person, 'provider' | 'user'>,
): Promise<Givable | ClientRefusal> {
  if (!isStorableId(user, MAX_USER_BYTES)) {
    context.logger.warn(
      { provider, bytes: Buffer.byteLength(user) },
      'no MCP client can act for this person: their user id is too long, or holds a NUL or half a character',
    )
    const description = 'The id of this user is too long, or cannot be stored.'
    return { error: 'access_denied', description }
  }
  const client = await context.clients.find(asked.clientId, request.ip)
  if (client instanceof Refusal) {
    return { error: 'unauthorized_client', description: client.description }
  }
  const accounts = await findAccounts(context, request, asked, user)
  if ('error' in accounts) return accounts
  const only = onlyAccount(accounts)
  const authorization = await capRequest(context, request, asked, user, only?.account)
  return 'error' in authorization ? authorization : { client, accounts, only, authorization }
}

interface Givable {
  readonly client: Client
  readonly accounts: Accounts
  /** The account if there is no choice. */
  readonly only: Chosen | undefined
  readonly authorization: AuthorizationRequest
}

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
