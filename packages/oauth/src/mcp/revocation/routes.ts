/** `POST /oauth/mcp/revoke` (RFC 7009). */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf } from '../../caller.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Caller } from '../../store/audit.ts'
import { REVOCATION_TTL } from '../../store/mcp.ts'
import { EVENTS } from '../../store/rules/audit-events.ts'
import { allowBrowsers } from '../browsers.ts'
import { readTokenRequest } from '../client-authentication/read-token-request.ts'
import { refuseClient } from '../client-authentication/refuse-client.ts'
import type { McpContext } from '../mcp-context.ts'
import { PATHS } from '../paths.ts'
import { inspectToken } from '../token/inspect.ts'
import type { RefreshTokens } from '../token/refresh-tokens.ts'

/** Seconds by which the clocks of nodes and store may differ. */
const CLOCK_TOLERANCE = 300

/** Adds the route. */
export function revocationRoutes(
  app: FastifyInstance,
  context: McpContext,
  tokens: RefreshTokens,
): void {
  app.post(PATHS.revoke, allowBrowsers(app, PATHS.revoke, ['POST']), async (request, reply) => {
    const refusal = await revoke(context, tokens, request)
    if (refusal) return refuseClient(request, reply, refusal)
    // RFC 7009, section 2.2: the answer is the same for an unknown token.
    return reply.code(200).send()
  })
}

async function revoke(
  context: McpContext,
  tokens: RefreshTokens,
  request: FastifyRequest,
): Promise<Refusal | undefined> {
  // A disabled client may still revoke its tokens.
  const { clients } = context
  const find: typeof clients.find = (clientId, address, options) =>
    clients.find(clientId, address, { ...options, evenDisabled: true })
  const forAll = { ...context, clients: { ...clients, find } }
  const asked = await readTokenRequest(forAll, request)
  if (asked instanceof Refusal) return asked
  return await revokeToken(context, tokens, asked.client.clientId, asked.token, callerOf(request))
}

/**
 * Revokes a token of a client: a refresh token with its whole family, an access token alone. A token of another client is refused
 * with an error (RFC 7009, section 2.1), in the words of RFC 6749, section 5.2: "issued to another client".
 */
async function revokeToken(
  context: Pick<McpContext, 'mcp' | 'mcpStore' | 'keys' | 'revocations' | 'audit'>,
  tokens: RefreshTokens,
  clientId: string,
  token: string,
  origin: Caller,
): Promise<Refusal | undefined> {
  const { mcpStore, revocations, audit } = context
  const found = await inspectToken(context, tokens, token)
  if (found === undefined) return undefined
  if (found.clientId !== clientId) {
    return new Refusal('invalid_grant', 'The token was issued to another client.')
  }
  if (found.kind === 'refresh') {
    const { familyId, sub } = found.family
    if (!(await mcpStore.grants.revokeFamily(familyId, clientId, origin))) return undefined
    revocations.add(familyId)
    audit.log(EVENTS.revoked, { clientId, sub, detail: { family_id: familyId }, ...origin })
  } else if (found.active) {
    const { jti, sub, exp } = found.auth
    // The revocation lasts only as long as the token, because every guard keeps the list in memory, and a client can revoke many
    // tokens.
    const ttl = exp - Math.floor(Date.now() / 1_000) + CLOCK_TOLERANCE
    await mcpStore.revocations.add(jti, Math.min(ttl, REVOCATION_TTL))
    revocations.add(jti)
    await audit.record(EVENTS.revoked, { clientId, sub, detail: { jti }, ...origin })
  }
  return undefined
}
