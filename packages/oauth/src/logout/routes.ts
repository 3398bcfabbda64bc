import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { OAuthSession } from '../host-session.ts'
import { sessionOf } from '../host-session.ts'
import type { Provider } from '../providers/provider.ts'
import { revokeTokens } from '../providers/tokens/revoke.ts'
import { openTokens } from '../session/oauth-session.ts'
import { endSession } from '../session/sign-in.ts'
import { explain } from '../shared/explain.ts'
import { withTimeLimit } from '../shared/time-limit.ts'
import { receiveLogoutToken } from './backchannel.ts'
import type { RevokeGrants } from './end-reported.ts'
import { receiveFrontchannelLogout } from './frontchannel.ts'

/** The options for signing out. */
export interface LogoutSettings {
  /** Scheme, host and port under which the application is reached. */
  readonly origin: string
  readonly postLogoutRedirect: string | undefined
}

/** The parts of the plugin that signing out uses. */
type LogoutContext = Context & { readonly config: LogoutSettings }

/** `POST /oauth/logout`, `POST /oauth/<provider>/backchannel-logout` and `GET /oauth/<provider>/frontchannel-logout`. */
export function logoutRoutes(
  app: FastifyInstance,
  context: LogoutContext,
  revokeGrants: RevokeGrants | undefined,
): void {
  app.post('/oauth/logout', async (request, reply) => {
    if (isForeign(request, context.config.origin)) {
      const message = 'Sign out from a page of the application itself.'
      return reply.code(403).send({ error: 'Forbidden', message })
    }
    return answer(request, reply, await signOut(context, request), context.config)
  })
  app.post<{ Params: { provider: string } }>(
    '/oauth/:provider/backchannel-logout',
    async (request, reply) => await receiveLogoutToken(context, request, reply, revokeGrants),
  )
  app.get<{ Params: { provider: string } }>(
    '/oauth/:provider/frontchannel-logout',
    { exposeHeadRoute: false },
    async (request, reply) =>
      await receiveFrontchannelLogout(context, request, reply, revokeGrants),
  )
}

/** Whether another site sends the request. Other sites must not sign people out. */
function isForeign(request: FastifyRequest, origin: string): boolean {
  const site = request.headers['sec-fetch-site']
  // Browsers set this header themselves, and scripts cannot change it: https://www.w3.org/TR/fetch-metadata/
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const sender = request.headers.origin
  return (
    sender !== undefined && sender !== origin && sender !== `${request.protocol}://${request.host}`
  )
}

/** Ends the session, and returns the URL where the provider signs the person out. */
async function signOut(
  context: LogoutContext,
  request: FastifyRequest,
): Promise<string | undefined> {
  const session = sessionOf(request)
  const { user, oauth } = session
  if (user === undefined && oauth === undefined) return undefined
  try {
    await context.hooks.get('onLogout')?.(session, request)
  } catch (error) {
    context.logger.error({ cause: explain(error) }, 'the hook onLogout failed')
  }
  const [elsewhere] = await Promise.all([
    oauth && tryAtProvider(context, oauth, 'no logout at the provider', endSessionUrl),
    oauth && tryAtProvider(context, oauth, 'the tokens were not revoked', endTokens),
    endSession(context, request),
  ])
  return elsewhere
}

/** The most milliseconds that signing out waits for the provider. */
const PROVIDER_LIMIT_MS = 2_000

/** Runs a step at the provider of a sign-in. A failure is logged, because the session must end in any case. */
async function tryAtProvider<T>(
  context: LogoutContext,
  oauth: OAuthSession,
  failure: string,
  work: (
    context: LogoutContext,
    provider: Provider,
    oauth: OAuthSession,
    signal: AbortSignal,
  ) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await withTimeLimit(PROVIDER_LIMIT_MS, async (signal) => {
      const provider = await context.providers.find(oauth.provider)
      return provider && (await work(context, provider, oauth, signal))
    })
  } catch (error) {
    context.logger.warn({ provider: oauth.provider, cause: explain(error) }, failure)
    return undefined
  }
}

async function endTokens(
  context: LogoutContext,
  provider: Provider,
  oauth: OAuthSession,
  signal: AbortSignal,
): Promise<void> {
  await revokeTokens(provider, openTokens(context, oauth), signal)
}

/** OpenID Connect RP-Initiated Logout 1.0, section 2. Undefined if the provider does not support it. */
async function endSessionUrl(
  context: LogoutContext,
  provider: Provider,
  oauth: OAuthSession,
): Promise<string | undefined> {
  const endpoint = (await provider.metadata()).end_session_endpoint
  if (!endpoint || !provider.config.providerLogout) return undefined
  const url = new URL(endpoint)
  const { idToken } = openTokens(context, oauth)
  if (idToken !== undefined) url.searchParams.set('id_token_hint', idToken)
  url.searchParams.set('client_id', provider.config.clientId)
  const { postLogoutRedirect, origin } = context.config
  if (postLogoutRedirect !== undefined) {
    const back = new URL(postLogoutRedirect, origin).href
    url.searchParams.set('post_logout_redirect_uri', back)
  }
  return url.href
}

/** Forms get a redirect, and scripts get JSON. */
function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  elsewhere: string | undefined,
  { postLogoutRedirect }: LogoutSettings,
): FastifyReply {
  const wantsPage = request.headers.accept?.includes('text/html') ?? false
  if (wantsPage) return reply.redirect(elsewhere ?? postLogoutRedirect ?? '/', 303)
  return reply.send({
    message: 'Signed out.',
    ...(elsewhere !== undefined && { redirect: elsewhere }),
  })
}
