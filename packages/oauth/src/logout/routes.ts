import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { explain } from '../explain.ts'
import type { OAuthSession } from '../host-session.ts'
import { sessionOf } from '../host-session.ts'
import { openTokens } from '../session/oauth-session.ts'
import { endSession } from '../session/sign-in.ts'
import { type RevokeGrants, receiveLogoutToken } from './backchannel.ts'

/** What the options say of signing out. */
export interface LogoutSettings {
  /** Scheme, host and port under which the application is reached. */
  readonly origin: string
  readonly postLogoutRedirect: string | undefined
}

/** What signing out needs. */
type LogoutContext = Context & { readonly config: LogoutSettings }

/** `POST /oauth/logout` and `POST /oauth/<provider>/backchannel-logout`. */
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
}

/** Whether another site sends the request: nobody may sign people out from outside. */
function isForeign(request: FastifyRequest, origin: string): boolean {
  const site = request.headers['sec-fetch-site']
  // Browsers that send this header send it truly: https://www.w3.org/TR/fetch-metadata/
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const sender = request.headers.origin
  return (
    sender !== undefined && sender !== origin && sender !== `${request.protocol}://${request.host}`
  )
}

/** Ends the session; gives the URL at the provider where the person can be signed out as well. */
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
  const elsewhere = oauth && (await endSessionUrl(context, oauth))
  await endSession(context, request)
  return elsewhere
}

/** OpenID Connect RP-Initiated Logout 1.0, section 2. Undefined where the provider does not offer it. */
async function endSessionUrl(
  context: Pick<LogoutContext, 'config' | 'sealer' | 'logger' | 'providers'>,
  oauth: OAuthSession,
): Promise<string | undefined> {
  try {
    const provider = await context.providers.find(oauth.provider)
    const endpoint = provider && (await provider.metadata()).end_session_endpoint
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
  } catch (error) {
    context.logger.warn(
      { provider: oauth.provider, cause: explain(error) },
      'no logout at the provider',
    )
    return undefined
  }
}

/** Forms are sent on; scripts get JSON. */
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
