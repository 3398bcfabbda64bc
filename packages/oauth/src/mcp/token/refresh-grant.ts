/** The grant `refresh_token`. */

import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../caller.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashSecret } from '../../shared/secrets.ts'
import type { AuditEntry } from '../../store/audit.ts'
import type { RotationProblem } from '../../store/mcp.ts'
import { EVENTS } from '../../store/rules/audit-events.ts'
import { atResource } from '../config/resources.ts'
import type { McpContext } from '../mcp-context.ts'
import type { Parameters } from '../parameters.ts'
import { allowedScopes } from '../scope-limit.ts'
import { parseScope } from '../scopes.ts'
import { newJti } from './access-token.ts'
import { askApplication, type RefreshContext } from './ask-application.ts'
import { type Grant, type GrantCaller, invalidGrant, keysOf, readAuthentication } from './grant.ts'
import { instanceOf } from './instance.ts'
import { readTarget } from './read-target.ts'
import type { RefreshToken, RefreshTokens } from './refresh-tokens.ts'

/**
 * A refresh (RFC 6749, section 6): the token is replaced by its successor, and a retry within the grace, before the successor is used, gets
 * the current one.
 */
export async function refresh(
  context: RefreshContext,
  tokens: RefreshTokens,
  grantee: GrantCaller,
  parameters: Parameters,
  request: FastifyRequest,
): Promise<Grant | Refusal> {
  const { mcpStore } = context
  const { client, jkt } = grantee
  const presented = await readRefresh(context, tokens, parameters)
  if (presented instanceof Refusal) return presented
  const { text, token, scopes, resource } = presented
  const { clientId } = client
  const { familyId } = token
  const asked = await askApplication(context, request, clientId, familyId)
  if (asked instanceof Refusal) return asked
  const mcp = atResource(context.mcp, resource)
  const jti = newJti(familyId)
  const next = tokens.next(token)
  const origin = callerOf(request)
  const outcome = await mcpStore.grants.rotate({
    familyId,
    clientId,
    tokenHash: hashSecret(text),
    nextHash: hashSecret(next.text),
    nextSealed: tokens.seal(next),
    resource,
    scopes,
    allowed: allowedScopes(client, mcp, asked.scopes),
    graceSeconds: mcp.refreshGrace,
    instance: instanceOf(request),
    familyTtl: mcp.refreshTokenTtl,
    idleTtl: mcp.refreshTokenIdleTtl,
    jti,
    ...keysOf(grantee),
    caller: origin,
  })
  if (outcome.outcome === 'reused') {
    return refuseReuse(context, { clientId, sub: outcome.sub, ...origin }, familyId)
  }
  if (outcome.outcome === 'refused') return refusalOf(outcome.problem)
  const isRepeated = outcome.outcome === 'repeated'
  const refreshToken = isRepeated ? currentToken(tokens, token, outcome) : next
  // The secret that encrypted it was removed from the configuration.
  if (refreshToken === undefined) return invalidGrant('The refresh token was used before.')
  const { sub, scope } = outcome
  const account = outcome.account ?? undefined
  const event = isRepeated ? EVENTS.repeated : EVENTS.refreshed
  // The audit row of the rotation was written with the rotation. This one is for the additional access token.
  const detail = { aud: resource, scope, jti, jkt, account }
  if (isRepeated) await mcpStore.audit.add([{ event, clientId, sub, detail, ...origin }])
  const authentication = readAuthentication(outcome.authentication)
  const granted = { type: 'refresh', event, sub, scope, jti, ttl: mcp.accessTokenTtl } as const
  return { ...granted, resource, authentication, account, refreshToken }
}

/** The token that a request presents, with the scopes and the resource that it asks for. */
async function readRefresh(
  { mcp, mcpStore }: Pick<RefreshContext, 'mcp' | 'mcpStore'>,
  tokens: RefreshTokens,
  parameters: Parameters,
) {
  const text = parameters.get('refresh_token')
  if (text === undefined) return new Refusal('invalid_request', 'refresh_token is missing.')
  const scopes = readScope(parameters)
  if (scopes instanceof Refusal) return scopes
  const token = tokens.read(text)
  const resource = await readTarget(
    mcp,
    parameters,
    async () => token && (await mcpStore.grants.findFamily(token.familyId))?.resource,
  )
  if (resource instanceof Refusal) return resource
  if (token === undefined) return invalidGrant('The refresh token is not known.')
  return { text, token, scopes, resource }
}

/** Returns the current token of the family to a client that presents an earlier one. */
function currentToken(
  tokens: RefreshTokens,
  token: RefreshToken,
  { currentHash, currentSealed }: { currentHash: string; currentSealed: string | null },
): RefreshToken | undefined {
  const current = currentSealed === null ? undefined : tokens.open(token, currentSealed)
  return current && hashSecret(current.text) === currentHash ? current : undefined
}

/** The scopes to narrow to; undefined when none are named. */
function readScope(parameters: Parameters): readonly string[] | undefined | Refusal {
  const asked = parameters.get('scope')
  if (asked === undefined) return undefined
  const scopes = parseScope(asked)
  // A blank value is malformed, because an answer cannot say that no scope was granted (RFC 6749, sections 3.3 and 5.1).
  return scopes?.length ? scopes : new Refusal('invalid_scope', 'scope is malformed.')
}

/** The store has revoked the family. */
function refuseReuse(
  { revocations, audit }: Pick<McpContext, 'revocations' | 'audit'>,
  entry: Omit<AuditEntry, 'event'>,
  familyId: string,
): Refusal {
  revocations.add(familyId)
  audit.log(EVENTS.reused, { ...entry, detail: { family_id: familyId } })
  return invalidGrant('The refresh token was used before: its family is revoked.')
}

function refusalOf(problem: RotationProblem): Refusal {
  return problem === 'scope'
    ? new Refusal('invalid_scope', 'scope may only be narrowed.')
    : invalidGrant(ROTATION_FAULTS[problem])
}

const ROTATION_FAULTS = {
  unknown: 'The refresh token is not known.',
  client: 'The refresh token is not known.',
  key: 'The refresh token is bound to another key than that of the DPoP proof.',
  expired: 'The refresh token has expired.',
  revoked: 'The refresh token is revoked.',
  resource: 'The refresh token is for another resource.',
  limit: 'The client may no longer be given a scope of the refresh token.',
} as const
