/** Asks the application, by `onMCPAuthorize`, what a person may give to a client now. */
import type { FastifyRequest } from 'fastify'
import { limitScopes } from '../../store/rules/given-scope.ts'
import { atResource } from '../config/resources.ts'
import type { McpContext } from '../mcp-context.ts'
import { expandScopes, OFFLINE_ACCESS, resourceScopes } from '../scopes.ts'
import { readDecision } from './ask-application.ts'

/** What a client would be given for a person. */
export interface WantedGrant {
  readonly clientId: string
  readonly sub: string
  readonly resource: string
  readonly scopes: readonly string[]
  /** Undefined while nothing is chosen. */
  readonly account?: string | undefined
}

/** The reason if nothing is left of what a client asks for. */
export const NOTHING_GIVABLE = 'This person may not give any of the requested scopes.'

/**
 * The scopes without those that the person may not give; without a hook, and if it names none, they are the same list.
 *
 * @throws what the hook throws
 */
export async function givableScopes(
  { hooks, mcp }: Pick<McpContext, 'hooks' | 'mcp'>,
  { clientId, sub, resource, scopes, account }: WantedGrant,
  request: FastifyRequest,
): Promise<readonly string[] | { readonly denied: string }> {
  const hook = hooks.get('onMCPAuthorize')
  if (hook === undefined) return scopes
  const scope = scopes.length > 0 ? { scope: scopes.join(' ') } : {}
  const chosen = account === undefined ? {} : { account }
  const event = { client_id: clientId, sub, aud: resource, ...scope, ...chosen }
  const decision = readDecision(await hook(event, request))
  if ('denied' in decision) return decision
  if (decision.scopes === undefined) return scopes
  const may = expandScopes(decision.scopes, atResource(mcp, resource).scopes)
  const kept = limitScopes(scopes, new Set([...may, OFFLINE_ACCESS]))
  const isNothing = resourceScopes(scopes).length > 0 && resourceScopes(kept).length === 0
  return isNothing ? { denied: NOTHING_GIVABLE } : kept
}
