/** Puts a requirement on how people have authenticated before routes of the application: RFC 9470, for sessions instead of tokens. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { type HostSession, sessionOf } from '../host-session.ts'
import type { Provider } from '../providers/provider.ts'
import type { PersonAuthentication } from '../providers/tokens/authentication.ts'
import { safeTarget, withParameters } from '../shared/redirects.ts'
import { signInUrl } from '../shared/sign-in-url.ts'
import {
  hasAuthenticated,
  isRecent,
  type NeededAuthentication,
  readNeeded,
} from './needed-authentication.ts'

/** What a route needs: always the same, or by the request. Undefined needs nothing. */
export type NeededOf =
  | NeededAuthentication
  | ((
      request: FastifyRequest,
    ) => NeededAuthentication | undefined | Promise<NeededAuthentication | undefined>)

/** A hook for `onRequest` or `preHandler` of a route. */
export type StepUpHook = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply | undefined>

/** The functions of `app.oauth` for sign-ins that must be strong or recent. */
export interface StepUpFunctions {
  /**
   * Makes a hook for routes whose callers must have authenticated lately, or in a certain way: it compares `acr` and `auth_time` of
   * `session.oauthUser.authentication`. A browser that opens a page is redirected to the person's provider with `acr_values` and `max_age`, and
   * comes back to the page. Other requests get 401 `insufficient_user_authentication` with `sign_in`, the URL of that sign-in. Requests without
   * a signed-in person get 401, as from `withOAuthValidation`.
   *
   * @param needed what is needed, or a function of the request that says it; undefined needs nothing
   * @throws OAuthError `OAUTH_CONFIG` for values that cannot be used
   * @example
   * app.get('/payouts', { preHandler: app.oauth.requireAuthentication({ acr: ['mfa'], maxAge: 900 }) }, showPayouts)
   */
  requireAuthentication(needed: NeededOf): StepUpHook
  /**
   * Whether a person has authenticated as needed, for applications that answer themselves. Without claims about it, nothing is proven.
   *
   * @param authentication `session.oauthUser?.authentication`, or the claims of an access token
   */
  hasAuthenticated(
    authentication: PersonAuthentication | undefined,
    needed: NeededAuthentication,
  ): boolean
}

/** Makes the functions of an instance. */
export function stepUpFunctions(context: Pick<Context, 'providers'>): StepUpFunctions {
  return {
    requireAuthentication: (needed) => createStepUp(context, needed),
    hasAuthenticated: (authentication, needed) =>
      hasAuthenticated(authentication, needed, Date.now()),
  }
}

function createStepUp({ providers }: Pick<Context, 'providers'>, needed: NeededOf): StepUpHook {
  const used = 'requireAuthentication'
  const fixed = typeof needed === 'function' ? undefined : readNeeded(used, needed)
  return async (request, reply) => {
    const asked = typeof needed === 'function' ? await needed(request) : fixed
    if (asked === undefined) return undefined
    const session = sessionOf(request)
    if (session.user === undefined) return refuse(reply, NOBODY)
    const wanted = fixed ?? readNeeded(used, asked)
    if (hasAuthenticated(session.oauthUser?.authentication, wanted, Date.now())) return undefined
    const provider = session.oauth && (await providers.find(session.oauth.provider))
    return answer(request, reply, wanted, provider && stepUpUrl(provider, session, wanted, request))
  }
}

/** Leads people to the sign-in, and tells it to scripts. */
function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { acr, maxAge }: NeededAuthentication,
  url: string | undefined,
): FastifyReply {
  if (url !== undefined && request.headers.accept?.includes('text/html')) {
    return reply.header('cache-control', 'no-store').redirect(url, 303)
  }
  return refuse(reply, {
    ...WEAK,
    ...(acr !== undefined && { acr_values: acr.join(' ') }),
    ...(maxAge !== undefined && { max_age: maxAge }),
    ...(url !== undefined && { sign_in: url }),
  })
}

/** The URL that signs the person in again with their provider, and comes back. */
function stepUpUrl(
  { config }: Provider,
  { oauthUser }: HostSession,
  needed: NeededAuthentication,
  request: FastifyRequest,
): string {
  const { acr, maxAge } = needed
  const { origin } = new URL(config.redirectUri)
  // A form cannot be sent again: the person comes back to its page.
  const isPage = request.method === 'GET' || request.method === 'HEAD'
  const page = isPage ? request.raw.url : request.headers.referer
  // A provider whose clock differs may find an old sign-in young enough, again and again.
  const isOld = !isRecent(oauthUser?.authentication, needed, Date.now())
  return withParameters(signInUrl(config.redirectUri), {
    redirect: safeTarget(page, origin),
    acr_values: acr?.join(' '),
    max_age: maxAge === undefined ? undefined : String(maxAge),
    prompt: isOld ? 'login' : undefined,
  })
}

const NOBODY = { error: 'Unauthorized', message: 'Sign in to use this.' }

const WEAK = {
  error: 'insufficient_user_authentication',
  message: 'Sign in again to use this: more recently, or in a stronger way.',
}

function refuse(reply: FastifyReply, body: object): FastifyReply {
  return reply.code(401).header('cache-control', 'no-store').send(body)
}
