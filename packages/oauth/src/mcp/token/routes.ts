/** `POST /oauth/mcp/token` (RFC 6749, section 3.2; OAuth 2.1, section 3.2). */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf } from '../../caller.ts'
import { Refusal } from '../../http/refusal.ts'
import { explain } from '../../shared/explain.ts'
import { allowBrowsers } from '../browsers.ts'
import { JWT_BEARER } from '../client.ts'
import { authenticate } from '../client-authentication/authenticate.ts'
import { claimForAuthentication } from '../client-authentication/claim-assertion.ts'
import { refuseClient } from '../client-authentication/refuse-client.ts'
import { enabledGrants } from '../config/enabled-grants.ts'
import type { McpContext } from '../mcp-context.ts'
import { readParameters } from '../parameters.ts'
import { PATHS } from '../paths.ts'
import { signAccessToken } from './access-token.ts'
import { authenticateBearer } from './by-assertion/authenticate-bearer.ts'
import type { Grant, GrantCaller } from './grant.ts'
import { GRANTS } from './grants.ts'
import { proveKey } from './prove-key.ts'
import type { RefreshTokens } from './refresh-tokens.ts'

/** The answer: RFC 6749, section 5.1. */
interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer' | 'DPoP'
  readonly expires_in: number
  readonly scope?: string
  readonly refresh_token?: string
}

/** Adds the route. */
export function tokenRoutes(
  app: FastifyInstance,
  context: McpContext,
  tokens: RefreshTokens,
): void {
  app.post(PATHS.token, allowBrowsers(app, PATHS.token, ['POST']), async (request, reply) => {
    const answer = await grantToken(context, tokens, request)
    if (answer instanceof Refusal) {
      context.metrics.tokenRefused(answer.error)
      return refuseClient(request, reply, answer)
    }
    return reply.header('cache-control', 'no-store').header('pragma', 'no-cache').send(answer)
  })
}

async function grantToken(
  context: McpContext,
  tokens: RefreshTokens,
  request: FastifyRequest,
): Promise<TokenAnswer | Refusal> {
  const parameters = readParameters(request.body, request.headers['content-type'])
  if (parameters instanceof Refusal) return parameters
  const asked = parameters.get('grant_type')
  if (asked === undefined) return new Refusal('invalid_request', 'grant_type is missing.')
  const type = enabledGrants(context.mcp).find((one) => one === asked)
  if (type === undefined) {
    return new Refusal('unsupported_grant_type', 'This grant_type is not supported.')
  }
  const isByAssertion = type === JWT_BEARER
  const identify = isByAssertion ? authenticateBearer : authenticate
  const caller = await identify(context, request, parameters)
  if (caller instanceof Refusal) return caller
  // The issuers of assertions have lists of clients.
  if (!isByAssertion && !caller.client.grantTypes.includes(type)) {
    return new Refusal('unauthorized_client', `The client may not use ${type}.`)
  }
  const jkt = await proveKey(context, request, caller.client)
  if (jkt instanceof Refusal) return jkt
  // client_credentials claims the assertion together with the grant.
  const used = type === 'client_credentials' || (await claimForAuthentication(context, caller))
  if (used instanceof Refusal) return used
  const grant = await GRANTS[type](context, tokens, { ...caller, jkt }, parameters, request)
  if (grant instanceof Refusal) return grant
  const answer = await issue(context, request, { ...caller, jkt }, grant)
  context.metrics.tokenIssued(type)
  return answer
}

async function issue(
  context: Pick<
    McpContext,
    'hooks' | 'logger' | 'mcp' | 'keys' | 'clients' | 'clientKeys' | 'audit'
  >,
  request: FastifyRequest,
  { client, jkt }: Pick<GrantCaller, 'client' | 'jkt'>,
  grant: Grant,
): Promise<TokenAnswer> {
  const { clientId } = client
  const { event, sub, scope, resource, jti, ttl, refreshToken, by, account } = grant
  const accessToken = await signAccessToken(context, { ...grant, clientId, jkt })
  const detail = { aud: resource, scope, jti, jkt, account, ...by }
  context.audit.log(event, { clientId, sub, detail, ...callerOf(request) })
  context.clients.keep(client)
  context.clientKeys.keep(client)
  tellHook(context, request, clientId, grant)
  return {
    access_token: accessToken,
    token_type: jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: ttl,
    ...(scope !== '' && { scope }),
    ...(refreshToken && { refresh_token: refreshToken.text }),
  }
}

/** Runs the hook without waiting for it: the client gets its token, whatever the hook does. */
function tellHook(
  { hooks, logger }: Pick<McpContext, 'hooks' | 'logger'>,
  request: FastifyRequest,
  clientId: string,
  { type, sub, scope, resource, jti, account }: Grant,
): void {
  const hook = hooks.get('onMCPTokenIssued')
  if (hook === undefined) return
  const event = {
    ...{ type, client_id: clientId, sub, aud: resource, jti },
    ...(scope && { scope }),
    ...(account !== undefined && { account }),
  }
  const run = async () => await hook(event, request)
  run().catch((error: unknown) =>
    logger.error({ cause: explain(error) }, 'the hook onMCPTokenIssued failed'),
  )
}
