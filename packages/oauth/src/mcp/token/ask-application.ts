/** Asks the application, by `onMCPRefresh` and `onMCPAccounts`, whether a person may still have a client act for them. */

import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../caller.ts'
import type { MCPRefresh, RefreshDecision } from '../../hooks.ts'
import { Refusal } from '../../http/refusal.ts'
import { explain } from '../../shared/explain.ts'
import type { Caller } from '../../store/audit.ts'
import type { RefreshFamily } from '../../store/mcp.ts'
import { ALL_ACCOUNTS } from '../../store/rules/accounts.ts'
import { EVENTS } from '../../store/rules/audit-events.ts'
import { askAccounts } from '../accounts/ask-accounts.ts'
import { problemOfAccount } from '../accounts/choice.ts'
import type { McpContext } from '../mcp-context.ts'
import { invalidGrant } from './grant.ts'

/** What a refresh needs. */
export type RefreshContext = Pick<
  McpContext,
  'mcp' | 'mcpStore' | 'revocations' | 'audit' | 'hooks' | 'logger'
>

/** The most scopes that the application allows for a refresh; undefined for all. */
export interface Asked {
  readonly scopes: readonly string[] | undefined
}

const ALL: Asked = { scopes: undefined }

/**
 * Runs the hooks before the refresh token is used, so that a client whose refresh could not be decided may try again with it. They are
 * not called for a family that has ended, because the refresh itself refuses that.
 *
 * @returns a refusal, if the application has denied: then the family is revoked. Or if a hook has failed: then nothing has changed
 */
export async function askApplication(
  context: RefreshContext,
  request: FastifyRequest,
  clientId: string,
  familyId: string,
): Promise<Asked | Refusal> {
  const { hooks, mcpStore, logger } = context
  if (!REFRESH_HOOKS.some((name) => hooks.get(name) !== undefined)) return ALL
  const family = await mcpStore.grants.findFamily(familyId)
  if (family?.clientId !== clientId || family.revoked || family.expired) return ALL
  try {
    const decision = await decide(context, request, family)
    if (!('denied' in decision)) return decision
    const { sub } = family
    return await end(context, { clientId, familyId, sub }, decision.denied, callerOf(request))
  } catch (error) {
    logger.error({ cause: explain(error), client_id: clientId }, 'a hook failed at a refresh')
    return new Refusal('temporarily_unavailable', 'Try again in a moment.', { retryAfter: 5 })
  }
}

const REFRESH_HOOKS = ['onMCPRefresh', 'onMCPAccounts'] as const

/** What the application says of a family: first about the person, then about the account. */
async function decide(
  { hooks }: Pick<RefreshContext, 'hooks'>,
  request: FastifyRequest,
  { clientId, sub, scope, resource, account }: RefreshFamily,
): Promise<Asked | { readonly denied: string }> {
  const event: MCPRefresh = {
    ...{ client_id: clientId, sub, aud: resource },
    ...(scope !== '' && { scope }),
    ...(account !== null && { account }),
  }
  const decision = readDecision(await hooks.get('onMCPRefresh')?.(event, request))
  const isAsked = account !== ALL_ACCOUNTS && hooks.get('onMCPAccounts') !== undefined
  if ('denied' in decision || !isAsked) return decision
  const accounts = await askAccounts({ hooks }, request, { clientId, sub, resource })
  const problem = problemOfAccount(accounts, account)
  return problem === undefined ? decision : { denied: ACCOUNT_PROBLEMS[problem] }
}

const ACCOUNT_PROBLEMS = {
  gone: 'The person no longer has the account that this access is for.',
  not_chosen: 'The person has several accounts, and has not chosen one for this access: ask again.',
} as const

/** @throws Error for an answer that is not one of {@link RefreshDecision} */
export function readDecision(answer: RefreshDecision): Asked | { readonly denied: string } {
  if (answer === undefined || answer === null) return ALL
  const { status = 'ok', scopes, error } = answer as Readonly<Record<string, unknown>>
  if (status === 'denied') {
    return { denied: typeof error === 'string' ? error : 'The access of this person has ended.' }
  }
  const isList = Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string')
  if (status !== 'ok' || (scopes !== undefined && !isList)) {
    throw new Error('the answer is neither a list of scopes nor denied')
  }
  return { scopes }
}

async function end(
  { mcpStore, revocations, audit }: Pick<McpContext, 'mcpStore' | 'revocations' | 'audit'>,
  { clientId, familyId, sub }: { clientId: string; familyId: string; sub: string },
  reason: string,
  caller: Caller,
): Promise<Refusal> {
  if (await mcpStore.grants.revokeFamily(familyId, clientId, caller)) {
    revocations.add(familyId)
    audit.log(EVENTS.revoked, { clientId, sub, detail: { family_id: familyId, reason }, ...caller })
  }
  return invalidGrant(reason)
}
