/** `POST /oauth/mcp/device_authorization` (RFC 8628, sections 3.1 and 3.2). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf } from '../../../caller.ts'
import { Refusal } from '../../../http/refusal.ts'
import { addressKey } from '../../../shared/client-address.ts'
import { hashSecret, randomSecret } from '../../../shared/secrets.ts'
import { allowBrowsers } from '../../browsers.ts'
import { DEVICE_GRANT } from '../../client.ts'
import { authenticate } from '../../client-authentication/authenticate.ts'
import { claimForAuthentication } from '../../client-authentication/claim-assertion.ts'
import { refuseClient } from '../../client-authentication/refuse-client.ts'
import type { McpConfig } from '../../config/config.ts'
import { atResource } from '../../config/resources.ts'
import type { McpContext } from '../../mcp-context.ts'
import { readParameters } from '../../parameters.ts'
import { PATHS } from '../../paths.ts'
import { namedResource, problemOfTarget } from '../../resource.ts'
import { grantableScopes } from '../../scope-limit.ts'
import type { UserCodes } from './user-code.ts'

type Settings = NonNullable<McpConfig['deviceAuthorization']>

/** Seconds over which requests of one address are counted. */
const RATE_WINDOW = 60

/** Two codes that are the same are as good as impossible. */
const TRIES = 5

/** Adds the route. */
export function startRoute(
  app: FastifyInstance,
  context: McpContext,
  settings: Settings,
  codes: UserCodes,
): void {
  const path = PATHS.deviceAuthorization
  app.post(path, allowBrowsers(app, path, ['POST']), async (request, reply) => {
    const answer = await start(context, settings, codes, request)
    if (answer instanceof Refusal) return refuseClient(request, reply, answer)
    return reply.header('cache-control', 'no-store').send(answer)
  })
}

async function start(
  context: McpContext,
  settings: Settings,
  codes: UserCodes,
  request: FastifyRequest,
): Promise<object | Refusal> {
  const parameters = readParameters(request.body, request.headers['content-type'])
  if (parameters instanceof Refusal) return parameters
  const caller = await authenticate(context, request, parameters)
  if (caller instanceof Refusal) return caller
  const { client } = caller
  if (!client.grantTypes.includes(DEVICE_GRANT)) {
    return new Refusal('unauthorized_client', `The client may not use ${DEVICE_GRANT}.`)
  }
  const { mcp, mcpStore } = context
  const { rateLimit } = settings
  const key = `device ${addressKey(request.ip)}`
  const retryAfter = rateLimit ? await mcpStore.limits.count(key, rateLimit, RATE_WINDOW) : 0
  if (retryAfter > 0) return new Refusal('slow_down', 'Too many devices.', { retryAfter })
  const resource = namedResource(parameters.getAll('resource'), mcp.resources, mcp.resource)
  if (resource === undefined) return new Refusal('invalid_target', problemOfTarget(mcp.resources))
  const grantable = grantableScopes(parameters.get('scope'), client, atResource(mcp, resource))
  if (grantable === undefined) {
    return new Refusal('invalid_scope', 'None of the scopes is known, and allowed to this client.')
  }
  const used = await claimForAuthentication(context, caller)
  if (used !== undefined) return used
  const { clientId } = client
  const asked = { clientId, resource, scope: grantable.granted.join(' ') }
  const { address = null } = callerOf(request)
  return await create(context, settings, codes, { ...asked, address })
}

async function create(
  { mcp, mcpStore }: Pick<McpContext, 'mcp' | 'mcpStore'>,
  { expiresIn, interval }: Settings,
  codes: UserCodes,
  asked: { clientId: string; resource: string; scope: string; address: string | null },
): Promise<object> {
  for (let count = 0; count < TRIES; count += 1) {
    const [device, code] = [randomSecret(), codes.create()]
    const [userHash = ''] = codes.hashesOf(code) ?? []
    const row = { deviceHash: hashSecret(device), userHash, ...asked }
    if (!(await mcpStore.devices.create(row, { ttlSeconds: expiresIn, interval }))) continue
    const page = `${mcp.issuer}${PATHS.device}`
    return {
      device_code: device,
      user_code: code,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${code}`,
      expires_in: expiresIn,
      interval,
    }
  }
  throw new Error('no code for a person is free')
}
