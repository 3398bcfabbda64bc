/** `POST /oauth/mcp/introspect` (RFC 7662). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../http/refusal.ts'
import type { Client } from '../client.ts'
import { readTokenRequest } from '../client-authentication/read-token-request.ts'
import { refuseClient } from '../client-authentication/refuse-client.ts'
import type { McpContext } from '../mcp-context.ts'
import { PATHS } from '../paths.ts'
import { type Inspected, inspectToken } from '../token/inspect.ts'
import type { RefreshTokens } from '../token/refresh-tokens.ts'

/** Adds the route. */
export function introspectionRoutes(
  app: FastifyInstance,
  context: McpContext,
  tokens: RefreshTokens,
): void {
  app.post(PATHS.introspect, async (request, reply) => {
    const answer = await introspect(context, tokens, request)
    return answer instanceof Refusal ? refuseClient(request, reply, answer) : reply.send(answer)
  })
}

/** The answer for a token that is not active, or that the caller may not introspect (RFC 7662, section 2.2). */
const INACTIVE = { active: false }

async function introspect(
  context: McpContext,
  tokens: RefreshTokens,
  request: FastifyRequest,
): Promise<object | Refusal> {
  const asked = await readTokenRequest(context, request, refusePublicClient)
  if (asked instanceof Refusal) return asked
  const { client, token } = asked
  const found = await inspectToken(context, tokens, token)
  if (!found?.active) return INACTIVE
  const aud = found.kind === 'access' ? found.auth.aud : found.family.resource
  const mayKnow = introspects(client, aud) || found.clientId === client.clientId
  return mayKnow ? describe(context, found, aud) : INACTIVE
}

/** RFC 7662, section 2.1: the caller must be authenticated, so that nobody can guess tokens here. */
function refusePublicClient({ authMethod }: Client): Refusal | undefined {
  return authMethod === 'none'
    ? new Refusal('invalid_client', 'Introspection is for clients that authenticate.')
    : undefined
}

/** Whether a client is a resource server that tokens for this resource are for. */
function introspects({ introspect }: Client, resource: string): boolean {
  return introspect === true || (Array.isArray(introspect) && introspect.includes(resource))
}

function describe({ mcp }: Pick<McpContext, 'mcp'>, found: Inspected, aud: string): object {
  const common = { active: true, iss: mcp.issuer, aud, client_id: found.clientId }
  if (found.kind === 'access') {
    const { auth, issuedAt } = found
    const { aud: _, ...claims } = auth
    return { ...common, ...claims, token_type: auth.cnf ? 'DPoP' : 'Bearer', iat: issuedAt }
  }
  const { sub, scope, account, expiresAt, createdAt, dpopJkt } = found.family
  const cnf = dpopJkt !== null && { cnf: { jkt: dpopJkt } }
  const times = { exp: Math.floor(expiresAt), iat: Math.floor(createdAt) }
  const forAccount = account !== null && { account }
  return { ...common, token_type: 'refresh_token', sub, scope, ...forAccount, ...times, ...cnf }
}
