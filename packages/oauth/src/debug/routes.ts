/** Endpoints for testing sign-in during development; see "Debug endpoints" in `docs/options.md`. The answers contain no tokens. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { findProvider } from '../find-provider.ts'
import { type HostSession, sessionOf } from '../host-session.ts'
import type { RegistrySettings } from '../providers/registry.ts'
import type { SessionValidator } from '../session/validate.ts'
import { type DebugSettings, refuseAccess } from './access.ts'
import { testPage } from './page.ts'

/** The parts of the plugin that the debug endpoints use. */
interface DebugContext extends Pick<Context, 'logger' | 'providers'> {
  readonly config: DebugSettings & Pick<RegistrySettings, 'providers'>
}

/** The debug endpoints; answers 404 to all of them unless the option `debug` is on. */
export function debugRoutes(
  context: DebugContext,
  validator: SessionValidator,
): FastifyPluginAsync {
  return async (app) => addRoutes(app, context, validator)
}

function addRoutes(app: FastifyInstance, context: DebugContext, validator: SessionValidator): void {
  const { config, providers } = context
  app.addHook('onRequest', async (request, reply) => guard(config, request, reply))
  app.get('/oauth/', async () => ({
    message: 'OAuth providers of this application',
    logout: 'POST /oauth/logout',
    providers: providers.names.map((name) => ({
      name,
      provider: config.providers.get(name)?.strategy.name,
      endpoints: endpointsOf(name),
    })),
  }))
  app.get('/oauth/test', async (_, reply) => sendPage(reply, providers.names))
  app.get('/oauth/:provider', async (request, reply) => {
    const provider = await findProvider(context, request, reply)
    if (provider === undefined) return reply
    const { name, strategy } = provider.config
    return { name, provider: strategy.name, endpoints: endpointsOf(name) }
  })
  app.get('/oauth/:provider/test', async (request, reply) => {
    const provider = await findProvider(context, request, reply)
    return provider === undefined ? reply : sendPage(reply, [provider.config.name])
  })
  app.get('/oauth/:provider/user', async (request, reply) => {
    const provider = await findProvider(context, request, reply)
    if (provider === undefined) return reply
    const session = sessionOf(request)
    if (session.oauth?.provider === provider.config.name) return describe(session)
    return reply
      .code(401)
      .send({ authenticated: false, message: 'Not signed in with this provider.' })
  })
  app.get('/oauth/:provider/refresh', async (request, reply) => {
    const provider = await findProvider(context, request, reply)
    return provider === undefined
      ? reply
      : await refresh(validator, request, reply, provider.config.name)
  })
}

async function guard(
  { debug, debugAllowedIps }: DebugSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (!debug) return reply.code(404).send({ error: 'Not found' })
  const { headers, ip, socket } = request
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  // Not `request.host`: scripts can set X-Forwarded-Host, which Fastify may trust, but cannot set Host.
  const origin = { ip, peer: socket.remoteAddress, host: headers.host, isForwarded }
  const refusal = refuseAccess(origin, debugAllowedIps)
  return refusal && reply.code(403).send({ error: 'Forbidden', ...refusal })
}

function endpointsOf(name: string): Record<string, string> {
  const paths = ['login', 'callback', 'user', 'refresh', 'test']
  return Object.fromEntries(paths.map((path) => [path, `/oauth/${name}/${path}`]))
}

/** The session without its tokens. */
function describe({ user, oauthUser, oauth }: HostSession) {
  const { tokens: _, loginId: __, ...shown } = oauth ?? {}
  return {
    authenticated: true,
    username: user,
    role: oauthUser?.role,
    email: oauthUser?.email,
    name: oauthUser?.name,
    provider: oauthUser?.provider,
    oauth: shown,
  }
}

async function refresh(
  validator: SessionValidator,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
): Promise<FastifyReply> {
  if (sessionOf(request).oauth?.provider !== name) {
    const message = 'Not signed in with this provider.'
    return reply.code(401).send({ error: 'Unauthorized', message })
  }
  const result = await validator.forceRefresh(request)
  const { oauth } = sessionOf(request)
  if (result === 'refreshed' && oauth) {
    const { provider, expiresAt, lastRefreshed } = oauth
    return reply.send({ message: 'Refreshed.', provider, expiresAt, lastRefreshed })
  }
  return reply.code(401).send({ error: 'Not refreshed', message: REFRESH_MESSAGES[result] })
}

const REFRESH_MESSAGES = {
  impossible: 'There is no refresh token.',
  failed: 'The provider could not be reached; the session stays.',
  refused: 'The provider has refused the refresh token.',
  ended: 'The sign-in has ended.',
  refreshed: 'The session is gone.',
} as const

function sendPage(reply: FastifyReply, names: readonly string[]): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return reply
    .header('content-security-policy', policy.join('; '))
    .type('text/html; charset=utf-8')
    .send(testPage(names, nonce))
}
