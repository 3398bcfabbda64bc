import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { authorizationUrl, createChecks } from '../providers/exchange.ts'
import type { Provider } from '../providers/provider.ts'
import { sessionOf } from '../session/host-session.ts'
import { bindToBrowser } from './browser-cookie.ts'
import { type PendingLogin, savePending } from './pending.ts'
import { safeTarget } from './redirects.ts'

/**
 * Begins a sign-in: keeps a state for ten minutes, binds it to the browser, and says where at the provider the browser goes.
 *
 * @throws when the provider's discovery document cannot be had
 */
export async function startLogin(
  context: Context,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  leaveSession(request)
  const purpose = { target: targetOf(request, provider) }
  return await beginLogin(context, provider, request, reply, purpose)
}

/** Begins a sign-in for a purpose; see {@link startLogin}. */
export async function beginLogin(
  context: Context,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  purpose: Pick<PendingLogin, 'target' | 'forClient'>,
): Promise<string> {
  const { config } = provider
  const checks = createChecks()
  const url = await authorizationUrl(provider, checks)
  const isSecure = config.redirectUri.startsWith('https:')
  const { state, ...secrets } = checks
  await savePending(context, state, {
    kind: 'login',
    provider: config.name,
    browserHash: bindToBrowser(request, reply, state, isSecure),
    ...purpose,
    ...secrets,
  })
  return url.href
}

/**
 * Keeps the session out of this answer: nothing of it changes here. The answer to a tab that begins may come after that to a
 * tab that has just ended, whose cookie it would replace.
 *
 * @throws OAuthError `OAUTH_NO_SESSION` when there is none: there would be no use in going to the provider
 */
function leaveSession(request: FastifyRequest): void {
  sessionOf(request)
  Object.assign(request, { session: {} })
}

/** Spec B.3: the parameter `redirect`, else the page that the person comes from, else as the settings say. */
function targetOf(request: FastifyRequest, { config }: Provider): string {
  const { origin } = new URL(config.redirectUri)
  const { redirect } = request.query as { redirect?: unknown }
  return (
    safeTarget(redirect, origin) ??
    safeTarget(request.headers.referer, origin) ??
    config.postLoginRedirect
  )
}
